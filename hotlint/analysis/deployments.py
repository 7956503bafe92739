"""The deployments of a folder: each root, the templates that it uses, and the environments that fit it."""

from __future__ import annotations

import os
from typing import Literal, NamedTuple

from hotlint.analysis.file_facts import parameter_names
from hotlint.analysis.jinja_sources import is_source_name
from hotlint.analysis.workspace import Workspace
from hotlint.resource_types.catalog import Catalog, NoSuchType

Why = Literal["configuration", "name", "types", "parameters"]


class FittingEnvironment(NamedTuple):
    """An environment that fits a root.

    The configuration names it, it is named like the root, it maps all types of the root that some registry of the tree has to
    map, or the root has all its parameters.
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


def found_deployments(workspace: Workspace, configured: dict[str, tuple[str, ...]]) -> list[FoundDeployment]:
    """Return the deployments of a folder, by path of the root; `configured` has the environments of the settings, by root."""
    roots = [p for p in workspace.templates if not workspace.is_used(p) and not is_source_name(p)]
    by_parameters = _Fits(workspace, roots)
    found = []
    for root in roots:
        environments: dict[str, Why] = {}
        for path in configured.get(root, ()):
            environments.setdefault(os.path.abspath(path), "configuration")
        for path in workspace.finder.near(root):
            if root in workspace.finder.templates_of(path):
                environments.setdefault(path, "name")
        for path in _mapping_all(workspace, root):
            environments.setdefault(path, "types")
        for path in by_parameters.of(root):
            environments.setdefault(path, "parameters")
        nested = tuple(sorted(workspace.below({root}) - {root}))
        found.append(FoundDeployment(root, tuple(FittingEnvironment(p, w) for p, w in environments.items()), nested))
    return found


def _mapping_all(workspace: Workspace, root: str) -> list[str]:
    """Return the environments near a root whose registry has all types of it that Heat does not have; none without such types."""
    mapped = {name for facts in workspace.facts.values() for name, _ in facts.registry}
    heat = Catalog()
    wanted = {n for n in workspace.facts[root].names & mapped if isinstance(heat.resource(n), NoSuchType)}
    if not wanted:
        return []
    near = [p for p in workspace.finder.near(root) if workspace.facts[p].registry]
    return [p for p in near if wanted <= {name for name, _ in workspace.facts[p].registry}]


class _Fits:
    """The environments by the parameters that they set: those of which a template near them has every one."""

    def __init__(self, workspace: Workspace, roots: list[str]) -> None:
        self._near: dict[str, list[tuple[str, frozenset[str]]]] = {}
        known = set(roots)
        for path in workspace.environments:
            if known.intersection(workspace.finder.templates_of(path)):
                continue
            names = parameter_names(path, ("parameters", "parameter_defaults"))
            here = os.path.dirname(path)
            for folder in (here, os.path.dirname(here)) if names else ():
                self._near.setdefault(folder, []).append((path, names))

    def of(self, root: str) -> list[str]:
        """Return the environments in the folder of a root, and in the folders in it, that set nothing but its parameters."""
        near = self._near.get(os.path.dirname(root), ())
        own = parameter_names(root, ("parameters",)) if near else frozenset()
        return [path for path, names in near if names <= own]
