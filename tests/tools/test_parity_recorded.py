"""Recorded verdicts: kept under what they are about, so that a new case touches no other."""

from pathlib import Path
from typing import Any

import pytest
from heat_parity.recorded import RecordedVerdicts, UnrecordedError, content_key, read_composition, read_topics, record

CASES = """
def first():
    yield "a: 1", {}
    yield "b: 1", {"parameters": {"x": 1}}

TOPICS = (first,)
"""


def test_keys_depend_on_the_content_alone() -> None:
    assert content_key("a", {"x": 1, "y": 2}) == content_key("a", {"y": 2, "x": 1})
    assert content_key("a", {}) != content_key("b", {}) != content_key("a", {"x": 1})
    assert content_key("a", {}) == "678fabb905d80c8b"


def test_a_case_in_the_middle_touches_no_other(tmp_path: Path) -> None:
    path = tmp_path / "cases.py"
    path.write_text(CASES)
    ((name, before),) = read_topics(path)
    path.write_text(CASES.replace('    yield "b', '    yield "c: 1", {}\n    yield "b'))
    ((_, after),) = read_topics(path)
    assert name == "first"
    assert [case.key for case in before] == [after[0].key, after[2].key]
    assert after[1].key not in {case.key for case in before}


def test_a_case_that_is_not_recorded_names_the_command(tmp_path: Path) -> None:
    recorded = RecordedVerdicts.load(tmp_path / "none.json")
    with pytest.raises(UnrecordedError, match="run `make parity-record`:\na: 1"):
        recorded.verdict("0", "a: 1")


def test_a_recorded_file_has_a_line_for_each_verdict(tmp_path: Path) -> None:
    path = tmp_path / "recorded.json"
    RecordedVerdicts(path, "27.0.1", {"b": True, "a": {"create": None}}).save()
    assert path.read_text().splitlines()[3:5] == ['  "a": {"create": null},', '  "b": true']
    recorded = RecordedVerdicts.load(path)
    assert (recorded.release, len(recorded), recorded.unused()) == ("27.0.1", 2, ["a", "b"])
    assert recorded.verdict("b", "") is True
    assert recorded.unused() == ["a"]


def questions(**verdicts: Any) -> list[tuple[str, str, Any]]:
    return [(key, f"case {key}", lambda verdict=verdict: verdict) for key, verdict in verdicts.items()]


def test_recording_again_changes_only_what_heat_decides_otherwise(tmp_path: Path) -> None:
    path = tmp_path / "data" / "recorded.json"
    first = {"template": True, "create": False, "error": "one of xyz"}
    assert len(record(path, questions(a=True, b=first, c=True), "26.0.0", missing_only=False)) == 3
    assert (
        record(path, questions(a=True, b={**first, "error": "one of abc"}, c=True), "27.0.1", missing_only=False) == []
    )
    assert RecordedVerdicts.load(path).get("b") == first
    changes = record(path, questions(a=False, b={**first, "create": True}), "27.0.1", missing_only=False)
    assert [line.split()[0] for line in changes] == ["changed", "changed", "dropped"]
    recorded = RecordedVerdicts.load(path)
    assert (recorded.release, recorded.get("a"), recorded.get("c")) == ("27.0.1", False, None)


def test_recording_what_is_missing_asks_about_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "recorded.json"
    record(path, questions(a=True), "26.0.0", missing_only=False)
    changes = record(path, questions(a=False, b=False), "26.0.0", missing_only=True)
    assert changes == ["added    b False case b"]
    assert RecordedVerdicts.load(path).get("a") is True


def test_compositions(tmp_path: Path) -> None:
    path = tmp_path / "one.case"
    path.write_text("=== root.yaml\na: 1\n=== sub/child.yaml\n\nb: 1\n=== env2.yaml\n{}\n=== env.yaml\n{}\n")
    case = read_composition(path)
    assert case.name == "one"
    template, environments = case.lay_out(tmp_path / "out")
    assert (tmp_path / "out/sub/child.yaml").read_text() == "\nb: 1\n"
    assert (template.name, [e.name for e in environments]) == ("root.yaml", ["env.yaml", "env2.yaml"])
    path.rename(tmp_path / "two.case")
    assert read_composition(tmp_path / "two.case").key == case.key
    (tmp_path / "two.case").write_text("=== child.yaml\n")
    with pytest.raises(ValueError, match="has no root.yaml"):
        read_composition(tmp_path / "two.case")
