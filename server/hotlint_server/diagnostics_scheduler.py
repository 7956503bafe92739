"""When documents are linted: the newest version of a text wins, and the documents that depend on it follow.

A change schedules a task, which gives way to the next message at every step and is dropped when the text has changed.
A text that takes long is linted at once where it changed, and in full when typing pauses.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Iterator

from hotlint.analysis.budget import Meter
from hotlint.analysis.context import TemplateContext
from hotlint.analysis.template import Template
from hotlint.ide.incremental_lint import IncrementalLint
from hotlint.language.time_limit import one_file
from hotlint.linter.diagnostic import Diagnostic
from hotlint.syntax.parser import parse
from hotlint_server import config_documents, gc_policy, nested_contexts, suite_documents
from hotlint_server.client import EditorClient
from hotlint_server.diagnostics_publisher import DiagnosticsPublisher
from hotlint_server.editor_workspace import EditorWorkspace
from hotlint_server.open_document import OpenDocument

logger = logging.getLogger(__name__)
PAUSE = 0.15
"""Seconds without a key press before everything is linted again, for texts that take long."""
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
            self._client.notify(PREVIEW_CHANGED, {"uri": document.uri})
        if dependents:
            self._refresh_pulled()
            self.refresh_decorations()

    def refresh_decorations(self) -> None:
        """Have the editor request inlay hints and code lenses again: what they show has changed in another file."""
        if self._workspace.abilities.refreshes_inlay_hints:
            self._client.refresh_inlay_hints()
        if self._workspace.abilities.refreshes_code_lenses:
            self._client.refresh_code_lenses()

    def dependents(self, path: str) -> list[OpenDocument]:
        """Return the open documents that may depend on a file: by name, through other files, or as their environment."""
        dependents: list[OpenDocument] = []
        fresh, seen = {os.path.basename(path)}, {path}
        closed = [(p, n.text) for p, n in self._workspace.names.files() if not self._workspace.is_open(p)]
        while fresh:
            names, fresh = fresh, set()
            for other, text in closed:
                if other not in seen and any(name in text for name in names):
                    seen.add(other)
                    fresh.add(os.path.basename(other))
            for document in self._workspace.documents.values():
                if document.path == path or document in dependents:
                    continue
                environments = {os.path.basename(e) for e in document.folder.environments(document.path)}
                if environments & names or any(name in document.buffer.text for name in names):
                    dependents.append(document)
                    fresh.add(os.path.basename(document.path))
        return dependents

    def current(self, document: OpenDocument) -> list[Diagnostic]:
        """Return the findings of a document now: all, or for a text that takes long those that need no wait."""
        with one_file():
            return self._current(document)

    def _current(self, document: OpenDocument) -> list[Diagnostic]:
        version = document.buffer.version
        if document.diagnostics is not None and document.diagnostics[0] == version:
            return document.diagnostics[1]
        document.parse()
        of_config = config_documents.findings(document)
        if of_config is not None:
            document.keep_diagnostics(version, of_config)
            return of_config
        if document.is_suite:
            found = suite_documents.first_findings(document)
            document.keep_diagnostics(version, found)
            return found
        if not document.is_heat:
            return []
        folder = document.folder
        rendered = folder.jinja_diagnostics(document.path, document.buffer.text)
        if rendered is not None:
            document.keep_diagnostics(version, rendered)
            return rendered
        unit = folder.unit(document.path)
        linter = folder.engine.linter(folder.engine.settings(document.path))
        if document.lint.slow:
            diagnostics = document.lint.quick(unit, linter)
        else:
            *_, last = document.lint.thorough(unit, linter)
            diagnostics = last or []
        diagnostics = folder.finished(unit, diagnostics + document.nested_diagnostics)
        document.keep_diagnostics(version, diagnostics)
        return diagnostics

    async def _lint(self, document: OpenDocument) -> None:
        version = document.buffer.version
        pulls = self._workspace.abilities.pulls_diagnostics
        try:
            await document.parse_aside()
            document.parse()
            if document.lint.slow or document.is_approximate:
                if not pulls:
                    self.publisher.publish(document, self.current(document))
                await asyncio.sleep(PAUSE)
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

    async def _lint_thoroughly(self, document: OpenDocument) -> list[Diagnostic]:
        """Return every finding of a document, giving way to messages between steps."""
        document.parse()
        of_config = config_documents.findings(document)
        if of_config is not None:
            return of_config
        if document.is_suite:
            return await suite_documents.findings(document)
        if not document.is_heat:
            return []
        folder, lint = document.folder, document.lint
        rendered = folder.jinja_diagnostics(document.path, document.buffer.text)
        if rendered is not None:
            return rendered
        unit = folder.unit(document.path)
        if document.incremental is not None and document.is_approximate:
            whole = parse(document.incremental.document.source)
            project, meter = unit.project.with_document(whole, Template(whole)), Meter(unit.evaluation.meter.budget)
            unit = TemplateContext.open(project, document.path, unit.environment, meter)
            lint = IncrementalLint()
        linter = folder.engine.linter(folder.engine.settings(document.path))
        diagnostics = await in_slices(lint.thorough(unit, linter))
        nested: list[Diagnostic] = []
        document.keep_nested_diagnostics(nested)
        for context, use in nested_contexts.uses(self._workspace.users, document.path):
            nested = nested + await in_slices(nested_contexts.lint_use(context, use, linter, diagnostics + nested))
            document.keep_nested_diagnostics(nested)
        return folder.finished(unit, diagnostics + nested)

    def _refresh_pulled(self) -> None:
        abilities = self._workspace.abilities
        if abilities.pulls_diagnostics and abilities.refreshes_diagnostics:
            self._client.refresh_diagnostics()


async def in_slices(steps: Iterator[list[Diagnostic] | None]) -> list[Diagnostic]:
    """Return the last value of an iterator of work; other messages have their turn after each slice of time."""
    last: list[Diagnostic] = []
    began = time.perf_counter()
    for step in steps:
        last = step or last
        if time.perf_counter() - began > SLICE:
            await asyncio.sleep(0)
            began = time.perf_counter()
    return last
