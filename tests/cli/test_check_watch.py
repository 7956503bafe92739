"""`hotlint check --watch`: a change is checked at once, with what uses the file, and nothing else."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from time_limits import HANG_SECONDS

from hotlint.cli import check_watch
from hotlint.cli.check_watch import Watch
from hotlint.cli.main import main
from hotlint.common.files import file_stamp
from hotlint.operations.batch import file_watch
from hotlint.operations.check import CheckRequest, Runner
from hotlint.output.findings.model import FileReport

ROOT = "heat_template_version: 2018-08-31\nresources:\n  r: {type: %s.yaml, properties: {p: x}}\n"
NESTED = "heat_template_version: 2018-08-31\nparameters: {p: {type: string}}\noutputs: {o: {value: {get_param: p}}}\n"
STEPS = Iterator[set[str]]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("one", "two"):
        (tmp_path / f"{name}.yaml").write_text(NESTED)
        (tmp_path / f"uses_{name}.yaml").write_text(ROOT % name)
    monkeypatch.setattr(file_watch, "INTERVAL", 0.02)
    monkeypatch.setattr(file_watch, "is_prompt", lambda: False)
    monkeypatch.setattr(check_watch, "gc", SimpleNamespace(collect=lambda: None))  # of all that other tests have left
    time.sleep(0.05)  # so that results are kept: a file that changes while a run begins may change again
    return tmp_path


def follow(monkeypatch: pytest.MonkeyPatch, steps: list[tuple[str, str | None]], **options: object) -> list[set[str]]:
    """Return the files that were checked in each round; before each but the first, a file is written, or removed (None)."""
    checked: list[set[str]] = []
    reports: list[list[FileReport]] = []
    runner = Runner(CheckRequest(jobs=1, **options))  # type: ignore[arg-type]
    watch = Watch(runner, ["."], lambda found, _: reports.append(found))

    def rounds(files: object, count: int | None) -> STEPS:
        assert callable(files)
        checked.append(set(runner.read))
        for name, text in steps:
            before = {path: file_stamp(path) for path in files()}
            if text is None:
                Path(name).unlink()
            else:
                Path(name).write_text(text)
            time.sleep(0.05)
            yield {path for path, state in before.items() if file_stamp(path) != state}
            checked.append(set(runner.read))

    monkeypatch.setattr(check_watch, "changes", rounds)
    watch.follow()
    follow.findings = [[d.code for r in made for d in r.diagnostics] for made in reports]  # type: ignore[attr-defined]
    return checked


@pytest.mark.parametrize("use_cache", [True, False])
def test_a_changed_file_is_checked_with_its_users_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch, use_cache: bool
) -> None:
    steps = [("one.yaml", NESTED.replace("p: {", "q: {").replace(": p}", ": q}")), ("uses_two.yaml", ROOT % "two")]
    first, second, third = follow(monkeypatch, [*steps], use_cache=use_cache)
    assert first == {"one.yaml", "two.yaml", "uses_one.yaml", "uses_two.yaml"}
    assert second == {"one.yaml", "uses_one.yaml"}
    assert third <= {"uses_two.yaml", "two.yaml"}
    found = follow.findings  # type: ignore[attr-defined]
    assert found[0] == []
    assert "HOT613" in found[1] or found[1]
    assert found[1] == found[2]


def test_new_and_removed_files_are_noticed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new = "heat_template_version: 2018-08-31\noutputs: {o: {value: {get_param: nothing}}}\n"
    rounds = follow(monkeypatch, [("new.yaml", new), ("new.yaml", None)])
    assert "new.yaml" in rounds[1]
    found = follow.findings  # type: ignore[attr-defined]
    assert found == [[], ["HOT301"], []]


def test_a_configuration_changes_everything(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "bad.yaml").write_text("heat_template_version: 2018-08-31\noutputs: {o: {value: {get_param: nothing}}}\n")
    time.sleep(0.05)
    rounds = follow(monkeypatch, [(".hotlint.yaml", "ignore: [HOT301]\n"), (".hotlint.yaml", "select: [HOT301]\n")])
    found = follow.findings  # type: ignore[attr-defined]
    assert found == [["HOT301"], [], ["HOT301"]]
    assert len(rounds[2]) == 5


def test_findings_of_files_that_were_checked_again_are_shown(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The summary counts all findings."""
    for name in ("one", "two"):
        (folder / f"{name}.yaml").write_text(NESTED.replace("get_param: p", "get_param: q"))
    time.sleep(0.05)
    shown: list[str] = []

    def once(files: object, count: int | None) -> STEPS:
        shown.append(capsys.readouterr().out)
        (folder / "one.yaml").write_text(NESTED.replace("get_param: p", "get_param: other"))
        yield {str(folder / "one.yaml")}

    monkeypatch.setattr(check_watch, "changes", once)
    assert main(["check", "--watch", "."]) == 0
    after = capsys.readouterr().out
    assert "one.yaml" in shown[0] and "two.yaml" in shown[0]
    assert "'other'" in after and "two.yaml" not in after
    assert "Found 1 warning and 1 info at 4 places in 4 of 4 files" in after


def test_standard_input_cannot_be_watched(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sys.stdin = open(os.devnull)  # noqa: SIM115
    assert main(["check", "--watch", "-"]) == 2
    assert "--watch follows files; it takes no '-'" in capsys.readouterr().err


def test_changes_are_seen_and_those_in_between_are_not_lost(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = folder / "one.yaml"
    seen = file_watch.changes(lambda: {str(path), str(folder / "later.yaml")}, rounds=2)
    os.utime(path, ns=(1, 1))
    runs = iter(seen)
    # the first look is at the first `next`, so that a change has to come after it
    monkeypatch.setattr(file_watch, "_wait", lambda known: (folder / "later.yaml").touch())
    assert next(runs) == {str(folder / "later.yaml")}
    path.write_text("changed while the caller works")
    assert next(runs) == {str(path)}


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_an_interrupt_ends_it_cleanly(folder: Path) -> None:
    command = [sys.executable, "-m", "hotlint", "check", "--watch", "."]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=folder,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a background job of a shell ignores it
    )  # fmt: skip
    assert process.stderr is not None
    lines = [process.stderr.readline() for _ in range(2)]
    assert lines[0].startswith("hotlint: assumed that 2 templates")
    assert lines[1].startswith("hotlint: checked 4 files; watching (Ctrl-C ends)")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=HANG_SECONDS)
    assert process.returncode == 130
    assert "Nothing found in 4 files." in out
    assert "Traceback" not in err


def test_watchfiles_is_asked_about_folders_that_exist(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It refuses others: while there is none, the files are looked at again and again."""
    asked: list[tuple[str, ...]] = []
    slept: list[float] = []

    def watch(*folders: str, **options: object) -> STEPS:
        assert folders
        asked.append(folders)
        (folder / "one.yaml").write_text("changed")
        yield set()

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        if seconds == file_watch.INTERVAL:
            (folder / "later").mkdir()
            (folder / "later" / "a.yaml").touch()

    monkeypatch.setitem(sys.modules, "watchfiles", SimpleNamespace(watch=watch))
    monkeypatch.setattr(file_watch, "is_prompt", lambda: True)
    monkeypatch.setattr(file_watch, "time", SimpleNamespace(sleep=sleep))
    later, one, absent = (str(folder / name) for name in ("later/a.yaml", "one.yaml", "absent/a.yaml"))
    assert next(file_watch.changes(lambda: {later, absent}, 1)) == {later}
    assert (asked, slept) == ([], [file_watch.INTERVAL, file_watch._SETTLE])
    assert next(file_watch.changes(lambda: {one, absent}, 1)) == {one}
    assert (asked, slept[2:]) == ([(str(folder),)], [file_watch._SETTLE])
