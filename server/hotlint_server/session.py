"""What the server remembers: open documents, workspace folders, the client's abilities, and what is to be judged.

All of it lives on the one loop that reads messages. A change of a text schedules its judgement; the newest version
wins: a judgement gives way to the next message at every step, and stops when its text has changed.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import time
from collections.abc import Coroutine, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from hotlint.diagnostic import Diagnostic, Edit
from hotlint.engine import Judged
from hotlint.files import ReadError
from hotlint.ide.completion import Names
from hotlint.ide.findings import Findings, moved
from hotlint.ide.live import Live
from hotlint.ide.snapshot import Snapshot
from hotlint.template import Template
from hotlint.text import Source
from hotlint.yamltree import parse
from hotlint_server import contexts, convert, idle
from hotlint_server.buffer import Buffer, Positions
from hotlint_server.folder import Folder
from hotlint_server.names import NameIndex

if TYPE_CHECKING:
    from hotlint_server.app import Server

logger = logging.getLogger(__name__)
PAUSE = 0.15
"""Seconds without a key press before everything is judged anew, for texts that take long."""
SLICE = 0.004
"""Seconds that a judgement may take before other messages get their turn."""

HEATS_OWN = re.compile(
    r"(?m)^[\"']?(?:heat_template_version|resource_registry|parameter_defaults|encrypted_param_names)[\"']?[ ]*:"
    r"|^[ ]+type[ ]*:[ ]*[\"']?OS::\w+::\w"
)
"""What no one's YAML but Heat's has."""


class Open:
    """An open document: its buffer, what was read of it, and what was found in it."""

    __slots__ = ("buffer", "findings", "folder", "known", "live", "path", "sent", "snapshot", "task", "used")

    def __init__(self, buffer: Buffer, path: str, folder: Folder) -> None:
        self.buffer = buffer
        self.path = path
        self.folder = folder
        self.live: Live | None = None
        self.findings = Findings()
        self.known: tuple[int, list[Diagnostic]] | None = None  # version, findings
        self.sent: tuple[int, list[Diagnostic]] | None = None
        self.snapshot: tuple[tuple[int, int], Snapshot] | None = None  # version and generation of the folder
        self.used: list[Diagnostic] = []  # what is wrong with it only as other templates use it
        self.task: asyncio.Task[None] | None = None


class Session:
    """The state of one connection."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.encoding = "utf-16"
        self.options: dict[str, Any] = {}
        self.open: dict[str, Open] = {}
        self.folders: dict[str, Folder] = {}
        self.pulls = False
        self.names = NameIndex()
        self.told: dict[str, None] = {}  # documents that are not open, and of which findings were told
        self._loose: Folder | None = None
        self._reading: set[asyncio.Task[None]] = set()

    # -- documents ---------------------------------------------------------------------------------------------------

    def opened(self, item: types.TextDocumentItem) -> None:
        path = convert.path_of(item.uri)
        self.open[item.uri] = Open(
            Buffer(item.uri, item.text, item.version, item.language_id, self.encoding), path, self.folder(path)
        )
        self.judge(item.uri)
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
        self.judge(uri, tell=True)

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
            if self.told.pop(uri, None) is not None:
                judged = folder.engine.judge(path, named=False) if os.path.exists(path) else None
                if judged is not None:
                    self.tell_findings(path, judged)
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
                self.judge(uri)

    # -- answers -----------------------------------------------------------------------------------------------------

    def snapshot(self, uri: str) -> Snapshot:
        """A document as it is now, in its context. Raises FileNotFoundError and its like for one that is not open."""
        document = self.open.get(uri)
        if document is None:
            path = convert.path_of(uri)
            return self.folder(path).snapshot(path)
        self._read(document)
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

    def all_names(self) -> Iterator[tuple[str, Names]]:
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

    def _belonging(self, path: str, known: list[tuple[str, Names]], folder: Folder) -> list[str]:
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

    def _read(self, document: Open) -> None:
        """Bring what was read of a document up to its buffer."""
        buffer = document.buffer
        if document.live is None:
            buffer.take_changes()
            document.live = Live(Source(document.path, buffer.text, buffer.version))
        elif buffer.changes == []:
            return
        else:
            region = document.live.update(Source(document.path, buffer.text, buffer.version), buffer.take_changes())
            document.findings.moved(region)
            document.used = [moved(d, region) for d in document.used] if region is not None else []
        document.folder.put(document.live.document, document.live.template)

    # -- judgement ---------------------------------------------------------------------------------------------------

    def judge(self, uri: str, *, afresh: bool = False, tell: bool = False) -> None:
        """Have a document judged soon.

        `afresh`: its context has changed, so that nothing known of it counts. `tell`: so has what others take from it.
        """
        document = self.open[uri]
        if afresh:
            document.findings.clear()
            document.known = None
        if document.task is not None:
            document.task.cancel()
        document.task = asyncio.get_running_loop().create_task(self._judge(document, tell))
        idle.busy()

    def refresh(self) -> None:
        """Everything is judged again."""
        for uri in list(self.open):
            self.judge(uri, afresh=True)
        self._ask_again()

    def touched(self, path: str) -> None:
        """A file has changed, in the editor or on disk: what may depend on it is judged again."""
        dependents = self.dependents(path)
        for uri in dependents:
            self.judge(uri, afresh=True)
            self.server.protocol.notify("hotlint/previewChanged", {"uri": uri})
        if dependents:
            self._ask_again()

    def dependents(self, path: str) -> list[str]:
        """Open documents that may depend on a file: by name, through any number of files, or as their environment."""
        found: list[str] = []
        fresh = {os.path.basename(path)}
        while fresh:
            names, fresh = fresh, set()
            for uri, document in self.open.items():
                if document.path == path or uri in found:
                    continue
                environments = {os.path.basename(e) for e in document.folder.environments(document.path)}
                if environments & names or any(name in document.buffer.text for name in names):
                    found.append(uri)
                    fresh.add(os.path.basename(document.path))
        return found

    def relevant(self, document: Open) -> bool:
        """Whether a document is Heat's: other people's YAML is left alone, whatever its keys are called."""
        buffer = document.buffer
        if buffer.language == "hot" or document.path.endswith((".hot", ".hot.yaml")):
            return True
        return bool(HEATS_OWN.search(buffer.text)) or document.path in document.folder.environments(document.path)

    def findings_now(self, uri: str) -> list[Diagnostic]:
        """What is found in a document at once: everything, or all that can be told without a wait in a long one."""
        document = self.open[uri]
        if document.known is not None and document.known[0] == document.buffer.version:
            return document.known[1]
        self._read(document)
        if not self.relevant(document):
            return []
        folder = document.folder
        unit = folder.unit(document.path)
        linter = folder.engine.linter(folder.engine.settings(document.path))
        if document.findings.slow:
            found = document.findings.quick(unit, linter)
        else:
            *_, last = document.findings.thorough(unit, linter)
            found = last or []
        found = folder.finished(unit, found + document.used)
        document.known = (document.buffer.version, found)
        return found

    async def _judge(self, document: Open, tell: bool) -> None:
        buffer, version = document.buffer, document.buffer.version
        try:
            await asyncio.sleep(0)  # the next message may already bring a newer version
            self._read(document)
            if document.findings.slow or (document.live is not None and document.live.approximate):
                if not self.pulls:
                    self._publish(document, self.findings_now(buffer.uri))
                await asyncio.sleep(PAUSE)
            elif self.pulls:
                await asyncio.sleep(PAUSE)
            before = document.known
            found = await self._thorough(document)
            if buffer.version != version:
                return
            document.known = (version, found)
            if not self.pulls:
                self._publish(document, found)
            elif before is not None and before != document.known:
                self._ask_again()
            if tell:
                self.touched(document.path)
                self.server.protocol.notify("hotlint/previewChanged", {"uri": buffer.uri})
            idle.tidy()
        except asyncio.CancelledError:
            raise
        except Exception:
            logger.exception("the judgement of %s failed", buffer.uri)

    async def _thorough(self, document: Open) -> list[Diagnostic]:
        """Everything that is found in a document, giving way to messages between steps."""
        self._read(document)
        if not self.relevant(document):
            return []
        folder, findings = document.folder, document.findings
        unit = folder.unit(document.path)
        if document.live is not None and document.live.approximate:
            whole = parse(document.live.document.source)
            unit = unit.project.with_document(whole, Template(whole)).unit(document.path, unit.environment)
            findings = Findings()
        linter = folder.engine.linter(folder.engine.settings(document.path))
        found = await self._in_steps(findings.thorough(unit, linter))
        document.used = []
        for context, place in contexts.uses(self, document.path):
            document.used += await self._in_steps(contexts.judged(context, place, linter, found + document.used))
        return folder.finished(unit, found + document.used)

    @staticmethod
    async def _in_steps(steps: Iterator[list[Diagnostic] | None]) -> list[Diagnostic]:
        """The last that steps of work yield; other messages have their turn between them."""
        found: list[Diagnostic] = []
        began = time.perf_counter()
        for step in steps:
            found = step or found
            if time.perf_counter() - began > SLICE:
                await asyncio.sleep(0)
                began = time.perf_counter()
        return found

    def _ask_again(self) -> None:
        """Have an editor that pulls ask for diagnostics again."""
        workspace = self.server.client_capabilities.workspace
        if self.pulls and workspace and workspace.diagnostics and workspace.diagnostics.refresh_support:
            self.server.workspace_diagnostic_refresh(None)

    def refresh_decorations(self) -> None:
        """Have the editor ask again for what stands beside the text."""
        workspace = self.server.client_capabilities.workspace
        if workspace and workspace.inlay_hint and workspace.inlay_hint.refresh_support:
            self.server.workspace_inlay_hint_refresh(None)
        if workspace and workspace.code_lens and workspace.code_lens.refresh_support:
            self.server.workspace_code_lens_refresh(None)

    def tell_findings(self, path: str, judged: Judged) -> None:
        """Publish what was found in a file that is not open."""
        positions, uri = Positions(judged.document.text, self.encoding), self.uri(path)
        found = [convert.diagnostic_of(d, uri, positions, []) for d in judged.diagnostics]
        self.told[uri] = None
        self.server.protocol.notify("textDocument/publishDiagnostics", {"uri": uri, "diagnostics": found})

    def _publish(self, document: Open, found: list[Diagnostic]) -> None:
        buffer = document.buffer
        if document.sent == (buffer.version, found):
            return
        document.sent = (buffer.version, found)
        params = {"uri": buffer.uri, "version": buffer.version, "diagnostics": self.shown(document, found)}
        self.server.protocol.notify("textDocument/publishDiagnostics", params)

    def shown(self, document: Open, found: list[Diagnostic]) -> list[Any]:
        """Findings in the protocol's shape."""
        positions, uri = document.buffer.positions, document.buffer.uri
        answers = []
        for diagnostic in found:
            related = []
            for place in diagnostic.related:
                other = self.positions_of(place.path) if place.path else positions
                if other is not None:
                    where = self.uri(place.path) if place.path else uri
                    related.append(
                        {
                            "location": {"uri": where, "range": convert.range_of(other, place.span)},
                            "message": place.message,
                        }
                    )
            answers.append(convert.diagnostic_of(diagnostic, uri, positions, related))
        return answers
