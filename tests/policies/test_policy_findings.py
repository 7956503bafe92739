"""Findings of policies: one for each place, from the answers in all contexts of a template."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import hotlint
from hotlint.analysis.budget import Budget, Meter
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.environments.file import Environment
from hotlint.analysis.files.project import Project
from hotlint.linter.checking import policy_findings
from hotlint.linter.checking.policy_findings import effective_policies, policy_diagnostics, policy_rules
from hotlint.linter.diagnostic import Diagnostic, Related, Severity
from hotlint.linter.settings.model import Settings
from hotlint.policies.evaluation import PolicyResult
from hotlint.policies.model import MissingLibraryError, Policy
from hotlint.policies.reader import PACK_FOLDER
from hotlint.resource_types.catalog import Catalog
from hotlint.syntax.source import Source, Span

HERE, THERE = Span(5, 9), Span(20, 25)


def policy(code: str = "S1", severity: str = "error", **more: Any) -> Policy:
    made = Policy(
        code, f"name-{code}", "resources", ("*",), "true", "m", None, severity, "report", None, "", "", Span(0, 0)
    )  # fmt: skip
    return made._replace(**more)


def result(of: Policy, state: str = "fail", **more: Any) -> PolicyResult:
    given = {"path": "r", "message": "is bad", "file": "t.yaml", "span": HERE, "root_span": HERE, "hint": "", **more}
    return PolicyResult(of, state=state, **given)


def contexts(*texts: str) -> list[TemplateContext]:
    project = Project(Catalog(), {f"{n}.yaml": Source(f"{n}.yaml", text) for n, text in enumerate(texts)})
    return [TemplateContext.open(project, f"{n}.yaml", Environment(), Meter(Budget())) for n in range(len(texts))]


TEMPLATE = "heat_template_version: 2018-08-31\n"


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return a list of what policies answer in each context: results, or an exception."""
    answers: list[Any] = []

    def evaluate(preview: Any, policies: tuple[Policy, ...]) -> Iterator[PolicyResult]:
        found = answers.pop(0)
        if isinstance(found, Exception):
            raise found
        return iter(found)

    monkeypatch.setattr(policy_findings, "evaluate", evaluate)
    return answers


def found(*policies: Policy, count: int = 1, text: str = TEMPLATE, **more: Any) -> list[Diagnostic]:
    return policy_diagnostics(contexts(*[text] * count), Settings(policies=policies, **more))


def finding(
    message: str, severity: Severity = "error", span: Span = HERE, code: str = "S1", related: Any = ()
) -> Diagnostic:
    return Diagnostic(code, severity, message, span, related, rule=f"name-{code}")


def test_the_last_policy_of_a_code_counts() -> None:
    first, second, third = policy(), policy("S2", "info"), policy(severity="warning")
    settings = Settings(policies=(first, second, third))
    assert effective_policies(settings) == (third, second)
    assert [(rule.code, rule.name, rule.severity) for rule in policy_rules(settings)] == [
        ("S1", "name-S1", "warning"), ("S2", "name-S2", "info"),
    ]  # fmt: skip


@pytest.mark.parametrize("severity", ["error", "warning", "info"])
@pytest.mark.parametrize(
    ("state", "unknown", "message"),
    [
        ("fail", "report", "is bad (a hint)"),
        ("fail", "pass", "is bad (a hint)"),
        ("pass", "fail", None),
        ("unknown", "pass", None),
        ("unknown", "fail", "cannot be decided: is bad (a hint)"),
        ("unknown", "report", "cannot be decided: is bad (a hint)"),
    ],
)
def test_what_answers_say(
    answers: list[Any], severity: Severity, state: str, unknown: str, message: str | None
) -> None:
    own = policy(severity=severity, unknown=unknown)
    last = finding("is bad", severity, THERE)
    answers.append([result(own, state, hint="a hint"), result(own, root_span=THERE, span=THERE)])
    milder: Severity = "info" if (state, unknown) == ("unknown", "report") else severity
    assert found(own) == ([finding(message, milder), last] if message is not None else [last])


def test_places_in_nested_stacks_and_of_policies(answers: list[Any]) -> None:
    own = policy(file="p.yaml", span=Span(1, 2))
    packed = policy("S2", file=PACK_FOLDER + "pack.yaml", span=Span(1, 2))
    nested: dict[str, Any] = {"span": THERE, "file": "c.yaml", "path": "a.b"}
    answers.append([result(own, **nested), result(packed, **nested), result(packed, root_span=THERE, span=THERE)])
    place, origin = Related("the nested resource a.b", THERE, "c.yaml"), Related("policy 'S1'", Span(1, 2), "p.yaml")
    message = "is bad (in the nested resource a.b)"
    assert found(own, packed) == [
        finding(message, related=(place, origin)), finding(message, code="S2", related=(place,)),
        finding("is bad", span=THERE, code="S2"),
    ]  # fmt: skip


def test_findings_of_one_place_are_one(answers: list[Any]) -> None:
    own, other = policy(), policy("S2", "info")
    answers += [
        [result(own, span=THERE, root_span=THERE), result(own), result(own, message="is worse"), result(other)],
        [result(own), result(own, message="is worst"), result(own, "unknown")],
    ]
    assert found(own, other, count=2) == [
        finding("is bad (and 2 more like it)"), finding("is bad", "info", code="S2"), finding("cannot be decided: is bad ()", "info"),
        finding("is bad", span=THERE),
    ]  # fmt: skip


def test_only_policies_that_the_settings_want_are_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[Policy, ...]] = []

    def evaluate(preview: Any, policies: tuple[Policy, ...]) -> list[PolicyResult]:
        asked.append(policies)
        return []

    monkeypatch.setattr(policy_findings, "evaluate", evaluate)
    first, second = policy(), policy("S2")
    assert found(first, second, ignore=("S1",), count=2) == []
    assert found(first, second, ignore=("S",)) == []
    assert found(first, second, text="parameters: {a: b}\n", count=2) == []
    assert asked == [(second,), (second,)]


def test_a_context_that_is_nested_too_deeply_is_left_out(answers: list[Any]) -> None:
    own = policy()
    answers += [RecursionError(), [result(own)]]
    assert found(own, count=2) == [finding("is bad")]


def test_a_missing_library_is_one_finding_of_the_first_policy(answers: list[Any]) -> None:
    answers += [[result(policy())], MissingLibraryError("it is missing")]
    assert found(policy("S2", file="/x/p.yaml", span=HERE), policy(file="/x/q.yaml"), count=2) == [
        Diagnostic(
            "HOT092", "error", "it is missing", Span(0, 0), (Related("policy 'S2'", HERE, "/x/p.yaml"),),
            rule="invalid-configuration", causes=("file /x/p.yaml",),
        )
    ]  # fmt: skip


def test_a_policy_that_the_time_is_too_short_for_says_so_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It did for each resource: 52 MB of findings for 100 KB."""
    monkeypatch.setattr("hotlint.policies.expressions.ExpressionMeter.__init__.__defaults__", (0.0,))
    rows = "".join(f"  r{n}: {{type: OS::Heat::Value, properties: {{value: {n}}}}}\n" for n in range(20))
    (tmp_path / "t.yaml").write_text(f"heat_template_version: 2018-08-31\nresources:\n{rows}")
    policies = "".join(f"- {{code: SITE{n}, resources: 'OS::*', assert: 'true', message: m}}\n" for n in (1, 2))
    (tmp_path / "p.yaml").write_text(f"policies:\n{policies}")
    (tmp_path / ".hotlint.yaml").write_text("policies: [p.yaml]\n")
    found = [d for d in hotlint.check(tmp_path / "t.yaml").diagnostics if d.code.startswith("SITE")]
    assert [d.code for d in found] == ["SITE1", "SITE2"]
    assert all("longer than the 0 seconds" in d.message for d in found)
