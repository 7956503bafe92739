"""The comparison with Heat: which case is counted in which figure, and when a run fails."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from for_each import for_each
from heat_parity.compare import findings, run
from heat_parity.compare.figures import Figures, parse_threshold, required_share, unmet
from heat_parity.compare.findings import compare_folder, compare_updates, same_value
from heat_parity.compare.run import SETS, planned_sets

HEAD = "heat_template_version: 2018-08-31\n"
GOOD = HEAD + "outputs:\n  it: {value: {list_join: ['-', [a, b]]}}\n"
BAD = HEAD + "outputs:\n  it: {value: {get_attr: [NOPE, x]}}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of cases; of some it is made up that Heat says otherwise than hotlint."""
    rows: list[tuple[str, str, dict[str, Any]]] = [
        ("caught.yaml", BAD, {"valid": False, "op": "fn-new-output", "line": 2, "end_line": 2}),
        ("misplaced.yaml", BAD, {"valid": False, "op": "fn-new-output", "line": 0, "end_line": 0}),
        ("elsewhere.yaml", BAD, {"valid": False, "op": "param-delete", "line": 0, "end_line": 0}),
        ("missed.yaml", GOOD, {"valid": False, "op": "version", "line": 0, "end_line": 0}),
        ("quiet.yaml", GOOD, {"valid": True, "op": "version"}),
        ("value.yaml", GOOD, {"valid": True, "attrs": {}, "result": {"value": "a-b"}}),
        ("other.yaml", GOOD, {"valid": True, "attrs": {}, "result": {"value": "a_b"}}),
        ("failure.yaml", GOOD, {"valid": True, "attrs": {}, "result": {"error": "no", "kind": "ValueError"}}),
        ("noisy.yaml", BAD, {"valid": True, "attrs": {}, "result": {"value": 1}}),
        ("asked.yaml", BAD, {"valid": None}),
    ]
    with (tmp_path / "index.jsonl").open("w") as index:
        for name, text, row in rows:
            (tmp_path / name).write_text(text)
            index.write(json.dumps({"file": name, "error": None, **row}) + "\n")
    return tmp_path


def counts(figures: Figures) -> dict[str, tuple[int, int]]:
    return {name: (figure.agreeing, figure.total) for name, figure in figures.by_name.items()}


def test_figures_of_a_folder(folder: Path) -> None:
    figures = compare_folder(folder)
    assert counts(figures) == {
        "uncrashed": (9, 9),
        "caught": (3, 4),
        "placed": (1, 2),
        "quiet": (4, 5),
        "value": (1, 2),
        "failure": (0, 1),
    }
    disagreements = {(found.figure, found.case.split()[0]) for found in figures.disagreements}
    assert disagreements == {
        ("caught", "missed.yaml"),
        ("placed", "misplaced.yaml"),
        ("quiet", "noisy.yaml"),
        ("value", "other.yaml"),
        ("failure", "failure.yaml"),
    }
    assert figures.to_dict()["caught"] == {"ok": 3, "of": 4, "share": 0.75}
    groups = {name: (group.agreeing, group.total) for name, group in figures.by_group.items()}
    assert groups == {"fn-new-output": (2, 2), "param-delete": (1, 1), "version": (1, 2), "expression": (3, 4)}


@for_each(
    "written, clouds, expected",
    [
        ("a-b", [{"value": "a-b"}, {"value": "a-b"}], {"sound": (1, 1), "known": (1, 1)}),
        ("a-b", [{"value": "a-b"}, {"value": "a"}], {"sound": (0, 1)}),
        ("a-b", [{"value": "a-b"}, {"error": "no"}], {"sound": (0, 1)}),
        ("a-b", [{"value": "a"}, None], {}),
        ("{get_attr: [n, show]}", [{"value": 1}, {"value": 2}], {}),
        ("{get_attr: [n, show]}", [{"value": 1}, {"value": 1}], {"known": (0, 1)}),
        ("{str_split: ['', a]}", [{"error": "no"}, {"error": "no"}], {"sound": (1, 1)}),
        ("{str_split: ['', a]}", [{"error": "no"}, {"value": 1}], {"sound": (0, 1)}),
    ],
)
def test_figures_of_outputs_that_several_clouds_make(
    tmp_path: Path, written: str, clouds: list[Any], expected: dict[str, tuple[int, int]]
) -> None:
    text = f"{HEAD}resources:\n  n: {{type: OS::Neutron::Net}}\noutputs:\n  it: {{value: {written}}}\n"
    (tmp_path / "a.yaml").write_text(text)
    (tmp_path / "index.jsonl").write_text(json.dumps({"file": "a.yaml", "valid": True, "results": {"it": clouds}}))
    found = counts(compare_folder(tmp_path))
    assert {name: found[name] for name in ("sound", "known") if name in found} == expected


def test_codes_that_are_stricter_on_purpose_are_quiet(folder: Path) -> None:
    noisy = next(f for f in compare_folder(folder).disagreements if f.figure == "quiet")
    code = noisy.detail[0].split("@")[0]
    assert counts(compare_folder(folder, stricter=[code]))["quiet"] == (5, 5)


def test_the_command_fails_below_a_threshold_and_when_hotlint_crashes(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert findings.main([str(folder)], "compare") == 0
    assert "caught     3/4 = 75.00%" in capsys.readouterr().out
    assert findings.main([str(folder), "--at-least", "caught=75"], "compare") == 0
    assert findings.main([str(folder), "--at-least", "caught=75.1"], "compare") == 1
    assert "caught is 3/4 = 75.00%, required is 75.10%" in capsys.readouterr().err
    assert findings.main([str(folder), "--at-least", "same=1"], "compare") == 1
    assert "same is required, but no case counts for it" in capsys.readouterr().err

    def crash(*args: Any, **kwargs: Any) -> Any:
        raise RuntimeError("broken")

    monkeypatch.setattr("hotlint.check", crash)
    assert findings.main([str(folder), "--json"], "compare") == 1
    output = capsys.readouterr()
    assert json.loads(output.out)["uncrashed"] == {"ok": 0, "of": 9, "share": 0.0}
    assert "uncrashed is 0/9" in output.err


def test_thresholds() -> None:
    thresholds = [parse_threshold(text, SETS) for text in ("quiet=99", "mutations:quiet=100", "updates:same=95")]
    assert required_share(thresholds, "mutations", "quiet") == 1
    assert required_share(thresholds, "creations", "quiet") == 0.99
    assert required_share(thresholds, "creations", "caught") is None
    figures = Figures()
    for agrees in (True, False):
        figures.count("quiet", agrees, "case")
    assert unmet(figures, thresholds, "creations") == ["creations: quiet is 1/2 = 50.00%, required is 99.00%"]
    assert unmet(figures, thresholds, "updates")[-1] == "updates: same is required, but no case counts for it"
    assert unmet(Figures(), thresholds, "creations") == []


@for_each("text", ["quiet", "quiet=", "quiet=x", "quiet=101", "quiet=-1", "loud=9", ":quiet=9", "nope:quiet=9"])
def test_what_is_no_threshold(text: str) -> None:
    with pytest.raises(ValueError):
        parse_threshold(text, SETS)


def test_equal_values() -> None:
    assert same_value({"a": [1, 2.0]}, {"a": [1.0, 2]})
    assert same_value({1: "x"}, {"1": "x"})
    assert not same_value(True, 1)
    assert not same_value([1], [1, 2])
    assert not same_value({"a": 1}, {"b": 1})
    assert not same_value("1", 1)


def test_figures_of_updates(tmp_path: Path) -> None:
    answers = {
        "same": '{"resources": [{"path": ["it"], "action": "replace"}]}',
        "milder": '{"resources": []}',
        "unknown": '{"resources": [{"path": ["it"], "action": "unknown"}, {"path": ["it", "in"], "action": "add"}]}',
        "refused": '{"resources": [], "refused": ["p"]}',
        "broken": "no JSON",
    }
    row = {"old": "old.yaml", "source": "T", "refused": None, "actions": {"it": "replace", "b": "asked"}}
    rows = [{**row, "new": f"{name}.yaml"} for name in answers]
    rows[3] |= {"refused": "immutable parameters: p", "actions": {}}
    (tmp_path / "index.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    script = tmp_path / "hotlint.py"
    script.write_text(f"import sys, pathlib\nprint({answers}[pathlib.Path(sys.argv[-1]).stem])")
    figures = compare_updates(tmp_path, [sys.executable, str(script)])
    assert counts(figures) == {"answered": (4, 5), "same": (1, 3), "not-milder": (2, 3), "refused": (1, 1)}
    assert unmet(figures, []) == ["answered is 4/5 = 80.00%, required is 100.00%"]


def prepared(tmp_path: Path, folder: Path) -> list[str]:
    """Options of `run` for a folder of cases that is there already."""
    folder.rename(tmp_path.parent / "mutations")
    none = [f"--{name}=0" for name, default in SETS.items() if not isinstance(default, bool) and name != "mutations"]
    return [
        "--heat-python",
        "x",
        "--reuse",
        "--out",
        str(tmp_path.parent),
        "--no-packed",
        "--no-corpus",
        "--no-own-tests",
        "--no-peers",
        *none,
    ]


def test_a_run_prints_one_table(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run, "installed_release", lambda interpreter: "22.0.0")
    options = prepared(tmp_path, folder)
    assert run.main([*options, "--at-least", "mutations:caught=75", "quiet=80"], "run") == 0
    lines = capsys.readouterr().out.splitlines()
    assert any("target 2024.1; Heat 22.0.0; seed 1" in line for line in lines)
    assert ["mutations", "caught", "3", "4", "75.00%", "75.00%"] in [line.split() for line in lines]
    report = (tmp_path.parent / "report.md").read_text()
    assert "target 2024.1; Heat 22.0.0; seed 1" in report and report.count("\n- caught mutations/") == 1
    assert (tmp_path.parent / "config" / ".hotlint.yaml").read_text() == "default_environment: true\ntarget: 2024.1\n"
    assert run.main([*options, "--at-least", "mutations:caught=80"], "run") == 1
    assert "mutations: caught is 3/4 = 75.00%, required is 80.00%" in capsys.readouterr().err


def test_a_run_fails_without_heat_and_when_cases_cannot_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run.main(["--heat-python", str(tmp_path / "python"), "--out", str(tmp_path)], "run") == 2
    assert "has no Heat" in capsys.readouterr().err
    monkeypatch.setattr(run, "installed_release", lambda interpreter: "27.0.1")
    failing = tmp_path / "heat"
    failing.write_text("#!/bin/sh\necho no engine >&2\nexit 1\n")
    failing.chmod(0o755)
    options = [
        "--heat-python",
        str(failing),
        "--out",
        str(tmp_path / "out"),
        "--no-packed",
        "--no-corpus",
        "--no-own-tests",
        "--no-peers",
    ]
    assert run.main(options, "run") == 1
    assert "mutations: cases could not be made: no engine" in capsys.readouterr().err


def test_sets_that_are_left_out() -> None:
    options = run._parser("run").parse_args(["--heat-python", "x", "--creations", "0", "--no-packed", "--seed", "7"])
    sets = {one.name: one.arguments for one in planned_sets(options)}
    assert list(sets) == [
        "mutations",
        "expressions",
        "unknowns",
        "resources",
        "references",
        "faults",
        "corpus",
        "own-tests",
        "peers",
        "systems",
        "updates",
    ]
    assert sets["expressions"] == ("expressions", "--seed", "7", "--count", "1000")
