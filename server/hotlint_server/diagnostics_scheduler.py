"""When what is judged: the newest version of a text wins, and what depends on it follows.

A change schedules a judgement; it gives way to the next message at every step, and stops when its text has changed. A
text that takes long is judged at once where it changed, and in full when typing pauses.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from hotlint.analysis.template import Template
from hotlint.ide.incremental_lint import IncrementalLint
from hotlint.ide.snapshot import Snapshot
from hotlint.linter.diagnostic import Diagnostic
from hotlint.linter.engine import FileResult
from hotlint.syntax.parser import parse
from hotlint_server import convert, gc_policy, nested_contexts
from hotlint_server.open_document import Open
from hotlint_server.text_buffer import Positions

if TYPE_CHECKING:
    from hotlint_server.app import Server

logger = logging.getLogger(__name__)
PAUSE = 0.15
"""Seconds without a key press before everything is judged anew, for texts that take long."""
SLICE = 0.004
"""Seconds that a judgement may take before other messages get their turn."""


class DiagnosticsScheduler:
    """The part of a `Session` that judges documents and tells the editor."""

    server: Server
    encoding: str
    pulls: bool
    open: dict[str, Open]
    published: dict[str, None]

    if TYPE_CHECKING:  # what the rest of the session offers

        def uri(self, path: str) -> str: ...
        def positions_of(self, path: str) -> Positions | None: ...
        def users(self, path: str) -> list[Snapshot]: ...

    def check_file(self, uri: str, *, afresh: bool = False, tell: bool = False) -> None:
        """Have a document judged soon.

        `afresh`: its context has changed, so that nothing known of it counts. `tell`: so has what others take from it.
        """
        document = self.open[uri]
        if afresh:
            document.findings.clear()
            document.known = None
        if document.task is not None:
            document.task.cancel()
        document.task = asyncio.get_running_loop().create_task(self._check_nested(document, tell))
        gc_policy.busy()

    def refresh(self) -> None:
        """Everything is judged again."""
        for uri in list(self.open):
            self.check_file(uri, afresh=True)
        self._ask_again()

    def touched(self, path: str) -> None:
        """A file has changed, in the editor or on disk: what may depend on it is judged again."""
        dependents = self.dependents(path)
        for uri in dependents:
            self.check_file(uri, afresh=True)
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

    def findings_now(self, uri: str) -> list[Diagnostic]:
        """What is found in a document at once: everything, or all that can be told without a wait in a long one."""
        document = self.open[uri]
        if document.known is not None and document.known[0] == document.buffer.version:
            return document.known[1]
        document.read()
        if not document.relevant:
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

    async def _check_nested(self, document: Open, tell: bool) -> None:
        buffer, version = document.buffer, document.buffer.version
        try:
            await asyncio.sleep(0)  # the next message may already bring a newer version
            document.read()
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
            gc_policy.tidy()
        except asyncio.CancelledError:
            raise
        except Exception:
            logger.exception("the judgement of %s failed", buffer.uri)

    async def _thorough(self, document: Open) -> list[Diagnostic]:
        """Everything that is found in a document, giving way to messages between steps."""
        document.read()
        if not document.relevant:
            return []
        folder, findings = document.folder, document.findings
        unit = folder.unit(document.path)
        if document.live is not None and document.live.approximate:
            whole = parse(document.live.document.source)
            unit = unit.project.with_document(whole, Template(whole)).unit(document.path, unit.environment)
            findings = IncrementalLint()
        linter = folder.engine.linter(folder.engine.settings(document.path))
        found = await self._in_steps(findings.thorough(unit, linter))
        document.used = []
        for context, place in nested_contexts.uses(self.users, document.path):
            document.used += await self._in_steps(
                nested_contexts.file_result(context, place, linter, found + document.used)
            )
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

    def publish_findings(self, path: str, file_result: FileResult) -> None:
        """Publish what was found in a file that is not open."""
        positions, uri = Positions(file_result.document.text, self.encoding), self.uri(path)
        found = [convert.diagnostic_of(d, uri, positions, []) for d in file_result.diagnostics]
        self.published[uri] = None
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
