"""Check the assertions of a test against a dry run: one function an operator."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hotlint.common.counts import counted
from hotlint.common.suggestions import did_you_mean
from hotlint.dry_run.expansion import MemberStack
from hotlint.dry_run.redaction import Secrets
from hotlint.dry_run.results import StackResult, known_parts
from hotlint.language.values import PartialText, Value, describe_type, settled, show
from hotlint.suites.comparison import TooSlowError, contains, found_in, matches_anyway, referred, same
from hotlint.suites.model import Assertion
from hotlint.suites.paths import FoundValue, find, split_path
from hotlint.suites.results import AssertionFailure

WIDTH = 80
"""Characters of a value in a message."""
Answer = str | None
"""Why an operator does not hold; None where it does."""


def check_assertion(preview: StackResult, assertion: Assertion, redacted: StackResult) -> AssertionFailure | None:
    """Return why an assertion does not hold in a dry run; None where it does.

    `preview` shows hidden values, which are compared; what is reported is of `redacted`, the same dry run without them.
    """
    found, shown = (find(each, split_path(assertion.path)) for each in (preview, redacted))
    if _answer(assertion, assertion.expected, found, preview) is None:
        return None
    secrets = Secrets()
    secrets.add(found.value, shown.value)
    expected = secrets.shown_of(assertion.expected)
    message = _answer(assertion, expected, shown, redacted) or "does not hold: it depends on a hidden value"
    comparable = assertion.operator in ("equal", "contains") and found.state in ("value", "unknown")
    sides = (expected, shown.value) if comparable and found.resource is None else None
    return AssertionFailure(f"{assertion.path} {message}", assertion.span, assertion.path, sides)


def _answer(assertion: Assertion, expected: Any, found: FoundValue, preview: StackResult) -> Answer:
    try:
        return _OPERATORS[assertion.operator](found, expected, preview)
    except TooSlowError as exc:
        return f"cannot be matched: {exc}"


def shown(value: Value) -> str:
    """Return a value in a few words."""
    return show(known_parts(value), WIDTH)


def _unmet(found: FoundValue) -> str | None:
    """Return why there is no known value to compare; None where there is one."""
    if found.state == "absent":
        return f"does not exist: {found.message}"
    if found.state == "error":
        return f"fails as it would in Heat: {found.message}"
    return f"is not known: {found.message}" if found.state == "unknown" else None


def _equal(found: FoundValue, expected: Any, preview: StackResult) -> Answer:
    if found.state in ("absent", "error"):
        return f"{_unmet(found)}; expected {shown(expected)}"
    answer = same(found.value, expected)
    if answer is None:
        return f"is not wholly known ({found.message}): {shown(found.value)}; expected {shown(expected)}"
    return None if answer else f"is {_distinct(found.value, expected)}; expected {_distinct(expected, found.value)}"


def _distinct(value: Value, other: Value) -> str:
    """Return a value in a few words, with its type where both look alike, as the number 1 and the string '1' do."""
    text = shown(value)
    alike = text.strip("'") == shown(other).strip("'") or len(text) >= WIDTH
    return f"{text} ({describe_type(value)})" if alike else text


def _not_equal(found: FoundValue, expected: Any, preview: StackResult) -> Answer:
    if found.state in ("absent", "error"):
        return _unmet(found)
    answer = same(found.value, expected)
    return None if answer is False else f"is {shown(found.value)}" if answer else _unmet(found)


def _same_as(found: FoundValue, expected: Any, preview: StackResult) -> Answer:
    other = find(preview, split_path(expected))
    if other.state in ("absent", "error"):
        return f"cannot be compared: {expected} {_unmet(other)}"
    if found.state in ("absent", "error"):
        return _unmet(found)
    answer = same(found.value, other.value)
    if answer is None:
        return f"may differ from {expected}: {(_unmet(found) or _unmet(other) or '').removeprefix('is ')}"
    return None if answer else f"is {shown(found.value)}, but {expected} is {shown(other.value)}"


def _refers_to(found: FoundValue, expected: Any, preview: StackResult) -> Answer:
    if found.state in ("absent", "error"):
        return f"{_unmet(found)}; expected it to refer to '{expected}'"
    if expected not in preview.resources():
        return f"cannot refer to '{expected}': there is no such resource{did_you_mean(expected, preview.resources())}"
    names = referred(found.value)
    if names.get(expected):
        return None
    if expected in names:
        return f"may refer to '{expected}', depending on a condition: {shown(found.value)}"
    others = f", and refers to {', '.join(map(repr, names))}" if names else ""
    return f"is {shown(found.value)}{others}; expected it to refer to '{expected}'"


def _match(found: FoundValue, expected: Any, preview: StackResult) -> Answer:
    return _matching(found, expected, wanted=True)


def _not_match(found: FoundValue, expected: Any, preview: StackResult) -> Answer:
    return _matching(found, expected, wanted=False)


def _matching(found: FoundValue, pattern: str, *, wanted: bool) -> Answer:
    answer = matches_anyway(pattern, found.value) if isinstance(found.value, PartialText) else None
    if answer is None:
        problem = _unmet(found) or _no_text(found.value)
        if problem is not None:
            return f"{problem}; expected a string that matches '{pattern}'" if wanted else problem
        answer = found_in(pattern, _text(found.value))
    verb = "matches" if answer else "does not match"
    return None if answer is wanted else f"is {shown(found.value)}, which {verb} '{pattern}'"


def _no_text(value: Value) -> str | None:
    fits = isinstance(value, str | int | float)
    return None if fits else f"is {describe_type(value)}, not a string"


def _text(value: Value) -> str:
    return value if isinstance(value, str) else show(value)


def _contains(found: FoundValue, expected: Any, preview: StackResult) -> Answer:
    if found.state in ("absent", "error"):
        return f"{_unmet(found)}; expected it to contain {shown(expected)}"
    answer = contains(found.value, expected)
    if answer is None:
        return f"is not wholly known ({found.message}): {shown(found.value)}; expected it to contain {shown(expected)}"
    return None if answer else f"is {shown(found.value)}, which does not contain {shown(expected)}"


def _not_contains(found: FoundValue, expected: Any, preview: StackResult) -> Answer:
    if found.state in ("absent", "error"):
        return _unmet(found)
    answer = contains(found.value, expected)
    if answer is None:
        return f"may contain {shown(expected)}: it {_unmet(found)}"
    return f"is {shown(found.value)}, which contains {shown(expected)}" if answer else None


def _one_of(found: FoundValue, expected: Any, preview: StackResult) -> Answer:
    if found.state in ("absent", "error"):
        return _unmet(found)
    answers = [same(found.value, item) for item in expected]
    if True in answers:
        return None
    return _unmet(found) if None in answers else f"is {shown(found.value)}; expected one of {shown(expected)}"


def _length(found: FoundValue, expected: Any, preview: StackResult) -> Answer:
    value = settled(found.value)
    if found.state in ("absent", "error") or (found.state == "unknown" and not isinstance(value, list | dict)):
        return _unmet(found)
    if not isinstance(value, str | list | dict):
        return f"is {describe_type(value)}, which has no length"
    return None if len(value) == expected else f"has the length {len(value)}; expected {expected}"


def _absent(found: FoundValue, expected: Any, preview: StackResult) -> Answer:
    if (found.state == "absent") is expected:
        return None
    if not expected:
        return _unmet(found)
    if found.why:
        return f"may exist: {found.why}"
    if found.resource is not None:
        return "exists: it is enabled"
    return f"exists: {shown(found.value)}" if found.state == "value" else f"exists, but {_unmet(found)}"


def _unknown(found: FoundValue, expected: Any, preview: StackResult) -> Answer:
    if found.state in ("absent", "error"):
        return _unmet(found)
    if expected is False:
        return _unmet(found)
    if found.state != "unknown":
        return f"is known: {shown(found.value)}"
    if isinstance(expected, str) and not found_in(expected, found.message):
        return f"is not known: {found.message}; expected a reason that matches '{expected}'"
    return None


def _error(found: FoundValue, expected: Any, preview: StackResult) -> Answer:
    if expected is False:
        return _unmet(found) if found.state == "error" else None
    if found.state != "error":
        return f"does not fail: it {_unmet(found) or 'is ' + shown(found.value)}"
    if isinstance(expected, str) and not found_in(expected, found.message):
        return f"fails with '{found.message}'; expected a message that matches '{expected}'"
    return None


def _enabled(found: FoundValue, expected: Any, preview: StackResult) -> Answer:
    if found.enabled is None and not found.why:
        return _unmet(found) or "is neither a resource nor an output, which conditions enable"
    actual = "unknown" if found.enabled is None else found.enabled
    if actual == expected:
        return None
    why = f": {found.why}" if found.why else ""
    word = {True: "is enabled", False: "is disabled", "unknown": "may be enabled"}[actual]
    return f"{word}{why}; expected enabled: {show(expected)}"


def _type(found: FoundValue, expected: Any, preview: StackResult) -> Answer:
    if found.resource is None:
        return _unmet(found) or "is not a resource, which has a type"
    actual = found.resource.type
    return None if actual == expected else f"has the type {actual}; expected {expected}"


def _members(found: FoundValue, expected: Any, preview: StackResult) -> Answer:
    nested = found.resource.nested if found.resource is not None else None
    if found.state == "absent":
        return _unmet(found)
    if nested is None or nested.preview is not None:
        return "is not a group, which has members"
    if nested.failed:
        return f"has members that fail: {nested.note}"
    stack = found.resource.record.inside if found.resource is not None else None
    count = stack.count if isinstance(stack, MemberStack) else 0
    if count is None:
        return f"has members whose number is not known: {nested.note}"
    return None if count == expected else f"has {counted(count, 'member')}; expected {expected}"


_OPERATORS: dict[str, Callable[[FoundValue, Any, StackResult], Answer]] = {
    function.__name__[1:]: function
    for function in (
        _equal, _not_equal, _same_as, _refers_to, _match, _not_match, _contains, _not_contains, _one_of, _length, _absent,
        _unknown, _error, _enabled, _type, _members,
    )
}  # fmt: skip
"""The function of each operator: those of `hotlint.formats.suite.OPERATORS`."""
