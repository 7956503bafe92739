"""Where the templates of a run come from: paths that every worker sees, git bundles, archives, and object stores."""

from __future__ import annotations

import os
import re
from typing import Literal

from hotlint.common.records import NamedTuple

Kind = Literal["paths", "bundle", "archive", "store"]
BUNDLE = ".bundle"
ARCHIVES = (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz", ".zip")
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*(?:::[a-z][a-z0-9+.-]*)*://", re.IGNORECASE)


class SourceError(Exception):
    """A source that cannot be read; the message says why, in a clause that fits behind "because"."""


class TreeSource(NamedTuple):
    """One tree of templates. `paths` are files and folders as they were given; of any other kind, one address.

    Files of a tree that is unpacked are shown below its address: `a.bundle/env/dev.yaml`.
    """

    kind: Kind
    paths: tuple[str, ...]

    @property
    def name(self) -> str:
        """How messages call the tree."""
        return ", ".join(self.paths)


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
