"""One run of the engine: its options, the files that it leaves out, what is in common to all files, and what the cache gets."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hotlint.cli.main import main
from hotlint.linter.checking.engine import Engine
from hotlint.operations import check as runner_module
from hotlint.operations.batch.file_stamps import FileStamps
from hotlint.operations.check import CheckRequest, Runner
from hotlint.operations.discovery import Candidate, may_be_checked
from hotlint.output.findings.model import FileReport

TEMPLATE = "heat_template_version: 2018-08-31\noutputs: {o: {value: {get_param: q}}}\n"
GOOD = "heat_template_version: 2018-08-31\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOTLINT_CACHE_DIR", str(tmp_path / ".cache"))
    monkeypatch.setattr(FileStamps, "_is_recent", lambda self, changed: False)
    (tmp_path / "a.yaml").write_text(TEMPLATE)
    (tmp_path / "notes.yaml").write_text("some: notes\n")
    return tmp_path


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that gets the files that the engine checks."""
    found: list[str] = []
    original = Engine.check_file

    def check_file(self: Engine, path: str, text: str | None = None, *, named: bool = True) -> object:
        found.append(path)
        return original(self, path, text, named=named)

    monkeypatch.setattr(Engine, "check_file", check_file)
    return found


def run(
    *paths: str, text: bytes | None = None, name: str = "stdin", save: bool = False, **options: Any
) -> list[FileReport]:
    runner = Runner(CheckRequest(jobs=1, **{"use_cache": save, **options}))
    found = runner.run(list(paths), text, name)
    if runner.cache is not None:
        runner.cache.save()
    return found


def codes(reports: list[FileReport]) -> list[tuple[str, list[str]]]:
    return [(report.path, [d.code for d in report.diagnostics]) for report in reports]


def write(**texts: str) -> None:
    for name, text in texts.items():
        path = Path(name.replace("__", "/").replace("_yaml", ".yaml"))
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"select": ("HOT301", "XYZ77")}, "no rule has the code or name 'XYZ77'"),
        (
            {"ignore": ("HOT3", "unknown-paramter")},
            "no rule has the code or name 'unknown-paramter' (did you mean 'unknown-parameter' or 'unknown-property'?)",
        ),
        ({"profile": ("security", "securty")}, "no rule belongs to a profile 'securty' (did you mean 'security'?)"),
        ({"select": ("HOT301",), "target": "rocki"}, "'rocki' is not an OpenStack release that hotlint knows (did you mean 'rocky'?)"),
        ({"select": ("A1",)}, "no rule has the code or name 'A1'"),
    ],
)  # fmt: skip
def test_a_value_that_does_not_exist_is_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError) as raised:
        _ = Runner(CheckRequest(settings)).engine
    assert str(raised.value) == message


def test_policies_of_the_configuration_may_be_selected(folder: Path) -> None:
    policy = "policies: [{code: A1, resources: '*', assert: 'true', message: m}, {code: A2, resources: '*', assert: 'true', message: m}]\n"
    (folder / ".hotlint.yaml").write_text(policy)
    assert Runner(CheckRequest({"select": ("A1", "A2", "HOT301")})).engine
    with pytest.raises(ValueError, match="^no rule has the code or name 'A3'"):
        _ = Runner(CheckRequest({"select": ("A1", "A3")})).engine


def test_reports_are_in_the_order_of_the_paths() -> None:
    write(b_yaml=GOOD)
    assert codes(run("b.yaml", "-", "a.yaml", text=TEMPLATE.encode(), name="x.yaml")) == [
        ("x.yaml", ["HOT301"]), ("b.yaml", []), ("a.yaml", ["HOT301"]),
    ]  # fmt: skip
    assert codes(run("-", text=b"\0", name="x.yaml")) == [("x.yaml", ["HOT090"])]
    assert codes(run("-", text=b"", name="x.yaml"))[0][0] == "x.yaml"
    assert codes([Runner(CheckRequest()).of_text(None, "x.yaml")])[0][0] == "x.yaml"


@pytest.mark.parametrize(
    ("options", "expected"),
    [({}, ["'******' is longer"]), ({"show_hidden": True}, ["'tiger' is longer"]), ({"complete": True}, ["", "'******' is longer"])],
)  # fmt: skip
def test_by_default_values_may_be_missing_and_secrets_are_hidden(options: dict[str, Any], expected: list[str]) -> None:
    secret = "s: {type: string, hidden: true, default: tiger, constraints: [{length: {max: 3}}]}"
    values = "[{get_param: p}, {get_param: s}]"
    write(b_yaml=f"{GOOD}parameters: {{p: {{type: string}}, {secret}}}\noutputs: {{o: {{value: {values}}}}}\n")
    [report] = run("b.yaml", settings={"select": ("HOT2",)}, **options)
    assert len(report.diagnostics) == len(expected)
    assert all(shown in d.message for d, shown in zip(report.diagnostics, expected, strict=True))


def test_files_that_are_no_templates_are_reported_where_they_are_named() -> None:
    assert [path for path, _ in codes(run("notes.yaml", "a.yaml"))] == ["notes.yaml", "a.yaml"]
    assert codes(run("notes.yaml", "a.yaml", templates_only=True)) == [("a.yaml", ["HOT301"])]
    assert codes(run(".")) == [("a.yaml", ["HOT301"])]


def test_what_is_outside_of_the_folder_of_a_configuration_is_not_excluded(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(sub__a_yaml=TEMPLATE, sub__own_yaml="exclude: [a.yaml]\n")
    monkeypatch.chdir(folder / "sub")
    for _ in range(2):
        assert [path for path, _ in codes(run("../a.yaml", "a.yaml", config="own.yaml", save=True))] == ["../a.yaml"]


def test_a_folder_to_which_a_run_is_confined_is_what_globs_and_links_are_in(folder: Path) -> None:
    write(sub__a_yaml=TEMPLATE, sub__b_yaml=TEMPLATE)
    (folder / "sub" / "link.yaml").symlink_to(folder / "a.yaml")
    for confined, left in (
        (str(folder / "sub"), ["sub/b.yaml"]),
        (None, ["sub/a.yaml", "sub/b.yaml", "sub/link.yaml"]),
    ):
        runner = Runner(CheckRequest(jobs=1, use_cache=False, settings={"exclude": ("/a.yaml",)}), confined)
        assert [report.path for report in runner.run(["sub"], None, "stdin")] == left


def test_a_file_of_which_all_is_known_is_not_read_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a template, nor one of which it is known that it is none."""
    (folder / "maybe.yaml").write_text("# heat_template_version: 2018-08-31\nsome: notes\n")
    looked: list[str] = []

    def look(path: str, entry: Any) -> bool:
        looked.append(path)
        return may_be_checked(path, entry)

    monkeypatch.setattr(runner_module, "may_be_checked", look)
    for expected in (["a.yaml", "maybe.yaml", "notes.yaml"], ["notes.yaml"]):
        looked.clear()
        assert codes(run(".", save=True)) == [("a.yaml", ["HOT301"])]
        assert sorted(looked) == expected


@pytest.mark.parametrize("save", [True, False])
def test_what_options_and_the_configuration_exclude_is_left_out(save: bool, folder: Path) -> None:
    """The first time and the second; globs of options are relative to the working folder, others to their configuration."""
    write(sub__b_yaml=TEMPLATE, sub__c_yaml=TEMPLATE)

    def left(*paths: str, **options: Any) -> list[str]:
        runs = [[path for path, _ in codes(run(*paths, save=save, **options))] for _ in range(1 + save)]
        assert runs[0] == runs[-1]
        return runs[0]

    assert left(".", settings={"exclude": ("sub/b*", "a.yaml")}) == ["sub/c.yaml"]
    assert left("sub/b.yaml", "sub/c.yaml", settings={"exclude": ("sub/b.yaml", "/c.yaml")}) == ["sub/c.yaml"]
    (folder / "sub" / ".hotlint.yaml").write_text("exclude: [none.yaml, /b.yaml]\n")
    (folder / "own.yaml").write_text("exclude: [sub/c.yaml]\n")
    assert left(".") == ["a.yaml", "sub/c.yaml"]
    assert left(".", config="own.yaml") == ["a.yaml", "sub/b.yaml"]
    assert left(".", use_config=False) == ["a.yaml", "sub/b.yaml", "sub/c.yaml"]
    (folder / "sub" / ".hotlint.yaml").write_text("extends: ../own.yaml\n")
    for excluded in ("c.yaml", "b.yaml"):
        (folder / "own.yaml").write_text(f"exclude: [{excluded}]\n")
        assert left("sub") == [path for path in ("sub/b.yaml", "sub/c.yaml") if not path.endswith(excluded)]


def test_a_configuration_with_a_mistake_is_reported_first_and_each_time(folder: Path) -> None:
    (folder / ".hotlint.yaml").write_text("ignroe: [HOT8]\n")
    (folder / "hotlint.yaml").write_text("{}\n")
    for _ in range(2):
        first, *others = run("a.yaml", save=True)
        assert (first.path, first.checked, [d.code for d in first.diagnostics]) == (".hotlint.yaml", False, ["HOT092"])
        assert first.diagnostics[0].lines == ("ignroe: [HOT8]",)
        assert codes(others) == [("a.yaml", ["HOT301"])]


def test_a_configuration_with_another_name_is_reported_also_where_all_is_known(
    folder: Path, checked: list[str]
) -> None:
    assert codes(run("a.yaml", save=True)) == [("a.yaml", ["HOT301"])]
    assert codes(run("a.yaml", save=True)) == [("a.yaml", ["HOT301"])] and checked == ["a.yaml"]
    (folder / "hotlint.yaml").write_text("{}\n")
    for _ in range(2):
        assert [path for path, _ in codes(run("a.yaml", save=True))] == ["hotlint.yaml", "a.yaml"]


@pytest.mark.parametrize(
    ("options", "is_kept"),
    [
        ({}, True), ({"jobs": 2}, True), ({"parameters": {"p": "x"}}, False), ({"show_hidden": True}, False),
        ({"use_cache": False}, False), ({"settings": {"select": ("HOT3",)}}, True), ({"complete": True}, True),
    ],
)  # fmt: skip
def test_results_are_known_to_a_run_with_the_same_options(
    options: dict[str, Any], is_kept: bool, checked: list[str]
) -> None:
    """The number of processes counts for nothing; those with values of the command line are not kept."""
    request = CheckRequest(**{"jobs": 1, **options})
    for _ in range(2):
        runner = Runner(request)
        runner.run(["a.yaml"], None, "stdin")
        if runner.cache is not None:
            runner.cache.save()
    assert (len(checked), runner.may_be_stored) == (1 if is_kept else 2, is_kept)
    run("a.yaml", save=True)
    assert len(checked) == (1 if set(options) <= {"jobs"} else 2 if is_kept else 3)


@pytest.mark.parametrize("with_environment", [True, False])
def test_the_folders_of_a_run_count_where_its_environments_are_given(
    with_environment: bool, folder: Path, checked: list[str]
) -> None:
    (folder / "e.env").write_text("parameter_defaults: {}\n")
    settings = {"environments": ("e.env",)} if with_environment else {}
    for paths in (["a.yaml"], ["a.yaml", "."]):
        run(*paths, save=True, settings=settings)
    assert checked.count("a.yaml") == (2 if with_environment else 1)


def test_a_file_that_vanishes_is_left_out_unless_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    runner = Runner(CheckRequest(jobs=1, use_cache=False))
    assert runner.one(Candidate("gone.yaml", False)) == (None, None)
    with pytest.raises(FileNotFoundError):
        runner.one(Candidate("gone.yaml", True))
    for name in ("other.env", None):
        exc = FileNotFoundError(2, "No such file or directory", name)
        monkeypatch.setattr(Engine, "check_file", lambda *_, exc=exc, **__: (_ for _ in ()).throw(exc))
        with pytest.raises(FileNotFoundError) as raised:
            runner.one(Candidate("gone.yaml", False))
        assert raised.value is exc


def test_a_result_that_a_hidden_value_led_to_is_not_kept(folder: Path, checked: list[str]) -> None:
    text = f"{GOOD}parameters: {{p: {{type: string, hidden: true, default: s3cret-file}}}}\n"
    text += "outputs: {o: {value: [{get_file: s3cret-file.txt}, {get_file: a.txt}, {get_param: p}]}}\n"
    for name in ("s3cret-file.txt", "a.txt"):
        (folder / name).write_text("x")
    (folder / "b.yaml").write_text(text)
    (folder / "c.yaml").write_text(text.replace("hidden: true, ", ""))
    (folder / "d.yaml").write_text(text.replace("{get_file: s3cret-file.txt}, ", ""))
    for _ in range(2):
        run("b.yaml", "c.yaml", "d.yaml", save=True)
    assert checked == ["b.yaml", "c.yaml", "d.yaml", "b.yaml"]


@pytest.mark.parametrize("words", [["-f", "concise"], ["--add-disable"]])
def test_memory_is_freed_after_a_number_of_files(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for n in range(5):
        Path(f"t{n}.yaml").write_text(GOOD)
    renewed: list[str] = []
    monkeypatch.setattr(runner_module, "RENEWED", 2)
    monkeypatch.setattr(Engine, "renew", lambda self: renewed.append("files"))
    monkeypatch.setattr(gc, "collect", lambda: renewed.append("memory"))
    main(["check", "--no-cache", "-j", "1", *words, *(f"t{n}.yaml" for n in range(5))])
    assert renewed == ["files", "memory"] * 2


def test_each_engine_is_of_the_files_as_they_are(folder: Path) -> None:
    runner = Runner(CheckRequest(jobs=1, use_cache=False))
    engine = runner.engine
    assert runner.engine is engine
    runner.renew()
    assert runner.engine is not engine


def test_a_copy_for_another_process_checks_as_the_runner_does(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "sub").mkdir()
    runner = Runner(CheckRequest(jobs=1, settings={"select": ("HOT3",)}), str(folder))
    runner.run(["sub"], None, "stdin")
    make, given = runner.__reduce__()
    copy = make(*given)
    assert (copy.request, copy.__reduce__()[1]) == (runner.request, given)
    assert given == (runner.request, str(folder), (str(folder / "sub"),), True)
    report, entry = copy.one(Candidate("a.yaml", True))
    own = runner.one(Candidate("a.yaml", True))[1]
    assert report is not None and entry is not None and own is not None
    both = [entry._replace(report=None), own._replace(report=None)]
    same = [one.report._replace(evaluation=0) if one.report else None for one in (entry, own)]  # seconds differ
    assert both[0] == both[1] and same[0] == same[1]
    alone = Runner(CheckRequest(use_cache=False))
    assert alone.__reduce__()[1] == (alone.request, None, (), False)
    assert make(*alone.__reduce__()[1]).one(Candidate("a.yaml", True))[1] is None


@pytest.mark.parametrize(
    ("confined", "options", "expected"),
    [
        (True, {}, ["sub/deep"]), (False, {}, ["sub"]), (False, {"use_config": False}, ["sub/deep"]),
        (False, {"config": "own.yaml"}, ["sub/deep"]),
    ],
)  # fmt: skip
def test_a_folder_is_checked_with_the_project_around_it(
    confined: bool, options: dict[str, Any], expected: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "sub" / "deep").mkdir(parents=True)
    (folder / "sub" / ".hotlint.yaml").write_text("ignore: [HOT8]\n")
    (folder / "own.yaml").write_text("{}\n")
    monkeypatch.setenv("HOME", str(folder))
    runner = Runner(CheckRequest(jobs=1, **options), str(folder) if confined else None)
    runner.check_as_a_whole(["a.yaml", "sub/deep", "sub/deep"] if not confined else ["a.yaml", "sub/deep"])
    assert runner.__reduce__()[1][2] == tuple(str(folder / name) for name in expected)
    before = runner.__reduce__()[1][2]
    runner.check_as_a_whole(["a.yaml"])
    assert runner.__reduce__()[1][2] == before


def test_progress_is_told_of_the_files_that_are_not_known() -> None:
    write(b_yaml=GOOD)
    told: list[tuple[int, int]] = []
    progress: Callable[[int, int], None] = lambda done, total: told.append((done, total))  # noqa: E731
    for paths in (["a.yaml"], ["a.yaml", "b.yaml", "notes.yaml"]):
        runner = Runner(CheckRequest(jobs=1))
        runner.run(paths, None, "stdin", progress)
        assert runner.cache is not None
        runner.cache.save()
    assert told == [(1, 1), (1, 2), (2, 2)]


def test_a_configuration_that_cannot_be_read_ends_the_run(folder: Path) -> None:
    with pytest.raises(FileNotFoundError) as raised:
        run("a.yaml", config="gone.yaml")
    assert raised.value.filename == "gone.yaml"
    os.mkdir("folder.yaml")
    [first, second] = run("a.yaml", config="folder.yaml")
    assert codes([first]) == [("folder.yaml", ["HOT092"])] and codes([second]) == [("a.yaml", ["HOT301"])]
