"""Reports of diagnostics for editors that pull them: of one document, and of every file of the workspace."""

from __future__ import annotations

import hashlib
import json
from itertools import islice
from typing import Any

from hotlint.common.files import ReadError
from hotlint.common.platforms import aside
from hotlint.common.time_limit import one_file
from hotlint.linter.checking.engine import Engine
from hotlint.linter.checking.file_result import FileResult
from hotlint.linter.diagnostic import Diagnostic
from hotlint_server.text_buffer import Positions
from hotlint_server.workspace.diagnostics_publisher import configurations_of, protocol_findings
from hotlint_server.workspace.diagnostics_scheduler import in_slices
from hotlint_server.workspace.editor_workspace import EditorWorkspace

MAX_FILES = 2000
SETTING = "workspaceDiagnostics"

Json = Any


def report(items: list[Json], previous: str | None) -> dict[str, Json]:
    """Return a report of findings: "unchanged" where the editor has the same ones already, by their result id."""
    digest = hashlib.blake2b(json.dumps(items, sort_keys=True).encode(), digest_size=8).hexdigest()
    if previous == digest:
        return {"kind": "unchanged", "resultId": digest}
    return {"kind": "full", "resultId": digest, "items": items}


class WorkspaceReports:
    """The findings of the files that are not open."""

    def __init__(self, workspace: EditorWorkspace) -> None:
        self._workspace = workspace
        self._reports: dict[str, tuple[Engine, list[Json]]] = {}

    async def closed_files(self) -> dict[str, list[Json]]:
        """Return the findings of every template and environment that is not open, by URI, where the setting asks for them."""
        found: dict[str, list[Json]] = {}
        for folder in self._workspace.folders:
            options = folder.options.get(SETTING)
            if not isinstance(options, dict) or options.get("enabled") is not True:
                continue
            if not folder.is_known:
                await aside(folder.look_through)
                folder.looked_through()
            for path in islice(folder.files(), MAX_FILES):
                if self._workspace.is_open(path) or self._workspace.folder(path) is not folder:
                    continue  # of two workspace folders, one in the other, the inner one reports
                found[self._workspace.uri(path)] = await self._report(folder.engine, path)
            for path, (text, problems) in configurations_of(folder.engine).items():
                if not self._workspace.is_open(path):
                    found[self._workspace.uri(path)] = self._shown(path, text, problems)
        return found

    async def _report(self, engine: Engine, path: str) -> list[Json]:
        """Return the findings of a file, which are kept while nothing changes that they depend on."""
        known = self._reports.get(path)
        if known is None or known[0] is not engine or not engine.trees.is_current(path):
            try:
                with one_file():
                    file_result = await in_slices(engine.steps(path, named=False))
            except (OSError, ReadError):
                file_result = None
            engine.trees.depend(path, (path, *(file_result.files if file_result is not None else ())))
            known = self._reports[path] = (engine, self._items(path, file_result))
        return known[1]

    def _items(self, path: str, file_result: FileResult | None) -> list[Json]:
        if file_result is None:
            return []
        return self._shown(path, file_result.document.text, file_result.diagnostics)

    def _shown(self, path: str, text: str, diagnostics: list[Diagnostic]) -> list[Json]:
        positions = Positions(text, self._workspace.abilities.encoding)
        return protocol_findings(self._workspace, self._workspace.uri(path), positions, diagnostics)
