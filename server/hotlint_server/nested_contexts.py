"""A nested template as the templates that use it make it: with the values that they pass."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.analysis.context import TemplateContext
from hotlint.analysis.template import span_of
from hotlint.ide.incremental_lint import IncrementalLint
from hotlint.ide.navigation import Users
from hotlint.ide.snapshot import Snapshot
from hotlint.linter.diagnostic import Diagnostic, Related
from hotlint.linter.linter import Linter

MOST = 4
"""Uses of one template that it is judged in."""


def uses(users: Users, path: str) -> Iterator[tuple[TemplateContext, Related]]:
    """The template as it is used elsewhere in its workspace folder, and the place of each use."""
    found = 0
    for user in users(path):
        for unit, place in _in_user(user, path):
            yield unit, place
            found += 1
            if found >= MOST:
                return


def _in_user(user: Snapshot, path: str) -> Iterator[tuple[TemplateContext, Related]]:
    if user.kind != "hot" or user.document.broken:
        return
    for resource in user.template.resources.values():
        for use in user.unit.uses(resource):
            location = use.kind.location
            if location is not None and location.path == path:
                unit = user.unit.child_of(resource, use)
                if unit is not None:
                    yield (
                        unit,
                        Related(
                            f"It is so as '{resource.name}' uses this template here.", span_of(use.node), user.path
                        ),
                    )


def file_result(
    unit: TemplateContext, place: Related, linter: Linter, known: list[Diagnostic]
) -> Iterator[list[Diagnostic] | None]:
    """What is wrong in one use and not known of the template alone: yields None after each step, findings at the end."""
    there = {(d.code, d.span) for d in known}
    for step in IncrementalLint().thorough(unit, linter):
        if step is None:
            yield None
        else:
            fresh = [d for d in step if d.severity == "error" and (d.code, d.span) not in there]
            yield [d._replace(related=(*d.related, place)) for d in fresh]
