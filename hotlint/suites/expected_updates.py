"""Compare the effects of an update that a test expects with those of the diff of two dry runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hotlint.common.suggestions import did_you_mean
from hotlint.dry_run.changes import ResourceChange, StackDiff
from hotlint.dry_run.diff import compare
from hotlint.dry_run.results import ResourceResult
from hotlint.suites.comparison import TooSlowError, found_in
from hotlint.suites.dry_runs import DryRuns
from hotlint.suites.model import CaseInputs, ExpectedUpdate
from hotlint.suites.results import AssertionFailure

Resources = Mapping[str, ResourceResult]
NO_EFFECT = "none"
_WHOLE = ("add", "replace", "delete")
_WHOLE_EFFECTS = {(True, True): "replace", (True, False): "delete", (False, True): "add"}
SHOWN = 5
"""Changes that a message lists."""


def check_update(runs: DryRuns, inputs: CaseInputs, expected: ExpectedUpdate) -> Iterator[AssertionFailure]:
    """Yield why an update does not do what a test expects. Raises NoDryRunError."""
    both = (runs.preview(inputs), runs.preview(inputs.changed(expected.inputs)))
    old, new = (runs.redacting(preview) for preview in both)
    refused = _refusal("; ".join(compare(*both).refused), "; ".join((shown := compare(old, new)).refused), expected)
    yield from _problems(shown, refused, expected, old.resources(), new.resources())


def _problems(
    found: StackDiff, refused: str | None, expected: ExpectedUpdate, old: Resources, new: Resources
) -> Iterator[AssertionFailure]:
    names = {*old, *new}
    if refused is not None:
        yield AssertionFailure(refused, expected.span)
    changes = {change.name: change for change in found.effective}
    for name, (effect, span) in expected.effects.items():
        change = changes.get(name) or _with_its_stack(name, changes, old, new)
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


def _with_its_stack(
    name: str, changes: Mapping[str, ResourceChange], old: Resources, new: Resources
) -> ResourceChange | None:
    """Return the change of a resource within one that is added, replaced or deleted as a whole; None for any other."""
    steps = name.split(".")
    above = (changes.get(".".join(steps[:end])) for end in range(1, len(steps)))
    whole = next((change for change in above if change is not None and change.action in _WHOLE), None)
    action = _WHOLE_EFFECTS.get((_exists(name, old), _exists(name, new)))
    if whole is None or action is None:
        return None
    return whole._replace(action=action, why=f"with '{whole.name}'", properties=())


def _exists(name: str, resources: Resources) -> bool:
    for own, found in resources.items():
        if name == own:
            return found.enabled is not False
        if name.startswith(f"{own}.") and found.enabled is not False and found.nested is not None:
            stack = found.nested.preview
            if _exists(name[len(own) + 1 :], stack.resources() if stack is not None else found.nested.members):
                return True
    return False


def _described(change: ResourceChange | None) -> str:
    if change is None:
        return f"'{NO_EFFECT}'"
    causes = [p.name for p in change.properties if p.action == change.action]
    why = change.why or (f"{', '.join(causes)} change{'s' if len(causes) == 1 else ''}" if causes else "")
    return f"{change.action} ({why})" if why else change.action


def _refusal(reasons: str, shown: str, expected: ExpectedUpdate) -> str | None:
    """Return what is wrong about the reasons why Heat refuses the update, "" for none; messages have them as they may be `shown`."""
    if expected.refused is None:
        return f"Heat refuses the update: {shown}" if reasons else None
    if expected.refused is False:
        return f"Heat refuses the update: {shown}; expected that it does not" if reasons else None
    if not reasons:
        return "Heat does not refuse the update"
    if isinstance(expected.refused, str):
        try:
            if not found_in(expected.refused, reasons):
                return f"Heat refuses the update: {shown}; expected a reason that matches '{expected.refused}'"
        except TooSlowError as exc:
            return str(exc)
    return None
