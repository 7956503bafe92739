"""`hotlint test`: discovery, formats, exit codes, coverage, watching."""

from __future__ import annotations

import json
import pickle
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml

from hotlint.cli.commands.test import suite_request
from hotlint.cli.main import main
from hotlint.cli.subcommands import parser
from hotlint.operations.test import SuiteRuns

TEMPLATE = """\
heat_template_version: 2018-08-31
parameters:
  name: {type: string, default: web}
  large: {type: boolean, default: false}
conditions:
  is_large: {get_param: large}
resources:
  server:
    type: OS::Nova::Server
    properties: {name: {get_param: name}, flavor: {if: [is_large, m1.large, m1.small]}, networks: [{network: n}]}
outputs:
  name: {value: {get_param: name}}
  text: {value: "one\\ntwo\\nthree\\n"}
"""
SUITE = """\
template: t.yaml
tests:
- name: 'name <&> "quoted" # 1'
  assert: {outputs.name: web}
- name: fails
  assert:
    outputs.name: db
    outputs.text: "one\\n2\\nthree\\n"
- name: later
  skip: not yet
"""
PASSING = "template: ../t.yaml\ntests:\n- name: passes\n  assert: {outputs.name: web}\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a template, a suite of which a test fails, and one in a folder below that is known by its content."""
    (tmp_path / "t.yaml").write_text(TEMPLATE)
    (tmp_path / "a.hot-test.yaml").write_text(SUITE)
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "suite.yaml").write_text(PASSING)
    (tmp_path / "below" / "other.yaml").write_text("tests:\n- a\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_text(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test"]) == 1
    out = capsys.readouterr().out
    assert "FAILED a.hot-test.yaml: 1 passed, 1 failed, 1 skipped" in out
    assert "ok below/suite.yaml: 1 passed" in out
    assert "a.hot-test.yaml:7:19: outputs.name is 'web'; expected 'db'\n      7 |     outputs.name: db\n" in out
    assert "      - 2\n      + two\n" in out
    assert re.search(r"4 tests in 2 suites: 2 passed, 1 failed, 1 skipped \(\d+ ms\)\.\n$", out)


def test_exit_codes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", "below"]) == 0
    assert main(["test", "a.hot-test.yaml"]) == 1
    assert main(["test", "missing.yaml"]) == 2
    assert main(["test", "-k", "and"]) == 2
    assert main(["test", "--coverage-report", "pdf=x"]) == 2
    assert main(["test", "--config", "missing.yaml"]) == 2
    (folder / "empty").mkdir()
    assert main(["test", "empty"]) == 0
    assert "No suites found." in capsys.readouterr().out


def test_a_suite_that_cannot_be_read_fails(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "b.hot-test.yaml").write_bytes(b"\xff\xfe\x00\x00\x00")
    assert main(["test", "b.hot-test.yaml"]) == 1
    assert "cannot be read" in capsys.readouterr().out


def test_selection(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", "-k", "not fails"]) == 0
    assert main(["test", "-k", "below/suite"]) == 0
    assert "1 tests in" not in capsys.readouterr().out


def test_verbose_lists_every_test(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["test", "--show-passed"])
    out = capsys.readouterr().out
    assert "  ok passes (" in out
    assert "  skipped later: not yet\n" in out


def test_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", "-f", "json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert (data["ok"], data["tests"], data["failed"]) == (False, 4, 1)
    failure = data["suites"][0]["tests"][1]["failures"][1]
    assert failure["path"] == "outputs.text"
    assert failure["difference"] == ["  one", "- 2", "+ two", "  three"]
    assert failure["range"]["start_line"] == 7


def test_junit(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "b.hot-test.yaml").write_text("template: t.yaml\ntests: 5\n")
    assert main(["test", "-f", "junit"]) == 1
    root = ElementTree.fromstring(capsys.readouterr().out)
    assert {name: root.attrib[name] for name in ("tests", "failures", "errors")} == {
        "tests": "4", "failures": "1", "errors": "1",
    }  # fmt: skip
    first, broken, _ = root.findall("testsuite")
    names = [case.attrib["name"] for case in first.findall("testcase")]
    assert names == ['name <&> "quoted" # 1', "fails", "later"]
    assert "expected 'db'" in (first.find("testcase/failure").text or "")  # type: ignore[union-attr]
    assert first.find("testcase/skipped") is not None
    assert broken.find("testcase/error") is not None


def test_tap(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", "-f", "tap"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == ["TAP version 14", "1..4", 'ok 1 - a.hot-test.yaml - name <&> "quoted" \\# 1']
    assert "ok 3 - a.hot-test.yaml - later # SKIP not yet" in lines
    start, end = lines.index("  ---"), lines.index("  ...")
    detail = yaml.safe_load("\n".join(lines[start + 1 : end]))
    assert [failure["at"] for failure in detail["failures"]] == ["a.hot-test.yaml:7:19", "a.hot-test.yaml:8:19"]


def test_results_in_a_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", "-f", "junit", "-o", "results.xml"]) == 1
    assert ElementTree.parse(folder / "results.xml").getroot().tag == "testsuites"
    assert "FAILED a.hot-test.yaml" in capsys.readouterr().out


def test_processes_give_the_same_results(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def results(*options: str) -> str:
        main(["test", "--coverage", *options])
        return re.sub(r"[\d.]+ m?s\b", "", capsys.readouterr().out)

    assert results("-j", "2") == results()


def test_coverage(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    reports = [f"--coverage-report={name}=out/{name}" for name in ("text", "json", "html", "lcov")]
    assert main(["test", "below", "--coverage", *reports]) == 0
    out = capsys.readouterr().out
    assert ["t.yaml", "1/2", "1/2", "1/1", "2/2", "71.4%", "33.3%"] in [line.split() for line in out.splitlines()]
    assert "t.yaml:6:3: condition 'is_large' is never true\n" in out
    data = json.loads((folder / "out/json").read_text())
    assert data["covered"] == 71.43
    points = data["templates"][0]["points"]
    server = {"kind": "resource", "name": "server", "outcome": None, "line": 7, "column": 2, "hits": 1, "assertions": 0}
    assert server in points
    assert [point["name"] for point in points if point["assertions"]] == ["name"]
    assert data["asserted"] == 33.33
    lcov = (folder / "out/lcov").read_text().splitlines()
    assert lcov[:4] == ["TN:", "SF:t.yaml", "BRDA:6,0,0,-", "BRDA:6,0,1,1"]
    assert {"BRF:4", "BRH:2", "DA:8,1", "end_of_record"} <= set(lcov)
    html = (folder / "out/html").read_text()
    assert 'data-coverage="partial"' in html
    assert "<script>" in html and "http://" not in html


def test_coverage_that_is_too_low_fails(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", "below", "--fail-under", "71"]) == 0
    assert main(["test", "below", "--fail-under", "72"]) == 1
    assert "the coverage is 71.4%, lower than 72%" in capsys.readouterr().err


def test_snapshots(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "below" / "suite.yaml").write_text("template: ../t.yaml\ntests:\n- name: all\n  snapshot: true\n")
    assert main(["test", "below"]) == 1
    assert main(["test", "below", "--update-snapshots"]) == 0
    assert "1 snapshot written" in capsys.readouterr().out
    assert main(["test", "below"]) == 0
    (folder / "t.yaml").write_text(TEMPLATE.replace("default: web", "default: db"))
    assert main(["test", "below"]) == 1
    assert "-   name: web\n      +   name: db" in capsys.readouterr().out


def test_tests_that_are_not_selected_keep_their_snapshots(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    suite, stored = folder / "below" / "suite.yaml", folder / "below" / "__snapshots__" / "suite.yaml.snap"
    tests = "- name: one\n  snapshot: true\n- name: two\n  snapshot: true\n"
    suite.write_text(f"template: ../t.yaml\ntests:\n{tests}")
    assert main(["test", "below", "-u"]) == 0
    assert "2 snapshots written" in capsys.readouterr().out
    both = stored.read_text()
    assert main(["test", "below", "-u", "-k", "one"]) == 0
    assert "written" not in capsys.readouterr().out
    assert stored.read_text() == both
    suite.write_text("template: ../t.yaml\ntests:\n- name: one\n  snapshot: true\n")
    assert main(["test", "below", "-u"]) == 0
    assert "two:" in both and "one:" in stored.read_text() and "two:" not in stored.read_text()


def test_explain(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["test", "a.hot-test.yaml", "--why"])
    out = capsys.readouterr().out
    assert "how the value is computed:\n        outputs.name = 'web'" in out


def test_the_configuration_of_the_template_counts(folder: Path) -> None:
    (folder / "env.yaml").write_text("parameters: {name: db}\n")
    (folder / ".hotlint.yaml").write_text("environments: [env.yaml]\n")
    assert main(["test", "below"]) == 1
    assert main(["test", "below", "--no-config"]) == 0
    (folder / ".hotlint.yaml").write_text("exclude: [below/, a.hot-test.yaml]\n")
    assert main(["test"]) == 0


def test_watch_runs_again_when_a_file_changes(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from hotlint.cli.commands import test as command
    from hotlint.operations.batch import file_watch

    def change() -> None:
        (folder / "t.yaml").write_text(TEMPLATE.replace("default: web", "default: database"))

    monkeypatch.setattr(file_watch, "_wait", lambda known: change())
    original = command.watch
    monkeypatch.setattr(command, "watch", lambda runs, run_all: original(runs, run_all, rounds=2))
    main(["test", "below", "--watch"])
    out = capsys.readouterr().out
    assert out.index("1 passed") < out.index("a file has changed") < out.index("1 failed")


def test_watch_notices_a_new_suite_in_a_folder_below(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from hotlint.cli.commands import test as command
    from hotlint.operations.batch import file_watch

    (folder / "deep" / "er").mkdir(parents=True)

    def change() -> None:
        text = "{template: ../../t.yaml, tests: [{name: newcomer, errors: []}]}"
        (folder / "deep" / "er" / "new.yaml").write_text(text)

    monkeypatch.setattr(file_watch, "_wait", lambda known: change())
    watch = command.watch
    monkeypatch.setattr(command, "watch", lambda runs, run_all: watch(runs, run_all, rounds=2))
    main(["test", ".", "--watch", "--show-passed"])
    before, _, after = capsys.readouterr().out.partition("a file has changed")
    assert "newcomer" not in before
    assert "newcomer" in after


def test_another_process_runs_suites_as_this_one_does(folder: Path) -> None:
    """Where processes start anew, they get the runs as a pickle."""
    options = parser("test").parse_args(["-k", "fails or later"])
    for with_coverage in (False, True):
        request = suite_request(options, ["."], coverage=with_coverage)
        runs = SuiteRuns(request)
        copy = pickle.loads(pickle.dumps(runs))
        assert (copy.paths, copy.request) == (["."], request)
        result, coverage = copy.one("a.hot-test.yaml")
        assert [test.name for test in result.tests] == [test.name for test in runs.one("a.hot-test.yaml")[0].tests]
        assert (coverage is not None) is with_coverage
