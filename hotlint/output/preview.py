"""Render a preview as YAML or JSON, explain one of its values, and show what it takes of the quotas of a cloud."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

from hotlint.common.printable import dumped
from hotlint.dry_run.provenance import NoSuchPartError, SourceLocation, Step, explain
from hotlint.dry_run.quota_sum import QuotaNeed, QuotaReport
from hotlint.dry_run.results import NestedResult, ResourceResult, StackResult, ValueResult, known_parts, label
from hotlint.dry_run.stack_preview import Preview
from hotlint.language.origins import first_source
from hotlint.language.values import OMITTED, Either, Partial, PartialText, Unknown, Value, show
from hotlint.output.positions import Places
from hotlint.syntax.yaml_writer import Tagged, dump

WIDTH = 70
"""Characters of a value that are shown on a line."""


def render_yaml(preview: StackResult) -> str:
    """Return the whole preview.

    `!unknown` has the reason, `!partial` a string with the unknown in angle brackets, `!error` a failure, and `!predicted` a
    value that follows from the properties of a resource that does not exist yet.
    """
    return dump(_tree(preview))


def _tree(preview: StackResult) -> dict[str, Any]:
    sections = {
        "parameters": {n: _outcome(o) for n, o in preview.parameters().items()},
        "conditions": {n: _outcome(o) for n, o in preview.conditions().items()},
        "resources": {n: _resource(r) for n, r in preview.resources().items()},
        "outputs": {n: _outcome(o) for n, o in preview.outputs().items()},
    }
    return {name: content for name, content in sections.items() if content}


def _resource(found: ResourceResult) -> Any:
    if found.enabled is False:
        return Tagged("!disabled", found.why or "disabled")
    fields: dict[str, Any] = {"type": found.type}
    if found.enabled is None:
        fields["condition"] = Tagged("!unknown", found.why)
    for name, outcome in (("properties", found.properties), ("metadata", found.metadata)):
        if outcome.error is not None or outcome.value != {}:
            fields[name] = _outcome(outcome)
    if found.nested is not None:
        fields["nested"] = _subtree(found.nested)
    return fields


def _subtree(found: NestedResult) -> Any:
    made = _tree(found.preview) if found.preview else {n: _resource(r) for n, r in found.members.items()}
    if found.failed and not made:
        return Tagged("!error", found.note)
    return {**made, "...": found.note} if found.note else made


def _outcome(found: ValueResult) -> Any:
    if found.parts is not None and (found.error is not None or found.predicted is not None):
        return {key: _outcome(part) for key, part in found.parts.items()}
    if found.error is not None:
        return Tagged("!error", found.error)
    value = tagged(found.value)
    return value if found.predicted is None or isinstance(value, Tagged) else Tagged("!predicted", value)


def tagged(value: Value) -> Any:
    """A value with tags on its unknown parts."""
    if isinstance(value, dict):
        return {k: tagged(v) for k, v in value.items()}
    if isinstance(value, list):
        return [tagged(v) for v in value]
    if isinstance(value, Unknown):
        return Tagged("!unknown", f"{label(value)} {value.reason}" if first_source(value.origin) else value.reason)
    if isinstance(value, PartialText):
        return Tagged("!partial", known_parts(value))
    if isinstance(value, Either):
        return Tagged("!either", {f"if {value.condition}": tagged(value.if_true), "otherwise": tagged(value.if_false)})
    if isinstance(value, Partial):
        return Tagged("!partial", tagged(value.known))
    return Tagged("!omitted", "the item or key is left out") if value is OMITTED else known_parts(value)


def render_json(preview: Preview) -> str:
    """The whole preview."""
    return dumped(preview.to_dict())


def explain_value(preview: StackResult, path: str) -> str:
    """Return how the value at a path is computed, or why the path leads to none."""
    project = preview.context.project
    try:
        return render_explanation(explain(preview, path), lambda file: project.document(file).text)
    except NoSuchPartError as exc:
        return f"{exc}\n"


def render_explanation(step: Step, text_of: Callable[[str], str]) -> str:
    """The explanation; `text_of` yields the text of a file, for its line numbers."""
    places = Places(text_of)
    return "\n".join([_line(step, places), *_below(step, "", places)]) + "\n"


def _below(step: Step, indent: str, places: Places) -> Iterator[str]:
    for number, child in enumerate(step.steps, 1):
        last = number == len(step.steps)
        yield f"{indent}{'└─' if last else '├─'} {_line(child, places)}"
        yield from _below(child, indent + ("   " if last else "│  "), places)


def _line(step: Step, places: Places) -> str:
    value = f" = {_shown(step.value, not step.steps)}" if step.value is not None else ""
    place = f"   [{shown_location(step.location, places)}]" if step.location is not None else ""
    return f"{step.text}{value}{place}"


def _shown(outcome: ValueResult, with_reason: bool) -> str:
    """A value on one line, with the reason why it is not known at the end of the way only."""
    if outcome.error is not None:
        return f"error: {outcome.error}"
    text = show(known_parts(outcome.value), WIDTH)
    return f"{text}  (not known: {outcome.unknown})" if outcome.unknown is not None and with_reason else text


def shown_location(location: SourceLocation, places: Places) -> str:
    """Return a location as `file:line`, the file relative to the working folder where it is below that."""
    path = location.path
    if os.path.isabs(path):
        short = os.path.relpath(path)
        path = path if short.startswith("..") else short
    return f"{path}:{places.line(location.path, location.offset)}"


SHOWN_REASONS = 5


def quota_text(report: QuotaReport) -> str:
    """Return a report as a table, with what exceeds its quota and what is not known; ends in a newline."""
    needs = [need for need in report.needs if need.needed or need.unknown]
    if not needs:
        return f"The template takes nothing of the quotas of cloud '{report.cloud}' that hotlint knows.\n"
    rows = [("", "needed", "used", "limit", ""), *map(_quota_row, needs)]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    lines = [
        "  ".join([row[0].ljust(widths[0]), *(row[n].rjust(widths[n]) for n in (1, 2, 3)), row[4]]).rstrip()
        for row in rows
    ]
    return "\n".join([f"Quotas of cloud '{report.cloud}'", *lines, *_quota_notes(report, needs)]) + "\n"


def quota_data(report: QuotaReport) -> dict[str, Any]:
    """Return a report as JSON represents it."""
    needs = [
        {
            "service": n.service, "name": n.name, "needed": n.needed, "exact": not n.unknown, "unknown": list(n.unknown),
            "limit": n.limit, "used": n.used, "excess": n.excess,
        }
        for n in report.needs
    ]  # fmt: skip
    return {"cloud": report.cloud, "exceeded": report.exceeded, "quotas": needs, "uncounted": list(report.uncounted)}


def _quota_row(need: QuotaNeed) -> tuple[str, str, str, str, str]:
    unit = " (MiB)" if need.name == "ram" else ""
    limit = "not known" if need.limit is None else "none" if need.limit < 0 else str(need.limit)
    used = "not known" if need.used is None else str(need.used)
    verdict = f"exceeds the quota by {need.excess}" if need.excess else ""
    if not verdict and need.unknown:
        verdict = "may be more"
    needed = f"{'at least ' if need.unknown else ''}{need.needed}"
    return f"{need.service} {need.name.replace('_', ' ')}{unit}", needed, used, limit, verdict


def _quota_notes(report: QuotaReport, needs: list[QuotaNeed]) -> list[str]:
    lines = [""] if report.uncounted or any(need.unknown for need in needs) else []
    for need in needs:
        reasons = [*need.unknown[:SHOWN_REASONS], *(["and more"] if len(need.unknown) > SHOWN_REASONS else [])]
        if reasons:
            lines.append(f"{need.service} {need.name.replace('_', ' ')}: {'; '.join(reasons)}")
    if report.uncounted:
        lines.append(f"not counted, since nothing is known of the type: {', '.join(report.uncounted[:10])}")
    return lines
