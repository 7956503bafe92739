"""The workspace as the editor has it: its folders, open documents and settings, and the analyses made of them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from lsprotocol import types

from hotlint.analysis.file_kinds import Kind, recognize
from hotlint.analysis.files.rendered_files import RenderedFile
from hotlint.common.files import ReadError
from hotlint.ide.completion import DeclaredNames
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.ide.navigation import Users
from hotlint.ide.related_files import RelatedFiles
from hotlint.syntax.edits import Edit
from hotlint_server import convert
from hotlint_server.text_buffer import Positions, TextBuffer
from hotlint_server.transport.client import EditorAbilities
from hotlint_server.workspace.folder_listing import FolderListing
from hotlint_server.workspace.name_index import NameIndex
from hotlint_server.workspace.open_document import OpenDocument
from hotlint_server.workspace.workspace_folder import WorkspaceFolder


class EditorWorkspace:
    """Documents by URI, folders by root. Everything lives on the loop that reads messages.

    `options` are the editor's settings that no folder overrides. Only methods change these and `documents`, the open ones.
    """

    def __init__(self) -> None:
        self.abilities = EditorAbilities()
        self.listing = FolderListing()
        self.names = NameIndex(lambda path: self.folder(path).confined_to)
        self._initial: dict[str, Any] = {}  # initialization options that no settings have overridden
        self.options: dict[str, Any] = {}
        self.documents: dict[str, OpenDocument] = {}
        self._folders: dict[str, WorkspaceFolder] = {}
        self._outside: WorkspaceFolder | None = None  # files that are in no workspace folder

    def initialize(self, abilities: EditorAbilities, options: dict[str, Any], folders: list[str]) -> None:
        """Take the abilities and initialization options of the editor, and the URIs of its workspace folders."""
        self.abilities = abilities
        self._initial = self.options = options
        self._add_folders(folders)

    # -- documents ---------------------------------------------------------------------------------------------------

    def document(self, uri: str) -> OpenDocument | None:
        """Return an open document; None when the URI is not open."""
        return self.documents.get(uri)

    def is_open(self, path: str) -> bool:
        """Return whether a file is open in the editor."""
        return any(document.path == path for document in self.documents.values())

    def open(self, item: types.TextDocumentItem) -> OpenDocument:
        """Add a document that the editor has opened, and return it."""
        path = convert.path_of(item.uri)
        buffer = TextBuffer(item.uri, item.text, item.version, item.language_id, self.abilities.encoding)
        document = self.documents[item.uri] = OpenDocument(buffer, path, self.folder(path))
        return document

    def close(self, uri: str) -> OpenDocument | None:
        """Remove a document that the editor has closed, and return it; None when it was not open."""
        document = self.documents.pop(uri, None)
        if document is not None:
            document.close()
        return document

    # -- folders and settings ----------------------------------------------------------------------------------------

    @property
    def folders(self) -> list[WorkspaceFolder]:
        """The workspace folders of the editor."""
        return list(self._folders.values())

    def folder(self, path: str) -> WorkspaceFolder:
        """Return the innermost workspace folder of a file; one for all files that are in none of the editor's."""
        inside = [
            f for root, f in self._folders.items() if path == root or path.startswith(root.rstrip(os.sep) + os.sep)
        ]
        if inside:
            return max(inside, key=lambda f: len(f.root))
        if self._outside is None:
            self._outside = WorkspaceFolder("", self.options)
        return self._outside

    def forget(self, paths: Sequence[str]) -> None:
        """Read files on disk anew, in every folder: templates of one may use files of another.

        The folder that has it open keeps the text of the editor; a configuration counts as it is on disk.
        """
        for folder in [*self._folders.values(), *([self._outside] if self._outside else [])]:
            folder.changed(*paths)
        for path in paths:
            self.names.names(path)

    def change_folders(self, removed: list[str], added: list[str]) -> None:
        """Remove and add workspace folders by URI; documents move to the folders that they are in now."""
        for uri in removed:
            self._folders.pop(convert.path_of(uri), None)
        self._add_folders(added)
        for document in self.documents.values():
            document.move_to(self.folder(document.path))

    def _add_folders(self, uris: Sequence[str]) -> None:
        """Add folders. Templates of one may use files of another, so that the boundary of each one changes."""
        for root in map(convert.path_of, uris):
            self._folders.setdefault(root, WorkspaceFolder(root, self.options, lambda: self._folders))
        for folder in self._folders.values() if len(self._folders) > 1 or not uris else ():
            folder.configure(folder.options)

    def configure(self, common: Any, by_folder: Mapping[str, Any] = MappingProxyType({})) -> bool:
        """Take all settings of the editor, and those of folders by root; returns whether the settings of a folder have changed.

        A key that is not sent any more does not hold any more. Initialization options hold until settings have the same key.
        """
        given = common if isinstance(common, dict) else {}
        self._initial = {key: value for key, value in self._initial.items() if key not in given}
        self.options = {**self._initial, **given}
        changed = False
        for folder in [*self._folders.values(), *([self._outside] if self._outside else [])]:
            own = by_folder.get(folder.root)
            wanted = {**self.options, **(own if isinstance(own, dict) else {})}
            if wanted != folder.options:
                folder.configure(wanted)
                changed = True
        return changed

    def is_enabled(self, uri: str, name: str) -> bool:
        """Return whether the settings of a document leave a feature enabled: {name: {"enabled": bool}}."""
        options = self.folder(convert.path_of(uri)).options.get(name)
        return not isinstance(options, dict) or options.get("enabled", True) is not False

    # -- analyses and positions -------------------------------------------------------------------------------------

    def analysis(self, uri: str) -> FileAnalysis:
        """Return a document as it is now, in its context. Raises OSError or ReadError for a file that cannot be read."""
        document = self.documents.get(uri)
        if document is not None:
            return document.analysis()
        path = convert.path_of(uri)
        return self.folder(path).analysis(path)

    def kind(self, uri: str) -> Kind:
        """Return the kind of a document as it is now. Raises OSError or ReadError for a file that cannot be read."""
        document = self.documents.get(uri)
        return document.kind if document is not None else recognize(convert.path_of(uri), self.analysis(uri).document)

    def analysis_at(self, params: Any) -> tuple[FileAnalysis, int]:
        """Return the analysis and the offset of a request with a text document and a position."""
        uri = params.text_document.uri
        return self.analysis(uri), convert.offset_of(self.positions(uri), params.position)

    def positions(self, uri: str) -> Positions:
        """Return the positions of a document. Raises OSError or ReadError for a file that cannot be read."""
        document = self.documents.get(uri)
        if document is not None:
            return document.buffer.positions
        path = convert.path_of(uri)
        return Positions(self.folder(path).text(path), self.abilities.encoding)

    def analysis_of(self, path: str) -> FileAnalysis | None:
        """Return a file by its path, as it is now, in its context; None for one that cannot be read."""
        try:
            return self.analysis(self.uri(path))
        except (OSError, ReadError):
            return None

    def all_files(self) -> Iterator[tuple[str, DeclaredNames]]:
        """Yield path and names of every template and environment: of the open documents, and below the workspace folders."""
        seen = {document.path for document in self.documents.values()}
        yield from ((path, names) for path in sorted(seen) if (names := self.declared_names(path)) is not None)
        for folder in self.folders:
            tree = folder.known_tree(os.path.join(folder.root, "_"))
            for path in tree.facts if tree is not None else ():
                names = self.declared_names(path) if path not in seen else None
                if names is not None:
                    seen.add(path)
                    yield path, names
        yield from ((path, names) for path, names in self.names.files() if path not in seen)

    def positions_of(self, path: str) -> Positions | None:
        """Return the positions of a file by its path; None for one that cannot be read."""
        try:
            return self.positions(self.uri(path))
        except (OSError, ReadError):
            return None

    def rendered(self, path: str) -> RenderedFile | None:
        """Return a missing file as it is rendered from its Jinja source; None for any other file."""
        return self.folder(path).project_of(path).rendered(path)

    def text_of(self, path: str) -> str | None:
        """Return the text of a file by its path, as the editor has it; None for one that cannot be read."""
        document = next((d for d in self.documents.values() if d.path == path), None)
        try:
            return document.buffer.text if document is not None else self.folder(path).text(path)
        except (OSError, ReadError):
            return None

    def uri(self, path: str) -> str:
        """Return the URI of a file, as the editor spells it where it has the file open."""
        opened = next((uri for uri, document in self.documents.items() if document.path == path), None)
        return opened or convert.uri_of(path)

    def changes(self, path: str, edits: list[Edit]) -> dict[str, list[Any]]:
        """Return edits as text edits by URI; an edit without a path is in the file `path`.

        Edits of files that are not there are left out: what Jinja sources are rendered to, and what was deleted meanwhile. An editor
        that cannot open one of the files makes none of the edits.
        """
        changes: dict[str, list[Any]] = {}
        for edit in edits:
            target = edit.path or path
            positions = self.positions_of(target)
            if positions is not None and (self.is_open(target) or os.path.isfile(target)):
                text_edit = {"range": convert.range_of(positions, edit.span), "newText": edit.text}
                changes.setdefault(self.uri(target), []).append(text_edit)
        return changes

    # -- names and users ---------------------------------------------------------------------------------------------

    def all_names(self) -> Iterator[tuple[str, DeclaredNames]]:
        """Yield path and names of every template of the workspace; those of an open document are of its buffer."""
        for document in self.documents.values():
            yield document.path, document.buffer.declared_names()
        yield from ((path, names) for path, names in self.names.files() if not self.is_open(path))

    def declared_names(self, path: str) -> DeclaredNames | None:
        """Return the names in a file, open or on disk; None for one that cannot be read."""
        document = next((d for d in self.documents.values() if d.path == path), None)
        return document.buffer.declared_names() if document is not None else self.names.names(path)

    def tree(self, path: str) -> Users:
        """Return what belongs together around a file: in its whole folder, once that has been looked through."""
        workspace = self.folder(path).known_tree(path)
        return RelatedFiles(workspace, FilesOfEditor(self)) if workspace is not None else self.users

    def users(self, path: str) -> list[FileAnalysis]:
        """Return the texts that may use a file: those of its workspace folder that name it, and its environments."""
        folder = self.folder(path)
        name = os.path.basename(path)
        known = [(p, names) for p, names in self.all_names() if self.folder(p) is folder]
        near = [p for p, names in known if name in names.text]
        if path in folder.environments(path) or self._is_environment(path):
            here, named = os.path.dirname(path), folder.templates_of(path)
            near += named or [
                p for p, n in known if n.version and (os.path.dirname(p) == here or path in folder.environments(p))
            ]
        near += folder.environments(path)
        near += self._belonging_environments(path, known, folder)
        analyses = []
        for other in dict.fromkeys(near):
            if other != path:
                try:
                    analyses.append(self.analysis(self.uri(other)))
                except (OSError, ReadError):
                    continue
        return analyses

    def _belonging_environments(
        self, path: str, known: list[tuple[str, DeclaredNames]], folder: WorkspaceFolder
    ) -> list[str]:
        """Return the environments named like this template, and those whose parameters it has, and no other template near it."""
        own = next((set(n.parameters) for p, n in known if p == path), set())
        others = [set(n.parameters) for p, n in known if p != path and n.version]
        belonging = []
        for candidate in folder.candidates(path) if own else ():
            named = folder.templates_of(candidate)
            if named:
                belonging += [candidate] if path in named else []
                continue
            names = self.names.names(candidate)
            given = set(names.parameters) if names is not None else set()
            if given and given <= own and not any(given <= other for other in others):
                belonging.append(candidate)
        return belonging

    def _is_environment(self, path: str) -> bool:
        try:
            return self.analysis(self.uri(path)).kind == "environment"
        except (OSError, ReadError):
            return False


class FilesOfEditor:
    """The files of a tree, for `hotlint.ide.related_files`: open documents as they are in the editor, all others as on disk."""

    def __init__(self, workspace: EditorWorkspace) -> None:
        self._workspace = workspace

    def users(self, path: str) -> list[FileAnalysis]:
        """Return the texts that use a file, as far as that is known without the tree."""
        return self._workspace.users(path)

    def analysis(self, path: str) -> FileAnalysis | None:
        """Return a file in its context; None for one that cannot be read."""
        return self._workspace.analysis_of(path)

    def names(self, path: str) -> DeclaredNames | None:
        """Return the names in a file; None for one that cannot be read."""
        return self._workspace.declared_names(path)

    def environments(self, path: str) -> tuple[str, ...]:
        """Return the environments that a template is used with, as far as that is known."""
        return self._workspace.folder(path).environments(path)

    def opened(self) -> list[str]:
        """Return the paths of the open documents, which may not be on disk."""
        return [document.path for document in self._workspace.documents.values()]
