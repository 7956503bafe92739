"""A folder of a project is checked with what belongs to it anywhere in the project; findings are those of the folder."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hotlint.cli.main import main
from hotlint.linter.checking.engine import Engine
from hotlint.linter.settings import finder as enclosing

V = "heat_template_version: 2018-08-31\n"
PROJECT = {
    "root.yaml": V + "resources: {w: {type: stacks/web.yaml, properties: {size: 1}}, x: {type: No::Such}}\n",
    "environments/registry.yaml": "resource_registry: {'Acme::Web::Disk': ../stacks/disk.yaml}\n",
    "stacks/web.yaml": V + "parameters: {size: {type: number}}\nresources: {d: {type: Acme::Web::Log}}\n",
    "stacks/disk.yaml": V + "resources: {d: {type: Acme::Web::Log}}\n",
    "stacks/alone.yaml": V + "resources: {d: {type: Acme::Web::Log}}\n",
}
Check = Callable[..., list[tuple[str, str]]]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a root, a registry, and nested templates in a folder of their own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / ".cache"))
    for name, text in PROJECT.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.fixture
def check(project: Path, capsys: pytest.CaptureFixture[str]) -> Check:
    """Return a function that checks with these arguments and returns the files and codes of errors, at all their places."""

    def run(*args: str) -> list[tuple[str, str]]:
        main(["check", "--format", "json", *args])
        found: list[dict[str, Any]] = json.loads(capsys.readouterr().out)["diagnostics"]
        errors = [d for d in found if d["severity"] == "error"]
        return [(place["path"], d["code"]) for d in errors for place in (d, *d["related"])]

    return run


def test_a_home_folder_is_no_source_tree(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file in it does not have everything below read, be it in a check or in an editor that has no folder open."""
    monkeypatch.chdir(project / "stacks")
    path = str(project / "root.yaml")
    assert Engine().trees.tree(path) is not None
    monkeypatch.setenv("HOME", str(project))
    assert Engine().trees.tree(path) is None
    assert Engine().trees.tree("/t.yaml") is None


ALONE = ("stacks/alone.yaml", "HOT501")
NESTED = [("stacks/disk.yaml", "HOT501"), ("stacks/web.yaml", "HOT501")]


@pytest.mark.parametrize("mark", [".git/HEAD", ".hotlint.yaml"])
def test_a_folder_of_a_project_is_an_open_world(
    project: Path, check: Check, monkeypatch: pytest.MonkeyPatch, mark: str
) -> None:
    monkeypatch.chdir(project / "stacks")
    assert check("../stacks", "--no-cache") == [(f"../{path}", code) for path, code in (ALONE, *NESTED)]
    monkeypatch.chdir(project)
    (project / mark).parent.mkdir(exist_ok=True)
    (project / mark).write_text("ignore: [HOT801]\n")
    assert check("stacks", "--no-cache") == [ALONE]


def test_a_configuration_that_does_not_count_marks_no_project(
    project: Path, check: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / ".hotlint.yaml").write_text("ignore: [HOT801]\n")
    (project / "other.yaml").write_text("ignore: [HOT802]\n")
    monkeypatch.chdir(project / "stacks")
    assert check("../stacks", "--no-cache") == [("../stacks/alone.yaml", "HOT501")]
    for options in (["--no-config"], ["--config", "../other.yaml"]):
        found = check("../stacks", "--no-cache", *options)
        assert found == [(f"../{path}", code) for path, code in (ALONE, *NESTED)], options


def test_an_empty_configuration_changes_nothing(project: Path, check: Check) -> None:
    (project / ".hotlint.yaml").write_text("# settings follow\n")
    assert check("stacks", "--no-cache") == [ALONE]


def test_the_working_folder_is_the_project_of_files_that_are_in_no_other(project: Path, check: Check) -> None:
    assert check("stacks", "--no-cache") == [ALONE]
    assert check("stacks/disk.yaml", "stacks/alone.yaml", "--no-cache") == [ALONE]


def test_the_cache_knows_what_changes_in_the_project(project: Path, check: Check) -> None:
    (project / ".git").mkdir()
    assert check("stacks") == check("stacks") == [ALONE]
    (project / "environments/registry.yaml").unlink()
    assert check("stacks") == [ALONE, *NESTED]  # no environment maps the namespace any more
    (project / "root.yaml").write_text(V)
    assert check("stacks") == [ALONE, *NESTED]


def test_an_environment_goes_through_the_roots_of_the_project(project: Path, check: Check) -> None:
    (project / ".git").mkdir()
    (project / "e.yaml").write_text("resource_registry: {'Acme::Web::Log': OS::Heat::None}\n")
    assert check("stacks", "-e", "e.yaml", "--no-cache") == []


def test_a_file_that_is_named_is_checked_as_in_its_folder(project: Path, check: Check) -> None:
    (project / ".git").mkdir()
    assert check("stacks/web.yaml", "--no-cache") == []
    assert check("stacks/web.yaml", "--no-cache", "--no-discovery") == [NESTED[1]]


def test_a_large_project_a_hidden_folder_and_the_home_folder_are_left_out(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / ".git").mkdir()
    monkeypatch.chdir("/")
    stacks, hidden = str(project / "stacks"), str(project / ".tmp/stacks")
    assert enclosing.enclosing_project(stacks) == str(project)
    assert enclosing.enclosing_project(hidden) == hidden
    monkeypatch.setattr(enclosing, "LIMIT", 3)
    assert enclosing.enclosing_project(stacks) == stacks
    monkeypatch.setattr(enclosing, "LIMIT", 30)
    monkeypatch.setenv("HOME", str(project))
    assert enclosing.enclosing_project(stacks) == stacks


def test_deployments_of_a_folder_are_found_in_its_project(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / ".git").mkdir()
    main(["deployments", "stacks", "--format", "json"])
    roots = json.loads(capsys.readouterr().out)["roots"]
    assert [r["template"] for r in roots] == ["alone.yaml"]


def test_all_files_of_a_folder_that_is_checked_know_their_users(
    project: Path, check: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "root.yaml").write_text(PROJECT["root.yaml"].replace("x: {type: No::Such}", ""))
    before = check("--no-cache", ".")
    monkeypatch.setattr("hotlint.analysis.files.facts.FILE_LIMIT", 1)
    assert check("--no-cache", ".") == before
