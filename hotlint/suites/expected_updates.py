"""Compare the effects of an update that a test expects with those of the diff of two dry runs."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.common.suggestions import did_you_mean
from hotlint.dry_run.changes import ResourceChange, StackDiff
from hotlint.dry_run.diff import compare
from hotlint.suites.comparison import TooSlowError, found_in
from hotlint.suites.dry_runs import DryRuns
from hotlint.suites.model import CaseInputs, ExpectedUpdate
from hotlint.suites.results import AssertionFailure

NO_EFFECT = "none"
SHOWN = 5
"""Changes that a message lists."""


def check_update(runs: DryRuns, inputs: CaseInputs, expected: ExpectedUpdate) -> Iterator[AssertionFailure]:
    """Yield why an update does not do what a test expects. Raises NoDryRunError."""
    old, new = runs.preview(inputs), runs.preview(inputs.changed(expected.inputs))
    found = compare(old, new)
    names = {*old.resources(), *new.resources()}
    for failure in _problems(found, expected, names):
        message = str(runs.redact(new, str(runs.redact(old, failure.message))))
        yield failure._replace(message=message)


def _problems(found: StackDiff, expected: ExpectedUpdate, names: set[str]) -> Iterator[AssertionFailure]:
    refused = _refusal(found, expected)
    if refused is not None:
        yield AssertionFailure(refused, expected.span)
    changes = {change.name: change for change in found.effective}
    for name, (effect, span) in expected.effects.items():
        change = changes.get(name)
        actual = change.action if change is not None else NO_EFFECT
        if actual == effect:
            continue
        if change is None and name.split(".")[0] not in names:
            yield AssertionFailure(f"there is no resource '{name}'{did_you_mean(name, names)}", span)
            continue
        yield AssertionFailure(f"the effect on '{name}' is {_described(change)}; expected {effect}", span)
    if not expected.others:
        others = [change for name, change in changes.items() if name not in expected.effects]
        if others:
            listed = ", ".join(f"'{c.name}' ({c.action})" for c in others[:SHOWN])
            more = f" and {len(others) - SHOWN} more" if len(others) > SHOWN else ""
            yield AssertionFailure(f"other resources change, too: {listed}{more}", expected.span)


def _described(change: ResourceChange | None) -> str:
    if change is None:
        return f"'{NO_EFFECT}'"
    causes = [p.name for p in change.properties if p.action == change.action]
    why = change.why or (f"{', '.join(causes)} change{'s' if len(causes) == 1 else ''}" if causes else "")
    return f"{change.action} ({why})" if why else change.action


def _refusal(found: StackDiff, expected: ExpectedUpdate) -> str | None:
    reasons = "; ".join(found.refused)
    if expected.refused is None:
        return f"Heat refuses the update: {reasons}" if found.refused else None
    if expected.refused is False:
        return f"Heat refuses the update: {reasons}; expected that it does not" if found.refused else None
    if not found.refused:
        return "Heat does not refuse the update"
    if isinstance(expected.refused, str):
        try:
            if not found_in(expected.refused, reasons):
                return f"Heat refuses the update: {reasons}; expected a reason that matches '{expected.refused}'"
        except TooSlowError as exc:
            return str(exc)
    return None
