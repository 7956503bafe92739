"""Suppression comments: their scope, and diagnostics of unused and malformed ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from two_findings import TEMPLATE

import hotlint


def test_a_comment_suppresses_the_findings_in_its_scope(folder: Path) -> None:
    (folder / "a.yaml").write_text(TEMPLATE.replace("  unused:", "  # hotlint: disable-next-line=HOT801\n  unused:"))
    report = hotlint.check("a.yaml")
    assert [d.code for d in report.diagnostics] == ["HOT301"]
    assert report.suppressed == 1


@pytest.mark.parametrize(
    ("comment", "fixed", "message"),
    [
        ("x: 1  # hotlint: disable=HOT301\n", "x: 1\n", "unused suppression of 'HOT301'"),
        ("# hotlint: disable=HOT301\nx: 1\n", "x: 1\n", "unused suppression of 'HOT301'"),
        ("x: 1 # hotlint: disable=HOT301 -- for Jo\n", "x: 1 # -- for Jo\n", "unused suppression of 'HOT301'"),
        ("x: 1 # hotlint: disable=unused-conditon\n", "x: 1 # hotlint: disable=unused-condition\n", "no rule has"),
    ],
)
def test_an_unused_suppression_is_reported_with_a_fix(folder: Path, comment: str, fixed: str, message: str) -> None:
    head = "heat_template_version: 2018-08-31\ndescription: d\nresources: {}\n"
    text = head + comment.replace("x: 1", "outputs: {}")
    (diagnostic,) = [d for d in hotlint.check("a.yaml", text=text).diagnostics if d.code == "HOT091"]
    assert message in diagnostic.message
    (edit,) = diagnostic.fixes[0].edits
    lines = text.splitlines(keepends=True)
    start = sum(map(len, lines[: edit.span.start_line])) + edit.span.start_column
    end = sum(map(len, lines[: edit.span.end_line])) + edit.span.end_column
    assert text[:start] + edit.text + text[end:] == head + fixed.replace("x: 1", "outputs: {}")


@pytest.mark.parametrize("comment", ["# hotlint: disable HOT301", "#hotlint:ignore=HOT301", "# hotlint: disable="])
def test_a_malformed_suppression_is_reported(folder: Path, comment: str) -> None:
    text = f"heat_template_version: 2018-08-31\ndescription: d\nresources: {{}}  {comment}\n"
    (diagnostic,) = hotlint.check("a.yaml", text=text).diagnostics
    assert diagnostic.code == "HOT091"
    assert "malformed suppression comment" in diagnostic.message
    assert tuple(diagnostic.span) == (2, 15, 2, 15 + len(comment))


def test_a_suppression_of_a_disabled_rule_is_not_reported(folder: Path) -> None:
    (folder / ".hotlint.yaml").write_text("ignore: [HOT801]\n")
    (folder / "a.yaml").write_text(TEMPLATE.replace("never used}", "never used}  # hotlint: disable=HOT801"))
    assert [d.code for d in hotlint.check("a.yaml").diagnostics] == ["HOT301"]


@pytest.mark.parametrize("value", ["'a # b'", '"# a"', "'a #b # c'", "[x, '# y', z]", "x#y"])
def test_a_comment_behind_a_string_with_a_number_sign_suppresses(folder: Path, value: str) -> None:
    line = f"  unused: {{type: json, description: d, default: {value}}}"
    text = TEMPLATE.replace("  unused: {type: string, description: never used}", line)
    (folder / "a.yaml").write_text(text.replace(line, f"{line}  # hotlint: disable=HOT801"))
    assert not {"HOT091", "HOT801"} & {d.code for d in hotlint.check("a.yaml").diagnostics}
