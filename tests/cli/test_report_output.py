"""What a report shows, and what is said next to it, of findings that are made up."""

from __future__ import annotations

import io
import json
import re
import sys
from argparse import ArgumentTypeError, Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import pytest
from for_each import for_each

from hotlint.cli import report_output
from hotlint.cli.report_output import limited, must_be_writable, report_file, use_color, write_report
from hotlint.cli.subcommands import parser
from hotlint.common.printable import with_printable_output
from hotlint.operations import git
from hotlint.operations.errors import OperationError
from hotlint.output.findings.model import FileReport, Finding, PositionSpan
from hotlint.output.formats import format_names

SPAN = PositionSpan(0, 0, 0, 1)


def finding(
    code: str = "HOT1", severity: Literal["error", "warning", "info"] = "error", path: str = "a.yaml"
) -> Finding:
    return Finding(code, severity, "wrong", SPAN, rule="rule", path=path, lines=("x",))


def options(*words: str) -> Namespace:
    return parser("check").parse_args(["--no-baseline", "-f", "concise", *words])


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("GITHUB_ACTIONS", "FORCE_COLOR", "NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)


def said(capsys: pytest.CaptureFixture[str], reports: Iterable[FileReport], *words: str) -> str:
    """Return what is written on standard error next to a report."""
    write_report(reports, options(*words))
    return capsys.readouterr().err


def test_the_file_with_the_most_expensive_dry_runs_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """Not one whose dry runs cost next to nothing, and only with --statistics."""
    cheap, costly = (
        FileReport("b.yaml", (), evaluation=0.0049, budget=10),
        FileReport("c\n", (), evaluation=0.5, budget=2.5),
    )
    assert said(capsys, [cheap], "--statistics") == ""
    assert said(capsys, [], "--statistics") == ""
    assert said(capsys, [cheap, costly, cheap], "--statistics") == (
        "hotlint: dry runs used at most 0.50 of 2.5 seconds, in c\\n\n"
    )
    assert said(capsys, [costly]) == ""
    [line] = said(capsys, [cheap._replace(evaluation=0.005)], "--statistics").splitlines()
    assert line.endswith("of 10 seconds, in b.yaml")


@pytest.mark.parametrize(
    ("count", "subject"),
    [(1, "a template that others use gets"), (2, "2 templates that others use get")],
)
def test_what_is_assumed_is_counted(count: int, subject: str, capsys: pytest.CaptureFixture[str]) -> None:
    reports = [FileReport("a.yaml", (), is_supplied=n < count) for n in range(4)]
    line = f"hotlint: assumed that {subject} the values and types that are missing\n"
    assert said(capsys, reports) == line
    assert said(capsys, reports[count:]) == said(capsys, reports, "-f", "json") == ""


def test_counts_of_rules_are_next_to_a_format_without_a_place_for_them(capsys: pytest.CaptureFixture[str]) -> None:
    reports = [FileReport("a.yaml", (finding(), finding("HOT2", "info"), finding()))]
    counts = ["     2  HOT1  error    rule", "     1  HOT2  info     rule"]
    assert said(capsys, reports, "--statistics").splitlines() == counts
    assert said(capsys, reports, "--statistics", "-f", "json") == ""
    write_report(reports, options("--statistics", "-f", "text", "--color", "never"))
    shown = capsys.readouterr()
    assert all(line in shown.out for line in counts) and shown.err == ""


def test_environments_that_were_found_are_said_where_people_read(capsys: pytest.CaptureFixture[str]) -> None:
    found = FileReport("a.yaml", (), environments=("one\n.env", "two.env"), is_discovered=True)
    given = FileReport("b.yaml", (), environments=("one.env",))
    hint = "use -e to choose other environments, --no-discovery for none\n"
    one = f"hotlint: checking a.yaml with one\\n.env, two.env, found by name, types or a script; {hint}"
    assert said(capsys, [given, found]) == one
    assert said(capsys, [given, found], "-f", "text") == one
    assert said(capsys, [given, found], "-f", "markdown", "-o", "report.md") == one
    assert said(capsys, [found], "-q") == said(capsys, [found], "-f", "markdown") == said(capsys, [given]) == ""
    assert said(capsys, [given, found, found]) == (
        "hotlint: checking 2 templates with environments found by name, types or a script, "
        f"such as a.yaml with one\\n.env, two.env; {hint}"
    )


def test_plugins_that_were_found_are_said(capsys: pytest.CaptureFixture[str]) -> None:
    reports = [FileReport(name, (), plugins=("heat",)) for name in ("a.yaml", "b.yaml")]
    said_once = "hotlint: types of the plugins in heat are known (--no-discovery uses none)\n"
    assert said(capsys, reports) == said_once


@pytest.mark.parametrize("name", ["text", "concise", "json", "sarif"])
@pytest.mark.parametrize(("cause", "count"), [("type Acme::*", 1), ("hidden properties", 2), ("type Acme::Web", 2)])
def test_what_a_tree_has_in_common_is_one_finding_in_every_format(name: str, cause: str, count: int) -> None:
    """What a baseline knows hides nothing, and the rules are counted as in the formats for programs."""
    found = [finding("HOT2", path=f"{n}.yaml")._replace(causes=(cause,)) for n in "abc"]
    found[0] = found[0]._replace(state="unchanged")
    write_report([FileReport(d.path, (d,)) for d in found], options("--report", f"{name}=all.txt", "--statistics"))
    shown = Path("all.txt").read_text()
    if name == "concise":
        assert shown.count("HOT2") == count
    if name == "json":
        document = json.loads(shown)
        assert document["summary"]["error"] == document["statistics"][0]["findings"] == count
    if name == "sarif":
        assert len(json.loads(shown)["runs"][0]["results"]) == count + 1
    if name == "text":
        assert f"{count}  HOT2" in shown


def test_only_the_files_that_were_checked_again_are_shown_in_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    reports = [FileReport(name, (finding(path=name),)) for name in ("a.yaml", "b.yaml")]
    write_report(reports, options("-f", "text", "--color", "never", "--report", "concise=all.txt"), {"b.yaml"})
    shown = capsys.readouterr().out
    assert "b.yaml:1:1" in shown and "a.yaml:1:1" not in shown
    assert shown.endswith("\nFound 2 errors in 2 of 2 files.\n")
    assert Path("all.txt").read_text() == "a.yaml:1:1: error HOT1 wrong\nb.yaml:1:1: error HOT1 wrong\n"
    write_report(reports, options("-f", "markdown"), {"b.yaml"})
    assert "`a.yaml`" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "own", "severity", "state", "code"),
    [
        ((), None, "error", "", 1), ((), None, "warning", "", 0), ((), "info", "info", "", 1),
        (("--fail-on", "warning"), "info", "info", "", 0), (("--fail-on", "warning"), None, "warning", "", 1),
        (("--fail-on", "never",), None, "error", "", 0), ((), None, "error", "unchanged", 0),
    ],
)  # fmt: skip
def test_the_mildest_severity_that_fails(
    words: tuple[str, ...],
    own: Literal["info"] | None,
    severity: Literal["error", "warning", "info"],
    state: str,
    code: int,
) -> None:
    report = FileReport("a.yaml", (finding(severity=severity)._replace(state=state),), fail_on=own)
    assert write_report([FileReport("b.yaml", ()), report, FileReport("c.yaml", ())], options(*words)) == code
    assert write_report([report], options(*words, "--fix-only")) == 0


def test_more_findings_of_a_rule_than_the_limit_are_counted() -> None:
    reports = [
        FileReport("a.yaml", (finding(), finding("HOT2"), finding())),
        FileReport("b.yaml", (finding("HOT2"), finding(), finding("HOT3"))),
    ]
    shown, more = limited(reports, 1)
    assert [[d.code for d in r.diagnostics] for r in shown] == [["HOT1", "HOT2"], ["HOT3"]]
    assert more == {("HOT1", "rule"): 2, ("HOT2", "rule"): 1}
    assert limited(reports, 3) == (reports, {})
    assert limited(reports, 2)[1] == {("HOT1", "rule"): 1}


@for_each(
    ("choice", "is_terminal", "environment", "expected"),
    [
        ("always", False, {"NO_COLOR": "1"}, True), ("always", False, {}, True), ("never", True, {"FORCE_COLOR": "1"}, False),
        ("auto", True, {}, True), ("auto", False, {}, False), ("auto", True, {"TERM": "dumb"}, False),
        ("auto", True, {"TERM": "xterm"}, True), ("auto", False, {"TERM": "xterm"}, False),
        ("auto", False, {"FORCE_COLOR": "1"}, True), ("auto", True, {"FORCE_COLOR": "1", "TERM": "dumb"}, True),
        ("auto", True, {"NO_COLOR": "1"}, False), ("auto", True, {"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
        ("auto", True, {"NO_COLOR": ""}, True), ("auto", False, {"FORCE_COLOR": ""}, False),
    ],
)  # fmt: skip
def test_when_colors_are_written(
    choice: str, is_terminal: bool, environment: dict[str, str], expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    stream = io.StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: is_terminal, raising=False)
    monkeypatch.setattr(sys, "stdout", stream)
    assert use_color(choice) is expected


@pytest.mark.parametrize("words", [("-f", "parquet", "-o", "x"), ("--report", "parquet=x")])
def test_a_format_whose_package_is_missing_is_said_first(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(what: str, name: str) -> None:
        if name == "parquet":
            raise ModuleNotFoundError(name="pyarrow.parquet")

    monkeypatch.setattr(report_output, "binary_writer", missing)
    must_be_writable(options())
    with pytest.raises(OperationError) as raised:
        must_be_writable(options(*words))
    assert str(raised.value) == (
        "a report as parquet requires the package 'pyarrow', which is not installed: pip install 'hotlint[dask]'"
    )


def test_a_binary_format_needs_a_file_only_where_it_is_the_report(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report_output, "binary_writer", lambda what, name: print if name == "parquet" else None)
    must_be_writable(options("--report", "parquet=x"))
    must_be_writable(options("-f", "parquet", "-o", "x"))
    with pytest.raises(OperationError) as raised:
        must_be_writable(options("-f", "parquet", "--report", "parquet=x"))
    assert str(raised.value) == (
        "a report as parquet is not text: --output FILE or --report parquet=FILE names its file"
    )


@pytest.mark.parametrize(
    ("value", "shown"), [("true", "::error file=a.yaml"), ("1", "a.yaml:1:1: error"), ("", "a.yaml:1:1: error")]
)
def test_a_job_of_github_gets_its_own_format(
    value: str, shown: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Unless another one is asked for; --output leaves it to the terminal."""
    monkeypatch.setenv("GITHUB_ACTIONS", value)
    reports = [FileReport("a.yaml", (finding(),))]
    plain = parser("check").parse_args(["--no-baseline"])
    for given in (plain, Namespace(**{**vars(plain), "format": "json", "output": "a.json"})):
        write_report(reports, given)
        assert capsys.readouterr().out.startswith(shown)
    assert '"diagnostics"' in Path("a.json").read_text()
    write_report(reports, options())
    assert capsys.readouterr().out == "a.yaml:1:1: error HOT1 wrong\n"


@pytest.mark.parametrize(("value", "is_told"), [("true", False), ("", True)])
def test_sarif_tells_what_is_gone_but_to_github(
    value: str, is_told: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Code scanning would open an alert for it; other formats show neither that nor what is known."""
    monkeypatch.setenv("GITHUB_ACTIONS", value)
    known = '{"version": 1, "findings": {"a.yaml": {"": {"HOT1": 1}, "gone": {"HOT1": 1}, "more": {"HOT1": 1}}}}'
    Path("known.json").write_text(known)
    reports = [FileReport("a.yaml", (finding(), finding("HOT2")))]
    words = ["--baseline", "known.json", "-f"]
    assert write_report(reports, parser("check").parse_args([*words, "sarif"])) == 1
    shown = capsys.readouterr()
    states = re.findall(r'"baselineState": "(\w+)"', shown.out)
    assert states == ["unchanged", "new", *(["absent"] * 2 if is_told else [])]
    assert shown.err == (
        "hotlint: 2 findings are in 'known.json' and no longer found; 'hotlint baseline update' removes what is gone\n"
    )
    assert write_report(reports, parser("check").parse_args([*words, "concise"])) == 1
    assert capsys.readouterr().out == "a.yaml:1:1: error HOT2 wrong\n"
    assert write_report(reports[:1], parser("check").parse_args([*words, "sarif", "--no-baseline"])) == 1
    assert "baselineState" not in capsys.readouterr().out


def test_a_report_of_changed_lines_counts_what_it_leaves_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What a baseline knows is left out without a word."""
    asked: list[object] = []

    class Lines:
        """Findings of HOT2 are about lines that changed."""

        def __init__(self, revision: str, of_text: object) -> None:
            asked.append((revision, of_text))

        def only(self, report: FileReport) -> FileReport:
            return report._replace(diagnostics=tuple(d for d in report.diagnostics if d.code == "HOT2"))

    def of_text(text: bytes, path: str) -> FileReport:
        return FileReport(path, ())

    monkeypatch.setattr(git, "ChangedLines", Lines)
    Path("known.json").write_text('{"version": 1, "findings": {"a.yaml": {"": {"HOT1": 1}}}}')
    words = ["-f", "concise", "--new-from", "main", "--baseline", "known.json"]
    given = parser("check").parse_args(words)
    hint = "of lines that did not change (--new-from)"
    for count, left_out in ((1, None), (2, "1 finding"), (3, "2 findings")):
        reports = [FileReport("a.yaml", (*[finding()] * count, finding("HOT2"))), FileReport("b.yaml", ())]
        assert write_report(reports, given, of_text=of_text) == 1
        shown = capsys.readouterr()
        assert shown.err == (f"hotlint: not reported: {left_out} {hint}\n" if left_out else "")
        assert shown.out == "a.yaml:1:1: error HOT2 wrong\n"
    assert write_report([FileReport("a.yaml", (finding(), finding()))], given, of_text=of_text) == 0
    assert asked == [("main", of_text)] * 4


def test_a_baseline_that_is_none_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    Path("other.json").write_text("[]")
    why = {
        "other.json": "'other.json' is no baseline of version 1; write it anew with 'hotlint baseline write'",
        "gone.json": "cannot read 'gone.json': No such file or directory",
    }
    for name, message in why.items():
        with pytest.raises(OperationError) as raised:
            write_report([], parser("check").parse_args(["--baseline", name]))
        assert str(raised.value) == message
    write_report([], parser("check").parse_args(["--baseline", "gone.json", "--no-baseline"]))


@pytest.mark.parametrize(
    ("name", "is_folded"), [("text", True), ("markdown", True), ("html", True), ("concise", False), ("json", False)]
)
def test_people_read_one_finding_for_one_cause(name: str, is_folded: bool) -> None:
    """The number of places is said where it is another one."""
    reports = [
        FileReport("a.yaml", (finding()._replace(identity="cause"), finding("HOT3"))),
        FileReport("b.yaml", (finding("HOT2", path="b.yaml")._replace(causes=("cause",)),)),
        FileReport("c.yaml", (finding("HOT2", path="c.yaml")._replace(causes=("gone",), deployments=("x",)),)),
    ]
    write_report(reports, options("--report", f"{name}=all.txt"))
    shown = Path("all.txt").read_text()
    assert ("3 errors at 4 places" in shown) is is_folded
    write_report(reports[2:], options("--report", f"{name}=all.txt"))
    assert "places" not in Path("all.txt").read_text()


@pytest.mark.parametrize("words", ["text", "concise", "json --color always", "markdown --color always"])
def test_a_line_of_a_file_is_no_command_of_a_build_server(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    reports = [FileReport("a.yaml", (finding()._replace(lines=("::error::x",), message="\x1b[1m"),))]
    with_printable_output(lambda: write_report(reports, options("-f", *words.split())))
    shown = capsys.readouterr().out
    assert "\x1b" not in shown
    assert not re.search(r"^\s*::", shown, re.MULTILINE)


def test_files_are_written_in_the_order_of_the_options() -> None:
    for words, name in (
        (("-o", "gone/a", "--report", "json=gone/b"), "gone/a"),
        (("--report", "json=gone/b"), "gone/b"),
    ):
        with pytest.raises(OperationError) as raised:
            write_report([], options(*words))
        assert str(raised.value) == f"cannot write '{name}': No such file or directory"
    for words, name in (
        (("-o", "a", "--report", "json=./a"), "a"),
        (("--report", "text=./b", "--report", "json=b"), "./b"),
    ):
        with pytest.raises(OperationError) as raised:
            write_report([], options(*words))
        assert str(raised.value) == f"two reports cannot be in one file: '{name}'"
        assert not Path(name).exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("json", "a report is FORMAT=FILE, such as sarif=hotlint.sarif, not 'json'"),
        ("json=", "a report is FORMAT=FILE, such as sarif=hotlint.sarif, not 'json='"),
        ("srif=a=b", "there is no format 'srif' (did you mean 'sarif'?)"),
        ("x=a", f"there is no format 'x' (there are {', '.join(format_names('findings'))})"),
    ],
)
def test_what_is_no_report_is_said(text: str, message: str) -> None:
    with pytest.raises(ArgumentTypeError) as raised:
        report_file(text)
    assert str(raised.value) == message
    assert report_file("json=a=b") == ("json", "a=b")


def test_names_that_no_encoding_holds_are_escaped_in_a_file() -> None:
    reports = [FileReport("a\udcff.yaml", (finding(path="a\udcff.yaml"),))]
    write_report(reports, options("--report", "concise=all.txt", "-o", "one.txt"))
    assert "\\udcff.yaml:1:1: error HOT1 wrong" in Path("all.txt").read_text()
