"""What commands say of files that cannot be read, written or removed while they run, and what they hand to others."""

from __future__ import annotations

import os
from argparse import Namespace
from pathlib import Path
from typing import Any

import pytest

from hotlint.cli import check_watch, progress
from hotlint.cli.cluster import check_run
from hotlint.cli.commands import baseline, check
from hotlint.cli.errors import UsageError
from hotlint.cli.main import main
from hotlint.cli.subcommands import parser
from hotlint.common import file_replacement, files
from hotlint.linter.settings.finder import user_folders
from hotlint.linter.settings.model import NamedDeployment
from hotlint.operations import check as operation
from hotlint.operations import deployments as deployment_list
from hotlint.operations.check import CheckRequest
from hotlint.operations.scope import SettingsScope
from hotlint.resource_types import cloud_import
from hotlint.resource_types.cloud_import import CatalogImportError, Imported

TEMPLATE = "heat_template_version: 2018-08-31\n"
ON_A_FULL_DISK = OSError(28, "No space left on device", "a.yaml")
Said = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / ".cache"))
    monkeypatch.setenv("HOTLINT_CACHE_DIR", str(tmp_path / ".cache" / "hotlint"))  # which --cache-dir sets
    (tmp_path / "a.yaml").write_text(TEMPLATE)
    return tmp_path


def failing(monkeypatch: pytest.MonkeyPatch, owner: object, name: str, failure: Exception, of: str = "") -> None:
    """Have a function fail, only for the file `of` where one is named."""
    own = getattr(owner, name)

    def fail(*given: object, **named: object) -> object:
        if of and given[0] != of:
            return own(*given, **named)
        raise failure

    monkeypatch.setattr(owner, name, fail)


def test_the_size_of_the_cache(folder: Path, capsys: Said) -> None:
    kept = folder / "kept"
    kept.mkdir()
    for name, size in (("results-b.txt", 1000), ("results-a.txt", 234), ("rule-packs.json", 1), ("results", 5000)):
        (kept / name).write_bytes(b"x" * size)
    assert main(["cache", "show", "--cache-dir", "kept"]) == 0
    assert main(["cache", "clean", "--cache-dir", "kept"]) == 0
    assert main(["cache", "show", "--cache-dir", "kept"]) == 0
    where = str(folder / "kept")
    assert capsys.readouterr() == (
        f"{where}: 3 files, 1,235 bytes\n{where}: 3 files removed, 1,235 bytes\n{where}: 0 files, 0 bytes\n", ""
    )  # fmt: skip
    assert os.listdir(kept) == ["results"]


def test_a_file_of_the_cache_that_cannot_be_removed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    for name in ("results-2", "results-1"):
        (folder / name).touch()
    failing(monkeypatch, os, "unlink", PermissionError(13, "Permission denied"))
    assert main(["cache", "clean", "--cache-dir", "."]) == 2
    monkeypatch.undo()
    assert capsys.readouterr().err == f"hotlint: cannot remove '{folder}/results-1': Permission denied\n"


@pytest.mark.parametrize(
    ("owner", "name", "failure", "message"),
    [
        (files, "read_text", PermissionError(13, "Permission denied", "docs.md"), "cannot read 'docs.md': Permission denied"),
        (files, "read_text", files.ReadError("it is odd"), "cannot read 'docs.md': it is odd"),
        (file_replacement, "replace_text", ON_A_FULL_DISK, "cannot write 'docs.md': No space left on device"),
        (file_replacement, "replace_text", files.ReadError("it changed"), "cannot write 'docs.md': it changed"),
    ],
)  # fmt: skip
def test_documentation_that_cannot_be_written(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Said, owner: Any, name: str, failure: Exception, message: str
) -> None:
    (folder / "docs.md").write_text("old\n")
    failing(monkeypatch, owner, name, failure, "docs.md")
    for option in ("--output", "--inject"):
        assert main(["docs", "a.yaml", option, "docs.md"]) == 2
        assert capsys.readouterr() == ("", f"hotlint: {message}\n")
    assert (folder / "docs.md").read_text() == "old\n"


def test_documentation_that_is_up_to_date_is_not_written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["docs", "a.yaml", "--output", "docs.md"]) == 0
    failing(monkeypatch, file_replacement, "replace_text", ON_A_FULL_DISK)
    assert main(["docs", "a.yaml", "--output", "docs.md"]) == 0


def test_types_that_an_import_leaves_out(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    found = Imported(Path("kept"), ["A::B"], [("C::D", "it is odd"), ("E::F", "it is gone")])
    asked: list[Any] = []

    def imported(*given: Any, **named: Any) -> Imported:
        asked.append((given, named))
        return found

    for name in ("import_files", "import_cloud", "import_heat"):
        monkeypatch.setattr(cloud_import, name, imported)
    said = "skipped C::D: it is odd\nskipped E::F: it is gone\nimported 1 resource type into kept\n"
    for words in (["a.json", "b.json"], ["--cloud", "c"], ["--heat", "p", "--plugin-dir", "a", "--plugin-dir", "b"]):
        assert main(["catalog", "import", *words]) == 0
        assert capsys.readouterr() == (said, "")
    assert main(["catalog", "import", "--heat", "p"]) == 0
    plugins = [{"plugin_dirs": ["a", "b"]}, {"plugin_dirs": []}]
    assert asked == [
        ((["a.json", "b.json"],), {}),
        (("c",), {"timeout": 30.0}),
        (("p",), plugins[0]),
        (("p",), plugins[1]),
    ]


@pytest.mark.parametrize(
    ("failure", "message"),
    [(CatalogImportError("no"), "no"), (ON_A_FULL_DISK, "cannot read 'a.yaml': No space left on device")],
)
def test_an_import_that_fails(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Said, failure: Exception, message: str
) -> None:
    failing(monkeypatch, cloud_import, "import_files", failure)
    assert main(["catalog", "import", "a.json"]) == 2
    assert capsys.readouterr() == ("", f"hotlint: {message}\n")


def test_deployments_of_a_project_that_cannot_be_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    failing(monkeypatch, deployment_list, "found_deployments", ON_A_FULL_DISK)
    assert main(["deployments"]) == 2
    assert capsys.readouterr() == ("", "hotlint: cannot read 'a.yaml': No space left on device\n")
    failing(monkeypatch, deployment_list, "found_deployments", KeyError("a bug"))
    with pytest.raises(KeyError):
        main(["deployments"])


def test_files_of_a_scaffold_that_cannot_be_read_are_not_those_of_it(folder: Path, capsys: Said) -> None:
    (folder / "suite").mkdir()
    (folder / "suite" / "template.yaml").mkdir()
    assert main(["new", "suite", "suite"]) == 2
    assert capsys.readouterr().err == "hotlint: 'suite/template.yaml' exists already; nothing was written\n"
    (folder / "suite" / "template.yaml").rmdir()
    (folder / "suite" / "template.yaml").write_bytes(b"a\xff")
    assert main(["new", "suite", "suite"]) == 2
    assert capsys.readouterr().err == "hotlint: 'suite/template.yaml' exists already; nothing was written\n"
    (folder / "file").touch()
    assert main(["new", "suite", "file/below"]) == 2
    assert capsys.readouterr().err == "hotlint: cannot write 'file/below': Not a directory\n"


# -- what `check` hands to others --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "is_source"),
    [
        *((f"gone.{end}", True) for end in ("bundle", "tar", "tgz", "tbz2", "txz", "zip", "ZIP", "tar.gz", "tar.bz2", "tar.xz")),
        *((path, True) for path in ("s3://bucket/a", "git+ssh://host/a", "S3::x://y")),
        *((path, False) for path in ("folder.zip", "a.yaml", "1://a", "://a", "a/b://c", "a.gz", "zip", "s3:/a")),
    ],
)  # fmt: skip
def test_archives_and_addresses_are_checked_elsewhere(
    folder: Path, monkeypatch: pytest.MonkeyPatch, path: str, is_source: bool
) -> None:
    (folder / "folder.zip").mkdir()
    asked: list[Any] = []

    def run(options: Namespace, request: CheckRequest) -> int:
        asked.append((options.paths, request.jobs))
        return 40

    monkeypatch.setattr(check_run, "run", run)
    assert (main(["check", "--no-cache", "-j", "1", "a.yaml", path]) == 40) is is_source
    assert asked == ([(["a.yaml", path], 1)] if is_source else [])
    assert main(["check", "--no-cache", "-j", "1", "a.yaml", "--cluster", "local:1"]) == 40


@pytest.mark.parametrize(("words", "jobs"), [([], 1), (["-j", "0"], 1), (["-j", "3"], 3)])
def test_one_process_watches_unless_more_are_asked_for(
    folder: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], jobs: int
) -> None:
    seen: list[Any] = []

    def written(reports: Any, options: Namespace, *more: Any) -> None:
        seen.append(more)

    class Watch:
        def __init__(self, runner: Any, paths: list[str], write: Any) -> None:
            seen.append((runner.request.jobs, paths))
            write([], frozenset("a"))
            seen.append((frozenset("a"), runner.of_text))

        def follow(self) -> None:
            seen.append("followed")

    monkeypatch.setattr(check_watch, "Watch", Watch)
    monkeypatch.setattr(check, "write_report", written)
    assert main(["check", "--no-cache", "--watch", "a.yaml", "gone.yaml", *words]) == 0
    first, was, wanted, end = seen
    assert (first, was, end) == ((jobs, ["a.yaml"]), wanted, "followed")
    assert main(["check", "--no-cache", "--watch", *words]) == 0
    assert seen[4] == (jobs, ["."])


@pytest.mark.parametrize(("given", "target"), [(["--target", "train"], "train"), ([], "rocky")])
def test_a_deployment_comes_before_what_is_given_with_it(
    monkeypatch: pytest.MonkeyPatch, given: list[str], target: str
) -> None:
    found = NamedDeployment("a", "t.yaml", ("one.env", "two.env"), (("p", "x"), ("q", "y")), "rocky")
    asked: list[Any] = []

    def named(scope: SettingsScope, name: str) -> NamedDeployment:
        asked.append((scope, name))
        return found

    monkeypatch.setattr(operation, "named_deployment", named)
    words = ["--deployment", "a", "-e", "own.env", "-P", "q=z", "--config", "c.yaml", "--no-config", *given]
    options = parser("check").parse_args(words)
    request = check.request(options)
    assert asked == [
        (
            SettingsScope(
                {"environments": ("own.env",), **({"target": "train"} if given else {})},
                "c.yaml",
                False,
                user_folders(["own.env"]),
            ),
            "a",
        )
    ]
    assert options.paths == ["t.yaml"]
    assert request.settings == {"environments": ("one.env", "two.env", "own.env"), "target": target}
    assert (request.parameters, request.complete) == ({"p": "x", "q": "z"}, True)
    with pytest.raises(UsageError) as refused:
        check.request(parser("check").parse_args(["a.yaml", "--deployment", "a"]))
    assert str(refused.value) == "--deployment names the template that is checked; give no PATH with it"


@pytest.mark.parametrize(
    ("command", "quiet"),
    [(["check"], False), (["check", "-q"], True), (["check", "--fix"], None), (["baseline", "write"], False)],
)
def test_who_shows_progress(
    folder: Path, monkeypatch: pytest.MonkeyPatch, command: list[str], quiet: bool | None
) -> None:
    asked: list[bool] = []
    seen: list[tuple[int, int]] = []

    class Noted(progress.Progress):
        def __init__(self, *, quiet: bool) -> None:
            super().__init__(quiet=quiet)
            asked.append(quiet)

        def __call__(self, done: int, total: int) -> None:
            seen.append((done, total))

    for module in (check, baseline):
        monkeypatch.setattr(module, "Progress", Noted)
    assert main([*command, "--no-cache", "-j", "1"]) == 0
    assert (asked, seen) == (([], []) if quiet is None else ([quiet], [(1, 1)]))
