"""The deployments of a folder: each root, the templates that it uses, and the environments that fit it."""

from __future__ import annotations

import os

from hotlint.analysis.composition.source_tree import SourceTree
from hotlint.analysis.file_kinds import is_source_name
from hotlint.common.annotations import Literal
from hotlint.common.records import NamedTuple

Why = Literal["configuration", "name", "told", "types", "parameters"]


class FittingEnvironment(NamedTuple):
    """An environment that fits a root.

    The configuration names it, it fits the root as in a check (`EnvironmentFinder.fitting`), or the root has all its parameters.
    """

    path: str
    why: Why


class FoundDeployment(NamedTuple):
    """A root of a folder: a template that no other template nests, and no registry maps a type to.

    `nested` are the templates that it uses, directly or through others. Paths are absolute.
    """

    root: str
    environments: tuple[FittingEnvironment, ...] = ()
    nested: tuple[str, ...] = ()


def found_deployments(tree: SourceTree, configured: dict[str, tuple[str, ...]]) -> list[FoundDeployment]:
    """Return the deployments of a folder, by path of the root; `configured` has the environments of the settings, by root."""
    roots = [p for p in tree.templates if not tree.is_used(p) and not is_source_name(p)]
    by_parameters = _Fits(tree, roots)
    found = []
    for root in roots:
        environments: dict[str, Why] = {}
        for path in configured.get(root, ()):
            environments.setdefault(os.path.abspath(path), "configuration")
        for path in tree.finder.near(root):
            if root in tree.finder.templates_of(path):
                environments.setdefault(path, "name")
        for fit in tree.finder.fitting(root):
            environments |= {path: fit.why for path in fit.paths if path not in environments}
        for path in by_parameters.of(root):
            environments.setdefault(path, "parameters")
        nested = tuple(sorted(tree.below({root}) - {root}))
        found.append(FoundDeployment(root, tuple(FittingEnvironment(p, w) for p, w in environments.items()), nested))
    return found


class _Fits:
    """The environments by the parameters that they set: those of which a template near them has every one."""

    def __init__(self, tree: SourceTree, roots: list[str]) -> None:
        self._tree = tree
        self._near: dict[str, list[tuple[str, frozenset[str]]]] = {}
        known = set(roots)
        for path in tree.environments:
            if known.intersection(tree.finder.templates_of(path)):
                continue
            names = tree.parameter_names(path, ("parameters", "parameter_defaults"))
            here = os.path.dirname(path)
            for folder in (here, os.path.dirname(here)) if names else ():
                self._near.setdefault(folder, []).append((path, names))

    def of(self, root: str) -> list[str]:
        """Return the environments in the folder of a root, and in the folders in it, that set nothing but its parameters."""
        near = self._near.get(os.path.dirname(root), ())
        own = self._tree.parameter_names(root, ("parameters",)) if near else frozenset()
        return [path for path, names in near if names <= own]
