"""A nested template linted as other templates use it: with the values that they pass."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.analysis.context import TemplateContext
from hotlint.analysis.template import span_of
from hotlint.ide.incremental_lint import IncrementalLint
from hotlint.ide.navigation import Users
from hotlint.ide.snapshot import Snapshot
from hotlint.linter.diagnostic import Diagnostic, Related
from hotlint.linter.linter import Linter
from hotlint.linter.property_problems import LATER
from hotlint.linter.redaction import redacted

MAX_USES = 4
"""Uses of one template that it is linted in."""


def uses(users: Users, path: str) -> Iterator[tuple[TemplateContext, Related]]:
    """Yield the context of each use of a template in its workspace folder, and where that use is."""
    count = 0
    for user in users(path):
        for context, use in _uses_in(user, path):
            yield context, use
            count += 1
            if count >= MAX_USES:
                return


def _uses_in(user: Snapshot, path: str) -> Iterator[tuple[TemplateContext, Related]]:
    if user.kind != "hot" or user.document.broken:
        return
    for resource in user.template.resources.values():
        for use in user.unit.uses(resource):
            location = use.kind.location
            if location is not None and location.path == path:
                unit = user.unit.child_of(resource, use)
                if unit is not None:
                    message = f"Resource '{resource.name}' uses this template here."
                    yield unit, Related(message, span_of(use.node), user.path)


def lint_use(
    context: TemplateContext, use: Related, linter: Linter, known: list[Diagnostic]
) -> Iterator[list[Diagnostic] | None]:
    """Lint one use of a template: yields None after each step, and at the end the errors that are not among `known`."""
    known_places = {(d.code, d.span) for d in known}
    for step in IncrementalLint().thorough(context, linter):
        if step is None:
            yield None
        else:
            fresh = [d for d in step if _matters(d) and (d.code, d.span) not in known_places]
            yield [d._replace(related=(*d.related, use)) for d in redacted(fresh, context)]


def _matters(found: Diagnostic) -> bool:
    """Return whether Heat refuses this use, or fails on it later: warnings as such are those of the template by itself."""
    return found.severity == "error" or found.message.endswith(LATER)
