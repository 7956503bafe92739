"""What the files of source trees name, kept between runs: the next check of a named file reads only what has changed.

The facts of a file are valid while its status is the same. One file of the cache folder holds those of all files that were looked at
from one working folder.
"""

from __future__ import annotations

import os
from binascii import crc32
from collections.abc import Iterable
from json import dumps, loads

from hotlint.analysis.files import facts
from hotlint.common.cache_dir import read_private, write_private
from hotlint.common.files import file_stamp
from hotlint.common.version import __version__

LIMIT = 20_000
"""Files whose facts are kept. Reading the facts of more takes longer than a check of one file should."""
PREFIX = "facts-"
"""The start of the names of such files in the cache folder."""


class KeptFacts:
    """The facts that earlier runs in this working folder have kept."""

    def __init__(self) -> None:
        self._head = dumps([__version__, file_stamp(facts.__file__), os.getcwd()]).encode()
        self._file = f"{PREFIX}{crc32(os.fsencode(os.getcwd())):08x}.txt"
        self._restored = b""
        self._is_restored = False

    def restore(self) -> None:
        """Take the kept facts, once; none if this version has kept none. Never raises."""
        if self._is_restored:
            return
        self._is_restored = True
        head, _, kept = (read_private(self._file) or b"").partition(b"\n")
        if head != self._head:
            return
        try:
            facts.restore_facts(loads(kept))
        except (ValueError, TypeError, AttributeError, RecursionError):
            return
        self._restored = kept

    def save(self, trees: Iterable[str]) -> None:
        """Keep what is known of the files in source trees, if it has changed. Never raises: without it, the next run takes longer."""
        folders = tuple(os.path.join(tree, "") for tree in trees)
        known = {path: one for path, one in facts.kept_facts().items() if path.startswith(folders)} if folders else {}
        if not 1 < len(known) <= LIMIT:
            return
        kept = dumps(known, separators=(",", ":")).encode("ascii")
        if kept == self._restored:
            return
        try:
            write_private(self._file, self._head + b"\n" + kept)
        except OSError:
            return
