"""A workspace folder: its engine, which has the settings of the folder and the texts of the open documents."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from hotlint.analysis.budget import Budget, Meter
from hotlint.analysis.composition.source_tree import SourceTree
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.environments.file import Environment
from hotlint.analysis.files.environment_finder import EnvironmentFinder
from hotlint.analysis.files.facts import facts_below
from hotlint.analysis.files.project import Project
from hotlint.analysis.files.virtual_files import VirtualFiles
from hotlint.analysis.template import Template
from hotlint.common import globs
from hotlint.common.boundary import Boundary, may_read
from hotlint.common.files import ReadError
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.linter.checking.contexts import discovered
from hotlint.linter.checking.engine import Engine
from hotlint.linter.settings.editor import editor_settings
from hotlint.linter.settings.finder import enclosing_project, is_larger, user_folders
from hotlint.operations.discovery import candidates, may_be_checked
from hotlint.operations.engines import engine_of
from hotlint.operations.scope import SettingsScope
from hotlint.syntax.nodes import Document
from hotlint.syntax.source import Source

SMALL = 2_000
"""Files and folders of a workspace folder that is looked through at once; a larger one is looked through in a thread first."""


class WorkspaceFolder:
    """Settings, environments and project of the files below `root`; "" is the root of files in no workspace folder."""

    def __init__(self, root: str, options: dict[str, Any], window: Callable[[], Iterable[str]] = tuple) -> None:
        """`window` returns the roots of all folders of the editor's window.

        `options` are the editor's settings of this folder. `is_known`: it has been looked through. Only methods change these.
        """
        self.root = root
        self._window = window
        self.engine: Engine
        self._selected: dict[str, tuple[str, ...]] = {}
        self._texts: dict[str, tuple[Document, Template]] = {}
        self.is_known = not root or not is_larger(root, SMALL)
        self.configure(options)

    def configure(self, options: dict[str, Any]) -> None:
        """Take the editor's settings; values of a wrong type are ignored."""
        self.options = options
        self._is_trusted = trusted = options.get("trusted", True) is not False
        changes = editor_settings(options, self._absolute, trusted=trusted)
        self._environments = [self._absolute(pattern) for pattern in _strings(options.get("environments"))]
        self._globbed = tuple(path for pattern in self._environments for path in globs.expand(pattern))
        self.confined_to = self._boundary(self._globbed)
        try:
            self.engine = self._new_engine({**changes, "environments": self._globbed})
        except (OSError, ReadError):  # of environments that the editor's settings name
            self.engine = self._new_engine(changes)
        for document, template in self._texts.values():
            self.engine.put(document, template)
        for path, environments in self._selected.items():
            self.engine.trees.select(path, environments)
        self.engine.trees.is_ready = self.is_known

    def _boundary(self, environments: Sequence[str]) -> Boundary | None:
        """Return the boundary of what is read: that of a command for the folders of the window; of an untrusted folder, itself."""
        if not self._is_trusted:
            return self.root or os.devnull
        allowed = map(self._absolute, _strings(self.options.get("allowOutside")))
        return user_folders([self.root, *self._window(), *environments], allowed, self.root) if self.root else None

    def _new_engine(self, changes: dict[str, Any]) -> Engine:
        trusted = self._is_trusted
        folders = () if not self.root else (enclosing_project(self.root, home=self.root) if trusted else self.root,)
        return engine_of(
            SettingsScope(changes, confined_to=self.confined_to),
            use_plugins=trusted, folders=folders, home=self.root or None,
        )  # fmt: skip

    def look_through(self) -> None:
        """Read the files of the folder once, so that looking through it takes a moment. It may run in a thread."""
        if self.root and self._is_trusted:
            VirtualFiles().query(facts_below, self.engine.trees.folders[0], lambda path: False, None)

    def looked_through(self) -> None:
        """Use what other files of the folder say about each of them from now on."""
        if self.is_known:
            return
        self.is_known = self.engine.trees.is_ready = True
        self.engine.trees.renewed()

    def _absolute(self, path: str) -> str:
        return os.path.normpath(os.path.join(self.root, os.path.expanduser(path)))

    # -- files -------------------------------------------------------------------------------------------------------

    def put(self, document: Document, template: Template) -> None:
        """Use the text of an open document instead of the file."""
        self._texts[document.source.uri] = (document, template)
        self.engine.put(document, template)

    def changed(self, *paths: str) -> None:
        """Read files on disk anew: they have changed there. The texts of open documents stay in use."""
        if any(map(self.engine.finder.is_stale, paths)) or any(map(self._comes_or_goes, paths)):
            self.configure(self.options)
            return
        self.engine.changed(*paths)
        for path in paths:
            if path in self._texts:
                self.engine.put(*self._texts[path])

    def _comes_or_goes(self, path: str) -> bool:
        """Return whether a file is new, or gone, among the environments that the editor's settings name."""
        wanted = any(globs.matches(pattern, path.strip("/")) for pattern in self._environments)
        return wanted and os.path.isfile(path) != (path in self._globbed)

    def close(self, path: str) -> None:
        """Use the file on disk again: it is not open any more."""
        self._texts.pop(path, None)
        self.changed(path)

    def text(self, path: str) -> str:
        """Return the text of a file. Raises OSError or ReadError."""
        return self.project_of(path).document(path).text

    def project_of(self, path: str) -> Project:
        """Return the project that a file is checked in."""
        return self.engine.project(self.engine.settings(path))

    def files(self) -> Iterator[str]:
        """Yield the files of the folder that may be checked, as the command finds them."""
        tree = self.known_tree(os.path.join(self.root, "_"))
        known = tree.facts if tree is not None else {}
        found = candidates(
            [self.root], self.engine.finder.excluded, known.__contains__, may_be_checked, self.confined_to
        )
        return (candidate.path for candidate in found)

    # -- environments ------------------------------------------------------------------------------------------------

    def environments(self, path: str) -> tuple[str, ...]:
        """Return the environment files that a template is checked with: selected in the editor, set, or named like it."""
        trees = self.engine.trees
        chosen = trees.selected.get(path)
        if chosen is None and trees.selected and (tree := self.known_tree(path)) is not None:
            above = tree.above(path)
            chosen = next((found for parent, found in trees.selected.items() if parent in above), None)
        if chosen is not None:
            return chosen
        return self.declared(path) or self._named_like(path)

    def environments_in_use(self, path: str) -> tuple[str, ...]:
        """Return the environment files of the context that the editor shows of a template: those of a deployment, too."""
        return self._environment_in_use(path).files

    def _environment_in_use(self, path: str) -> Environment:
        try:
            return self.engine.contexts(path, offline=True)[0].context.environment
        except (OSError, ReadError):
            return Environment(self.environments(path))

    def _named_like(self, path: str) -> tuple[str, ...]:
        tree = self.known_tree(path)
        found = discovered(path, self.engine.settings(path), tree.finder if tree is not None else self._finder())
        return found[0].paths if len(found) == 1 and all(map(self._may_read, found[0].paths)) else ()

    def _finder(self) -> EnvironmentFinder:
        return EnvironmentFinder(self.engine.files, self.engine.finder.excluded)

    def templates_of(self, environment: str) -> list[str]:
        """Return the templates that an environment is named like, as full paths."""
        return self._finder().templates_of(environment)

    def select(self, path: str, environments: tuple[str, ...]) -> None:
        """Select environments for a template, and for the nested templates that it uses."""
        self._selected[path] = environments
        self.engine.trees.select(path, environments)

    def declared(self, path: str) -> tuple[str, ...]:
        """Return the environment files that the settings name, globs expanded."""
        return tuple(dict.fromkeys(self.engine.settings(path).environments))

    def candidates(self, path: str) -> list[str]:
        """Return the files that may be environments of a template: those in use, and those near it."""
        found = [f for f in self._finder().near(path, root=self.root or None) if self._may_read(f)]
        return [f for f in dict.fromkeys([*self.environments(path), *found]) if f != path]

    def fitting_parameters(self, path: str, environment: str) -> tuple[int, int]:
        """Return how many parameters of a template an environment sets, and how many it sets in all."""
        return self._finder().fitting_parameters(path, environment)

    def _may_read(self, path: str) -> bool:
        return may_read(path, self.confined_to)

    # -- answers -----------------------------------------------------------------------------------------------------

    def analysis(self, path: str) -> FileAnalysis:
        """Return a file in its context. Raises OSError or ReadError."""
        return FileAnalysis(self.context(path))

    def context(
        self,
        path: str,
        environments: Iterable[str] | None = None,
        parameters: dict[str, Any] | None = None,
        offline: bool = False,
        texts: Mapping[str, str] | None = None,
        *,
        partial: bool = False,
    ) -> TemplateContext:
        """Return the first context of a template. Raises OSError or ReadError.

        Its environments are those in use unless others are given; `parameters` come on top of them, and `texts`
        (by path) are used instead of files. `offline`: as a preview shows it. `partial`: there may be more values than those.
        """
        if environments is None and not parameters and not texts:
            return self.engine.contexts(path, offline=offline)[0].context
        project = self.project_of(path)
        for file, text in (texts or {}).items():
            project = project.with_source(Source(file, text))
        used = self._environment_in_use(path) if environments is None else None
        if used is not None:  # the values of a deployment as well
            parameters = {**{name: given.value for name, given in used.given.items()}, **(parameters or {})}
        chosen = used.files if used is not None else tuple(environments or ())
        given = project.environment([p for p in chosen if _readable(project, p)], parameters)
        return TemplateContext.open(project, path, given, Meter(Budget()), offline=offline, partial=partial)

    def roots(self, path: str) -> list[str]:
        """Return the top-level templates that use a template, as far as the folder has been looked through."""
        tree = self.known_tree(path)
        return tree.roots(path) if tree is not None and tree.is_used(path) else []

    def known_tree(self, path: str) -> SourceTree | None:
        """Return the files of the folder that belong together; None before it has been looked through."""
        return self.engine.trees.tree(path) if self.is_known else None


def _strings(value: object) -> tuple[str, ...]:
    return tuple(v for v in value if isinstance(v, str)) if isinstance(value, list | tuple) else ()


def _readable(project: Project, path: str) -> bool:
    try:
        project.document(path)
    except (OSError, ReadError):
        return False
    return True
