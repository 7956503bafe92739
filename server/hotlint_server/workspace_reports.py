"""Reports of diagnostics for editors that pull them: of one document, and of every file of the workspace."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
from typing import Any, NamedTuple

from hotlint.common.files import ReadError
from hotlint.linter.engine import Engine
from hotlint_server import convert
from hotlint_server.editor_workspace import EditorWorkspace
from hotlint_server.text_buffer import Positions
from hotlint_server.workspace_folder import WorkspaceFolder

MAX_FILES = 2000
SETTING = "workspaceDiagnostics"

Json = Any


class _Report(NamedTuple):
    """The findings of a file on disk, and the full paths that they depend on."""

    items: list[Json]
    files: frozenset[str]


def report(items: list[Json], previous: str | None) -> dict[str, Json]:
    """Return a report of findings: "unchanged" where the editor has the same ones already, by their result id."""
    digest = hashlib.blake2b(json.dumps(items, sort_keys=True).encode(), digest_size=8).hexdigest()
    if previous == digest:
        return {"kind": "unchanged", "resultId": digest}
    return {"kind": "full", "resultId": digest, "items": items}


class WorkspaceReports:
    """The findings of the files that are not open, checked in a thread so that no request waits for them."""

    def __init__(self, workspace: EditorWorkspace) -> None:
        self._workspace = workspace
        self._reports: dict[str, _Report] = {}
        self._engines: dict[WorkspaceFolder, tuple[int, Engine]] = {}

    def forget(self, path: str) -> None:
        """Check anew what depends on a file, which changed on disk."""
        own = os.path.abspath(path)
        self._reports = {p: r for p, r in self._reports.items() if p != own and own not in r.files}
        for _, engine in self._engines.values():
            engine.forget(own)

    def clear(self) -> None:
        """Check everything anew: settings have changed."""
        self._reports.clear()
        self._engines.clear()

    async def closed_files(self) -> dict[str, list[Json]]:
        """Return the findings of every template and environment that is not open, by URI, where the setting asks for them."""
        found: dict[str, list[Json]] = {}
        for folder in self._workspace.folders:
            options = folder.options.get(SETTING)
            if not isinstance(options, dict) or options.get("enabled") is not True:
                continue
            if not folder.is_known:
                await asyncio.to_thread(folder.look_through)
                folder.looked_through()
            tree = folder.known_tree(os.path.join(folder.root, "_"))
            for path in list(tree.facts)[:MAX_FILES] if tree is not None else ():
                if self._workspace.is_open(path) or self._workspace.folder(path) is not folder:
                    continue  # of two workspace folders, one in the other, the inner one reports
                if path not in self._reports:
                    self._reports[path] = await asyncio.to_thread(self._check, folder, path)
                found[self._workspace.uri(path)] = self._reports[path].items
        return found

    def _check(self, folder: WorkspaceFolder, path: str) -> _Report:
        """Return the findings of a file. It runs in a thread, with an engine that nothing else uses."""
        try:
            file_result = self._engine(folder).check_file(path, named=False)
        except (OSError, ReadError):
            file_result = None
        if file_result is None:
            return _Report([], frozenset((path,)))
        positions = Positions(file_result.document.text, self._workspace.abilities.encoding)
        items = [convert.diagnostic_of(d, positions, []) for d in file_result.diagnostics]
        return _Report(items, frozenset(map(os.path.abspath, file_result.files)))

    def _engine(self, folder: WorkspaceFolder) -> Engine:
        known = self._engines.get(folder)
        if known is None or known[0] != id(folder.engine):
            known = self._engines[folder] = (id(folder.engine), folder.new_engine())
            known[1].look_through(folder.root)
        return known[1]
