"""Which findings count as those that a baseline knows at another place, and how many findings it may know."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from hotlint.operations.baseline import Baseline, BaselineError, BaselineKey, read_baseline
from hotlint.output.findings.model import FileReport, Finding, PositionSpan

TEMPLATE = """\
heat_template_version: 2018-08-31
resources:
  new: {type: OS::Nova::Server, metadata: [a, b, {c: d}]}
  kept: {type: OS::Nova::Server}
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.yaml").write_text(TEMPLATE)


def reports(*wheres: str, path: str = "a.yaml", code: str = "HOT1") -> list[FileReport]:
    span = PositionSpan(0, 0, 0, 1)
    found = (Finding(code, "error", "wrong", span, path=path, where=where) for where in wheres)
    return [FileReport(path, tuple(found))]


def baseline(*wheres: str, path: str = "a.yaml", code: str = "HOT1") -> Baseline:
    return Baseline("b.json", {BaselineKey(path, where, code): 1 for where in wheres})


def states(known: Baseline, found: Iterable[FileReport]) -> list[str]:
    return [d.state for report in known.marked(found) for d in report.diagnostics]


@pytest.mark.parametrize(
    ("before", "now", "is_known"),
    [
        ("resources.new.type", "resources.new.type", True),
        ("resources.old.type", "resources.new.type", True),
        ("resources.old.metadata.1", "resources.new.metadata.2", True),
        ("resources.new.metadata.1", "resources.new.metadata.12", True),
        ("resources.new.metadata.a", "resources.new.metadata.1", False),
        ("resources.new.metadata.1", "resources.new.metadata.a", False),
        ("resources.kept.type", "resources.new.type", False),  # it is still there
        ("resources.old.type", "resources.new.types", False),
        ("parts.old.type", "resources.new.type", False),
        ("resources.old", "resources.new", False),
        ("resources.old.type", "resources.new.type.x", False),
        ("resources.new.type.x", "resources.new.type", False),
        ("others.new.type", "resources.new.type", True),
        ("type", "types", False),
        ("", "", True),
    ],
)
def test_one_name_above_a_finding_and_any_index_may_differ(before: str, now: str, is_known: bool) -> None:
    known, found = baseline(before), reports(now)
    assert states(known, found) == ["unchanged" if is_known else "new"]
    assert known.stale(found) == ({} if is_known else known.counts)
    assert known.updated(found).counts == ({BaselineKey("a.yaml", now, "HOT1"): 1} if is_known else {})


def test_a_finding_moves_within_its_file_and_code_alone() -> None:
    found = reports("resources.new.type")
    assert states(baseline("resources.old.type", path="b.yaml"), found) == ["new"]
    assert states(baseline("resources.old.type", code="HOT2"), found) == ["new"]


def test_those_that_stayed_are_counted_before_those_that_moved() -> None:
    known = baseline("resources.new.metadata.1", "resources.new.metadata.5")
    found = reports("resources.new.metadata.0", "resources.new.metadata.1", "resources.new.metadata.2")
    assert states(known, found) == ["unchanged", "unchanged", "new"]
    assert known.updated(found).counts == {
        BaselineKey("a.yaml", f"resources.new.metadata.{n}", "HOT1"): 1 for n in range(2)
    }


def test_several_files_are_marked_in_order() -> None:
    found = [*reports("a.b", "c.d"), FileReport("none.yaml", ()), *reports("a.b", path="b.yaml")]
    known = Baseline("b.json", {BaselineKey("a.yaml", "c.d", "HOT1"): 1, BaselineKey("b.yaml", "a.b", "HOT1"): 1})
    marked = known.marked(iter(found))
    assert [[d.state for d in report.diagnostics] for report in marked] == [["new", "unchanged"], [], ["unchanged"]]
    assert [report.path for report in marked] == ["a.yaml", "none.yaml", "b.yaml"]
    assert known.total == 2 and Baseline("b.json").total == 0


@pytest.mark.parametrize("content", [None, b"\xff", b"- ["])
def test_a_file_that_cannot_be_read_has_no_other_places(content: bytes | None) -> None:
    """So whatever is known of it may have moved."""
    Path("a.yaml").unlink()
    if content is not None:
        Path("a.yaml").write_bytes(content)
    assert states(baseline("resources.old.type"), reports("resources.new.type")) == ["unchanged"]


def test_what_is_gone_is_known_by_its_rule() -> None:
    known = Baseline(
        "below/b.json", {BaselineKey("../a.yaml", "x.y", "HOT301"): 2, BaselineKey("z.yaml", "", "ACME1"): 1}
    )
    gone = known.absent(known.stale([FileReport("a.yaml", ())]))
    span = PositionSpan(0, 0, 0, 0)
    first = Finding(
        "HOT301", "error", "HOT301 unknown-parameter is no longer found here", span, rule="unknown-parameter",
        path="a.yaml", where="x.y", state="absent",
    )  # fmt: skip
    message = "ACME1 is no longer found here"
    second = Finding("ACME1", "warning", message, span, path="below/z.yaml", state="absent")
    assert [found._replace(path=found.path.replace("below/../", "")) for found in gone] == [first, first, second]


def test_findings_of_configurations_are_not_recorded() -> None:
    found = [*reports("a", "a", "b"), *(r._replace(checked=False) for r in reports("c", path=".hotlint.yaml"))]
    known = baseline("old").of(found)
    assert known.path == "b.json"
    assert known.counts == {BaselineKey("a.yaml", "a", "HOT1"): 2, BaselineKey("a.yaml", "b", "HOT1"): 1}
    assert json.loads(known.text()) == {"version": 1, "findings": {"a.yaml": {"a": {"HOT1": 2}, "b": {"HOT1": 1}}}}


def test_a_baseline_knows_at_most_a_million_findings() -> None:
    def read(*numbers: object) -> int:
        codes = {f"HOT{n}": number for n, number in enumerate(numbers)}
        Path("b.json").write_text(json.dumps({"version": 1, "findings": {"a.yaml": {"x": codes}}}))
        return read_baseline("b.json").total

    assert read(1_000_000) == read(999_999, 1) == 1_000_000
    assert read(0) == read() == 0
    too_many = "'b.json' is no baseline: it knows more than 1,000,000 findings"
    wrong = "'b.json' is no baseline: 'HOT0' in 'a.yaml' is not found between 0 and 1,000,000 times"
    for numbers, message in {
        (1_000_000, 1): too_many, (1_000_001,): wrong, (-1,): wrong, (1.5,): wrong, ("1",): wrong, (None,): wrong
    }.items():  # fmt: skip
        with pytest.raises(BaselineError) as raised:
            read(*numbers)
        assert str(raised.value) == raised.value.message == message
