"""What a worker is asked and what it answers, and the sources of a run. All of it travels between machines."""

from __future__ import annotations

import os
import re
from functools import cache
from typing import Literal

from hotlint.cli.cluster.batches import BatchFile
from hotlint.common.records import NamedTuple
from hotlint.common.version import __version__
from hotlint.operations.check import CheckRequest
from hotlint.output.findings.model import FileReport

Kind = Literal["paths", "bundle", "archive", "store"]
BUNDLE = ".bundle"
ARCHIVES = (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz", ".zip")
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*(?:::[a-z][a-z0-9+.-]*)*://", re.IGNORECASE)


class TreeSource(NamedTuple):
    """One tree of templates. `paths` are files and folders as they were given; of any other kind, one address.

    Files of a tree that is unpacked are shown below its address: `a.bundle/env/dev.yaml`.
    """

    kind: Kind
    paths: tuple[str, ...]

    @property
    def name(self) -> str:
        """The address of a tree that is not made of local paths, and how messages call it."""
        return self.paths[0]


def is_address(path: str) -> bool:
    """Return whether a path is the address of an object store, such as s3://bucket/templates."""
    return _ADDRESS.match(path) is not None


def kind_of_source(path: str) -> Kind:
    """Return what a path of the command line is, by its name."""
    if path.endswith(BUNDLE) and not os.path.isdir(path):
        return "bundle"
    if path.lower().endswith(ARCHIVES) and not os.path.isdir(path):
        return "archive"
    return "store" if is_address(path) else "paths"


class Job(NamedTuple):
    """What all tasks of a run have in common.

    `folder` is the working folder of the command, `version` what runs there; `scratch` is the folder in which trees are unpacked,
    "" for one that the worker chooses.
    """

    request: CheckRequest
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
