"""Changes that the environment forbids: `restricted_actions` of the resource registry.

Heat decides what to do with a resource first, and then fails where that is restricted (`_check_restricted_actions` in
heat/engine/resource.py). A deletion is never restricted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from typing import Any

from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.environments.file import EnvironmentFile, to_plain
from hotlint.dry_run.changes import ResourceChange

Entries = Mapping[str, Any]


def with_restrictions(changes: tuple[ResourceChange, ...], new: TemplateContext) -> tuple[ResourceChange, ...]:
    """Return changes, with those that the environment of the new template forbids."""
    entries: Entries = {}
    for file in new.environment.files:
        found = EnvironmentFile(new.project.document(file)).entries("resource_registry").get("resources")
        plain = to_plain(found.value) if found is not None else None
        entries = _merged(entries, plain) if isinstance(plain, dict) else entries
    return tuple(_restricted(change, entries) for change in changes) if entries else changes


def _restricted(change: ResourceChange, entries: Entries) -> ResourceChange:
    """Return a change, which fails where the entries for single resources restrict it."""
    for outer in change.path[:-1]:
        entries = {name: value for each in _matching(entries, outer) for name, value in each.items()}
    actions = {action for each in _matching(entries, change.path[-1]) for action in _listed(each)}
    if change.action not in actions or change.fails:
        return change
    noun = "an update in place" if change.action == "update" else "its replacement"
    return change._replace(fails=f"the environment restricts {noun} (restricted_actions)", idle=False)


def _matching(entries: Entries, name: str) -> Iterable[Entries]:
    found = (value for pattern, value in entries.items() if fnmatchcase(name, str(pattern)))
    return [value for value in found if isinstance(value, Mapping)]


def _listed(entry: Entries) -> list[str]:
    actions = entry.get("restricted_actions")
    return [actions] if isinstance(actions, str) else [str(a) for a in actions] if isinstance(actions, list) else []


def _merged(one: Entries, other: Entries) -> Entries:
    """Return the entries of two files: later ones count, in mappings entry by entry."""
    both = {**one, **other}
    nested = {n: _merged(one[n], v) for n, v in other.items() if isinstance(v, dict) and isinstance(one.get(n), dict)}
    return both | nested
