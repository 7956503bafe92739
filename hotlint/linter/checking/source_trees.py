"""Finds the source tree of a file, and the environments and users that the file has in it."""

from __future__ import annotations

import os
from binascii import crc32
from collections.abc import Iterable, Sequence

from hotlint.analysis.composition.source_tree import SourceTree
from hotlint.analysis.environments.file import Environment
from hotlint.analysis.files.facts import FILE_LIMIT
from hotlint.analysis.files.virtual_files import VirtualFiles
from hotlint.common.annotations import TYPE_CHECKING
from hotlint.common.files import ReadError, absolute_path, is_within
from hotlint.linter.checking.deployment_inputs import deployments_of
from hotlint.linter.checking.projects import Projects
from hotlint.linter.config_files import enclosing_project, no_projects
from hotlint.linter.settings.model import NamedDeployment, Settings

if TYPE_CHECKING:
    from collections.abc import Mapping

SELECTED = f"{os.sep}\0selected environments"
"""The key of the environments that the user selected in an editor, among the files that answers depend on."""


class SourceTrees:
    """The source trees of files.

    `alternatives` are environment files; each makes a separate context. `folders` are source trees, whose files are all read;
    in other folders, at most `FILE_LIMIT` files are read. `home` is the folder of files without a project. `given`: the run
    has its own environments, and files outside `folders` are checked only with these.
    """

    def __init__(
        self, projects: Projects, alternatives: Sequence[str], folders: Sequence[str], home: str, *, given: bool
    ) -> None:
        self._projects = projects
        self.alternatives = tuple(alternatives)
        self.folders = tuple(map(os.path.abspath, folders))
        self._home = home
        self._given = given or bool(alternatives)
        self._enclosing: dict[str, str] = {}
        self.selected: Mapping[str, tuple[str, ...]] = {}
        self.is_ready = True

    def select(self, path: str, environments: tuple[str, ...]) -> None:
        """Select environments for a template, and for the nested templates that it uses."""
        self.selected = {**self.selected, path: environments}
        self.renewed()

    def renewed(self) -> None:
        """Recompute everything that depends on selected environments, and on whether trees are ready."""
        self._projects.files = self._projects.files.changed(SELECTED)

    # -- trees -------------------------------------------------------------------------------------------------------

    def tree(self, path: str) -> SourceTree | None:
        """Return the source tree of a file; None if the run gives the inputs of the file."""
        own = absolute_path(path)
        if not self.is_ready:
            return None
        folder = next((f for f in self.folders if own.startswith(os.path.join(f, ""))), None)
        if folder is None and not self._given and self._projects.settings(path).discovery:
            folder = self._enclosing_folder(os.path.dirname(own))
        return self._tree(folder) if folder is not None else None

    def files_of(self, folder: str) -> list[str]:
        """Return the absolute paths of the templates and environments in a source tree."""
        tree = self.tree(os.path.join(folder, "_"))
        return list(tree.facts) if tree is not None else []

    def deploying(self, path: str) -> SourceTree | None:
        """Return the folder with known deployments that a file belongs to; None if there is none.

        This is the folder of the file's configuration, or else, in a run with environments, its source tree.
        """
        folder = self._projects.config_folder(path)
        if folder is not None:
            return self._tree(os.path.abspath(folder))
        return self.tree(path) if self._given or self.selected else None

    def _tree(self, folder: str) -> SourceTree:
        limit = None if folder in self.folders else FILE_LIMIT
        return SourceTree(folder, self._projects.files, self.environments_of, self._projects.excluded, limit)

    def _enclosing_folder(self, folder: str) -> str | None:
        confined = self._projects.files.confined_to
        if confined is not None:
            return confined if is_within(folder, confined) else None
        found = self._enclosing.get(folder)
        if found is None:
            finder = self._projects.finder
            use_config = finder.enabled and finder.explicit is None
            found = self._enclosing[folder] = enclosing_project(folder, use_config=use_config, home=self._home)
        return None if found in no_projects() else found

    # -- environments ------------------------------------------------------------------------------------------------

    def environments_of(self, template: str) -> list[Environment]:
        """Return the environments of a template's deployments: one for each combination, or an empty one."""
        self._projects.files.record(SELECTED)
        settings = self._projects.settings(template)
        try:
            chosen = self.selected.get(template)
            if chosen is not None:
                return [self.chosen(settings, chosen)]
            return [self.of(d, settings) for d in deployments_of(template, settings)] or self.of_settings(settings)
        except (OSError, ReadError):
            return [Environment()]

    def of_settings(self, settings: Settings) -> list[Environment]:
        """Return the merged environments of the settings: one, or one per alternative. Raises the errors of reading them."""
        if not self.alternatives:
            return [self._projects.environment(settings)]
        return [
            self._projects.environment(settings._replace(environments=(*settings.environments, alternative)))
            for alternative in self.alternatives
        ]

    def of(self, deployment: NamedDeployment, settings: Settings) -> Environment:
        """Return the merged environments of a deployment. Raises the errors of reading them."""
        paths = (*settings.environments, *deployment.environments)
        return self._projects.environment(settings._replace(environments=paths), dict(deployment.values))

    def chosen(self, settings: Settings, paths: tuple[str, ...]) -> Environment:
        """Return the merged selected environments, without unreadable ones."""
        readable = tuple(path for path in paths if self._projects.files.state(path) == "file")
        return self._projects.environment(settings._replace(environments=readable))

    def is_given_environments(self, tree: SourceTree, path: str) -> bool:
        """Return whether a root template that uses a template has an environment."""
        if self.alternatives or self.selected:
            return True
        if not self._declared(tree):
            return False
        settings = ((root, self._projects.settings(root)) for root in tree.roots(path))
        return any(s.environments or any(deployments_of(root, s)) for root, s in settings)

    def users(self, path: str) -> dict[str, tuple[str, ...]]:
        """Return {environment file: its templates}: by configuration or by name, with the templates that these nest.

        Empty without a source tree. Rules then report nothing about parameters that no template declares.
        """
        own, tree = os.path.abspath(path), self.deploying(path)
        tops = self._declared(tree).get(own) if tree is not None else None
        if not tops:
            tree = self.tree(path)
            tops = set(tree.finder.templates_of(own)) if tree is not None else None
        return {own: tuple(sorted(tree.below(tops)))} if tree is not None and tops else {}

    def _declared(self, tree: SourceTree) -> dict[str, set[str]]:
        """Return {environment: the templates for which the configuration declares it}."""
        return self._projects.files.memoize(("declared", tree.folder, self.tree), lambda: self._find_declared(tree))

    def _find_declared(self, tree: SourceTree) -> dict[str, set[str]]:
        self._projects.files.record(SELECTED)
        declared: dict[str, set[str]] = {}
        for template in tree.templates:
            settings = self._projects.settings(template)
            named = (e for d in deployments_of(template, settings) for e in d.environments)
            chosen = self.selected.get(template, ())
            for environment in (*settings.environments, *named, *chosen, *self.alternatives):
                declared.setdefault(os.path.abspath(environment), set()).add(template)
        return declared

    # -- what results depend on --------------------------------------------------------------------------------------

    def digest(self, path: str) -> str:
        """Return a short text that changes when the facts of the source tree about a file change."""
        tree, path = self.tree(path), os.path.abspath(path)
        kind = tree.kind(path) if tree is not None else ""
        if tree is None or not kind:
            return ""
        belongs = tree.finder.fitting(path) if kind == "template" else sorted(self.users(path).get(path, ()))
        return f"{crc32(repr((tree.open_world(path), belongs)).encode()):08x}"

    def depends_on(self, path: str) -> tuple[str | None, str | None]:
        """Return the folder that the contexts of a file depend on with all of its files, and the file's source tree.

        None if there is no such folder, and for a source tree in `folders`. A file depends on the part of its source tree
        that `digest` returns.
        """
        deploying, own = self.deploying(path), self.tree(path)
        is_deployed = deploying is not None and bool(self._declared(deploying))
        is_outside = own is not None and own.folder not in self.folders
        return deploying.folder if deploying and is_deployed else None, own.folder if own and is_outside else None

    def depend(self, path: str, files: Iterable[str]) -> None:
        """Record for `is_current` that the result of a file depends on these files and on its source tree."""
        self._projects.files.memoize(("result", path), lambda: self._read_for(path, files))

    def is_current(self, path: str) -> bool:
        """Return whether the dependencies of a file's result are unchanged since the call of `depend`."""
        return self._projects.files.is_memoized(("result", path))

    def _read_for(self, path: str, files: Iterable[str]) -> None:
        self._projects.files.record(SELECTED, *files)
        self._projects.files.query(_digest, self, path)


def _digest(files: VirtualFiles, trees: SourceTrees, path: str) -> str:
    """Return the facts of the source tree about a file. A query (`VirtualFiles.query`)."""
    return trees.digest(path)
