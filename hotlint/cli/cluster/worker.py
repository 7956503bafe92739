"""What runs on a worker: trees that are open, and checks of their files.

A worker keeps the last trees that it had to do with, so that the batches of one do not each unpack it and look through it. It
does one task at a time: threads would only wait for each other.
"""

from __future__ import annotations

import gc
import os
import pickle
import shutil
import tempfile
import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from hotlint.cli.cluster.batches import FILES, BatchFile, in_batches
from hotlint.cli.cluster.tasks import BatchTask, Begun, Checked, Job, TreeSource, TreeTask, own_version
from hotlint.common.boundary import UnpackedTree
from hotlint.operations.check import Runner
from hotlint.operations.discovery import Candidate
from hotlint.operations.errors import OperationError, as_operation_error
from hotlint.operations.unpacking import SourceError, Unpacker, limited_memory, unpack_archive
from hotlint.output.findings.model import FileReport, Finding

ABOVE = 16
"""Folders around an unpacked tree, so that what it names above itself is called the same on all machines."""


class ShownPaths:
    """Renames the files of one tree: `folder` is below `made`, which was made for it; `name` is that of its source.

    `here` is the working folder of the command: names of causes hold full paths, as if the tree were there.
    """

    def __init__(self, made: str, folder: str, name: str, here: str) -> None:
        self._mark = os.path.basename(made)
        self._shown = [*_around(folder, name), *_around(os.path.relpath(folder), name)]
        self._full = _around(folder, os.path.normpath(os.path.join(here, name)))

    def report(self, report: FileReport) -> FileReport:
        """Return a report under the names of the source."""
        causes = tuple(map(self._with_full_causes, report.diagnostics))
        shown: FileReport = _replaced(report._replace(diagnostics=causes), self._mark, self._shown)
        return shown

    def _with_full_causes(self, found: Finding) -> Finding:
        if not found.causes and not found.identity:
            return found
        causes, identity = _replaced((found.causes, found.identity), self._mark, self._full)
        return found._replace(causes=causes, identity=identity)


def unpacking_folder(made: str) -> str:
    """Create the folder for a tree, below one that was made for it, and return it."""
    folder = os.path.join(os.path.realpath(made), *["up"] * ABOVE, "tree")
    os.makedirs(folder)
    return folder


def _around(folder: str, name: str) -> list[tuple[str, str]]:
    """Return a folder and those around it, innermost first, each with its new name."""
    pairs = [(folder, name)]
    for _ in range(ABOVE + 1):  # the last is the one that was made
        folder = os.path.dirname(folder)
        name = os.path.dirname(name) if os.path.isabs(name) else f"{name}/.."
        pairs.append((folder, name.rstrip("/")))
    return pairs


def _replaced(value: Any, mark: str, names: list[tuple[str, str]]) -> Any:
    """Return a tuple, of tuples and strings, with other names in all strings that contain a mark."""
    if isinstance(value, str):
        for old, new in names:
            if mark not in value:
                break
            value = value.replace(old, new)
        return value
    if not isinstance(value, tuple):
        return value
    items = [_replaced(item, mark, names) for item in value]
    if all(a is b for a, b in zip(items, value, strict=True)):
        return value
    return type(value)._make(items) if hasattr(value, "_make") else tuple(items)


KEPT_TREES = 2
"""Trees that a worker keeps open."""


class OpenTree:
    """A tree that can be checked here; one that is not made of local paths is unpacked in a folder of its own."""

    def __init__(self, job: Job, source: TreeSource) -> None:
        self.source = source
        self.folder = self._made = ""
        self._owner = os.getpid()
        self._names: ShownPaths | None = None
        self.paths = list(source.paths)
        if source.kind != "paths":
            self._unpack(job)
        confined_to = UnpackedTree(self.folder) if self.folder else None
        self.runner = Runner(job.request, confined_to=confined_to)
        self.runner.check_as_a_whole(self.paths)

    def _unpack(self, job: Job) -> None:
        """Write the files of the tree into a folder of its own. Raises SourceError."""
        self._made = tempfile.mkdtemp(prefix="hotlint-tree-", dir=job.scratch or _scratch())
        try:
            self.folder = unpacking_folder(self._made)
            _fill(self.folder, self.source)
        except BaseException:
            self.close()
            raise
        self.paths = [self.folder]
        self._names = ShownPaths(self._made, self.folder, self.source.name.rstrip("/"), job.folder)

    def files(self) -> list[BatchFile]:
        """Return all files to check."""
        found = enumerate(self.runner.files(self.paths))
        return [BatchFile(number, self._relative(c.path), c.named) for number, c in found]

    def batches(self, files: list[BatchFile]) -> tuple[tuple[BatchFile, ...], ...]:
        """Return files in batches."""
        return tuple(in_batches(files, self.runner.engine.trees.tree, self.folder))

    def check(self, files: Sequence[BatchFile]) -> Checked:
        """Check files. Raises as `Runner.one` does."""
        packed = tuple((file.number, self._packed(self._report(file))) for file in files)
        self.runner.read.clear()
        return Checked(packed, tuple(self._shown(r) for r in self.runner.common()))

    def _report(self, file: BatchFile) -> FileReport | None:
        return self.runner.one(Candidate(os.path.join(self.folder, file.path), file.named))[0]

    def close(self) -> None:
        """Remove what was unpacked, unless a process did that which this one is a fork of."""
        if self._made and self._owner == os.getpid():
            shutil.rmtree(self._made, ignore_errors=True)

    def _relative(self, path: str) -> str:
        return os.path.relpath(path, self.folder) if self.folder else path

    def _shown(self, report: FileReport) -> FileReport:
        return self._names.report(report) if self._names is not None else report

    def _packed(self, report: FileReport | None) -> bytes | None:
        return pickle.dumps(self._shown(report), pickle.HIGHEST_PROTOCOL) if report is not None else None


_open: OrderedDict[tuple[Any, ...], OpenTree] = OrderedDict()
_lock = threading.Lock()


@contextmanager
def _alone() -> Iterator[None]:
    """Do one task at a time, without collecting garbage meanwhile: a check leaves hardly any reference cycles."""
    with _lock:
        collecting = gc.isenabled()
        gc.disable()
        try:
            yield
        finally:
            if collecting:
                gc.enable()


def begin(job: Job, task: TreeTask) -> Begun:
    """Look through a tree, and check it at once when it is small."""
    with _alone():
        try:
            tree = _tree(job, task.source)
            files = tree.files()
            if len(files) <= FILES:
                return Begun(len(files), (), tree.check(files))
            return Begun(len(files), tree.batches(files), tree.check(()))
        except Exception as exc:
            return Begun(0, (), _refused(exc))


def check(job: Job, task: BatchTask) -> Checked:
    """Check files of a tree."""
    with _alone():
        try:
            return _tree(job, task.source).check(task.files)
        except Exception as exc:
            return _refused(exc)


def close_all() -> None:
    """Remove all that was unpacked here."""
    while _open:
        _open.popitem()[1].close()


class _WrongVersionError(Exception):
    """Another version of hotlint asks."""


def _refused(exc: Exception) -> Checked:
    """Return the answer for what cannot be checked, however often it is tried. Raises the exception itself when it is no such."""
    if isinstance(exc, _WrongVersionError):
        return Checked(refusal=str(exc), wrong_version=True)
    if isinstance(exc, SourceError):
        return Checked(refusal=str(exc))
    usage = as_operation_error(exc)
    if isinstance(usage, OperationError):
        return Checked(refusal=str(usage))
    raise exc


def _tree(job: Job, source: TreeSource) -> OpenTree:
    """Return an open tree. Raises SourceError, and as `Runner.engine` does."""
    if job.version != own_version():
        raise _WrongVersionError(own_version())
    if os.getcwd() != job.folder and os.path.isdir(job.folder):
        os.chdir(job.folder)  # paths of the command are relative to it
    key = repr(job), source
    if key in _open:
        _open.move_to_end(key)
        return _open[key]
    if source.kind == "paths" and (missing := next((p for p in source.paths if not os.path.lexists(p)), None)):
        raise SourceError(f"'{missing}' is not on the worker: paths must be on a file system that all machines share")
    while len(_open) >= KEPT_TREES:
        _open.popitem(last=False)[1].close()
    tree = _open[key] = OpenTree(job, source)
    return tree


def _fill(folder: str, source: TreeSource) -> None:
    """Unpack a source into a folder. Raises SourceError."""
    from hotlint.cli.cluster.tasks import is_address, kind_of_source

    address = source.name
    unpacker = Unpacker(folder)
    kind = kind_of_source(address)
    if kind == "store":
        from hotlint.cli.cluster.object_store import fetch_folder

        fetch_folder(address, unpacker)
        return
    with tempfile.TemporaryDirectory(prefix="hotlint-file-", dir=os.path.dirname(folder)) as aside:
        path = address
        if is_address(address):
            from hotlint.cli.cluster.object_store import fetch_file

            path = os.path.join(aside, os.path.basename(address))
            fetch_file(address, path)
        try:
            with limited_memory():
                if kind == "bundle":
                    from hotlint.cli.cluster.git_bundle import unpack_bundle

                    unpack_bundle(path, unpacker)
                else:
                    unpack_archive(path, unpacker)
        except SourceError:
            raise
        except OSError as exc:
            raise SourceError(f"it cannot be read ({exc.strerror})") from None
        except MemoryError:
            raise SourceError("it takes more memory than hotlint allows") from None
        except Exception as exc:
            raise SourceError(f"it is damaged, or hotlint fails on it ({type(exc).__name__}: {exc})") from None


def _scratch() -> str | None:
    """Return the folder for files of this worker, which Dask cleans up; None outside of a worker of Dask."""
    try:
        from hotlint.cli.cluster.dask_executor import worker_folder
    except ModuleNotFoundError:
        return None
    return worker_folder()
