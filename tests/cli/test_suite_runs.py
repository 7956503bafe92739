"""Runs of suites by the options of `hotlint test`: which suites, in which processes, and again when a file changes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from hotlint.cli.commands.test import suite_request, watch
from hotlint.cli.main import main
from hotlint.cli.subcommands import parser
from hotlint.operations import test as suite_runs
from hotlint.operations.batch import file_watch, workers
from hotlint.operations.scope import SettingsScope
from hotlint.operations.test import SuiteRequest, SuiteRuns
from hotlint.suites.results import SuiteResult

TEMPLATE = "heat_template_version: 2018-08-31\nparameters: {a: {type: string, default: x}}\noutputs: {o: {value: {get_param: a}}}\n"
SUITE = "template: t.yaml\ntests:\n- name: one\n  assert: {outputs.o: x}\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a template and two suites."""
    (tmp_path / "t.yaml").write_text(TEMPLATE)
    for name in ("a", "b"):
        (tmp_path / f"{name}.hot-test.yaml").write_text(SUITE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def runs(*words: str, paths: Sequence[str] = (".",), with_coverage: bool = False) -> SuiteRuns:
    """Return the runs of a command with these options."""
    return SuiteRuns(suite_request(parser("test").parse_args(list(words)), list(paths), coverage=with_coverage))


def states(results: list[SuiteResult]) -> list[str]:
    """Return the state of each test."""
    return [test.state for result in results for test in result.tests]


def test_a_large_file_is_no_suite_by_its_content(folder: Path) -> None:
    limit = suite_runs.SIZE_LIMIT
    assert limit == 1024 * 1024
    (folder / "c.yaml").write_text(SUITE + "#" * (limit - len(SUITE)))
    (folder / "d.yaml").write_text(SUITE + "#" * (limit - len(SUITE) + 1))
    (folder / "e.hot-test.yaml").write_text(SUITE + "#" * limit)
    assert runs().suites() == ["a.hot-test.yaml", "b.hot-test.yaml", "c.yaml", "e.hot-test.yaml"]


def test_only_suites_of_a_folder_are_run(folder: Path) -> None:
    (folder / "c.yaml").write_bytes(SUITE.encode() + b"\xff")
    (folder / "d.yml").write_text(SUITE)
    (folder / "e.json").write_text(SUITE)
    (folder / "f.yaml").write_text("template: t.yaml\n")
    (folder / "g.yaml").symlink_to("gone.yaml")
    (folder / "h.yaml").mkdir()
    (folder / "i.hot-test.yaml").mkdir()
    (folder / "policies.yaml").write_text("policies: []\ntests: []\n")
    assert runs().suites() == ["a.hot-test.yaml", "b.hot-test.yaml", "d.yml"]
    assert runs(paths=["b.hot-test.yaml", "t.yaml", "."]).suites() == [
        "b.hot-test.yaml", "t.yaml", "a.hot-test.yaml", "d.yml",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("jobs", "paths", "processes"), [("1", 3, []), ("2", 1, []), ("2", 3, [2]), ("3", 2, [2]), ("2", 2, [2])]
)
def test_there_are_no_more_processes_than_suites(
    folder: Path, monkeypatch: pytest.MonkeyPatch, jobs: str, paths: int, processes: list[int]
) -> None:
    asked = []

    def in_this_process(
        work: Callable[[Any], Any], items: Sequence[Any], jobs: int, start: str
    ) -> Iterator[tuple[int, Any]]:
        asked.append(jobs)
        yield from reversed([(number, work(item)) for number, item in enumerate(items)])

    monkeypatch.setattr(workers, "results_of_workers", in_this_process)
    (folder / "c.hot-test.yaml").write_text(SUITE)
    names = [f"{name}.hot-test.yaml" for name in "cab"][:paths]
    written: list[str] = []
    many = runs("-j", jobs, paths=names, with_coverage=True)
    results, coverage = many.run(lambda result: written.append(result.suite.path))
    assert asked == processes
    assert written == names == [result.suite.path for result in results]
    assert many.last is results
    assert coverage is not None
    (template,) = coverage.templates()
    assert list(template.hits.values()) == [paths]


def test_each_round_reads_the_configuration_anew(folder: Path) -> None:
    again = runs(paths=["a.hot-test.yaml"])
    results, coverage = again.run(lambda result: None)
    assert (states(results), coverage) == (["passed"], None)
    (folder / "set.env").write_text("parameters: {a: y}\n")
    (folder / ".hotlint.yaml").write_text("environments: [set.env]\n")
    assert states(again.run(lambda result: None)[0]) == ["failed"]
    assert states(runs("--no-config", paths=["a.hot-test.yaml"]).run(lambda result: None)[0]) == ["passed"]
    (folder / "other.yaml").write_text("{}\n")
    assert states(runs("--config", "other.yaml", paths=["a.hot-test.yaml"]).run(lambda result: None)[0]) == ["passed"]


def test_what_is_watched(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """All that a result depends on, the snapshots that may appear, and the folders in which suites may."""
    (folder / "below" / ".git").mkdir(parents=True)
    (folder / "far").mkdir()
    (folder / "far" / "t.yaml").write_text(TEMPLATE)
    (folder / "below" / "c.hot-test.yaml").write_text(SUITE.replace("t.yaml", "../far/t.yaml"))
    watched: list[set[str]] = []

    def rounds(files: Callable[[], set[str]], wanted: int | None = None) -> Iterator[set[str]]:
        watched.append(files())
        assert wanted == 1
        yield set()
        watched.append(files())

    monkeypatch.setattr(file_watch, "changes", rounds)
    once = runs(paths=["below", "a.hot-test.yaml"])
    count = 0

    def run() -> int:
        nonlocal count
        count += 1
        once.run(lambda result: None)
        return 0

    watch(once, run, rounds=2)
    assert (count, capsys.readouterr().out) == (2, "\n\x1b[2m--- a file has changed ---\x1b[0m\n")
    expected = {
        "below", "below/c.hot-test.yaml", "below/__snapshots__/c.hot-test.yaml.snap", "far/t.yaml",
        "a.hot-test.yaml", "__snapshots__/a.hot-test.yaml.snap", "t.yaml",
    }  # fmt: skip
    assert [{os.path.relpath(path) for path in paths} for paths in watched] == [expected, expected]
    assert all(map(os.path.isabs, watched[0]))


def test_watching_never_ends_by_itself(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int | None] = []

    def rounds(files: Callable[[], set[str]], wanted: int | None = None) -> tuple[set[str], ...]:
        asked.append(wanted)
        return ()

    monkeypatch.setattr(file_watch, "changes", rounds)
    watch(runs(), lambda: 0)
    assert asked == [None]


def test_the_command_that_watches_ends_well_and_marks_each_round(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(file_watch, "changes", lambda files, rounds: [set()])
    (folder / "a.hot-test.yaml").write_text(SUITE.replace("o: x", "o: y"))
    assert main(["test", "a.hot-test.yaml", "--watch"]) == 0
    first, second = capsys.readouterr().out.split("\n\x1b[2m--- a file has changed ---\x1b[0m\n")
    for shown in (first, second):
        assert shown.startswith("FAILED a.hot-test.yaml: 0 passed, 1 failed (")
        assert "\n1 test in 1 suite: 0 passed, 1 failed (" in shown


def test_nothing_outside_of_a_folder_counts_for_runs_that_are_confined_to_it(folder: Path) -> None:
    inner, other = folder / "inner", folder / "other"
    for path in (inner, other):
        path.mkdir()
        (path / "t.yaml").write_text(TEMPLATE)
        (path / "s.hot-test.yaml").write_text(SUITE)
    (inner / "out.hot-test.yaml").write_text(SUITE.replace("t.yaml", "../t.yaml"))
    (inner / "link").symlink_to(other)
    (folder / "y.env").write_text("parameters: {a: y}\n")
    (folder / ".hotlint.yaml").write_text("exclude: [s.*]\nenvironments: [y.env]\n")
    names = ["inner/out.hot-test.yaml", "inner/s.hot-test.yaml"]
    assert SuiteRuns(SuiteRequest(["inner"])).suites() == ["inner/out.hot-test.yaml"]
    confined = SuiteRuns(SuiteRequest(["inner"], SettingsScope(confined_to=str(inner))))
    assert confined.suites() == names
    outside, inside = confined.run(lambda result: None)[0]
    assert [failure.message for failure in outside.tests[0].failures] == [
        "'../t.yaml' cannot be read: it is outside of the folder, which is not trusted"
    ]
    assert (states([outside]), states([inside])) == (["failed"], ["passed"])
