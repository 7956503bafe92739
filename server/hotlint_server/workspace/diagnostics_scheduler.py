"""When documents are linted: the newest version of a text wins, and the documents that depend on it follow.

A change schedules a task, which gives way to the next message after each slice of time. A newer change ends it: typing never
waits for the findings of a text that is no longer there, and these are not published.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from hotlint.common.time_limit import one_file
from hotlint.linter.diagnostic import Diagnostic
from hotlint_server.transport import gc_policy
from hotlint_server.transport.client import EditorClient
from hotlint_server.workspace.diagnostics_publisher import DiagnosticsPublisher
from hotlint_server.workspace.editor_workspace import EditorWorkspace
from hotlint_server.workspace.open_document import OpenDocument

if TYPE_CHECKING:
    from hotlint.linter.checking.run import Result, Steps

logger = logging.getLogger(__name__)
SLICE = 0.004
"""Seconds that linting may take before other messages get their turn."""
PREVIEW_CHANGED = "hotlint/previewChanged"


class DiagnosticsScheduler:
    """Schedules the linting of open documents, and has the results published."""

    def __init__(self, workspace: EditorWorkspace, client: EditorClient) -> None:
        self._workspace = workspace
        self._client = client
        self.publisher = DiagnosticsPublisher(workspace, client)
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

    async def current(self, document: OpenDocument) -> list[Diagnostic]:
        """Return the findings of the newest text of a document once they are there; none for one that was closed."""
        while document.diagnostics is None and self._workspace.document(document.uri) is document:
            if not document.is_linting:
                self.schedule(document)
            await document.linted()
        return document.diagnostics or []

    async def _lint(self, document: OpenDocument) -> None:
        """Check the text of a document, and publish the findings. An edit cancels this task, and starts another one."""
        try:
            await document.parse_aside()
            document.parse()
            with one_file():
                document.keep_diagnostics(await self._checked(document))
        except Exception:
            logger.exception("linting %s failed", document.uri)
            document.keep_diagnostics([])
        finally:
            gc_policy.tidy()
        if not self._workspace.abilities.pulls_diagnostics:
            self.publisher.publish(document)
        self.publisher.publish_configurations(document.folder.engine)
        if document.uri in self._changed:
            self._changed.discard(document.uri)
            self.file_changed(document.path)
            self._client.notify(PREVIEW_CHANGED, {"uri": document.uri})

    async def _checked(self, document: OpenDocument) -> list[Diagnostic]:
        """Return the findings of a document, giving way to messages between steps, and record the files that they depend on."""
        engine, path = document.folder.engine, document.path
        file_result = await in_slices(engine.steps(path, named=document.is_named))
        document.files = file_result.files - {path} if file_result is not None else frozenset()
        engine.trees.depend(path, document.files)
        return file_result.diagnostics if file_result is not None else []

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
