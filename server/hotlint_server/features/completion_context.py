"""The surroundings of a document, for completion: files it may name, nested templates, names in other templates."""

from __future__ import annotations

import os
from functools import partial

from hotlint.analysis.environments.file import EnvironmentFile
from hotlint.analysis.environments.registry import TEMPLATE_ENDINGS
from hotlint.analysis.template import Template
from hotlint.common.boundary import is_within
from hotlint.common.files import ReadError
from hotlint.heat_types.heat.none import NONE
from hotlint.ide.completion import CompletionEnvironment, DeclaredNames
from hotlint_server.workspace.editor_workspace import EditorWorkspace
from hotlint_server.workspace.folder_listing import MAX_FOLDERS, FolderListing

DEPTH_OUTSIDE = 3
"""The folders nested in each other that are read where no workspace folder is open."""


def completion_environment(workspace: EditorWorkspace, path: str) -> CompletionEnvironment:
    """Return the surroundings of a file; its functions read files when they are called."""
    surroundings = _Surroundings(workspace, path)
    here, root = os.path.dirname(path), surroundings.folder.root
    return CompletionEnvironment(
        surroundings.project.catalog,
        path=path,
        files=partial(_files, workspace.listing, path, root),
        above=partial(_above, workspace.listing, here, root),
        neighbors=partial(workspace.names.neighbors, path),
        nested=surroundings.nested,
        templates=surroundings.templates,
        is_among_environments=partial(workspace.names.is_among_environments, path),
        tree=partial(workspace.names.tree, root, path),
        registry=surroundings.registry_types,
        users=partial(workspace.names.users, root, path),
        mapped=surroundings.mapped,
        template=surroundings.template,
        text=surroundings.text,
    )


class _Surroundings:
    """The environments, nested templates and templates around one file."""

    def __init__(self, workspace: EditorWorkspace, path: str) -> None:
        self._workspace = workspace
        self._path = path
        self._here = os.path.dirname(path)
        self.folder = workspace.folder(path)
        self.project = self.folder.project_of(path)

    def nested(self, type_: str) -> DeclaredNames | None:
        """Return the names in the template that a resource type is made of; None when it cannot be read."""
        target = self._registered(type_).removeprefix("file://")
        file = self._same_name(target) if "://" in target else os.path.normpath(os.path.join(self._here, target))
        found = self._workspace.declared_names(file)
        if found is None and (source := self.project.jinja_source(file)) is not None:
            found = self._workspace.declared_names(os.path.join(os.path.dirname(file), source))
        return found

    def _same_name(self, url: str) -> str:
        """Return the nearest file of the workspace folder with the name of a URL, as its source; the URL where there is none."""
        name = os.path.basename(url)
        paths = [p for p, _ in self._workspace.names.files() if os.path.basename(p) == name]
        inside = [p for p in paths if p.startswith(os.path.join(self.folder.root or self._here, ""))]
        return max(inside, key=lambda p: len(os.path.commonpath((p, self._path))), default=url)

    def template(self, type_: str, folder: str) -> Template | None:
        """Return the template that a type leads to in a file of a folder; None when it cannot be read."""
        target = self._registered(type_).removeprefix("file://")
        file = os.path.normpath(os.path.join(folder or self._here, target))
        if not target.endswith(TEMPLATE_ENDINGS):
            return None
        source = self.project.jinja_source(file)
        for path in (file, *([os.path.join(os.path.dirname(file), source)] if source is not None else ())):
            try:
                return self.project.template(path)
            except (OSError, ReadError):
                continue
        return None

    def text(self, name: str) -> str:
        """Return the text of a file that the document names; "" for one that cannot be read."""
        try:
            return self.project.text(os.path.normpath(os.path.join(self._here, name.removeprefix("file://"))))
        except (OSError, ReadError):
            return ""

    def mapped(self, type_: str) -> str:
        """Return the resource type that the environments map a type to; the same one when they do not."""
        target = self._registered(type_)
        return target if "::" in target and not target.endswith(TEMPLATE_ENDINGS) else type_

    def registry_types(self) -> list[str]:
        """Return the types that environments near the file define."""
        return list(self._registry(tuple(self.folder.candidates(self._path))))

    def templates(self) -> list[DeclaredNames]:
        """Return the names in the templates that an environment file may be for: those that it is named like, else all near it."""
        named = [self._workspace.declared_names(p) for p in self.folder.templates_of(self._path)]
        if any(named):
            return [names for names in named if names is not None and names.parameters]
        folders = (os.path.dirname(self._here), self._here)
        near = (names for folder in dict.fromkeys(folders) for _, names in self._workspace.names.in_folder(folder))
        return [names for names in near if names.version and names.parameters]

    def _registered(self, type_: str) -> str:
        """Return what environments make of a type; a type may be mapped to another one that is mapped itself."""
        seen: list[str] = []
        while "::" in type_ and type_ not in seen:
            seen.append(type_)
            type_ = self._target(type_) or type_
        return self._registry(self.folder.environments(self._path)).get(type_, type_)

    def _target(self, type_: str) -> str | None:
        """Return what a type is mapped to: by the chosen environments, by those that may be chosen, or by most of the tree."""
        target = self._registry(self.folder.environments(self._path)).get(type_)
        if target is None:
            # an environment that is not chosen yet may still say which type it is
            target = self._registry(tuple(self.folder.candidates(self._path))).get(type_)
        if target is None:
            mapped = self._workspace.names.tree(self.folder.root, self._path).targets.get(type_)
            target = max(mapped, key=lambda name: (name != NONE, mapped[name])) if mapped else None
        return target

    def _registry(self, environments: tuple[str, ...]) -> dict[str, str]:
        """Return the types that environments define, with the type or path that each leads to."""
        return self.project.memoize(("types of environments", environments), lambda: self._read_registry(environments))

    def _read_registry(self, environments: tuple[str, ...]) -> dict[str, str]:
        types: dict[str, str] = {}
        for environment in environments:
            try:
                entries = EnvironmentFile(self.project.document(environment)).entries("resource_registry")
            except (OSError, ReadError):
                continue
            for name, entry in entries.items():
                target = getattr(entry.value, "value", None)
                if isinstance(target, str) and not (target == NONE and name in types):
                    is_path = target.endswith(TEMPLATE_ENDINGS) and "://" not in target
                    types[name] = os.path.join(os.path.dirname(environment), target) if is_path else target
        return types


def _files(listing: FolderListing, own: str, root: str) -> list[str]:
    """Return the files below the folder of a file that its text may name, relative to it; its own file `own` is left out.

    Outside of workspace folders, only files that are near count.
    """
    here, own = os.path.split(own)
    paths: list[str] = []
    depth = MAX_FOLDERS if root and is_within(here, root) else DEPTH_OUTSIDE
    for folder, names in listing.below(here, depth):
        lead = os.path.join(os.path.relpath(folder, here), "").replace(os.sep, "/") if folder != here else ""
        paths += [lead + name for name in names]
    return [path for path in paths if path != own]


def _above(listing: FolderListing, here: str, root: str) -> list[str]:
    """Return the files of the workspace folder that are not below one of its folders, by their paths with ../, near ones first."""
    if not root or here == root or not is_within(here, root):
        return []
    paths: list[str] = []
    for folder, names in listing.below(root):
        lead = os.path.join(os.path.relpath(folder, here), "").replace(os.sep, "/")
        if lead.startswith("../"):
            paths += [lead + name for name in names]
    return sorted(paths, key=lambda path: path.count("../"))
