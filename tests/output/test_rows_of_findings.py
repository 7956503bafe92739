"""JSON Lines and Parquet: one finding a line or a row, with what the JSON document holds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hotlint.cli.main import main
from hotlint.linter.diagnostic import Fix, Related
from hotlint.output.findings.json import document_pieces
from hotlint.output.findings.model import (
    FileReport,
    Finding,
    PositionSpan,
    summarize,
)
from hotlint.syntax.edits import Edit

TEMPLATE = """\
heat_template_version: 2018-08-31
parameters:
  flavor: {type: string}
resources:
  a:
    type: OS::Heat::Value
    properties: {value: {get_param: flavour}}
  b: {type: OS::Heat::Value, properties: {value: {get_attr: [nobody, value]}}}
"""
PLACE = PositionSpan(0, 1, 2, 3)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    (tmp_path / "日本.yaml").write_text(TEMPLATE, encoding="utf-8")
    return tmp_path


def awkward() -> Finding:
    """Return a finding with all that is hard to write."""
    fix = Fix('a "title"', (Edit(PLACE, "x\ny", "a"),), "safe")
    related = (Related("there\u2028", PLACE, "b\udcff.yaml"),)
    return Finding(
        "HOT301", "error", "a\n'b' \u0007 日本", PLACE, related, (fix,), ("unused",), "r", path="a\udcff.yaml"
    )


def test_lines_are_those_of_the_json_document(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--no-cache", "--no-config", "-f", "json", "--report", "jsonl=a.jsonl", "."]) == 1
    document = json.loads(capsys.readouterr().out)["diagnostics"]
    lines = (folder / "a.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) > 1
    assert [json.loads(line) for line in lines] == document


def test_parquet_holds_the_findings(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    assert main(["check", "--no-cache", "--no-config", "-f", "json", "--report", "parquet=a.parquet", "."]) == 1
    document = json.loads(capsys.readouterr().out)["diagnostics"]
    rows: list[dict[str, Any]] = pq.read_table(folder / "a.parquet").to_pylist()
    names = ("path", "code", "rule", "severity", "message", "line", "column", "tags")
    assert [[r[n] for n in names] for r in rows] == [[d[n] for n in names] for d in document]
    assert [r["end_line"] for r in rows] == [d["span"]["end_line"] + 1 for d in document]
    assert [[f["title"] for f in r["fixes"]] for r in rows] == [[f["title"] for f in d["fixes"]] for d in document]
    assert {r["where"] for r in rows} >= {"resources.a.properties.value.get_param"}


def test_awkward_text_survives(tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    from hotlint.output.findings import jsonl, parquet

    reports = [FileReport("a", (awkward(),)), FileReport("b", ())]
    line = jsonl.render(reports, summarize(reports))
    assert line.count("\n") == 1
    assert line.isascii() or line.replace("\n", "").isprintable()
    assert json.loads(line)["message"] == awkward().message
    with open(tmp_path / "a.parquet", "wb") as file:
        parquet.write(reports, summarize(reports), file)
    assert pq.read_table(tmp_path / "a.parquet").to_pylist()[0]["message"] == awkward().message


def test_parquet_is_written_in_row_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    from hotlint.output.findings import parquet

    monkeypatch.setattr(parquet, "ROWS", 2)
    reports = [FileReport(str(n), (awkward(),)) for n in range(5)]
    with open(tmp_path / "a.parquet", "wb") as file:
        parquet.write(iter(reports), summarize(reports), file)
    read = pq.ParquetFile(tmp_path / "a.parquet")
    assert (read.num_row_groups, read.metadata.num_rows) == (3, 5)


def test_parquet_without_findings_is_a_table_without_rows(tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    from hotlint.output.findings import parquet

    with open(tmp_path / "a.parquet", "wb") as file:
        parquet.write([], summarize([]), file)
    assert pq.read_table(tmp_path / "a.parquet").num_rows == 0


def test_parquet_needs_a_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyarrow")
    assert main(["check", "--format", "parquet", "."]) == 2
    assert "--output FILE or --report parquet=FILE names its file" in capsys.readouterr().err


@pytest.mark.parametrize("items", [[], [1], [{"a": "x\ny"}, [], {"b": [1, {"c": 2}]}]])
def test_a_long_document_is_as_json_writes_it(items: list[Any]) -> None:
    def document(held: list[Any]) -> dict[str, Any]:
        return {"a": {"b": [1]}, "runs": [{"tool": 1, "results": held, "z": {}}], "end": []}

    made = document([])

    def given() -> Iterator[Any]:
        yield from items

    text = "".join(document_pieces(made, made["runs"][0]["results"], given()))
    assert text == json.dumps(document(items), indent=2) + "\n"
