"""When documents are linted: the newest version of a text wins, and the documents that depend on it follow.

A change schedules a task, which gives way to the next message at every step and is dropped when the text has changed.
A text that takes long is linted at once where it changed, and in full when typing pauses.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from hotlint.language.time_limit import one_file
from hotlint.linter.checking.file_result import FileResult
from hotlint.linter.checking.run import drained
from hotlint.linter.checking.run_memory import RunMemory
from hotlint.linter.diagnostic import Diagnostic
from hotlint_server.transport import gc_policy
from hotlint_server.transport.client import EditorClient
from hotlint_server.workspace.diagnostics_publisher import DiagnosticsPublisher
from hotlint_server.workspace.editor_workspace import EditorWorkspace
from hotlint_server.workspace.open_document import OpenDocument, read_aside

if TYPE_CHECKING:
    from hotlint.linter.checking.run import Result, Steps

logger = logging.getLogger(__name__)
PAUSE = 0.15
"""Seconds without a key press or a request before everything is linted again, for texts that take long."""
LONGEST_PAUSE = 1.0
"""Seconds after a key press for which requests can postpone the linting of everything."""
SLICE = 0.004
"""Seconds that linting may take before other messages get their turn."""
PREVIEW_CHANGED = "hotlint/previewChanged"


class DiagnosticsScheduler:
    """Schedules the linting of open documents, and has the results published."""

    def __init__(self, workspace: EditorWorkspace, client: EditorClient) -> None:
        self._workspace = workspace
        self._client = client
        self.publisher = DiagnosticsPublisher(workspace, client)
        self._requested = 0.0  # when the last request came
        self._changed: set[str] = set()  # documents by URI whose dependents are still to be linted

    def schedule(self, document: OpenDocument, *, invalidate: bool = False, with_dependents: bool = False) -> None:
        """Have a document linted soon.

        `invalidate`: its context has changed, so that earlier findings do not hold. `with_dependents`: the documents
        that depend on it are linted afterwards, also when this run gives way to another one.
        """
        if invalidate:
            document.invalidate()
        if with_dependents:
            self._changed.add(document.uri)
        document.run(self._lint)
        gc_policy.busy()

    def requested(self) -> None:
        """Note that a request came: what takes long waits until the editor has its answers."""
        self._requested = time.monotonic()

    def refresh_all(self) -> None:
        """Have every document linted again."""
        for document in list(self._workspace.documents.values()):
            self.schedule(document, invalidate=True)
        self._refresh_pulled()

    def file_changed(self, path: str) -> None:
        """Have the documents that may depend on a file linted again: it changed in the editor or on disk."""
        dependents = self.dependents(path)
        for document in dependents:
            self.schedule(document, invalidate=True)
        # The findings of an edit that is undone hold again. What an editor showed in between does not.
        shown = [d for d in self._workspace.documents.values() if d in dependents or path in d.files]
        for document in shown:
            self._client.notify(PREVIEW_CHANGED, {"uri": document.uri})
        if dependents:
            self._refresh_pulled()
        if shown:
            self.refresh_decorations()

    def refresh_decorations(self) -> None:
        """Have the editor request inlay hints and code lenses again: what they show has changed in another file."""
        if self._workspace.abilities.refreshes_inlay_hints:
            self._client.refresh_inlay_hints()
        if self._workspace.abilities.refreshes_code_lenses:
            self._client.refresh_code_lenses()

    def dependents(self, path: str) -> list[OpenDocument]:
        """Return the open documents whose findings depend on a file that has changed."""
        documents = self._workspace.documents.values()
        return [d for d in documents if d.path != path and not d.folder.engine.trees.is_current(d.path)]

    def current(self, document: OpenDocument) -> list[Diagnostic]:
        """Return the findings of a document now: all, or for a text that takes long those that need no wait."""
        with one_file():
            return self._current(document)

    def _current(self, document: OpenDocument) -> list[Diagnostic]:
        version = document.buffer.version
        if document.diagnostics is not None and document.diagnostics[0] == version:
            return document.diagnostics[1]
        document.parse()
        engine, path = document.folder.engine, document.path
        if document.memory.is_slow and document.kind == "hot":
            diagnostics = engine.quick(path, document.memory).diagnostics
        else:
            file_result = drained(engine.steps(path, named=document.is_named, memory=document.memory))
            diagnostics = self._taken(document, file_result)
        document.keep_diagnostics(version, diagnostics)
        return diagnostics

    def _taken(self, document: OpenDocument, file_result: FileResult | None) -> list[Diagnostic]:
        """Return the findings of a whole check, and record the other files that they depend on."""
        document.files = file_result.files - {document.path} if file_result is not None else frozenset()
        document.folder.engine.trees.depend(document.path, document.files)
        return file_result.diagnostics if file_result is not None else []

    async def _lint(self, document: OpenDocument) -> None:
        version = document.buffer.version
        pulls = self._workspace.abilities.pulls_diagnostics
        try:
            await document.parse_aside()
            document.parse()
            if document.memory.is_slow or document.is_approximate:
                if not pulls:
                    self.publisher.publish(document, self.current(document))
                await self._pause()
            elif pulls:
                await asyncio.sleep(PAUSE)
            before = document.diagnostics
            with one_file():
                diagnostics = await self._lint_thoroughly(document)
            if document.buffer.version != version:
                return
            document.keep_diagnostics(version, diagnostics)
            if not pulls:
                self.publisher.publish(document, diagnostics)
            elif before is not None and before != document.diagnostics:
                self._refresh_pulled()
            self.publisher.publish_configurations(document.folder.engine)
            if document.uri in self._changed:
                self._changed.discard(document.uri)
                self.file_changed(document.path)
                self._client.notify(PREVIEW_CHANGED, {"uri": document.uri})
            gc_policy.tidy()
        except Exception:
            logger.exception("linting %s failed", document.uri)

    async def _pause(self) -> None:
        """Wait for a pause of the editor, whose requests a parser in another thread would slow down."""
        end = time.monotonic() + LONGEST_PAUSE
        left = PAUSE
        while left > 0:
            await asyncio.sleep(left)
            left = min(self._requested + PAUSE, end) - time.monotonic()

    async def _lint_thoroughly(self, document: OpenDocument) -> list[Diagnostic]:
        """Return every finding of a document, giving way to messages between steps."""
        document.parse()
        engine, path = document.folder.engine, document.path
        if (
            document.incremental is not None and document.is_approximate
        ):  # its tree is that of the parts that can be read
            whole = await read_aside(document.incremental.document.source)
            steps = engine.steps(path, parsed=whole, named=document.is_named, memory=RunMemory(once=True))
        else:
            steps = engine.steps(path, named=document.is_named, memory=document.memory)
        return self._taken(document, await in_slices(steps))

    def _refresh_pulled(self) -> None:
        abilities = self._workspace.abilities
        if abilities.pulls_diagnostics and abilities.refreshes_diagnostics:
            self._client.refresh_diagnostics()


async def in_slices(steps: Steps[Result]) -> Result:
    """Return the result of work in steps; other messages have their turn after each slice of time."""
    began = time.perf_counter()
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
        if time.perf_counter() - began > SLICE:
            await asyncio.sleep(0)
            began = time.perf_counter()
