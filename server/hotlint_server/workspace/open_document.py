"""An open document: its buffer, the tree and the findings made of it, and the task that lints it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

from hotlint.analysis.file_kinds import recognize
from hotlint.analysis.files.store import ParsedFile
from hotlint.analysis.files.virtual_files import VirtualFiles
from hotlint.analysis.template import Template
from hotlint.common.platforms import HAS_THREADS
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.ide.incremental_parse import ChangedRange, IncrementalDocument
from hotlint.linter.checking.run_memory import RunMemory
from hotlint.linter.diagnostic import Diagnostic
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source
from hotlint_server.text_buffer import TextBuffer
from hotlint_server.workspace.workspace_folder import WorkspaceFolder

if TYPE_CHECKING:
    from hotlint.analysis.file_marks import Kind

LONG = 1 << 15
"""Characters that are parsed in a thread: that many take 10 to 15 ms, and other requests go on meanwhile."""
_aside = ThreadPoolExecutor(1, "hotlint-parse")
Result = TypeVar("Result")


async def read_aside(source: Source) -> ParsedFile:
    """Return the tree and the typed view of a text as a whole: those of a long one are made in a thread."""
    if len(source.text) < LONG:
        return _read(source)
    return await _in_order(_read, source)


async def _in_order(function: Callable[[Source], Result], source: Source) -> Result:
    """Return what a function makes of a text, in a thread of its own where there are threads."""
    if not HAS_THREADS:
        return function(source)
    return await asyncio.get_running_loop().run_in_executor(_aside, function, source)


def _read(source: Source) -> ParsedFile:
    document = parse(source)
    return ParsedFile(document, Template(document))


class OpenDocument:
    """A document that is open in the editor. Its state changes by its own methods only."""

    __slots__ = (
        "_analysis",
        "_diagnostics",
        "_folder",
        "_kind",
        "_published",
        "_start",
        "_task",
        "_unread",
        "buffer",
        "files",
        "incremental",
        "memory",
        "path",
    )

    def __init__(self, buffer: TextBuffer, path: str, folder: WorkspaceFolder) -> None:
        self.buffer = buffer
        self.path = path
        self.files: frozenset[str] = frozenset()  # that the last whole check read or looked for
        self.memory = RunMemory()
        self.incremental: IncrementalDocument | None = None
        self._unread = False  # the tree is of an earlier text, and no changes lead from that to the buffer's
        self._folder = folder
        self._diagnostics: tuple[int, list[Diagnostic]] | None = None  # by version of the text
        self._published: tuple[int, list[Diagnostic]] | None = None
        self._analysis: tuple[VirtualFiles, FileAnalysis] | None = None
        self._kind: Kind | None = None  # of the tree; None until something asks
        self._start: asyncio.Handle | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def uri(self) -> str:
        """The URI of the document."""
        return self.buffer.uri

    @property
    def folder(self) -> WorkspaceFolder:
        """The workspace folder that the document is in."""
        return self._folder

    def move_to(self, folder: WorkspaceFolder) -> bool:
        """Move to another workspace folder; returns False when the document is in it already."""
        if folder is self._folder:
            return False
        self._folder.close(self.path)
        self._folder = folder
        self.incremental = None
        self.memory.clear()
        return True

    def close(self) -> None:
        """Cancel what is under way, and leave the folder to the file on disk."""
        self.cancel()
        self._folder.close(self.path)
        if self.incremental is not None:
            self.incremental.close()

    # -- tree --------------------------------------------------------------------------------------------------------

    def parse(self) -> None:
        """Bring the tree up to the text of the buffer."""
        buffer = self.buffer
        if self.is_parsed:
            return
        changes = buffer.take_changes()
        if self.incremental is None:
            self._take(IncrementalDocument(self._source()))
        else:
            self._put(self.incremental.update(self._source(), None if self._unread else changes))

    async def parse_aside(self) -> None:
        """Bring the tree up to the text of the buffer as `parse` does: what takes long in a thread, while messages go on."""
        buffer = self.buffer
        if len(buffer.text) < LONG or self.is_parsed:
            return
        source, changes = self._source(), buffer.take_changes()
        if self.incremental is not None and not self._unread:
            region = self.incremental.update_part(source, changes, LONG)
            if region is not None:
                self._put(region)
                return
        self._unread = True
        made = await _in_order(IncrementalDocument, source)
        if self._unread and not buffer.has_changes:
            self._take(made)
        else:  # a request that could not wait has parsed the text, or it has changed
            made.close()

    @property
    def is_parsed(self) -> bool:
        """Whether the tree is that of the buffer's text."""
        return self.incremental is not None and not self.buffer.has_changes and not self._unread

    def _source(self) -> Source:
        return Source(self.path, self.buffer.text, self.buffer.version)

    def _take(self, made: IncrementalDocument) -> None:
        """Have another tree, made of the buffer's text."""
        if self.incremental is not None:
            self.incremental.close()
        self.incremental = made
        self._put(None)

    def _put(self, region: ChangedRange | None) -> None:
        """Have findings follow the tree, and give it to the folder. `region` is what changed, None for everything."""
        assert self.incremental is not None
        self._unread = False
        self._kind = None
        self.memory.moved(region.moved_span if region is not None else None)
        self._folder.put(self.incremental.document, self.incremental.template)

    @property
    def is_approximate(self) -> bool:
        """Whether the tree is that of a text which does not parse, and was only read in part."""
        return self.incremental is not None and self.incremental.approximate

    def analysis(self) -> FileAnalysis:
        """Return the document as it is now, in its context."""
        self.parse()
        files = self._folder.engine.files
        if self._analysis is None or self._analysis[0] is not files:
            self._analysis = (files, self._folder.analysis(self.path))
        return self._analysis[1]

    @property
    def is_named(self) -> bool:
        """Whether the editor says that the document is a template, as `hotlint check FILE` does."""
        return self.buffer.language == "hot" or self.path.endswith((".hot", ".hot.yaml"))

    @property
    def kind(self) -> Kind:
        """The kind of the file, by its name and the text of the buffer."""
        self.parse()
        assert self.incremental is not None
        if self._kind is None:
            self._kind = recognize(self.path, self.incremental.document)
        return self._kind

    # -- findings ----------------------------------------------------------------------------------------------------

    @property
    def diagnostics(self) -> tuple[int, list[Diagnostic]] | None:
        """The last findings and the version of the text that they are of; None before the first."""
        return self._diagnostics

    def keep_diagnostics(self, version: int, diagnostics: list[Diagnostic]) -> None:
        """Keep the findings of a version of the text."""
        self._diagnostics = (version, diagnostics)

    def invalidate(self) -> None:
        """Forget all findings: the context of the document has changed, not only its text."""
        self.memory.clear()
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

    def cancel(self) -> None:
        """Cancel the task under way, or the one about to start."""
        if self._start is not None:
            self._start.cancel()
            self._start = None
        if self._task is not None:
            self._task.cancel()
            self._task = None
