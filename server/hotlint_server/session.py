"""The session with one editor: what its notifications change, and what is linted again because of them."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

from lsprotocol import types

from hotlint.analysis.file_kinds import ENDINGS
from hotlint.common.platforms import aside
from hotlint.formats.configuration import MISNAMED, NAME
from hotlint_server import convert
from hotlint_server.text_buffer import DocumentChanges
from hotlint_server.transport.client import EditorAbilities, EditorClient
from hotlint_server.workspace.diagnostics_scheduler import PREVIEW_CHANGED, DiagnosticsScheduler
from hotlint_server.workspace.disk_stamps import DiskStamps
from hotlint_server.workspace.editor_workspace import EditorWorkspace
from hotlint_server.workspace.workspace_reports import WorkspaceReports

logger = logging.getLogger(__name__)
CONFIGURATIONS = (NAME, *MISNAMED)
SETTINGS_SECTION = "hotlint"
WATCHED_ENDINGS = (*ENDINGS, ".json")
"""The endings of files that may count in any document. Others count where a document uses them."""
LOOK_AGAIN = 1.0
"""Seconds between two looks at the disk while the user types."""
LOOK_SHARE = 20
"""A look that takes long is repeated after this many times its own time."""
LOOK_PATIENCE = 1.0
"""Seconds that a request waits for a look at the disk: in a large tree, it answers with what is known."""


class Session:
    """One connection: the client, the workspace and the scheduler of its diagnostics."""

    def __init__(self, client: EditorClient) -> None:
        self.client = client
        self.workspace = EditorWorkspace()
        self.diagnostics = DiagnosticsScheduler(self.workspace, client)
        self.reports = WorkspaceReports(self.workspace)
        self.token_results: dict[str, tuple[str, list[int]]] = {}  # the last answer of each open document, by URI
        self._background: set[asyncio.Task[None]] = set()
        self._stamps = DiskStamps()
        self._looking: asyncio.Task[None] | None = None
        self._looks_again = False
        self._later: asyncio.TimerHandle | None = None
        self._next_look = 0.0

    def initialize(self, abilities: EditorAbilities, options: dict[str, Any], folders: list[str]) -> None:
        """Take the parameters of the `initialize` request; `folders` are URIs."""
        self.workspace.initialize(abilities, options, folders)

    def run_in_background(self, work: Coroutine[Any, Any, None]) -> None:
        """Run work on the loop, between messages."""
        task = asyncio.get_running_loop().create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    # -- documents ---------------------------------------------------------------------------------------------------

    def open_document(self, item: types.TextDocumentItem) -> None:
        """Take a document that was opened."""
        document = self.workspace.open(item)
        self.diagnostics.schedule(document, with_dependents=True)
        if os.path.isabs(document.path):
            self.run_in_background(self.workspace.names.read_folder(os.path.dirname(document.path)))
        self.look_soon()

    def change_document(self, changes: DocumentChanges) -> None:
        """Take the changes of an open document."""
        document = self.workspace.document(changes.uri)
        if document is None:
            logger.warning("didChange of a document that is not open: %s", changes.uri)
            return
        document.buffer.update(changes.version, changes.changes)
        self.diagnostics.schedule(document, with_dependents=True)
        self.look_soon()

    def close_document(self, uri: str) -> None:
        """Take a document that was closed: its findings go, and the file on disk counts again."""
        document = self.workspace.close(uri)
        self.token_results.pop(uri, None)
        if document is None:
            return
        if not self.workspace.abilities.pulls_diagnostics:
            self.diagnostics.publisher.closed(document)
        self.diagnostics.file_changed(document.path)

    def files_changed(self, uris: Sequence[str]) -> None:
        """Take files that were made, changed or deleted on disk; an open document counts as it is in the editor.

        Every open document is linted again: it may depend on a file through others that are not open.
        """
        self.workspace.forget(list(map(convert.path_of, uris)))
        self.diagnostics.refresh_all()
        for uri in self.workspace.documents:
            self.client.notify(PREVIEW_CHANGED, {"uri": uri})
        for uri in uris:
            path = convert.path_of(uri)
            if not self.workspace.is_open(path):
                self.diagnostics.publisher.refresh_file(uri)
                if os.path.basename(path) in CONFIGURATIONS:
                    engine = self.workspace.folder(path).engine
                    engine.finder.config(path)
                    self.diagnostics.publisher.publish_configurations(engine)

    def counts(self, path: str) -> bool:
        """Return whether a change of a file on disk may change an answer about an open document or the workspace."""
        if path.endswith(WATCHED_ENDINGS) or self.workspace.folder(path).engine.finder.is_stale(path):
            return True
        return any(path in document.files for document in self.workspace.documents.values())

    def known_below(self, folders: AbstractSet[str]) -> list[str]:
        """Return the known files below folders, such as those that were deleted."""
        used = (path for document in self.workspace.documents.values() for path in document.files)
        known = dict.fromkeys([*(path for path, _ in self.workspace.names.files()), *used])
        return [path for path in known if not folders.isdisjoint(_around(path))]

    def look_soon(self, *, now: bool = False) -> None:
        """Have the disk looked at for changes that the editor does not report; unless `now`, not more often than is cheap."""
        if self.workspace.abilities.registers_watched_files:
            return
        wait = 0.0 if now else self._next_look - time.monotonic()
        if wait > 0:
            if self._later is None:
                self._later = asyncio.get_running_loop().call_later(wait, self._look_later)
        elif self._looking is None or self._looking.done():
            self._looking = asyncio.get_running_loop().create_task(self.look_at_disk())
        else:
            self._looks_again = now

    def _look_later(self) -> None:
        self._later = None
        self.look_soon()

    async def settled(self) -> None:
        """Wait until the look at the disk that is under way has ended, `LOOK_PATIENCE` seconds at most; it goes on then."""
        if self._looking is not None:
            await asyncio.wait({self._looking}, timeout=LOOK_PATIENCE)

    async def look_at_disk(self) -> None:
        """Take the changes on disk since the last look."""
        documents = [d for d in self.workspace.documents.values() if os.path.isabs(d.path)]
        trees = [folder.root for folder in self.workspace.folders]
        outside = {os.path.dirname(d.path) for d in documents if not d.folder.root}
        files = {path for d in documents for path in d.files}
        began = time.monotonic()
        changed = await aside(self._stamps.look, trees, sorted(outside), sorted(files))
        ended = time.monotonic()
        self._next_look = ended + max(LOOK_AGAIN, LOOK_SHARE * (ended - began))
        if counting := [self.workspace.uri(path) for path in changed if self.counts(path)]:
            self.files_changed(counting)
        if self._looks_again:
            self._looks_again = False
            await self.look_at_disk()

    # -- workspace ---------------------------------------------------------------------------------------------------

    def change_folders(self, removed: list[str], added: list[str]) -> None:
        """Take the workspace folders, by URI, that were removed and added, and request the settings of the added ones."""
        self.workspace.change_folders(removed, added)
        self.diagnostics.refresh_all()
        if added:
            self.look_soon(now=True)  # what changes from now on is seen by comparison with this look
            self.run_in_background(self._read_added())

    async def _read_added(self) -> None:
        await self.read_settings()
        await self._read_names()  # without its progress: that of the first reading may be shown still

    def configure(self, options: dict[str, Any]) -> None:
        """Take settings that the editor sent for every folder."""
        if self.workspace.configure(options):
            self.diagnostics.refresh_all()

    async def read_settings(self) -> None:
        """Request the settings of each workspace folder."""
        if not self.workspace.abilities.answers_configuration:
            return
        folders = self.workspace.folders
        items = [types.ConfigurationItem(convert.uri_of(f.root), SETTINGS_SECTION) for f in folders]
        items.append(types.ConfigurationItem(section=SETTINGS_SECTION))
        answers = await self.client.configuration(items)
        if not answers:
            return
        *by_folder, common = answers
        if self.workspace.configure(common, dict(zip((f.root for f in folders), by_folder, strict=False))):
            self.diagnostics.refresh_all()

    async def read_names(self) -> None:
        """Read the names of every template in the workspace; editors that can show the progress."""
        if self.workspace.abilities.shows_progress:
            async with self.client.progress("hotlint/names", "Reading templates"):
                await self._read_names()
        else:
            await self._read_names()

    async def _read_names(self) -> None:
        for folder in self.workspace.folders:
            await self.workspace.names.read_below(folder.root)
        for folder in self.workspace.folders:
            await aside(folder.look_through)
            folder.looked_through()
        if self.workspace.folders and self.workspace.documents:
            self.diagnostics.refresh_all()

    def select_environments(self, uri: str, environments: list[str]) -> list[str]:
        """Choose the environments that a document is linted with; returns their URIs."""
        path = convert.path_of(uri)
        paths = tuple(convert.path_of(environment) for environment in environments)
        self.workspace.folder(path).select(path, paths)
        self.diagnostics.refresh_all()
        for other in self.workspace.documents:
            self.client.notify(PREVIEW_CHANGED, {"uri": other})
        self.diagnostics.refresh_decorations()
        return [convert.uri_of(p) for p in paths]


def _around(path: str) -> Iterator[str]:
    """Yield the folders around a file, the innermost first."""
    while (folder := os.path.dirname(path)) != path:
        yield folder
        path = folder


class Feature(NamedTuple):
    """A method of the protocol (or of hotlint's own, `hotlint/...`).

    `handle` takes the session and the method's parameters; it returns plain data in the protocol's shape, or a
    coroutine of that. `options` are the method's registration options.
    """

    method: str
    handle: Callable[[Session, Any], Any]
    options: Any = None


class Command(NamedTuple):
    """A command of `workspace/executeCommand`. `handle` takes the session and the command's first argument, an object."""

    name: str
    handle: Callable[[Session, dict[str, Any]], Any]
