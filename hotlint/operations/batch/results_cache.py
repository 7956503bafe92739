"""The results of earlier runs, so that unchanged files are not checked again.

An entry is valid while everything that it depends on is unchanged: the file itself, all files that were read or looked for
to check it, the configuration, the folder of templates that it belongs to, the options, and the versions of hotlint and of
rule packs. What changed while a run took place is not kept. Entries are lines of JSON; those asked for are decoded.
"""

from __future__ import annotations

import os
import time
from binascii import crc32
from collections.abc import Callable, Iterable
from functools import cached_property
from importlib.machinery import PathFinder

from hotlint.common.annotations import Any
from hotlint.common.cache_dir import cache_folder, catalog_folder, read_private, write_private
from hotlint.common.files import file_stamp
from hotlint.common.records import NamedTuple
from hotlint.common.version import __version__
from hotlint.linter.diagnostic import Fix, Related
from hotlint.linter.packs.installed import code_version, installed_packs
from hotlint.linter.settings.finder import Nearest
from hotlint.operations.batch.file_stamps import FileStamps, Stamp
from hotlint.operations.batch.kept_facts import PREFIX, KeptFacts
from hotlint.output.findings.model import FileReport, Finding, PositionSpan
from hotlint.syntax.edits import Edit

Digests = dict[str, str]
"""For each template and environment, by absolute path, what its folder says about it, as a short digest."""


SIZE = 256 * 1024 * 1024
"""Bytes of all caches together."""
LIMIT = 100_000
"""The number of entries that are kept."""


class CachedResult(NamedTuple):
    """The result of one file, and everything that it depends on. `report` None: the file is not a template.

    `digest` is what the source tree of the file says about it. `tree` is the folder of that and its stamp, where it is not a
    folder of the run: while the stamp is the same, so is the digest. `said` is what the tree says itself, if that is true while the
    tree has this version (`KeptFacts.version`) and some files are the same.
    """

    stamp: Stamp
    config: str | None
    files: tuple[tuple[str, Stamp], ...]
    trees: tuple[tuple[str, str], ...]
    report: FileReport | None
    digest: str = ""
    tree: tuple[str, str] | None = None
    said: tuple[str, tuple[tuple[str, Stamp], ...], Any] | None = None


class ResultsCache:
    """The entries of one request. `explicit` is the one configuration for all files; None: each has its nearest one.

    `trees` are the folders that are checked as a whole. `entries` are those of an earlier run of this process; None: those that
    are stored on disk.
    """

    def __init__(
        self,
        request: str,
        explicit: str | None,
        *,
        use_config: bool = True,
        trees: Trees | None = None,
        entries: dict[bytes, bytes] | None = None,
    ) -> None:
        self._trees = trees or Trees()
        self._key = f"{request}\0{os.getcwd()}"
        self._explicit = os.path.abspath(explicit) if explicit is not None and use_config else None
        self._use_config = use_config
        self._nearest = Nearest()
        self._stamps = FileStamps()
        self._configs: dict[str, str | None] = {}
        self._answers: dict[Any, tuple[bool, FileReport | None]] = {}
        self._stored: dict[bytes, bytes] = self._read() if entries is None else entries
        self._new: dict[bytes, bytes] = {}
        self.facts = KeptFacts()
        self.said: dict[str, Any] = {}
        self._looked_at: set[str] = set()

    @property
    def misnamed(self) -> bool:
        """Whether a file with a name like that of a configuration was found, which is reported each time."""
        return bool(self._nearest.misnamed)

    @property
    def entries(self) -> dict[bytes, bytes]:
        """All entries, for the next run of this process."""
        self._keep_trees()
        return {**self._stored, **self._new}

    def read_for(self, path: str, *, named: bool) -> tuple[str, ...]:
        """Return the files that were read, or looked for, for the known result of a file; none without a result."""
        key = _json([path, named])
        stored = self._new.get(key) or self._stored.get(key)
        return tuple(p for p, _ in CachedResult(*_decoded(stored)).files) if stored is not None else ()

    def get(self, path: str, *, named: bool) -> tuple[bool, FileReport | None]:
        """Return whether the result of a file is known, and its report; `named` as in `Candidate`."""
        key = path, named
        if key not in self._answers:
            self._answers[key] = self._answer(path, named)
        return self._answers[key]

    def _answer(self, path: str, named: bool) -> tuple[bool, FileReport | None]:
        stored = self._stored.get(_json([path, named]))
        if stored is None:
            return False, None
        try:
            return self._valid(path, CachedResult(*_decoded(stored)), named=named)
        except (ValueError, TypeError, RecursionError):
            return False, None

    def _valid(self, path: str, found: CachedResult, *, named: bool) -> tuple[bool, FileReport | None]:
        """Return what is known of a file by an entry as it is stored: nothing if something that it depends on has changed."""
        if found.config != self.config(path):
            return False, None
        same = self._are_same(((path, found.stamp), *found.files))
        if not same or not all(self._stamps.is_same_tree(p, stamp) for p, stamp in found.trees):
            if found.said is not None and self._is_still_said(found):
                self.said[path] = found.said[2]
            return False, None
        if found.tree is None or not self._stamps.is_same_tree(*found.tree):
            if not self._is_still_said(found):
                self.facts.restore()
                if found.digest != self._trees.digest(os.path.abspath(path), self._known_digests):
                    return False, None
                if found.said is not None and found.tree is not None:  # the same is said of another version
                    found = found._replace(said=self._kept(found.tree[0], [p for p, _ in found.said[1]], found.said[2]))
            if found.tree is not None and (stamp := self._stamps.settled_tree(found.tree[0])) is not None:
                self.put(path, found._replace(tree=(found.tree[0], stamp)), named=named)
        return True, None if found.report is None else _unpacked(FileReport(*found.report))

    def _are_same(self, files: Iterable[tuple[str, Stamp]]) -> bool:
        return all(self._stamps.is_same(path, Stamp(*stamp)) for path, stamp in files)

    def _is_still_said(self, found: CachedResult) -> bool:
        """Return whether what the source tree said about a file is still true, for the same configuration."""
        if found.said is None or found.tree is None:
            return False
        (version, asked, _), folder = found.said, found.tree[0]
        self._looked_at.add(folder)
        outside = (each for each in found.files if not each[0].startswith(os.path.join(folder, "")))
        return self._are_same((*asked, *outside)) and version == self.facts.version(self._stamps.folders(folder))

    def _known_digests(self, folder: str) -> Digests | None:
        """Return the digests of a folder from the cache; None when a file below it has changed."""
        stored = self._stored.get(_json([folder, "tree"]))
        if stored is None:
            return None
        stamp, digests = _decoded(stored)
        return digests if self._stamps.is_same_tree(folder, stamp) else None

    def _keep_trees(self) -> None:
        """Add the digests of the folders that this run looked through."""
        for folder in self._trees.folders:
            self._trees.digest(os.path.join(folder, "_"), self._known_digests)
            stamp = self._stamps.settled_tree(folder) if folder in self._trees.computed else None
            if stamp is not None:
                self._new[_json([folder, "tree"])] = _json([stamp, self._trees.digests(folder)])

    def put(self, path: str, entry: CachedResult, *, named: bool) -> None:
        """Add the result of a file; `save` writes it."""
        self._new[_json([path, named])] = _json(entry)

    def excludes(self, config: str) -> tuple[str, ...] | None:
        """Return the globs that a configuration excludes; None when it has changed or is not known."""
        stored = self._stored.get(_json([config]))
        if stored is None:
            return None
        stamp, patterns = _decoded(stored)
        return tuple(patterns) if self._stamps.is_same(config, Stamp(*stamp)) else None

    def put_excludes(self, config: str, patterns: tuple[str, ...]) -> None:
        """Add the globs that a configuration excludes."""
        stamp = self._stamps.settled(config)
        if stamp is not None:
            self._new[_json([config])] = _json([stamp, patterns])

    def entry(
        self,
        path: str,
        files: Iterable[str],
        trees: Iterable[str],
        report: FileReport | None,
        digest: str = "",
        tree: str | None = None,
        said: tuple[Iterable[str], Any] | None = None,
    ) -> CachedResult | None:
        """Return an entry for a new result; None when something that it depends on has changed since the run began.

        `tree` is the source tree of the file, where it is not a folder of the run. `said` is what it says about the file, with the
        files that this depends on beside what files name.
        """
        self._looked_at.update([tree] if tree is not None else ())
        config = self.config(path)
        read = {*files, *((config,) if config is not None else ())} - {os.path.abspath(path)}
        stamp = self._stamps.settled(path)
        stamps = [(p, self._stamps.settled(p)) for p in sorted(read)]
        folders = [(p, self._stamps.settled_tree(p)) for p in sorted(trees)]
        settled = tuple((p, s) for p, s in stamps if s is not None)
        settled_folders = tuple((p, s) for p, s in folders if s is not None)
        if stamp is None or len(settled) < len(stamps) or len(settled_folders) < len(folders):
            return None
        own = self._stamps.settled_tree(tree) if tree is not None else None
        if tree is None or own is None:
            return CachedResult(stamp, config, settled, settled_folders, report, digest)
        kept = self._kept(tree, *said) if said is not None else None
        return CachedResult(stamp, config, settled, settled_folders, report, digest, (tree, own), kept)

    def _kept(
        self, tree: str, asked: Iterable[str], plain: Any
    ) -> tuple[str, tuple[tuple[str, Stamp], ...], Any] | None:
        """Return what a source tree says about a file with the version of the tree; None when a file has changed since the run began."""
        self.facts.renew(self._stamps.folders(tree))
        version = self.facts.version(self._stamps.folders(tree))
        stamps = [(path, self._stamps.settled(path)) for path in sorted(asked)]
        settled = tuple((path, stamp) for path, stamp in stamps if stamp is not None)
        return (version, settled, plain) if version is not None and len(settled) == len(stamps) else None

    def save(self) -> None:
        """Write the new entries. Never raises: without a cache, the next run takes longer."""
        trees = {*self._trees.folders, *self._looked_at}
        self.facts.save({path: status for tree in trees for path, status in self._stamps.folders(tree).items()})
        if not self._new:
            return
        self._keep_trees()
        entries = {**self._stored, **self._new}
        for old in list(entries)[: max(0, len(entries) - LIMIT)]:
            del entries[old]
        lines = [self._identity, *(key + b"\t" + value for key, value in entries.items())]
        try:
            write_private(self._file(), b"\n".join(lines))
            self._remove_old(cache_folder())
        except OSError:
            return

    @staticmethod
    def _remove_old(folder: str) -> None:
        """Remove caches that no run has written for a month, and the oldest while they are larger than `SIZE` together."""
        oldest, size = time.time() - 30 * 24 * 3600, 0
        with os.scandir(folder) as found:
            kept = [(e.stat(follow_symlinks=False), e.path) for e in found if e.name.startswith(("results-", PREFIX))]
        for status, path in sorted(kept, key=lambda item: item[0].st_mtime, reverse=True):
            size += status.st_size
            if status.st_mtime < oldest or size > SIZE:
                os.unlink(path)

    def config(self, path: str) -> str | None:
        """Return the configuration of a file; None when it has none."""
        if not self._use_config or self._explicit is not None:
            return self._explicit
        folder = path.rpartition(os.sep)[0]
        if folder not in self._configs:
            self._configs[folder] = self._nearest.of_file(path)
        return self._configs[folder]

    def _file(self) -> str:
        return f"results-{crc32(self._key.encode('utf-8', 'surrogateescape')):08x}.txt"

    @cached_property
    def _identity(self) -> bytes:
        """Return what all entries depend on: versions of hotlint and rule packs, the imported catalog, and extras."""
        catalog = file_stamp(os.path.join(catalog_folder(), "current"))
        extras = [PathFinder.find_spec("celpy") is not None]
        return _json([__version__, code_version(installed_packs()), catalog, extras, self._key])

    def _read(self) -> dict[bytes, bytes]:
        head, *lines = (read_private(self._file()) or b"").split(b"\n")
        if head != self._identity:
            return {}
        pairs = (line.partition(b"\t") for line in lines)
        return {key: value for key, _, value in pairs}


def _json(value: Any) -> bytes:
    """Return a value as one line of JSON, in ASCII, without tabs; named tuples become lists."""
    from json import dumps

    return dumps(value, separators=(",", ":")).encode("ascii")


def _decoded(line: bytes) -> Any:
    from json import loads

    return loads(line)


def _unpacked(stored: FileReport) -> FileReport:
    """Return a report whose fields are as JSON has them, without the time that it took: this run did not evaluate."""
    findings = tuple(_finding(Finding(*found)) for found in stored.diagnostics)
    return stored._replace(
        diagnostics=findings,
        environments=tuple(stored.environments),
        plugins=tuple(stored.plugins),
        evaluation=0.0,
        budget=0.0,
    )


def _finding(stored: Finding) -> Finding:
    """Return a finding whose fields are as JSON has them: lists instead of tuples and records."""
    return stored._replace(
        span=PositionSpan(*stored.span),
        related=tuple(Related(said, PositionSpan(*span), *rest) for said, span, *rest in stored.related),
        fixes=tuple(
            Fix(title, tuple(Edit(PositionSpan(*span), *rest) for span, *rest in edits), safety, renames)
            for title, edits, safety, renames in stored.fixes
        ),
        tags=tuple(stored.tags),
        lines=tuple(stored.lines),
        causes=tuple(stored.causes),
        deployments=tuple(stored.deployments),
    )


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
