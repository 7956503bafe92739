"""The rounds of `hotlint check --watch`: which files are followed, what a change makes unknown, and the line below each report."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from hotlint.cli import check_watch
from hotlint.cli.check_watch import Watch
from hotlint.cli.main import main
from hotlint.common.files import file_stamp
from hotlint.linter.checking.engine import Engine
from hotlint.operations.batch import file_watch
from hotlint.operations.batch.file_stamps import FileStamps
from hotlint.operations.check import CheckRequest, Runner
from hotlint.output.findings.model import FileReport

TEMPLATE = "heat_template_version: 2018-08-31\noutputs: {o: {value: {get_file: note.txt}}}\n"
HINT = "; changes are noticed within a second, or at once with pip install 'hotlint[watch]'"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOTLINT_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(FileStamps, "_is_recent", lambda self, changed: False)
    monkeypatch.setattr(file_watch, "is_prompt", lambda: False)
    monkeypatch.setattr(check_watch, "is_prompt", lambda: False)
    monkeypatch.setattr(check_watch, "gc", SimpleNamespace(collect=lambda: None))
    (tmp_path / "a.yaml").write_text(TEMPLATE)
    (tmp_path / "note.txt").write_text("note")
    return tmp_path


def steps(monkeypatch: pytest.MonkeyPatch, *changed: set[str]) -> list[int | None]:
    """Let the given paths change one after the other. Returns a list that gets how many changes are waited for."""
    counts: list[int | None] = []

    def changes(files: Callable[[], set[str]], count: int | None) -> Iterator[set[str]]:
        counts.append(count)
        for names in changed:
            for path in filter(os.path.isfile, names):
                Path(path).write_text(f"{Path(path).read_text()}# changed\n")
            yield names

    monkeypatch.setattr(check_watch, "changes", changes)
    return counts


def paths(*names: str) -> set[str]:
    return {os.path.abspath(name) for name in names}


def ignore(reports: list[FileReport], checked: frozenset[str] | None) -> None:
    """Write no report."""


def test_the_first_round_is_no_change(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = steps(monkeypatch)
    for rounds in (1, 3, None):
        Watch(Runner(CheckRequest(jobs=1)), ["."], ignore).follow(rounds)
    assert counts == [0, 2, None]


def test_the_line_below_a_report(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """It counts the files that were checked again, and names one that has changed; folders have no names."""
    for name in ("b", "c"):
        Path(f"{name}.yaml").write_text(TEMPLATE)
    Path("folder").mkdir()
    shown: list[frozenset[str] | None] = []
    steps(
        monkeypatch, paths("b.yaml"), paths("folder", "c.yaml", "b.yaml"), paths("folder"), paths("b", "c.yaml", "a\n")
    )
    for said in ("", HINT):
        monkeypatch.setattr(check_watch, "is_prompt", lambda said=said: not said)
        Watch(Runner(CheckRequest(jobs=1, use_cache=False)), ["."], lambda _, checked: shown.append(checked)).follow()
        assert capsys.readouterr().err.splitlines() == [
            f"hotlint: checked {files}; watching (Ctrl-C ends){said}"
            for files in (
                "3 files", "1 file since b.yaml changed", "2 files since b.yaml and 1 more changed", "0 files",
                "3 files since a\\n and 2 more changed",
            )
        ]  # fmt: skip
    assert shown[:4] == [None, frozenset({"b.yaml"}), frozenset({"b.yaml", "c.yaml"}), frozenset()]


def test_all_that_a_result_depends_on_is_followed(folder: Path) -> None:
    """The files, what they name, the folders, and the places of a configuration upward from each."""
    (folder / "sub" / "deep").mkdir(parents=True)
    (folder / "sub" / ".hidden").mkdir()
    (folder / "cache").mkdir(mode=0o700)
    (folder / "sub" / "b.yaml").write_text(TEMPLATE)
    watch = Watch(Runner(CheckRequest(jobs=1)), ["a.yaml", "sub"], ignore)
    watch._round(set())
    upward = {str(parent / ".hotlint.yaml") for parent in (folder, *folder.parents)}
    expected = (
        paths("a.yaml", "note.txt", "sub/b.yaml", "sub/.hotlint.yaml", "sub", "sub/deep", "sub/note.txt") | upward
    )
    assert expected <= watch.files()
    assert not {path for path in watch.files() if ".hidden" in path}
    again = Watch(Runner(CheckRequest(jobs=1)), ["a.yaml", "sub"], ignore)
    again._round(set())
    assert again._runner.read == {}
    assert again.files() == watch.files(), "also where all results were known"


def test_what_was_read_is_followed_also_where_no_result_is_kept(folder: Path) -> None:
    (folder / ".hotlint.yaml").write_text("ignroe: [HOT8]\n")
    watch = Watch(Runner(CheckRequest(jobs=1)), ["a.yaml"], ignore)
    watch._round(set())
    assert watch._runner.cache is None
    assert str(folder / "note.txt") in watch.files()


def test_a_configuration_that_is_named_is_followed(folder: Path) -> None:
    (folder / "own.yaml").write_text("{}")
    watch = Watch(Runner(CheckRequest(jobs=1, config="own.yaml", use_cache=False)), ["a.yaml"], ignore)
    assert str(folder / "own.yaml") in watch.files()


def test_no_more_files_are_followed_than_can_be_looked_at(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    watch = Watch(Runner(CheckRequest(jobs=1)), ["a.yaml"], ignore)
    watch._round(set())
    everything = watch.files()
    monkeypatch.setattr(check_watch, "_ENOUGH", 3)
    assert watch.files() == set(sorted(everything)[:3])


@pytest.mark.parametrize(
    ("name", "is_setting"),
    [
        (".hotlint.yaml", True), ("sub/.hotlint.yaml", True), ("own.yaml", True), ("policies.yaml", True), ("rules.py", True),
        ("a.yaml", False), ("a.env", False), ("other.yaml", False), ("sub", False), ("note.txt", True),
    ],
)  # fmt: skip
def test_a_setting_makes_everything_unknown(
    name: str, is_setting: bool, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "sub").mkdir()
    (folder / "policies.yaml").write_text("policies: [{code: A1, resources: '*', assert: 'true', message: m}]\n")
    (folder / "own.yaml").write_text("policies: [policies.yaml]\n")
    runner = Runner(CheckRequest(jobs=1, config="own.yaml"))
    watch = Watch(runner, ["a.yaml"], ignore)
    watch._round(set())
    engine, told = runner.engine, list[str]()
    assert runner.entries
    monkeypatch.setattr(Engine, "changed", lambda self, path: told.append(path))
    watch._forget(paths(name))
    assert (runner.entries == {}, runner.engine is not engine) == (is_setting, is_setting)
    assert told == ([] if is_setting else [os.path.abspath(name)])


@pytest.mark.parametrize(("use_cache", "parameters"), [(True, {}), (False, {}), (True, {"p": "secret"})])
def test_results_are_stored_only_where_they_may_be(use_cache: bool, parameters: dict[str, str], folder: Path) -> None:
    runner = Runner(CheckRequest(jobs=1, use_cache=use_cache, parameters=parameters))
    may_be = use_cache and not parameters
    watch = Watch(runner, ["a.yaml"], ignore)
    assert runner.entries == (None if may_be else {})
    watch._round(set())
    assert runner.entries and set(runner.read) == {"a.yaml"}
    assert any(p.name.startswith("results-") for p in (folder / "cache").glob("*")) is may_be
    watch._round(set())
    assert runner.read == {}


@pytest.mark.parametrize("is_terminal", [True, False])
def test_a_terminal_is_cleared_before_each_report(
    is_terminal: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    steps(monkeypatch, paths("a.yaml"))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: is_terminal)
    monkeypatch.setenv("NO_COLOR", "1")
    assert main(["check", "--watch", "a.yaml"]) == 0
    clear = "\x1b[2J\x1b[3J\x1b[H" if is_terminal else ""
    assert capsys.readouterr().out == f"{clear}Nothing found in 1 file.\n" * 2


def test_a_report_is_passed_on_before_the_line_below_it(monkeypatch: pytest.MonkeyPatch) -> None:
    class Pipe(io.StringIO):
        """A stream that holds text back until it is flushed."""

        passed_on = ""

        def flush(self) -> None:
            self.passed_on = self.getvalue()

    pipe, seen = Pipe(), list[str]()
    monkeypatch.setattr(sys, "stdout", pipe)
    monkeypatch.setattr(Watch, "_note", lambda self, changed: seen.append(pipe.passed_on))
    Watch(Runner(CheckRequest(jobs=1)), ["a.yaml"], lambda reports, _: print(len(reports))).follow(1)
    assert seen == ["1\n"]


def test_changes_that_come_together_are_one(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that writes several files takes its time; what changes is known before the caller works."""
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        (folder / ("b.yaml" if seconds == file_watch.INTERVAL else f"c{len(slept)}.yaml")).write_text("x")

    monkeypatch.setattr(file_watch, "time", SimpleNamespace(sleep=sleep))
    names = ("a.yaml", "b.yaml", *(f"c{n}.yaml" for n in range(1, 5)))
    assert list(file_watch.changes(lambda: paths(*names), 0)) == []
    seen = file_watch.changes(lambda: paths(*names), 2)
    assert next(seen) == paths("b.yaml", "c2.yaml")
    assert slept == [file_watch.INTERVAL, file_watch._SETTLE]
    assert sum(slept) < 1, "a change is noticed within a second"
    (folder / "a.yaml").write_text("while the caller works")
    assert next(seen) == paths("a.yaml", "c3.yaml")
    assert list(seen) == []


def test_a_folder_is_followed_with_those_below_it(folder: Path) -> None:
    for name in ("b/c", "a", ".git/d", "node_modules/e"):
        (folder / name).mkdir(parents=True)
    assert list(file_watch.folders_below(".")) == [str(folder / name) for name in ("", "a", "b", "b/c")]


def test_an_event_is_asked_for_in_the_folders_of_the_files(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not below them, of whatever name, and only for a second: not every file system tells of changes."""
    asked: list[object] = []
    expected = {
        "watch_filter": None, "recursive": False, "yield_on_timeout": True, "rust_timeout": 1000, "raise_interrupt": True
    }  # fmt: skip

    def watch(*folders: str, **options: object) -> Iterator[set[str]]:
        asked.append((folders, {name: options[name] for name in expected}))
        (folder / "a.yaml").write_text("changed")
        yield from ({"one"}, {"two"})

    monkeypatch.setitem(sys.modules, "watchfiles", SimpleNamespace(watch=watch))
    monkeypatch.setattr(file_watch, "is_prompt", lambda: True)
    (folder / "sub").mkdir()
    followed = paths("a.yaml", "sub", "gone/b.yaml")
    assert next(file_watch.changes(lambda: followed, 1)) == paths("a.yaml")
    assert asked == [((str(folder), str(folder / "sub")), expected)]


@pytest.mark.parametrize(("module", "expected"), [(SimpleNamespace(), True), (None, False)])
def test_changes_are_noticed_at_once_with_watchfiles(
    module: object, expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "watchfiles", module)
        assert file_watch.is_prompt() is expected


def test_a_removed_file_is_a_change(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_watch, "_wait", lambda known: (folder / "a.yaml").unlink())
    monkeypatch.setattr(file_watch, "_SETTLE", 0)
    assert next(file_watch.changes(lambda: paths("a.yaml", "note.txt"))) == paths("a.yaml")
    assert file_stamp("a.yaml").modified == 0
