"""The environments that are selected in the editor, by template, and the nested templates that they reach."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Mapping

from hotlint.analysis.context import TemplateContext
from hotlint.analysis.environment import Environment
from hotlint.analysis.locations import locate
from hotlint.analysis.workspace import Workspace, uses_within


class SelectedEnvironments:
    """Environments by the template that they are selected for. They hold for the templates that it uses as well."""

    def __init__(self) -> None:
        self._chosen: dict[str, tuple[str, ...]] = {}

    def __contains__(self, path: object) -> bool:
        return path in self._chosen

    def get(self, path: str) -> tuple[str, ...] | None:
        """Return the environments selected for a template itself; None where none were selected, which () is not."""
        return self._chosen.get(path)

    def select(self, path: str, environments: tuple[str, ...]) -> None:
        """Select environments for a template, in place of those selected before."""
        self._chosen[path] = environments

    def parents(
        self,
        path: str,
        tree: Workspace | None,
        opened: Mapping[str, str],
        merged: Callable[[tuple[str, ...]], Environment],
    ) -> Iterator[str]:
        """Yield the templates with selected environments that may use a template: by `tree`, by name, or by a registry.

        `opened` are the texts of the open documents by path; `merged` returns environments, merged.
        """
        if not self._chosen or path in self._chosen:
            return
        above = (tree.above(path) if tree is not None else set()) | _naming(path, opened)
        for parent, chosen in self._chosen.items():
            if parent != path and (parent in above or _maps_to(merged(chosen), path)):
                yield parent


def _naming(path: str, texts: Mapping[str, str]) -> set[str]:
    """Return the texts that have the name of a file, or that of a text which has it, and so on."""
    found: set[str] = set()
    waiting = [path]
    while waiting:
        name = os.path.basename(waiting.pop())
        fresh = [p for p, text in texts.items() if p not in found and p != path and name in text]
        found.update(fresh)
        waiting += fresh
    return found


def context_below(top: TemplateContext | None, path: str, through: Collection[str]) -> TemplateContext | None:
    """Return a template as `top` uses it first, at any depth by way of the templates `through`; None where it does not."""
    found = next(uses_within(top, path, through), None) if top is not None else None
    return found[0] if found is not None else None


def _maps_to(environment: Environment, path: str) -> bool:
    """Return whether an environment maps a type to a template."""
    return any(
        mapping.is_template
        and mapping.target is not None
        and os.path.basename(mapping.target) == os.path.basename(path)
        and locate(mapping.target, mapping.file, mapping.base).path == path
        for mapping in environment.registry
    )
