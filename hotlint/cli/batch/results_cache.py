"""The results of earlier runs, so that unchanged files are not checked again.

An entry is valid while everything that it depends on is unchanged: the file itself, all files that were read or looked for
to check it, the configuration, the folder of templates that it belongs to, the options, and the versions of hotlint and of
rule packs. Files are compared by size and modification time.
"""

from __future__ import annotations

import marshal
import os
import time
from collections.abc import Iterable
from typing import Any, NamedTuple
from zlib import crc32

from hotlint.common.cache_dir import cache_folder, catalog_folder
from hotlint.common.version import __version__
from hotlint.linter.config_search import Nearest
from hotlint.linter.packs import code_version, installed_packs
from hotlint.output.findings.model import FileReport, Finding, FindingFix, PositionSpan, RelatedPosition, TextEdit

LIMIT = 20_000
"""The number of entries that are kept."""
Stamp = tuple[int, int]
ABSENT: Stamp = (-1, -1)


class CachedResult(NamedTuple):
    """The result of one file, and everything that it depends on. `report` None: the file is not a template."""

    stamp: Stamp
    config: str | None
    files: tuple[tuple[str, Stamp], ...]
    trees: tuple[tuple[str, int], ...]
    report: FileReport | None


class ResultsCache:
    """The entries of one request. `explicit` is the one configuration for all files; None: each has its nearest one."""

    def __init__(self, request: str, explicit: str | None, *, use_config: bool = True) -> None:
        self._key = f"{request}\0{os.getcwd()}"
        self._explicit = os.path.abspath(explicit) if explicit is not None and use_config else None
        self._use_config = use_config
        self._nearest = Nearest()
        self._stamps: dict[str, Stamp] = {}
        self._trees: dict[str, int] = {}
        self._configs: dict[str, str | None] = {}
        self._answers: dict[Any, tuple[bool, FileReport | None]] = {}
        self._stored: dict[Any, Any] = self._read()
        self._new: dict[Any, Any] = {}

    def get(self, path: str, *, named: bool) -> tuple[bool, FileReport | None]:
        """Return whether the result of a file is known, and its report; `named` as in `Candidate`."""
        key = path, named
        if key not in self._answers:
            self._answers[key] = self._answer(key, path)
        return self._answers[key]

    def _answer(self, key: Any, path: str) -> tuple[bool, FileReport | None]:
        stored = self._stored.get(key)
        if stored is None:
            return False, None
        stamp, config, files, trees, report = stored
        if stamp != self.stamp(path) or config != self.config(path):
            return False, None
        if any(self.stamp(p) != s for p, s in files) or any(self.tree(p) != s for p, s in trees):
            return False, None
        return True, None if report is None else _unpacked(report)

    def put(self, path: str, entry: CachedResult, *, named: bool) -> None:
        """Add the result of a file; `save` writes it."""
        report = None if entry.report is None else _packed(entry.report)
        self._new[path, named] = entry.stamp, entry.config, entry.files, entry.trees, report

    def excludes(self, config: str) -> tuple[str, ...] | None:
        """Return the globs that a configuration excludes; None when it has changed or is not known."""
        stamp, patterns = self._stored.get(config, (None, ()))
        return patterns if stamp == self.stamp(config) else None

    def put_excludes(self, config: str, patterns: tuple[str, ...]) -> None:
        """Keep the patterns that a configuration file excludes; `save` writes them."""
        self._new[config] = self.stamp(config), patterns

    def entry(self, path: str, files: Iterable[str], trees: Iterable[str], report: FileReport | None) -> CachedResult:
        """Return an entry for a new result, with the current stamps of all that it depends on."""
        config = self.config(path)
        read = {*files, *((config,) if config is not None else ())} - {os.path.abspath(path)}
        return CachedResult(
            self.stamp(path),
            config,
            tuple((p, self.stamp(p)) for p in sorted(read)),
            tuple((p, self.tree(p)) for p in sorted(trees)),
            report,
        )

    def save(self) -> None:
        """Write the new entries. Never raises: without a cache, the next run takes longer."""
        if not self._new:
            return
        entries = {**self._stored, **self._new}
        for old in list(entries)[: max(0, len(entries) - LIMIT)]:
            del entries[old]
        path = self._file()
        try:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(f"{path}.{os.getpid()}", "wb") as file:
                file.write(marshal.dumps((self._identity(), entries)))
            os.replace(f"{path}.{os.getpid()}", path)
            self._remove_old(os.path.dirname(path))
        except (OSError, ValueError):
            return

    @staticmethod
    def _remove_old(folder: str) -> None:
        """Remove caches that no run has written for a month."""
        oldest = time.time() - 30 * 24 * 3600
        with os.scandir(folder) as found:
            for entry in found:
                if entry.name.startswith("results-") and entry.stat().st_mtime < oldest:
                    os.unlink(entry.path)

    def config(self, path: str) -> str | None:
        """Return the configuration of a file; None when it has none."""
        if not self._use_config or self._explicit is not None:
            return self._explicit
        folder = path.rpartition(os.sep)[0]
        if folder not in self._configs:
            self._configs[folder] = self._nearest.of_file(path)
        return self._configs[folder]

    def stamp(self, path: str) -> Stamp:
        """Return the modification time in nanoseconds and the size of a file; ABSENT when it does not exist."""
        if path not in self._stamps:
            try:
                status = os.stat(path)
                self._stamps[path] = (status.st_mtime_ns, status.st_size)
            except OSError:
                self._stamps[path] = ABSENT
        return self._stamps[path]

    def tree(self, folder: str) -> int:
        """Return a checksum of the names, sizes and times of all files below a folder."""
        if folder not in self._trees:
            facts: list[tuple[str, int, int]] = []
            for at, folders, names in os.walk(folder):
                folders[:] = sorted(
                    f for f in folders if not f.startswith(".") and f not in ("node_modules", "__pycache__")
                )
                facts += [(path, *self.stamp(path)) for path in (os.path.join(at, name) for name in sorted(names))]
            self._trees[folder] = crc32(repr(facts).encode("utf-8", "surrogateescape"))
        return self._trees[folder]

    def _file(self) -> str:
        return os.path.join(cache_folder(), f"results-{crc32(self._key.encode('utf-8', 'surrogateescape')):08x}.bin")

    def _identity(self) -> tuple[Any, ...]:
        """Return what all entries depend on: the versions of hotlint and of rule packs, and the imported catalog."""
        catalog = os.path.join(catalog_folder(), "current")
        return __version__, code_version(installed_packs()), self.stamp(catalog), self._key

    def _read(self) -> dict[Any, Any]:
        try:
            with open(self._file(), "rb") as file:
                if hasattr(os, "getuid") and os.fstat(file.fileno()).st_uid != os.getuid():
                    return {}
                identity, entries = marshal.loads(file.read())
        except (OSError, ValueError, EOFError, TypeError):
            return {}
        return dict(entries) if identity == self._identity() else {}


def _packed(value: Any) -> Any:
    """Return named tuples as plain ones, which marshal can write."""
    return tuple(map(_packed, value)) if isinstance(value, tuple) else value


def _unpacked(report: Any) -> FileReport:
    path, found, *rest = report
    return FileReport(path, tuple(map(_finding, found)), *rest)


def _finding(facts: Any) -> Finding:
    code, severity, message, path, span, related, fixes, *rest = facts
    places = tuple(RelatedPosition(m, p, PositionSpan(*s)) for m, p, s in related)
    corrections = tuple(
        FindingFix(title, safety, tuple(TextEdit(p, PositionSpan(*s), text) for p, s, text in edits))
        for title, safety, edits in fixes
    )
    return Finding(code, severity, message, path, PositionSpan(*span), places, corrections, *rest)
