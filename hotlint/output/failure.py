"""Render why a stack has failed: text for the terminal, and JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from hotlint.common.counts import counted
from hotlint.common.printable import dumped, printable
from hotlint.dry_run.provenance import SourceLocation
from hotlint.language.origins import id_of
from hotlint.output.findings.model import Finding
from hotlint.output.positions import Places
from hotlint.output.preview import render_explanation, shown_location
from hotlint.plans.failure_causes import DEFECT
from hotlint.plans.failures import Failure, FailurePlace
from hotlint.plans.model import RecordedStack
from hotlint.syntax.source import LineIndex


class ExplainedFailure(NamedTuple):
    """A failure, its place in the template, and the findings that would have told of it before."""

    failure: Failure
    place: FailurePlace
    findings: tuple[Finding, ...]


class FailedStack(NamedTuple):
    """A stack and its failures. `text_of` returns the text of a template by its path, for line numbers."""

    stack: RecordedStack
    failures: tuple[ExplainedFailure, ...]
    text_of: Callable[[str], str]


def render_text(found: FailedStack) -> str:
    """Return the whole explanation."""
    number = len(found.failures)
    head = f"stack {found.stack.name}: {found.stack.status}"
    count = "no resource of it has failed" if not number else f"{counted(number, 'resource')} failed"
    lines = [f"{head}, {count}"]
    lines += [f"  Heat says: {' '.join(found.stack.reason.split())}"] if not number and found.stack.reason else []
    lines += [line for one in found.failures for line in _lines(one, found)]
    return "".join(f"{printable(line)}\n" for line in lines)


def _lines(one: ExplainedFailure, found: FailedStack) -> Iterator[str]:
    failure, place = one.failure, one.place
    location = place.resource
    spot = shown_location(location, Places(found.text_of)) if location is not None else "not in the template"
    yield ""
    kind = f" ({failure.type})" if failure.type else ""
    yield f"{'/'.join(failure.path)}{kind} {failure.status}   [{spot}]"
    words = " ".join(failure.words.split())
    says = "fails in its own code" if failure.cause is DEFECT else "says"
    yield f"  {failure.service} {says}: {words}" if words else "  Heat gives no reason"
    if place.value is not None:
        first, *more = render_explanation(place.value, found.text_of).rstrip("\n").split("\n")
        yield f"  sent: {first}"
        yield from (f"        {line}" for line in more)
    for finding in one.findings:
        at = f"{finding.path}:{finding.span.start}"
        yield f"  hotlint check reports it offline: {at}: {finding.code} {finding.message}"
    rule = told_by(one)
    if rule:
        yield f"  hotlint check reports it with {rule[1]}: {rule[0]}"
    elif one.place.property in failure.defects:
        yield "  hotlint plan reports it before the update"
    elif not one.findings:
        yield f"  hotlint check cannot report this before the {'update' if failure.status.startswith('UPDATE') else 'creation'}"
    if change := to_change(one, found):
        yield f"  change: {change}"


def told_by(one: ExplainedFailure) -> tuple[str, str] | None:
    """Return the rule that tells of such a failure, and what it needs; None where findings do, or no rule does."""
    cause = one.failure.cause
    return (cause.rule, cause.needs) if cause is not None and cause.rule and not one.findings else None


_UNHEALTHY: Final = (
    "then mark it unhealthy (openstack stack resource mark unhealthy), since Heat breaks off at it in each update"
)


def to_change(one: ExplainedFailure, found: FailedStack) -> str:
    """Return what to change, so that the resource is made: a fix, the advice for its cause, or the place of the value; or ""."""
    return "; ".join(filter(None, (_to_change(one, found), _UNHEALTHY if one.failure.is_stuck else "")))


def _to_change(one: ExplainedFailure, found: FailedStack) -> str:
    fix = next((fix for finding in one.findings for fix in finding.fixes), None)
    if fix is not None:
        return f"{fix.title} (hotlint check --fix{'' if fix.safety == 'safe' else ' --unsafe-fixes'})"
    cause, property_ = one.failure.cause, one.place.property
    if property_ in one.failure.defects:
        return f"if the update changes '{property_}', keep it as it was: {one.failure.defects[property_]}"
    if cause is not None and cause.change and (cause.is_shortage or not one.findings):
        return cause.change
    step = one.place.value
    if step is None or step.location is None:
        first = next(iter(one.findings), None)
        return f"what {first.path}:{first.span.start_line + 1} has, as {first.code} says" if first is not None else ""
    is_reference = step.value is not None and id_of(step.value.value) is not None
    last = step
    while step.steps:
        last, step = step, step.steps[-1]
    location = last.location if is_reference else step.location
    return (
        f"the value at {shown_location(location, Places(found.text_of))}, which the service refuses" if location else ""
    )


def render_json(found: FailedStack) -> str:
    """Return the whole explanation."""
    return dumped({"stack": _stack(found.stack), "failures": [_failure(one, found) for one in found.failures]})


def render_events(found: FailedStack) -> str:
    """Return the last event of each resource of a stack as lines."""
    lines = [f"stack {found.stack.name}: {found.stack.status}"]
    for event, place, _ in found.failures:
        spot = shown_location(place.resource, Places(found.text_of)) if place.resource else "not in the template"
        kind = f" ({event.type})" if event.type else ""
        lines.append(f"{'/'.join(event.path)}{kind} {event.status}   [{spot}]")
        lines += [f"  {' '.join(event.words.split())}"] if event.status.endswith("_FAILED") and event.words else []
    return "".join(f"{printable(line)}\n" for line in lines)


def render_events_json(found: FailedStack) -> str:
    """Return the last event of each resource of a stack: {stack, events: [{resource, type, status, reason, place}]}."""
    events = [
        {
            "resource": list(event.path),
            "type": event.type,
            "status": event.status,
            "reason": event.words,
            "place": _place(place.resource, found),
        }
        for event, place, _ in found.failures
    ]
    return dumped({"stack": _stack(found.stack), "events": events})


def _stack(stack: RecordedStack) -> dict[str, str]:
    return {"name": stack.name, "id": stack.id, "status": stack.status, "reason": stack.reason}


def _failure(one: ExplainedFailure, found: FailedStack) -> dict[str, Any]:
    failure, place = one.failure, one.place
    value = place.value.value.to_dict() if place.value is not None and place.value.value is not None else None
    return {
        "resource": list(failure.path),
        "type": failure.type,
        "status": failure.status,
        "service": failure.service,
        "error": failure.kind,
        "reason": failure.words,
        "place": _place(place.resource, found),
        "property": place.property or None,
        "change": to_change(one, found) or None,
        "rule": rule[0] if (rule := told_by(one)) else one.findings[0].code if one.findings else None,
        "property_place": _place(place.value.location if place.value is not None else None, found),
        "sent": value,
        "findings": [
            {
                "code": f.code,
                "severity": f.severity,
                "message": f.message,
                "path": f.path,
                "line": f.span.start_line + 1,
            }
            for f in one.findings
        ],
    }


def _place(location: SourceLocation | None, found: FailedStack) -> dict[str, Any] | None:
    """Return the path, line and column of a place, both counted from 1."""
    if location is None:
        return None
    position = LineIndex(found.text_of(location.path)).position(location.offset)
    return {"path": location.path, "line": position.line + 1, "column": position.column + 1}
