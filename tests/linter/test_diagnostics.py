"""Diagnostics as values: their causes, their order, the defaults of their parts, and those of the run itself."""

from __future__ import annotations

import os

import pytest
from for_each import for_each

from hotlint.linter.diagnostic import (
    Diagnostic,
    Fix,
    Related,
    Severity,
    causes_in,
    file_cause,
    finding_cause,
    name_cause,
    sort_and_dedupe,
    type_cause,
    value_cause,
    version_cause,
    with_line,
)
from hotlint.linter.run_diagnostics import (
    RUN_RULES,
    BadSuite,
    PartialCheck,
    crash_of,
    misnamed_configuration,
    run_diagnostic,
    visible,
)
from hotlint.syntax.edits import Edit
from hotlint.syntax.source import Span


def finding(
    message: str = "m", start: int = 0, end: int = 1, severity: Severity = "error", code: str = "X1"
) -> Diagnostic:
    return Diagnostic(code, severity, message, Span(start, end))


def test_causes_are_named_by_absolute_paths() -> None:
    path = os.path.join(os.getcwd(), "a.yaml")
    assert file_cause("a.yaml") == f"file {path}"
    assert finding_cause("a.yaml", "X1", Span(3, 5)) == f"X1 {path}:3"
    assert value_cause("a.yaml", 7, "a number") == f"value {path}:7 a number"
    assert version_cause("a.yaml", 3) == f"version {path}:3"
    assert type_cause("Acme::*") == "type Acme::*"
    assert name_cause("parameter", "p") == "name parameter p"


def test_what_a_finding_leads_to_has_its_causes_or_itself_as_the_cause() -> None:
    itself = (finding_cause("a.yaml", "X1", Span(0, 1)),)
    assert causes_in(finding(), "a.yaml") == itself
    name = finding()._replace(causes=(name_cause("parameter", "p"),))
    assert name.is_name and causes_in(name, "a.yaml") == itself
    file = finding()._replace(causes=("file /gone", "file /lost"))
    assert not file.is_name and causes_in(file, "a.yaml") == ("file /gone", "file /lost")
    assert finding().is_name is False


def test_parts_that_are_not_given() -> None:
    assert finding() == Diagnostic("X1", "error", "m", Span(0, 1), (), (), (), "", (), (), False)
    edits = (Edit(Span(0, 1), "x"),)
    assert Fix("t", edits) == Fix("t", edits, "unsafe", False)
    assert Related("m", Span(0, 1)) == Related("m", Span(0, 1), "", "")


def test_findings_are_ordered_by_place_then_severity_then_length_then_code() -> None:
    ordered = [
        finding("z", 0, 9, "info", "X9"),
        finding("z", 1, 9, "error", "X9"),
        finding("z", 1, 8, "warning", "X9"),
        finding("z", 1, 9, "warning", "X1"),
        finding("a", 1, 9, "warning", "X2"),
        finding("b", 1, 9, "warning", "X2"),
        finding("a", 1, 2, "info", "X0"),
    ]
    assert sort_and_dedupe(ordered[::-1]) == ordered
    assert sort_and_dedupe(ordered) == ordered


@pytest.mark.parametrize("order", [1, -1])
def test_the_most_severe_of_equals_stays(order: int) -> None:
    equals = [finding(severity="info"), finding(severity="error"), finding(severity="warning")][::order]
    assert sort_and_dedupe(equals) == [finding()]
    apart = [finding(), finding("n"), finding(code="X2"), finding(end=2)]
    assert sort_and_dedupe([*apart, *apart]) == [apart[0], apart[1], apart[2], apart[3]]


@for_each(
    ("message", "words", "path", "expected"),
    [
        ("a b", "", "t.yaml", "a b"),
        ("a b", "c", "t.yaml", "a b"),
        ("p from t.env, p from t.env", "p from t.env", "x/t.env", "p from t.env:5, p from t.env"),
        ("default of p", "default of p", "x/t.yaml", "default of p in t.yaml:5"),
        ("default of p", "default of p", None, "default of p in line 5"),
        ("default of p", "default of p", "", "default of p in line 5"),
    ],
)
def test_the_line_of_a_place_that_a_message_names(message: str, words: str, path: str | None, expected: str) -> None:
    assert with_line(message, words, path, 4) == expected


# -- of the run ----------------------------------------------------------------------------------------------------------


def test_the_rules_of_a_run() -> None:
    assert {rule.code: (rule.name, rule.severity) for rule in RUN_RULES} == {
        "HOT000": ("rule-crash", "warning"),
        "HOT088": ("refused-by-heat", "error"),
        "HOT089": ("partial-check", "info"),
        "HOT009": ("template-for-aws", "info"),
        "HOT090": ("unreadable-file", "error"),
        "HOT091": ("unused-suppression", "warning"),
        "HOT092": ("invalid-configuration", "error"),
        "HOT093": ("broken-rule-pack", "warning"),
        "HOT094": ("unreadable-plugin", "warning"),
        "HOT096": ("unrendered-jinja", "info"),
        "HOT097": ("invalid-suite", "error"),
        "HOT098": ("failed-test", "error"),
        "HOT099": ("jinja-error", "error"),
    }


def test_a_finding_of_the_run_has_the_name_and_the_severity_of_its_rule() -> None:
    assert run_diagnostic(BadSuite, "m") == Diagnostic("HOT097", "error", "m", Span(0, 0), rule="invalid-suite")
    assert run_diagnostic(PartialCheck, "m").severity == "info"
    fix = Fix("t", (Edit(Span(0, 1), "x"),))
    assert run_diagnostic(BadSuite, "m", Span(2, 3), "warning", fix, ("unused",)) == Diagnostic(
        "HOT097", "warning", "m", Span(2, 3), (), (fix,), ("unused",), "invalid-suite"
    )


def test_a_file_that_is_named_like_a_configuration() -> None:
    assert misnamed_configuration("x/.hotlint.yml") == Diagnostic(
        "HOT092", "warning", "'.hotlint.yml' is not read: a configuration must be named '.hotlint.yaml'", Span(0, 0),
        rule="invalid-configuration",
    )  # fmt: skip


@for_each(
    ("span", "text", "expected"),
    [
        (Span(1, 3), "abcd", Span(1, 3)),
        (Span(1, 1), "abcd", Span(1, 2)),
        (Span(3, 3), "abcd", Span(3, 4)),
        (Span(4, 4), "abcd", Span(3, 4)),
        (Span(9, 9), "abcd", Span(3, 4)),
        (Span(2, 9), "abcd", Span(2, 4)),
        (Span(0, 0), "", Span(0, 0)),
        (Span(0, 0), "a", Span(0, 1)),
    ],
)
def test_a_span_that_can_be_seen(span: Span, text: str, expected: Span) -> None:
    assert visible(span, text) == expected


def test_a_failure_of_hotlint_names_the_innermost_place_and_no_text() -> None:
    def fail() -> None:
        raise ValueError("secret")

    try:
        fail()
    except ValueError as exc:
        found, line = crash_of("x/t.yaml", exc), fail.__code__.co_firstlineno + 1
    assert found == Diagnostic(
        "HOT000", "error", "'t.yaml' could not be checked because hotlint failed; please report it: "
        f"ValueError at test_diagnostics.py:{line}", Span(0, 0), rule="rule-crash",
    )  # fmt: skip
    assert crash_of("t.yaml", KeyError("k")).message.endswith("please report it: KeyError")
