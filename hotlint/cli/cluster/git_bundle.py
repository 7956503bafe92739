"""Git bundles, read without a checkout: git copies objects, and nothing of the repository's settings or hooks is used.

The files are those that the commit holds, byte for byte: no filter, no attribute, no submodule and no LFS object.
"""

from __future__ import annotations

import io
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from hotlint.common.files import SIZE_LIMIT
from hotlint.common.processes import (
    Program,
    ProgramError,
    SlowProgramError,
    Surroundings,
    TalkativeProgramError,
    run,
    running,
)
from hotlint.common.records import NamedTuple
from hotlint.operations.unpacking import FILES, SourceError, Unpacker

MEMORY = 2 << 30
"""Bytes that git may take, where the system can limit that."""
PRINTED = 1 << 20
"""Bytes that git may print about a bundle, its list of files aside."""
ENTRIES = 2 * FILES
"""Files and folders of a commit, at most: a tree that holds itself many times has billions."""
_NAME = 4096
_SETTINGS = {
    "core.hooksPath": os.devnull,
    "core.fsmonitor": "false",
    "core.bigFileThreshold": "16m",
    "core.packedGitWindowSize": "32m",
    "core.packedGitLimit": "256m",
    "pack.threads": "1",
    "protocol.allow": "never",
    "gc.auto": "0",
}
_BRANCHES = ("HEAD", "refs/heads/main", "refs/heads/master")
_SYMLINK, _FILES = "120000", ("100644", "100755", "100664")


class TreeEntry(NamedTuple):
    """A file of a commit: `kind` is its mode, such as "100644"."""

    kind: str
    blob: str
    size: int
    name: str


def unpack_bundle(path: str, unpacker: Unpacker) -> None:
    """Unpack the commit that HEAD is in a bundle; without a HEAD, that of its main or only branch.

    Raises OSError when it cannot be read, and SourceError when it is not a whole bundle, is too large, or git is missing.
    """
    with (
        open(path, "rb"),
        tempfile.TemporaryDirectory(prefix="hotlint-git-", dir=os.path.dirname(unpacker.folder)) as repository,
    ):
        commit = _commit(_git(repository, "bundle", "list-heads", os.path.abspath(path)).decode("utf-8", "replace"))
        _git(repository, "init", "--quiet", "--bare", "--template=", repository)
        _git(repository, "bundle", "unbundle", os.path.abspath(path))
        listing = ("ls-tree", "-r", "-t", "-z", "-l", "--full-tree", commit)
        with _running(repository, *listing) as listed, _running(repository, "cat-file", "--batch") as contents:
            _write(_entries(listed.stdout), contents, unpacker)
    os.makedirs(os.path.join(unpacker.folder, ".git"), exist_ok=True)  # its .gitignore files apply, as in a clone
    unpacker.finish()


def _commit(heads: str) -> str:
    """Return the commit to check, by the lines of `git bundle list-heads`."""
    found = {ref: commit for commit, _, ref in (line.partition(" ") for line in heads.splitlines())}
    branches = [ref for ref in found if ref.startswith("refs/heads/")]
    for ref in (*_BRANCHES, *(branches if len(branches) == 1 else ())):
        if ref in found:
            return found[ref]
    raise SourceError(
        "it has no HEAD, and no branch main or master: create it with 'git bundle create FILE HEAD', or with --all"
    )


def _entries(listed: IO[bytes] | None) -> Iterator[TreeEntry]:
    """Yield the files of a listing as git prints it. Raises SourceError for one that is too long."""
    assert listed is not None
    rest = b""
    for left in range(ENTRIES, -1, -1):
        while b"\0" not in rest:
            chunk = listed.read1(1 << 16)  # type: ignore[attr-defined]
            if not chunk:
                return
            rest += chunk
            if len(rest) > _NAME + (1 << 16) and b"\0" not in rest:
                raise SourceError(f"it holds a name of more than {_NAME:,} bytes")
        if not left:
            raise SourceError(f"it holds more than {ENTRIES:,} files and folders")
        line, _, rest = rest.partition(b"\0")
        facts, tab, name = line.partition(b"\t")
        fields = facts.decode("ascii", "replace").split()
        if tab and len(fields) == 4 and fields[3].isdigit():  # folders and submodules have no size
            yield TreeEntry(fields[0], fields[2], int(fields[3]), os.fsdecode(name))


def _write(entries: Iterator[TreeEntry], git: Program, unpacker: Unpacker) -> None:
    assert git.stdin is not None and git.stdout is not None
    for entry in entries:
        if entry.size > SIZE_LIMIT:
            unpacker.add_large(entry.name)
            continue
        content = _blob(entry, git.stdin, git.stdout)
        if entry.kind == _SYMLINK:
            unpacker.link(entry.name, os.fsdecode(content))
        elif entry.kind in _FILES:
            unpacker.add(entry.name, io.BytesIO(content))


def _blob(entry: TreeEntry, asked: IO[bytes], answered: IO[bytes]) -> bytes:
    asked.write(f"{entry.blob}\n".encode("ascii"))
    asked.flush()
    header = answered.readline().split()
    if len(header) != 3 or int(header[2]) != entry.size:
        raise SourceError(f"it does not hold the content of '{entry.name}'")
    content = answered.read(entry.size)
    answered.read(1)
    return content


def _git(repository: str, *arguments: str) -> bytes:
    """Return what a command of git prints. Raises SourceError with what it says when it fails."""
    with _failing():
        return run(_command(*arguments), _surroundings(repository), most=PRINTED)


@contextmanager
def _running(repository: str, *arguments: str) -> Iterator[Program]:
    """Run a command of git, which ends with this block. Raises SourceError with what git says when it fails."""
    with _failing(), running(_command(*arguments), _surroundings(repository)) as git:
        yield git


@contextmanager
def _failing() -> Iterator[None]:
    try:
        yield
    except FileNotFoundError as exc:
        if exc.filename != "git":
            raise
        raise SourceError("to read a bundle takes git, which is not installed") from None
    except TalkativeProgramError:
        raise SourceError("it holds too many branches and tags") from None
    except SlowProgramError as exc:
        raise SourceError(f"git {exc.said} for it") from None
    except ProgramError as exc:
        raise SourceError(_problem(exc.said, exc.code)) from None


def _problem(said: str, code: int) -> str:
    """Return why git cannot read a bundle, by what it says."""
    if "prerequisite" in said:
        return "it holds only changes on top of commits that are not in it: create it with --all"
    first = (said.splitlines() or [f"exit code {code}"])[0]
    return f"git cannot read it ({first.removeprefix('fatal: ').removeprefix('error: ')})"


def _command(*arguments: str) -> list[str]:
    settings = (part for name, value in _SETTINGS.items() for part in ("-c", f"{name}={value}"))
    return ["git", *settings, *arguments]


def _surroundings(repository: str) -> Surroundings:
    """Return the surroundings of git, with no variable that a setting of the machine or of the user comes from."""
    kept = {
        name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "TMPDIR", "LD_LIBRARY_PATH") if name in os.environ
    }
    own = {
        "HOME": repository,
        "LC_ALL": "C",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_ATTR_NOSYSTEM": "1",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_CEILING_DIRECTORIES": os.path.dirname(repository),
    }
    return Surroundings(repository, kept | own, MEMORY)
