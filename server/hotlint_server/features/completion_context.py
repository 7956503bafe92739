"""The surroundings of a document, for completion: files it may name, nested templates, names in other templates."""

from __future__ import annotations

import os
from functools import partial

from hotlint.analysis.environments.file import EnvironmentFile
from hotlint.common.files import ReadError, is_within
from hotlint.ide.completion import CompletionEnvironment, DeclaredNames
from hotlint_server.workspace.editor_workspace import EditorWorkspace

MAX_DEPTH = 3
MAX_FILES = 400


def completion_environment(workspace: EditorWorkspace, path: str) -> CompletionEnvironment:
    """Return the surroundings of a file; its functions read files when they are called."""
    surroundings = _Surroundings(workspace, path)
    here, root = os.path.dirname(path), surroundings.folder.root
    return CompletionEnvironment(
        surroundings.project.catalog,
        path=path,
        files=partial(_files, here, path),
        above=partial(_above, here, root),
        neighbors=partial(workspace.names.neighbors, path),
        nested=surroundings.nested,
        templates=surroundings.templates,
        is_among_environments=partial(workspace.names.is_among_environments, path),
        tree=partial(workspace.names.tree, root, path),
        registry=surroundings.registry_types,
        mapped=surroundings.mapped,
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
        file = os.path.normpath(os.path.join(self._here, self._registered(type_).removeprefix("file://")))
        found = self._workspace.declared_names(file)
        if found is None and (source := self.project.jinja_source(file)) is not None:
            found = self._workspace.declared_names(os.path.join(os.path.dirname(file), source))
        return found

    def mapped(self, type_: str) -> str:
        """Return the resource type that the environments map a type to; the same one when they do not."""
        target = self._registered(type_)
        return target if "::" in target and not target.endswith((".yaml", ".template")) else type_

    def registry_types(self) -> list[str]:
        """Return the types that environments near the file define."""
        return list(self._registry(tuple(self.folder.candidates(self._path))))

    def templates(self) -> list[DeclaredNames]:
        """Return the names in the templates that an environment file may be for: those that it is named like, else all near it."""
        named = [self._workspace.declared_names(p) for p in self.folder.templates_of(self._path)]
        if any(named):
            return [names for names in named if names is not None and names.parameters]
        folders = (self._here, os.path.dirname(self._here))
        near = (names for file, names in self._workspace.names.files() if os.path.dirname(file) in folders)
        return [names for names in near if names.version and names.parameters]

    def _registered(self, type_: str) -> str:
        target = self._registry(self.folder.environments(self._path)).get(type_)
        if target is None and "::" in type_:
            # an environment that is not chosen yet may still say which type it is
            target = self._registry(tuple(self.folder.candidates(self._path))).get(type_)
        return target if target is not None else type_

    def _registry(self, environments: tuple[str, ...]) -> dict[str, str]:
        """Return the types that environments define, with the type or path that each leads to."""
        types: dict[str, str] = {}
        for environment in environments:
            try:
                entries = EnvironmentFile(self.project.document(environment)).entries("resource_registry")
            except (OSError, ReadError):
                continue
            for name, entry in entries.items():
                target = getattr(entry.value, "value", None)
                if isinstance(target, str) and not (target == "OS::Heat::None" and name in types):
                    is_path = target.endswith((".yaml", ".template"))
                    types[name] = os.path.join(os.path.dirname(environment), target) if is_path else target
        return types


def _above(here: str, root: str) -> list[str]:
    """Return the files of the folders above one, within the workspace folder, that a template in it may name by ../."""
    paths: dict[str, None] = {}
    base = here
    for _ in range(MAX_DEPTH):
        if not root or not is_within(os.path.dirname(base), root) or base == root:
            break
        base = os.path.dirname(base)
        for name in _files(base, ""):
            file = os.path.relpath(os.path.join(base, name), here).replace(os.sep, "/")
            if file.startswith("../"):
                paths[file] = None
    return list(paths)


def _files(here: str, own: str) -> list[str]:
    """Return the files below a folder that a template may name, relative to the folder; its own file `own` is left out.

    The folders are read each time: editors report changes of templates, and a template may name any file.
    """
    paths: list[str] = []
    for folder, inner, files in os.walk(here):
        below = folder[len(here) :].strip(os.sep).replace(os.sep, "/")
        inner[:] = [] if below.count("/") >= MAX_DEPTH else sorted(d for d in inner if not d.startswith("."))
        lead = f"{below}/" if below else ""
        paths += [lead + name for name in sorted(files) if not name.startswith(".")]
        if len(paths) > MAX_FILES:
            break
    own = os.path.basename(own)
    return [path for path in paths[:MAX_FILES] if path != own]
