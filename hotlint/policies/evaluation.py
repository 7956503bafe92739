"""Evaluate policies on a dry run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fnmatch import fnmatchcase
from functools import lru_cache, partial
from typing import Any, NamedTuple

from hotlint.dry_run.results import known_parts
from hotlint.dry_run.stack_preview import Preview
from hotlint.formats.policies import VARIABLES
from hotlint.language.values import show
from hotlint.policies.model import MISSING, MissingLibraryError, Policy
from hotlint.policies.subjects import PolicySubject, place_of, subjects
from hotlint.syntax.source import Span

SHOWN = 60
"""Characters of a value in a message."""


class PolicyResult(NamedTuple):
    """The answer of one policy about one subject: "pass", "fail" or "unknown". `message` explains the last two.

    `span` is its place in `file`; `root_span` the place in the outermost template, which is `file` itself for what is not
    nested. `hint` says why the expression failed or is not known, "" for a plain violation.
    """

    policy: Policy
    path: str
    state: str
    message: str
    file: str
    span: Span
    root_span: Span
    hint: str


def evaluate(preview: Preview, policies: tuple[Policy, ...]) -> Iterator[PolicyResult]:
    """Yield the answer of each policy about everything that it is about.

    `preview` shows hidden values, which are compared; messages are those of the same dry run, redacted. Raises MissingLibraryError.
    """
    try:
        from hotlint.policies.expressions import ExpressionMeter
    except ImportError:
        raise MissingLibraryError(MISSING) from None

    meter = ExpressionMeter()
    made, shown = _Variables(), _Variables()
    left_out: set[str] = set()  # what the time was too short for is told once for each policy
    for subject, seen in zip(subjects(preview), subjects(Preview(preview.context)), strict=True):
        wanted = [policy for policy in policies if policy.code not in left_out and _is_about(policy, subject)]
        if not wanted:
            continue
        names = frozenset().union(*map(_used, wanted))
        variables = made.of(subject, names)
        for policy in wanted:
            result = _answer(policy, subject, variables, partial(shown.of, seen, names), meter)
            if meter.is_over:
                left_out.add(policy.code)
            if result is not None:
                yield result


def _is_about(policy: Policy, subject: PolicySubject) -> bool:
    return policy.subject == subject.kind and any(fnmatchcase(subject.matched, one) for one in policy.patterns)


class _Variables:
    """The variables of expressions, as values of CEL. Those of a template are made once for each stack."""

    def __init__(self) -> None:
        self._of_templates: dict[tuple[int, str], Any] = {}

    def of(self, subject: PolicySubject, names: Iterable[str]) -> dict[str, Any]:
        """Return the variables of these names about one subject."""
        from hotlint.policies.values import cel_mapping, cel_value

        if subject.kind == "templates":
            return {name: self._of_template(subject, name) for name in names}
        made = {name: cel_value(subject.values[name]()) for name in names if name != "template"}
        if "template" in names:
            made["template"] = cel_mapping({name: self._of_template(subject, name) for name in subject.template})
        return made

    def _of_template(self, subject: PolicySubject, name: str) -> Any:
        from hotlint.policies.values import cel_value

        key = (id(subject.stack), name)
        if key not in self._of_templates:
            self._of_templates[key] = cel_value(subject.template[name]())
        return self._of_templates[key]


@lru_cache(2_000)
def _used(policy: Policy) -> frozenset[str]:
    """Return the names of the variables that a policy uses."""
    from hotlint.policies.expressions import MessageText, compiled

    names = tuple(VARIABLES[policy.subject])
    texts = [text for text in (policy.when, policy.condition) if text is not None]
    found = frozenset().union(
        *(compiled(text, names).names for text in texts), MessageText(policy.message, names).names
    )
    return found.intersection(names)


def _answer(
    policy: Policy, subject: PolicySubject, variables: dict[str, Any], shown: Callable[[], dict[str, Any]], meter: Any
) -> PolicyResult | None:
    """Return the answer of one policy; None where its `when` is false. One that is no boolean is a mistake, so it fails.

    `shown` returns the variables as they may be shown.
    """
    from hotlint.policies.expressions import ExpressionBudgetError, MessageText, compiled

    names = tuple(VARIABLES[subject.kind])
    span = place_of(subject, policy.at)
    root_span = subject.root_span if subject.stack.parent is not None else span

    def result(state: str, message: str, hint: str = "") -> PolicyResult:
        return PolicyResult(policy, subject.path, state, message, subject.stack.context.path, span, root_span, hint)

    try:
        when = compiled(policy.when, names).evaluate(variables, meter) if policy.when is not None else None
        if when is not None and when.value is not True:
            said = compiled(policy.when or "", names).evaluate(shown(), meter)
            if when.unknown is not None:
                return result("unknown", policy.message, f"whether it applies is not known: {said.unknown or _HIDDEN}")
            if when.error is not None:
                return result("fail", policy.message, f"its 'when' fails: {said.error or _HIDDEN}")
            if when.value is False:
                return None
            return result("fail", policy.message, f"its 'when' {_not_boolean(said.value)}")
        answer = compiled(policy.condition, names).evaluate(variables, meter)
        if answer.value is True:
            return result("pass", "")
        message = MessageText(policy.message, names).render(shown(), meter, _shown)
        said = compiled(policy.condition, names).evaluate(shown(), meter)
    except ExpressionBudgetError as exc:
        return result("fail", policy.message, f"it cannot be evaluated: {exc}")
    if answer.unknown is not None:
        return result("unknown", message, said.unknown or _HIDDEN)
    if subject.enabled is None:
        return result("unknown", message, "whether it exists is not known")
    if answer.error is not None:
        return result("fail", message, f"the expression fails: {said.error or _HIDDEN}")
    return result("fail", message, "" if answer.value is False else f"the expression {_not_boolean(said.value)}")


_HIDDEN = "it depends on a hidden value"


def _not_boolean(value: Any) -> str:
    return f"yields {_shown(value)}, which is neither true nor false"


def _shown(value: Any) -> str:
    plain = known_parts(value)
    return plain if isinstance(plain, str) and len(plain) <= SHOWN and plain.isprintable() else show(plain, SHOWN)
