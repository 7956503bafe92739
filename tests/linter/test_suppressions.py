"""Suppression comments: their scope, and diagnostics of unused and malformed ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from two_findings import TEMPLATE

import hotlint
from hotlint.cli.main import main


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


def test_a_removed_suppression_makes_no_suppression_of_the_text_behind_it(folder: Path) -> None:
    head = "heat_template_version: 2018-08-31\ndescription: d\n"
    (folder / "a.yaml").write_text(f"{head}# hotlint: disable=HOT301 # hotlint: disable=HOT302\nresources: {{}}\n")
    assert main(["check", "--fix", "--no-cache", "a.yaml"]) == 0
    assert (folder / "a.yaml").read_text() == f"{head}# # hotlint: disable=HOT302\nresources: {{}}\n"


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


OUTPUTS = "heat_template_version: 2018-08-31\ndescription: d\noutputs:\n"


def reported(text: str) -> list[tuple[str, int, str]]:
    """Return code, line and message of each finding."""
    return [(d.code, d.span.start_line + 1, d.message) for d in hotlint.check("t.yaml", text=text).diagnostics]


def test_findings_and_unused_suppressions_above_the_limit_are_left_out(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("suppression", "rules.tally"):
        monkeypatch.setattr(f"hotlint.linter.{module}.KIND_LIMIT", 3)
    undefined = "undefined parameter 'x'"
    lines = [f"  o{n}: {{value: {{get_param: x}}}}\n" for n in range(6)]
    few = lines[0].replace("\n", "  # hotlint: disable=HOT301\n") + "".join(lines[1:4])
    assert reported(OUTPUTS + few) == [("HOT301", line, undefined) for line in (5, 6, 7)]
    note = "only the first 3 findings of HOT301 (unknown-parameter) in this file are reported"
    found = reported(OUTPUTS + few + lines[4])
    assert sorted(found) == [("HOT089", 1, note), *(("HOT301", line, undefined) for line in (5, 6, 7))]
    unused = [f"  o{n}: {{value: 1}}  # hotlint: disable=HOT301\n" for n in range(7)]
    message = "unused suppression of 'HOT301': no such problem is reported here"
    assert reported(OUTPUTS + "".join(unused[:3])) == [("HOT091", line, message) for line in (4, 5, 6)]
    found = reported(OUTPUTS + "".join(unused))
    assert [one for one in found if one[0] == "HOT091"] == [("HOT091", line, message) for line in (4, 5, 6)]
    assert [m for code, _, m in found if code == "HOT089"] == [
        note.replace("HOT301 (unknown-parameter)", "HOT091 (unused-suppression)")
    ]


def test_findings_about_comments_are_among_the_others_by_position(folder: Path) -> None:
    text = (
        OUTPUTS + "  a: {value: 1}  # hotlint: disable=HOT302\n  b: {value: {get_param: x}}\n"
        "  c: {value: 1}  # hotlint: nothing\n  d: {value: {get_param: x}}  # hotlint: disable=HOT301\n"
        "  e: {value: {get_param: x}}"
    )
    report = hotlint.check("t.yaml", text=text)
    assert [(d.code, d.span.start_line) for d in report.diagnostics] == [
        ("HOT091", 3),
        ("HOT301", 4),
        ("HOT091", 5),
        ("HOT301", 7),
    ]
    assert report.suppressed == 1


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("  # hotlint: disable-next-line=HOT301\n  a: {value: {get_param: x}}", []),
        ("  # hotlint: disable-next-line=HOT301\n\n  a: {value: {get_param: x}}", [6]),
        ("  a:\n    # hotlint: disable-next-line=HOT301\n    value: [{get_param: x},\n      {get_param: x}]", [7]),
        ("  a:  # hotlint: disable=HOT301\n    value: [{get_param: x},\n      {get_param: x}]", []),
        ("  a:\n    value:\n    - {get_param: x}  # hotlint: disable=HOT301\n    - {get_param: x}", [7]),
        ("  a: {value: {get_param: x}}\n  # hotlint: disable=HOT301\n  b: {value: {get_param: x}}", [4, 6]),
        ("  ? a  # hotlint: disable=HOT301\n  : value: {get_param: x}", []),
        ("  a: {value: {get_param: x}}\n  # hotlint: disable-file=HOT301", []),
        ("  a: {value: {get_param: x}}\n  # hotlint: disable-file=hot3", []),
        ("  a: {value: {get_param: x}}\n  # hotlint: disable-file=ALL", []),
        ("  a: {value: {get_param: x}}\n  # hotlint: disable-file=301", [4]),
    ],
)
def test_the_lines_that_a_comment_is_for(folder: Path, text: str, lines: list[int]) -> None:
    assert [line for code, line, _ in reported(OUTPUTS + text) if code == "HOT301"] == lines


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("  # hotlint: disable-next-line=HOT091\n  a: {value: 1}  # hotlint: disable=HOT301", []),
        ("  # hotlint: disable-next-line=HOT091\n  a: {value: 1}", [4]),
        ("  # hotlint: disable-next-line=HOT091\n  a: {value: 1}\n  b: {value: 1}  # hotlint: disable=HOT301", [4, 6]),
        ("  # hotlint: disable-file=unused-suppression\n  a: {value: 1}  # hotlint: disable=HOT301", []),
    ],
)
def test_a_suppression_of_the_report_about_another_one_is_used(folder: Path, text: str, lines: list[int]) -> None:
    assert [line for code, line, _ in reported(OUTPUTS + text) if code == "HOT091"] == lines
