"""What the folders of a run say about the files in them, from the cache while nothing below a folder has changed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable

from hotlint.common.records import NamedTuple

Digests = dict[str, str]
"""For each template and environment, by absolute path, what its folder says about it, as a short digest."""


class KnownTree(NamedTuple):
    """The digests of a folder, and the stamp of the folder that they are for."""

    stamp: str
    digests: Digests


class Trees:
    """The folders that a run checks as a whole.

    `compute` looks through one of them; `digest_of` returns the digest of one file in any folder.
    """

    def __init__(
        self,
        folders: Iterable[str] = (),
        compute: Callable[[str], Digests] = lambda folder: {},
        digest_of: Callable[[str], str] = lambda path: "",
    ) -> None:
        self.folders = tuple(map(os.path.abspath, folders))
        self._compute = compute
        self._digest_of = digest_of
        self._digests: dict[str, Digests] = {}
        self.computed: set[str] = set()

    def folder_of(self, path: str) -> str | None:
        """Return the folder of the run that a file (an absolute path) belongs to; None for one that was named."""
        return next((f for f in self.folders if path.startswith(os.path.join(f, ""))), None)

    def digest(self, path: str, known: Callable[[str], Digests | None]) -> str:
        """Return the digest of a file (an absolute path). `known` returns the digests of a folder from the cache."""
        folder = self.folder_of(path)
        if folder is None:
            return self._digest_of(path)
        if folder not in self._digests:
            digests = known(folder)
            if digests is None:
                digests = self._compute(folder)
                self.computed.add(folder)
            self._digests[folder] = digests
        found = self._digests[folder]
        return found.get(path, "")

    def digests(self, folder: str) -> Digests:
        """Return the digests of a folder that has been looked at."""
        return self._digests[folder]
