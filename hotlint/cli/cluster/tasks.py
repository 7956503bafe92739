"""What a worker is asked, and what it answers. All of it travels between machines."""

from __future__ import annotations

from functools import cache

from hotlint.cli.batch.runner import Request
from hotlint.cli.cluster.batches import BatchFile
from hotlint.cli.cluster.sources import TreeSource
from hotlint.common.records import NamedTuple
from hotlint.common.version import __version__
from hotlint.output.findings.model import FileReport


class Job(NamedTuple):
    """What all tasks of a run have in common.

    `folder` is the working folder of the command, `version` what runs there; `scratch` is the folder in which trees are unpacked,
    "" for one that the worker chooses.
    """

    request: Request
    folder: str
    version: str
    scratch: str = ""


class TreeTask(NamedTuple):
    """Look through a tree, and check it when it is small. `number` is that of the tree in the run."""

    number: int
    source: TreeSource


class BatchTask(NamedTuple):
    """Check some files of a tree."""

    number: int
    source: TreeSource
    files: tuple[BatchFile, ...]


class Checked(NamedTuple):
    """The reports of files: the number of each in its tree, and its pickled report; None for a file that is not a template.

    `common` are reports about configurations and the like.
    `refusal` says why nothing could be checked, as a clause; `wrong_version` that another version of hotlint runs there.
    """

    reports: tuple[tuple[int, bytes | None], ...] = ()
    common: tuple[FileReport, ...] = ()
    refusal: str = ""
    wrong_version: bool = False


class Begun(NamedTuple):
    """A tree that was looked through: how many files it has, and the batches that are left to check."""

    total: int
    batches: tuple[tuple[BatchFile, ...], ...]
    checked: Checked


@cache
def own_version() -> str:
    """Return the versions of hotlint and of all rule packs, which must be the same on all machines of a run."""
    from hotlint.linter.packs.installed import installed_packs

    packs = (p.distribution for p in installed_packs() if p.target != "hotlint_rules")
    return ", ".join((f"hotlint {__version__}", *sorted(set(packs))))
