"""Why a stack has failed, for the terminal: each failed resource, its place, the words of the service, and the value."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.common.printable import printable
from hotlint.output.failure.model import ExplainedFailure, FailedStack
from hotlint.output.preview.explain import places
from hotlint.output.preview.explain import render as explained


def render(found: FailedStack) -> str:
    """Return the whole explanation."""
    number = len(found.failures)
    head = f"stack {found.stack.name}: {found.stack.status}"
    count = "no resource of it has failed" if not number else f"{number} resource{'s' if number > 1 else ''} failed"
    lines = [f"{head}, {count}", *(line for one in found.failures for line in _lines(one, found))]
    return "".join(f"{printable(line)}\n" for line in lines)


def _lines(one: ExplainedFailure, found: FailedStack) -> Iterator[str]:
    failure, place = one.failure, one.place
    spot = places(found.text_of)(place.resource) if place.resource is not None else "not in the template"
    yield ""
    yield f"{'/'.join(failure.path)} ({failure.type}) {failure.status}   [{spot}]"
    words = " ".join(failure.words.split())
    yield f"  {failure.service} says: {words}" if words else "  Heat gives no reason"
    if place.value is not None:
        first, *more = explained(place.value, found.text_of).rstrip("\n").split("\n")
        yield f"  sent: {first}"
        yield from (f"        {line}" for line in more)
    for finding in one.findings:
        line, column = finding.span.start_line + 1, finding.span.start_column + 1
        yield f"  hotlint check reports it offline: {finding.path}:{line}:{column}: {finding.code} {finding.message}"
    if not one.findings:
        yield "  hotlint check does not tell it before"
