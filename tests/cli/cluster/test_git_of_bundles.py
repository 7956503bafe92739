"""What git is asked about a bundle, and what is made of its answers; a shell script stands in for git."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import Any

import pytest
from cluster_trees import here

from hotlint.cli.cluster.git_bundle import unpack_bundle
from hotlint.operations import commits
from hotlint.operations.unpacking import SourceError, Unpacker

__all__ = ["here"]
pytestmark = pytest.mark.skipif(os.name == "nt", reason="the stand-in for git is a shell script")
ANSWERING = "while read blob; do printf '%s blob 1\\nx\\n' $blob; done"


def unpacked(here: Path, heads: str = "123 HEAD", listed: str = ":", contents: str = ANSWERING) -> dict[str, str]:
    """Return the files and links of a bundle of which git says this. Its calls are in `calls`."""
    (here / "bin").mkdir()
    (here / "heads").write_text(heads)
    (here / "bin" / "git").write_text(
        f'#!/bin/sh\nhere={here}\necho "$*" >> $here/calls\npwd >> $here/folders\nexport -p > $here/variables\n'
        f'case "$*" in\n*list-heads*) cat $here/heads;;\n*ls-tree*) {listed};;\n*cat-file*) {contents};;\nesac\n'
    )
    (here / "bin" / "git").chmod(0o755)
    (here / "r.bundle").write_bytes(b"")
    folder = here / "made" / "tree"
    folder.mkdir(parents=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", f"{here / 'bin'}{os.pathsep}{os.environ['PATH']}")
        patch.setenv("GIT_DIR", "/elsewhere")
        unpack_bundle("r.bundle", Unpacker(str(folder)))
    assert [path.name for path in (here / "made").iterdir()] == ["tree"]
    return {
        str(path.relative_to(folder)): _content(path)
        for path in folder.rglob("*")
        if not path.is_dir() or path.is_symlink()
    }


def _content(path: Path) -> str:
    if path.is_symlink():
        return f"-> {os.readlink(path)}"
    return path.read_text() if path.stat().st_size < 100 else f"{path.stat().st_size} bytes"


def test_git_has_no_settings_of_the_user_and_runs_nothing(here: Path) -> None:
    """Neither the repository's, the user's nor the machine's settings count."""
    assert unpacked(here) == {}
    settings = (
        "--no-pager -c core.hooksPath=/dev/null -c core.fsmonitor=false -c core.bigFileThreshold=16m -c core.packedGitWindowSize=32m"
        " -c core.packedGitLimit=256m -c fetch.bundleURI= -c pack.threads=1 -c protocol.allow=never"
        " -c gc.auto=0 "
    )
    calls, folders = (
        (here / "calls").read_text().splitlines(),
        {*(here / "folders").read_text().splitlines()},
    )
    [repository] = folders
    assert os.path.dirname(repository) == str(here / "made") and os.path.basename(repository).startswith("hotlint-git-")
    assert all(call.startswith(settings) for call in calls)
    assert [call.removeprefix(settings) for call in calls[:3]] == [
        f"bundle list-heads {here}/r.bundle",
        f"init --quiet --bare --template= {repository}",
        f"bundle unbundle {here}/r.bundle",
    ]
    assert {call.removeprefix(settings) for call in calls[3:]} == {
        "ls-tree -r -t -z -l --full-tree 123",
        "cat-file --batch",
    }
    lines = (here / "variables").read_text().splitlines()
    given = dict(
        line.removeprefix("export ").replace("'", "").replace('"', "").split("=", 1) for line in lines if "=" in line
    )
    assert {name: given[name] for name in given if name.startswith("GIT_") or name in ("HOME", "LC_ALL")} == {
        "HOME": repository, "LC_ALL": "C", "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_ATTR_NOSYSTEM": "1",
        "GIT_ALLOW_PROTOCOL": "", "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_CEILING_DIRECTORIES": str(here / "made"),
    }  # fmt: skip
    assert (here / "made" / "tree" / ".git").is_dir()


@pytest.mark.parametrize(
    ("heads", "commit"),
    [
        ("1 refs/heads/main\n2 refs/heads/master\n3 HEAD\n4 refs/heads/other\n", "3"),
        ("1 refs/heads/other\n2 refs/heads/master\n3 refs/heads/main\n", "3"),
        ("1 refs/heads/other\n2 refs/heads/master\n", "2"),
        ("1 refs/tags/v1\n2 refs/heads/a b\n", "2"),
        ("1 refs/heads/a\n2 refs/heads/b\n", None),
        ("1 refs/tags/v1\n", None),
        ("", None),
    ],
)
def test_a_commit_is_chosen(here: Path, heads: str, commit: str | None) -> None:
    if commit is None:
        with pytest.raises(SourceError) as raised:
            unpacked(here, heads)
        why = (
            "it has no HEAD, and no branch main or master: create it with 'git bundle create FILE HEAD', or with --all"
        )
        assert str(raised.value) == why
    else:
        unpacked(here, heads)
        assert f"--full-tree {commit}\n" in (here / "calls").read_text()


def test_files_and_links_are_written_and_nothing_else(here: Path) -> None:
    entries = (
        "100644 blob 1 1\ta\0", "100755 blob 2 1\tin/b\0", "100664 blob 3 1\tin/c\0", "120000 blob 4 1\tlink\0",
        "100666 blob 5 1\todd\0", "040000 tree 6 -\tin\0", "160000 commit 7 -\tsub\0", "100644 blob 8\tno\0",
        "100644 blob 8 x\tnor\0", "100644 blob 8 1 nor\0", "100644 blob 9 1\t.git/hooks/x\0", "100644 blob 10 1\tz\tz\0",
        "100644 blob 11 16777217\tlarge\0", "100644 blob 12 1\tlast",
    )  # fmt: skip
    (here / "entries").write_text("".join(entries))
    found = unpacked(here, listed="cat $here/entries", contents=f"tee $here/asked | {ANSWERING}")
    assert found == {"a": "x", "in/b": "x", "in/c": "x", "link": "-> x", "z\tz": "x", "large": "16777217 bytes"}
    assert (here / "asked").read_text().split() == ["1", "2", "3", "4", "5", "9", "10"]


@pytest.mark.parametrize("entries", [2, 3])
def test_so_many_files_and_folders_may_a_commit_have(here: Path, monkeypatch: pytest.MonkeyPatch, entries: int) -> None:
    monkeypatch.setattr(commits, "ENTRIES", 2)
    (here / "entries").write_text("".join(f"100644 blob {number} 1\tfile{number}\0" for number in range(entries)))
    if entries == 2:
        assert unpacked(here, listed="cat $here/entries") == {"file0": "x", "file1": "x"}
        return
    with pytest.raises(SourceError) as raised:
        unpacked(here, listed="cat $here/entries")
    assert str(raised.value) == "it holds more than 2 files and folders"


@pytest.mark.parametrize("answer", ["1 blob", "1 blob 2", "1 missing", ""])
def test_a_content_that_is_not_there_is_named(here: Path, answer: str) -> None:
    with pytest.raises(SourceError) as raised:
        unpacked(here, listed="printf '100644 blob 1 1\\tin/a\\0'", contents=f"read blob; echo {answer}")
    assert str(raised.value) == "it does not hold the content of 'in/a'"


@pytest.mark.parametrize("command", ["listed", "contents"])
@pytest.mark.parametrize(
    ("failure", "why"),
    [
        ("exit 3", "git cannot read it (exit code 3)"),
        ("echo >&2; echo fatal: bad >&2; echo more >&2; exit 1", "git cannot read it (bad)"),
        ("echo error: bad >&2; exit 1", "git cannot read it (bad)"),
        (
            "echo error: Repository lacks these prerequisite commits: >&2; exit 1",
            "it holds only changes on top of commits that are not in it: create it with --all",
        ),
    ],
    ids=["nothing", "fatal", "error", "prerequisites"],
)
def test_what_git_says_is_the_reason(here: Path, command: str, failure: str, why: str) -> None:
    with pytest.raises(SourceError) as raised:
        unpacked(here, **{command: failure})
    assert str(raised.value) == why


def test_git_that_is_not_installed_is_named(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "r.bundle").write_bytes(b"")
    (here / "made" / "tree").mkdir(parents=True)
    monkeypatch.setenv("PATH", str(here / "made"))
    with pytest.raises(SourceError) as raised:
        unpack_bundle("r.bundle", Unpacker(str(here / "made" / "tree")))
    assert str(raised.value) == "to read a bundle takes git, which is not installed"
    with pytest.raises(FileNotFoundError):
        unpack_bundle("gone.bundle", Unpacker(str(here / "made" / "tree")))


class Timer:
    """Stands in for a timer whose time is over as soon as it starts, for the n-th command of git."""

    made: list[tuple[float, str]] = []
    late = 1

    def __init__(self, seconds: float, call: Any) -> None:
        self.finished = threading.Event()
        self._call = call
        self.made.append((seconds, "made"))

    def start(self) -> None:
        if len([one for one in self.made if one[1] == "made"]) == self.late:
            self._call()
            self.finished.set()

    def cancel(self) -> None:
        self.made.append((0, "cancelled"))


@pytest.mark.parametrize("late", [1, 3, 5])
def test_git_has_a_quarter_of_an_hour(here: Path, monkeypatch: pytest.MonkeyPatch, late: int) -> None:
    monkeypatch.setattr(threading, "Timer", Timer)
    monkeypatch.setattr(Timer, "made", [])
    monkeypatch.setattr(Timer, "late", late)
    with pytest.raises(SourceError) as raised:
        unpacked(here)
    assert str(raised.value) == "git takes more than 900 seconds for it"
    assert sorted(Timer.made) == [(0, "cancelled")] * late + [(900, "made")] * late


def test_git_has_two_gigabytes(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    limits: list[Any] = []
    monkeypatch.setattr(resource, "prlimit", lambda process, *limit: limits.append(limit), raising=False)
    unpacked(here)
    assert limits == [(resource.RLIMIT_AS, (1 << 31, 1 << 31))] * 5
