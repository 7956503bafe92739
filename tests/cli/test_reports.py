"""`--report FORMAT=FILE`: several reports of one run, each file whole or not at all."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from hotlint.cli.main import main
from hotlint.common.file_replacement import write_whole

TEMPLATE = """\
heat_template_version: 2018-08-31
resources:
  a: {type: OS::Heat::Value, properties: {value: {get_param: nobody}}}
"""
CHECK = ["check", "--no-config", "--no-cache", "a.yaml"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    (tmp_path / "a.yaml").write_text(TEMPLATE)
    return tmp_path


def test_one_run_writes_two_files_and_the_terminal(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    reports = ["--report", "sarif=a b.sarif", "--report", "junit=c=d.xml", "--format", "concise"]
    assert main([*CHECK, *reports]) == 1
    assert capsys.readouterr().out.startswith("a.yaml:3:")
    assert len(json.loads((folder / "a b.sarif").read_text())["runs"][0]["results"]) == 1
    assert "HOT301" in (folder / "c=d.xml").read_text()
    assert not list(folder.glob(".hotlint-*"))


def test_all_reports_hold_the_same_findings(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.yaml").write_text(f"{TEMPLATE}parameters: {{unused: {{type: string}}}}\n")
    assert (
        main([*CHECK, "--min-severity", "error", "--format", "json", "--output", "a.json", "--report", "gitlab=b.json"])
        == 1
    )
    found = [d["code"] for d in json.loads((folder / "a.json").read_text())["diagnostics"]]
    assert found == [i["check_name"].split()[0] for i in json.loads((folder / "b.json").read_text())] == ["HOT301"]
    assert "HOT801" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("reports", "message"),
    [
        (["sarif"], "a report is FORMAT=FILE, such as sarif=hotlint.sarif, not 'sarif'"),
        (["sarif="], "a report is FORMAT=FILE"),
        (["srif=a"], "there is no format 'srif' (did you mean 'sarif'?)"),
        (["sarif=a", "json=./a"], "two reports cannot be in one file: 'a'"),
        (["sarif=none/a"], "cannot write 'none/a'"),
    ],
)
def test_a_report_that_cannot_be_is_a_usage_error(
    folder: Path, reports: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [word for report in reports for word in ("--report", report)]
    assert main([*CHECK, *words]) == 2
    assert message in capsys.readouterr().err
    assert sorted(os.listdir(folder)) == ["a.yaml"]


@pytest.mark.skipif(os.name == "nt", reason="modes and links of POSIX")
def test_a_file_keeps_its_mode_and_what_leads_to_it(folder: Path) -> None:
    (folder / "real").write_text("old")
    (folder / "real").chmod(0o640)
    (folder / "link").symlink_to("real")
    os.link(folder / "real", folder / "other")
    write_whole("real", "new")
    assert (folder / "real").read_text() == (folder / "other").read_text() == "new"
    (folder / "other").unlink()
    write_whole("real", "newer")
    with pytest.raises(OSError, match="it is a link, which hotlint does not write through"):
        write_whole("link", "newest")
    (folder / "outside").symlink_to(folder.parent)
    with pytest.raises(OSError, match="it is a link, which hotlint does not write through"):
        write_whole("outside/report", "new")
    assert (folder / "link").is_symlink()
    assert (folder / "real").read_text() == "newer"
    assert stat.S_IMODE((folder / "real").stat().st_mode) == 0o640


def test_a_file_that_cannot_be_replaced_stays_as_it_is(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "report").write_text("old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole("report", "new")
    assert (folder / "report").read_text() == "old"
    assert sorted(os.listdir(folder)) == ["a.yaml", "report"]
