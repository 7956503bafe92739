"""Git bundles, read without a checkout: git copies objects, and nothing of the repository's settings or hooks is used.

The files are those that the commit holds, byte for byte: no filter, no attribute, no submodule and no LFS object.
"""

from __future__ import annotations

import io
import os
import subprocess
import tempfile
from collections.abc import Iterator
from typing import IO

from hotlint.cli.cluster.sources import SourceError
from hotlint.cli.cluster.unpacking import Unpacker
from hotlint.common.files import SIZE_LIMIT
from hotlint.common.records import NamedTuple

SECONDS = 900
"""Seconds that one command of git may take."""
_SETTINGS = {
    "core.hooksPath": os.devnull,
    "core.fsmonitor": "false",
    "core.bigFileThreshold": "16m",
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
        entries = list(_entries(_git(repository, "ls-tree", "-r", "-z", "-l", "--full-tree", commit)))
        _write(repository, entries, unpacker)
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


def _entries(listed: bytes) -> Iterator[TreeEntry]:
    for line in listed.split(b"\0"):
        facts, tab, name = line.partition(b"\t")
        fields = facts.decode("ascii").split()
        if tab and len(fields) == 4 and fields[3].isdigit():  # a submodule has no size
            yield TreeEntry(fields[0], fields[2], int(fields[3]), os.fsdecode(name))


def _write(repository: str, entries: list[TreeEntry], unpacker: Unpacker) -> None:
    command = _command("cat-file", "--batch")
    with subprocess.Popen(
        command, cwd=repository, env=_environment(repository), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as git:
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
    try:
        done = subprocess.run(
            _command(*arguments), cwd=repository, env=_environment(repository), capture_output=True, timeout=SECONDS,
            stdin=subprocess.DEVNULL, check=False,
        )  # fmt: skip
    except FileNotFoundError:
        raise SourceError("to read a bundle takes git, which is not installed") from None
    except subprocess.TimeoutExpired:
        raise SourceError(f"git takes more than {SECONDS} seconds for it") from None
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines() or [f"exit code {done.returncode}"]
        if any("prerequisite" in line for line in said):
            raise SourceError("it holds only changes on top of commits that are not in it: create it with --all")
        raise SourceError(f"git cannot read it ({said[0].removeprefix('fatal: ').removeprefix('error: ')})")
    return done.stdout


def _command(*arguments: str) -> list[str]:
    settings = (part for name, value in _SETTINGS.items() for part in ("-c", f"{name}={value}"))
    return ["git", *settings, *arguments]


def _environment(repository: str) -> dict[str, str]:
    """Return the variables for git: none that a setting of the machine or of the user comes from."""
    kept = {
        name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "TMPDIR", "LD_LIBRARY_PATH") if name in os.environ
    }
    return kept | {
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
