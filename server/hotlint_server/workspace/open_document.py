"""An open document: its buffer, the tree and the findings made of it, and the task that lints it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from hotlint.analysis.file_kinds import Kind, recognize
from hotlint.analysis.files.virtual_files import ParsedFile, VirtualFiles
from hotlint.analysis.template import Template
from hotlint.common.platforms import HAS_THREADS
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.linter.diagnostic import Diagnostic
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source
from hotlint_server.text_buffer import TextBuffer
from hotlint_server.workspace.workspace_folder import WorkspaceFolder

LONG = 1 << 15
"""Characters that are parsed in a thread: that many take 10 to 15 ms, and other requests go on meanwhile."""
_aside = ThreadPoolExecutor(1, "hotlint-parse")


def _read(source: Source) -> ParsedFile:
    document = parse(source)
    return ParsedFile(document, Template(document))


class OpenDocument:
    """A document that is open in the editor. Its state changes by its own methods only."""

    __slots__ = (
        "_analysis", "_diagnostics", "_is_open", "_kind", "_parsed", "_published", "_start", "_task", "buffer", "files",
        "folder", "path",
    )  # fmt: skip

    def __init__(self, buffer: TextBuffer, path: str, folder: WorkspaceFolder) -> None:
        self.buffer = buffer
        self.path = path
        self.files: frozenset[str] = frozenset()  # that the last check read or looked for
        self._is_open = True
        self.folder = folder
        self._parsed: ParsedFile | None = None
        self._diagnostics: tuple[str, list[Diagnostic]] | None = None  # the text that was checked, and what was found
        self._published: tuple[int, list[Diagnostic]] | None = None
        self._analysis: tuple[VirtualFiles, FileAnalysis] | None = None
        self._kind: Kind | None = None  # of the tree; None until something asks
        self._start: asyncio.Handle | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def uri(self) -> str:
        """The URI of the document."""
        return self.buffer.uri

    def move_to(self, folder: WorkspaceFolder) -> None:
        """Move to a workspace folder, unless the document is in it already."""
        if folder is not self.folder:
            self.folder.close(self.path)
            self.folder = folder
            self._parsed = None

    def close(self) -> None:
        """Cancel what is under way, and leave the folder to the file on disk."""
        self.cancel()
        self._is_open = False
        self.folder.close(self.path)

    # -- tree --------------------------------------------------------------------------------------------------------

    @property
    def is_parsed(self) -> bool:
        """Whether the tree is that of the buffer's text."""
        return self._parsed is not None and self._parsed.document.source.text is self.buffer.text

    def parse(self) -> ParsedFile:
        """Return the tree of the buffer's text, and have the folder use it."""
        if self._parsed is None or not self.is_parsed:
            self._take(_read(self._source()))
        assert self._parsed is not None
        return self._parsed

    async def parse_aside(self) -> None:
        """Bring the tree up to the text of the buffer: that of a long text is made in a thread, while messages go on."""
        if self.is_parsed:
            return
        source = self._source()
        if len(source.text) < LONG or not HAS_THREADS:
            self._take(_read(source))
            return
        made = await asyncio.get_running_loop().run_in_executor(_aside, _read, source)
        if (
            source.text is self.buffer.text and not self.is_parsed
        ):  # else the text has changed, or a request could not wait
            self._take(made)

    def _source(self) -> Source:
        return Source(self.path, self.buffer.text, self.buffer.version)

    def _take(self, parsed: ParsedFile) -> None:
        self._parsed = parsed
        self._kind = None
        if self._is_open:  # a request may go on after the document was closed
            self.folder.put(parsed.document, parsed.template)

    def analysis(self) -> FileAnalysis:
        """Return the document as it is now, in its context."""
        self.parse()
        files = self.folder.engine.files
        if self._analysis is None or self._analysis[0] is not files:
            self._analysis = (files, self.folder.analysis(self.path))
        return self._analysis[1]

    @property
    def is_named(self) -> bool:
        """Whether the editor says that the document is a template, as `hotlint check FILE` does."""
        return self.buffer.language == "hot" or self.path.endswith((".hot", ".hot.yaml"))

    @property
    def kind(self) -> Kind:
        """The kind of the file, by its name and its text. A long text keeps its kind until its new tree is there."""
        parsed = self._parsed if self._parsed is not None and len(self.buffer.text) >= LONG else self.parse()
        if self._kind is None:
            self._kind = recognize(self.path, parsed.document)
        return self._kind

    # -- findings ----------------------------------------------------------------------------------------------------

    @property
    def diagnostics(self) -> list[Diagnostic] | None:
        """The findings of the text as it is now; None until a check of it has ended."""
        known = self._diagnostics
        return known[1] if known is not None and known[0] is self.buffer.text else None

    def keep_diagnostics(self, diagnostics: list[Diagnostic]) -> None:
        """Keep the findings of the text as it is now."""
        self._diagnostics = (self.buffer.text, diagnostics)

    def invalidate(self) -> None:
        """Forget the findings: the context of the document has changed, not only its text."""
        self._diagnostics = None

    def mark_published(self, diagnostics: list[Diagnostic]) -> bool:
        """Record findings as published for this version; returns False when they were published before."""
        state = (self.buffer.version, diagnostics)
        if self._published == state:
            return False
        self._published = state
        return True

    # -- the task that lints it --------------------------------------------------------------------------------------

    def run(self, work: Callable[[OpenDocument], Coroutine[Any, Any, None]]) -> None:
        """Run a task for this document in place of the one under way, in the next turn of the loop.

        What comes until then needs no task of its own: the newest text is worked on.
        """
        if self._start is None:
            self.cancel()
            self._start = asyncio.get_running_loop().call_soon(self._run, work)

    def _run(self, work: Callable[[OpenDocument], Coroutine[Any, Any, None]]) -> None:
        self._start = None
        self._task = asyncio.get_running_loop().create_task(work(self))

    @property
    def is_linting(self) -> bool:
        """Whether the task is under way, or about to start."""
        return self._start is not None or (self._task is not None and not self._task.done())

    async def linted(self) -> None:
        """Wait until the task under way has ended, by itself or for a newer one."""
        if self._task is not None:
            await asyncio.wait([self._task])
        else:
            await asyncio.sleep(0)  # it is about to start

    def cancel(self) -> None:
        """Cancel the task under way, or the one about to start."""
        if self._start is not None:
            self._start.cancel()
            self._start = None
        if self._task is not None:
            self._task.cancel()
            self._task = None
