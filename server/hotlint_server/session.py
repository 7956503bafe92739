"""What the server remembers: open documents, workspace folders, the client's abilities, and what is to be judged.

All of it lives on the one loop that reads messages. A change of a text schedules its judgement; the newest version
wins: a judgement gives way to the next message at every step, and stops when its text has changed.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Coroutine, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from hotlint.common.files import ReadError
from hotlint.ide.completion import DeclaredNames
from hotlint.ide.snapshot import Snapshot
from hotlint.syntax.edits import Edit
from hotlint_server import convert
from hotlint_server.diagnostics_scheduler import DiagnosticsScheduler
from hotlint_server.name_index import NameIndex
from hotlint_server.open_document import Open
from hotlint_server.text_buffer import Buffer, Positions
from hotlint_server.workspace_folder import Folder

if TYPE_CHECKING:
    from hotlint_server.app import Server

logger = logging.getLogger(__name__)


class Session(DiagnosticsScheduler):
    """The state of one connection."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.encoding = "utf-16"
        self.options: dict[str, Any] = {}
        self.open: dict[str, Open] = {}
        self.folders: dict[str, Folder] = {}
        self.pulls = False
        self.names = NameIndex()
        self.published: dict[str, None] = {}  # documents that are not open, and of which findings were told
        self._loose: Folder | None = None
        self._reading: set[asyncio.Task[None]] = set()

    # -- documents ---------------------------------------------------------------------------------------------------

    def opened(self, item: types.TextDocumentItem) -> None:
        path = convert.path_of(item.uri)
        self.open[item.uri] = Open(
            Buffer(item.uri, item.text, item.version, item.language_id, self.encoding), path, self.folder(path)
        )
        self.check_file(item.uri)
        if os.path.isabs(path):
            self.background(self.names.read_folder(os.path.dirname(path)))

    def background(self, work: Coroutine[Any, Any, None]) -> None:
        """Have something done while nothing else is to be done."""
        task = asyncio.get_running_loop().create_task(work)
        self._reading.add(task)
        task.add_done_callback(self._reading.discard)

    def changed(self, uri: str, version: int, changes: Sequence[types.TextDocumentContentChangeEvent]) -> None:
        document = self.open.get(uri)
        if document is None:
            logger.warning("a change of %s, which is not open", uri)
            return
        buffer = document.buffer
        for change in changes:
            if isinstance(change, types.TextDocumentContentChangePartial):
                start, end = change.range.start, change.range.end
                buffer.edit((start.line, start.character), (end.line, end.character), change.text)
            else:
                buffer.replace(change.text)
        buffer.version = version
        self.check_file(uri, tell=True)

    def closed(self, uri: str) -> None:
        document = self.open.pop(uri, None)
        if document is None:
            return
        if document.task is not None:
            document.task.cancel()
        document.folder.forget(document.path)
        if document.live is not None:
            document.live.close()
        if not self.pulls:
            self.server.protocol.notify("textDocument/publishDiagnostics", {"uri": uri, "diagnostics": []})
        self.touched(document.path)

    def changed_on_disk(self, uri: str) -> None:
        """A file was made, changed or deleted outside of the editor; what is open counts as it is in the editor."""
        path = convert.path_of(uri)
        folder = self.folder(path)
        self.names.names(path)
        if os.path.basename(path) == ".hotlint.yaml":
            folder.forget(path)
            self.refresh()
        elif not self.is_open(path):
            folder.forget(path)
            self.touched(path)
            if self.published.pop(uri, None) is not None:
                file_result = folder.engine.check_file(path, named=False) if os.path.exists(path) else None
                if file_result is not None:
                    self.publish_findings(path, file_result)
                else:
                    self.server.protocol.notify("textDocument/publishDiagnostics", {"uri": uri, "diagnostics": []})

    def folder(self, path: str) -> Folder:
        """The innermost workspace folder that a file is in."""
        inside = [
            f for root, f in self.folders.items() if path == root or path.startswith(root.rstrip(os.sep) + os.sep)
        ]
        if inside:
            return max(inside, key=lambda f: len(f.root))
        if self._loose is None:
            self._loose = Folder("", self.options)
        return self._loose

    def add_folder(self, uri: str) -> None:
        root = convert.path_of(uri)
        self.folders.setdefault(root, Folder(root, self.options))
        self._rehome()

    def remove_folder(self, uri: str) -> None:
        self.folders.pop(convert.path_of(uri), None)
        self._rehome()

    def configure(self, options: dict[str, Any], root: str | None = None) -> None:
        """New settings of the editor, for one folder or for all."""
        if root is None:
            self.options = {**self.options, **options}
        for folder in [*self.folders.values(), *([self._loose] if self._loose else [])]:
            if root is None or folder.root == root:
                folder.configure({**self.options, **options})
        self.refresh()

    def _rehome(self) -> None:
        for uri, document in self.open.items():
            folder = self.folder(document.path)
            if folder is not document.folder:
                document.folder.forget(document.path)
                document.folder = folder
                document.live = None
                document.findings.clear()
                self.check_file(uri)

    # -- answers -----------------------------------------------------------------------------------------------------

    def snapshot(self, uri: str) -> Snapshot:
        """A document as it is now, in its context. Raises FileNotFoundError and its like for one that is not open."""
        document = self.open.get(uri)
        if document is None:
            path = convert.path_of(uri)
            return self.folder(path).snapshot(path)
        document.read()
        state = (document.buffer.version, document.folder.generation)
        if document.snapshot is None or document.snapshot[0] != state:
            document.snapshot = (state, document.folder.snapshot(document.path))
        return document.snapshot[1]

    def at(self, params: Any) -> tuple[Snapshot, int]:
        """The snapshot and the offset that a request with a position is about."""
        uri = params.text_document.uri
        return self.snapshot(uri), convert.offset_of(self.positions(uri), params.position)

    def is_open(self, path: str) -> bool:
        return any(d.path == path for d in self.open.values())

    def all_names(self) -> Iterator[tuple[str, DeclaredNames]]:
        """Names by file: of every template in the workspace, and of what is open as it is in the editor."""
        for document in self.open.values():
            yield document.path, document.buffer.all_names()
        yield from ((path, names) for path, names in self.names.files() if not self.is_open(path))

    def users(self, path: str) -> list[Snapshot]:
        """Texts that may use a file: those of its workspace folder that name it, and its environments, both ways."""
        folder = self.folder(path)
        name = os.path.basename(path)
        known = [(p, names) for p, names in self.all_names() if self.folder(p) is folder]
        near = [p for p, names in known if name in names.text]
        if path in folder.environments(path) or self._is_environment(path):
            here = os.path.dirname(path)
            near += [
                p for p, n in known if n.version and (os.path.dirname(p) == here or path in folder.environments(p))
            ]
        near += folder.environments(path)
        near += self._belonging(path, known, folder)
        found = []
        for other in dict.fromkeys(near):
            if other != path:
                try:
                    found.append(self.snapshot(self.uri(other)))
                except (OSError, ReadError):
                    continue
        return found

    def _belonging(self, path: str, known: list[tuple[str, DeclaredNames]], folder: Folder) -> list[str]:
        """Environments that can only be meant for a template: it alone, of those near, has all their parameters."""
        own = next((set(n.parameters) for p, n in known if p == path), set())
        others = [set(n.parameters) for p, n in known if p != path and n.version]
        found = []
        for candidate in folder.candidates(path) if own else ():
            names = self.names.names(candidate)
            given = set(names.parameters) if names is not None else set()
            if given and given <= own and not any(given <= other for other in others):
                found.append(candidate)
        return found

    def _is_environment(self, path: str) -> bool:
        try:
            return self.snapshot(self.uri(path)).kind == "environment"
        except (OSError, ReadError):
            return False

    def workspace_edit(self, path: str, edits: list[Edit]) -> dict[str, Any]:
        """Edits in the protocol's shape; those without a path are in the file `path`."""
        changes: dict[str, list[Any]] = {}
        for edit in edits:
            positions = self.positions_of(edit.path or path)
            if positions is not None:
                found = changes.setdefault(self.uri(edit.path or path), [])
                found.append({"range": convert.range_of(positions, edit.span), "newText": edit.text})
        return {"changes": changes}

    def enabled(self, uri: str, name: str) -> bool:
        """Whether a feature is switched on in the editor's settings: {name: {"enabled": bool}}."""
        found = self.folder(convert.path_of(uri)).options.get(name)
        return not isinstance(found, dict) or found.get("enabled", True) is not False

    def positions(self, uri: str) -> Positions:
        document = self.open.get(uri)
        if document is not None:
            return document.buffer.positions
        path = convert.path_of(uri)
        folder = self.folder(path)
        return Positions(folder.project(folder.engine.settings(path)).document(path).text, self.encoding)

    def positions_of(self, path: str) -> Positions | None:
        """The positions of a file by its path; None for one that cannot be read."""
        try:
            return self.positions(self.uri(path))
        except (OSError, ReadError):
            return None

    def uri(self, path: str) -> str:
        """The URI of a file as the editor spells it, where it has it open."""
        return next((u for u, d in self.open.items() if d.path == path), None) or convert.uri_of(path)
