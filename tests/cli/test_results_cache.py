"""What earlier runs have found is used again only while everything is as it was."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from hotlint.cli.main import main
from hotlint.linter.checking.engine import Engine
from hotlint.linter.packs.installed import RulePack, code_version, installed_packs
from hotlint.operations.batch import results_cache
from hotlint.operations.check import Runner

TEMPLATE = """\
heat_template_version: 2018-08-31
description: d
resources:
  a:
    type: OS::Heat::Value
    properties: {value: {get_file: note.txt}}
  b:
    type: nested.yaml
outputs: {a: {description: d, value: {get_attr: [a, value]}}}
"""
NESTED = """\
heat_template_version: 2018-08-31
description: d
parameters: {p: {type: string, description: d, default: x}}
outputs: {p: {value: {get_param: p}}}
"""

Run = Callable[..., tuple[str, int]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs `hotlint check`; yields its output and how many files it checked."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".cache").mkdir()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / ".cache"))
    (tmp_path / "a.yaml").write_text(TEMPLATE)
    (tmp_path / "note.txt").write_text("hello")
    (tmp_path / "nested.yaml").write_text(NESTED)
    (tmp_path / "other.yaml").write_text(NESTED.replace("default: x", "defualt: x"))
    file_result: list[str] = []
    original = Engine.check_file

    def check_file(self: Engine, path: str, text: str | None = None, *, named: bool = True) -> object:
        file_result.append(path)
        return original(self, path, text, named=named)

    monkeypatch.setattr(Engine, "check_file", check_file)

    def check(*args: str) -> tuple[str, int]:
        file_result.clear()
        time.sleep(0.03)  # what has just changed is not kept: the clock of file systems is coarse
        main(["check", *(args or (".",))])
        return capsys.readouterr().out, len(file_result)

    return check


def changed(path: str, text: str) -> None:
    """Write a file so that its time of change differs, however coarse the clock is."""
    Path(path).write_text(text)
    os.utime(path, ns=(1, os.stat(path).st_mtime_ns + 1_000_000))


def test_an_unchanged_file_is_not_checked_again(run: Run) -> None:
    first = run()
    assert first[1] == 3
    assert "other.yaml" in first[0]
    assert run() == (first[0], 0)


def test_a_changed_file_is_checked_again(run: Run) -> None:
    run()
    changed("other.yaml", NESTED)
    assert run() == ("Nothing found in 3 files.\n", 1)


def test_a_change_of_a_file_that_it_names(run: Run) -> None:
    run()
    changed("note.txt", "changed")
    assert run()[1] == 1
    os.unlink("note.txt")
    out, file_result = run()
    assert file_result == 1
    assert "a.yaml:6:" in out


def test_a_change_of_a_nested_template(run: Run) -> None:
    run()
    changed("nested.yaml", NESTED.replace(", default: x", ""))
    out, file_result = run()
    assert file_result == 2
    assert "a.yaml:8:" in out or "a.yaml:7:" in out


def test_a_change_of_the_configuration(run: Run) -> None:
    run()
    Path(".hotlint.yaml").write_text("ignore: [HOT2]\n")
    out, file_result = run()
    assert (out, file_result) == ("Nothing found in 3 files.\n", 3)
    assert run() == (out, 0)
    changed(".hotlint.yaml", "exclude: [other.yaml]\n")
    assert run() == ("Nothing found in 2 files.\n", 2)
    assert run() == ("Nothing found in 2 files.\n", 0)
    os.unlink(".hotlint.yaml")
    assert run()[1] == 3


def test_an_invalid_configuration_is_reported_each_time(run: Run) -> None:
    Path(".hotlint.yaml").write_text("ignroe: [HOT2]\n")
    first = run()
    assert "HOT092" in first[0]
    assert run() == first


def test_a_change_of_environment_or_options(run: Run) -> None:
    Path("env.yaml").write_text("parameters: {p: y}\n")
    run("nested.yaml", "-e", "env.yaml")
    assert run("nested.yaml", "-e", "env.yaml")[1] == 0
    changed("env.yaml", "parameters: {p: z}\n")
    assert run("nested.yaml", "-e", "env.yaml")[1] == 1
    assert run("nested.yaml")[1] == 1
    assert run("nested.yaml", "--select", "HOT3")[1] == 1
    assert run("nested.yaml", "-P", "p=1")[1] == 1


def test_another_version_of_a_rule_pack(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    run()
    packs = (*installed_packs(), RulePack("acme", "acme.rules", "acme-1.1.dist-info", ""))
    monkeypatch.setattr(results_cache, "installed_packs", lambda: packs)
    assert run()[1] == 3
    assert run()[1] == 0


def test_the_cache_in_a_checked_folder_is_not_checked(run: Run) -> None:
    Path(".cache/hotlint").mkdir(mode=0o700)
    Path(".cache/hotlint/rule-packs.yaml").write_text(TEMPLATE)
    assert run()[1] == 3


def test_an_edited_rule_of_an_editable_pack(tmp_path: Path) -> None:
    (tmp_path / "rule.py").write_text("RULES = []")
    pack = RulePack("acme", "acme.rules", "acme-1.1.dist-info", str(tmp_path))
    before = code_version([pack])
    changed(str(tmp_path / "rule.py"), "RULES = [Rule]")
    assert code_version([pack]) != before


def test_without_a_cache(run: Run) -> None:
    first = run(".", "--no-cache")
    assert run(".", "--no-cache") == first
    assert first[1] == 3


def test_a_broken_cache_does_no_harm(run: Run) -> None:
    first = run()
    for path in Path(".cache/hotlint").iterdir():
        path.write_bytes(b"nonsense")
    assert run() == first


def test_an_unchanged_folder_is_not_looked_through_again(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    original = Runner._digests

    def digests(self: Runner, folder: str) -> dict[str, str]:
        looked.append(folder)
        return original(self, folder)

    monkeypatch.setattr(Runner, "_digests", digests)
    first = run()[0]
    assert len(looked) == 1
    assert run() == (first, 0) and len(looked) == 1
    changed("nested.yaml", NESTED.replace("description: d", "description: e", 1))
    run()
    assert len(looked) == 2


def test_old_caches_and_the_oldest_of_too_many_are_removed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path(".cache/hotlint")

    def kept(text: str) -> set[str]:
        changed("other.yaml", text)
        run()
        return {path.name for path in folder.iterdir() if path.stat().st_mtime < time.time() - 3600}

    run()
    for name, days in (("results-1", 1), ("results-29", 29.9), ("results-30", 30.1), ("results-90", 90), ("other", 90)):
        (folder / name).write_bytes(bytes(100_000))
        os.utime(folder / name, (time.time() - days * 24 * 3600,) * 2)
    assert kept(NESTED) == {"results-1", "results-29", "other"}
    monkeypatch.setattr(results_cache, "SIZE", 190_000)
    assert kept(NESTED + "#") == {"results-1", "other"}
