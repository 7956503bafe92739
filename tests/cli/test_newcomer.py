"""What a newcomer meets first: hints, help, completion, the cache, and files that cannot be read."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from hotlint.cli.commands.completion import script
from hotlint.cli.main import main, overview
from hotlint.common.cache_dir import cache_folder
from hotlint.operations.batch import results_cache

TEMPLATE = (
    "heat_template_version: 2018-08-31\nresources: {r: {type: OS::Heat::None, properties: {a: {get_param: x}}}}\n"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOTLINT_CACHE_DIR", str(tmp_path / "cache"))
    (tmp_path / "a.yaml").write_text(TEMPLATE)
    return tmp_path


def test_a_file_as_command_suggests_check(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["server.yaml"]) == 2
    assert "(did you mean 'hotlint check server.yaml'?)" in capsys.readouterr().err
    assert main(["my server.yaml"]) == 2
    assert """(did you mean 'hotlint check "my server.yaml"'?)""" in capsys.readouterr().err
    assert main(["chekc"]) == 2
    assert "(did you mean 'check'?)" in capsys.readouterr().err


def test_the_overview_names_the_options_of_the_command_itself() -> None:
    assert "-V, --version" in overview()


@pytest.mark.parametrize("number", ["-3", "x", "1.5"])
def test_a_number_of_processes_is_checked(folder: Path, number: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "-j", number]) == 2
    assert "--jobs" in capsys.readouterr().err


def test_one_file_named_twice_is_checked_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["check", "--no-cache", "--no-config", "-f", "concise", "--select", "HOT301", "--fail-on", "info"]
    assert main([*arguments, "a.yaml", "./a.yaml", ".", str(folder / "a.yaml")]) == 1
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_a_folder_that_cannot_be_read_fails(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "closed").mkdir()
    scandir = os.scandir

    def denied(path: Any) -> Any:
        if str(path).endswith("closed"):
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", denied)
    assert main(["check", "--no-cache", "--no-config", "closed"]) == 1
    assert "'closed' cannot be checked" in capsys.readouterr().out


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() == 0, reason="root may read every file")
def test_a_file_that_cannot_be_read_fails(folder: Path) -> None:
    (folder / "a.yaml").chmod(0)
    assert main(["check", "--no-cache", "--no-config", "."]) == 1


def test_the_cache_is_shown_and_removed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cache_folder() == str(folder / "cache")
    os.utime(folder / "a.yaml", (1, 1))
    main(["check", "a.yaml"])
    capsys.readouterr()
    assert main(["cache", "show"]) == 0
    assert capsys.readouterr().out.startswith(f"{folder / 'cache'}: ")
    (folder / "cache" / "catalog").mkdir(exist_ok=True)
    assert main(["cache", "clean"]) == 0
    assert [p.name for p in (folder / "cache").iterdir()] == ["catalog"]
    assert main(["cache", "show", "--cache-dir", str(folder / "none")]) == 0
    assert capsys.readouterr().out.endswith("none: 0 files, 0 bytes\n")


def test_another_cache_folder(folder: Path) -> None:
    main(["check", "a.yaml", "--cache-dir", "other"])
    assert os.listdir(folder / "other")


def test_the_cache_stays_small(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = folder / "cache"
    cache.mkdir(mode=0o700)
    for number in range(3):
        (cache / f"results-{number}.txt").write_bytes(b"x" * 100)
        os.utime(cache / f"results-{number}.txt", (2e9 + number, 2e9 + number))
    monkeypatch.setattr(results_cache, "SIZE", 250)
    results_cache.ResultsCache._remove_old(str(cache))
    assert sorted(p.name for p in cache.iterdir()) == ["results-1.txt", "results-2.txt"]


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_bash_offers_codes_types_releases_and_names_with_spaces(folder: Path) -> None:
    (folder / "completion").write_text(script("bash"), encoding="utf-8")
    (folder / "my template.yaml").write_text(TEMPLATE)

    def completed(*words: str) -> list[str]:
        listed = " ".join(f"'{w}'" for w in words)
        text = f"source completion; COMP_WORDS=({listed}); COMP_CWORD={len(words) - 1}; _shtab_hotlint; "
        done = subprocess.run(
            ["bash", "-c", text + 'printf "%s\\n" "${COMPREPLY[@]}"'],
            capture_output=True,
            text=True,
            check=True,
            cwd=folder,
        )
        return done.stdout.splitlines()

    assert completed("hotlint", "check", "--select", "HOT30") == [f"HOT30{n}" for n in range(1, 10)]
    assert completed("hotlint", "check", "--target", "wal") == ["wallaby"]
    assert completed("hotlint", "types", "OS::Nova::KeyP") == ["OS::Nova::KeyPair"]
    assert completed("hotlint", "explain", "list_jo") == ["list_join"]
    assert completed("hotlint", "upgrade", "--to", "wa") == ["wallaby"]
    assert completed("hotlint", "check", "my te") == ["my template.yaml"]
    assert completed("hotlint", "check", "my template.yaml", "a.y") == ["a.yaml"]
