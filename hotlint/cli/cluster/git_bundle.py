"""Git bundles, read without a checkout: git copies objects, and nothing of the repository's settings or hooks is used."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from hotlint.common.git import Git
from hotlint.common.processes import ProgramError, SlowProgramError, TalkativeProgramError
from hotlint.operations.commits import unpack_commit
from hotlint.operations.unpacking import SourceError, Unpacker

PRINTED = 1 << 20
"""Bytes that git may print about a bundle, its list of files aside."""
_BRANCHES = ("HEAD", "refs/heads/main", "refs/heads/master")


def unpack_bundle(path: str, unpacker: Unpacker) -> None:
    """Unpack the commit that HEAD is in a bundle; without a HEAD, that of its main or only branch.

    Raises OSError when it cannot be read, and SourceError when it is not a whole bundle, is too large, or git is missing.
    """
    with (
        open(path, "rb"),
        tempfile.TemporaryDirectory(prefix="hotlint-git-", dir=os.path.dirname(unpacker.folder)) as repository,
        _failing(),
    ):
        git, bundle = Git(repository), os.path.abspath(path)
        commit = _commit(git.run("bundle", "list-heads", bundle, most=PRINTED).decode("utf-8", "replace"))
        git.run("init", "--quiet", "--bare", "--template=", repository, most=PRINTED)
        git.run("bundle", "unbundle", bundle, most=PRINTED)
        unpack_commit(commit, unpacker, git.running)


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


@contextmanager
def _failing() -> Iterator[None]:
    """Raise SourceError with what git says when it fails."""
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
