"""The folder in which a run on this machine unpacks trees; those of runs that were killed are removed."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from hotlint.common.file_replacement import LEFTOVER_AGE

try:
    import fcntl
except ImportError:  # Windows has no such locks: folders of killed runs stay there
    fcntl = None  # type: ignore[assignment]

PREFIX = "hotlint-run-"
"""How the names of the folders of runs begin."""


@contextmanager
def scratch_folder() -> Iterator[str]:
    """Make a folder for the time of a run. A lock says that the run is under way; the kernel drops it when the process ends."""
    _remove_leftovers(tempfile.gettempdir())
    with tempfile.TemporaryDirectory(prefix=PREFIX, ignore_cleanup_errors=True) as folder, _lock(folder):
        yield folder


def _remove_leftovers(parent: str) -> None:
    if fcntl is None:
        return
    with suppress(OSError), os.scandir(parent) as entries:
        for entry in entries:
            if not entry.name.startswith(PREFIX) or not entry.is_dir(follow_symlinks=False):
                continue
            with suppress(OSError):
                status = entry.stat(follow_symlinks=False)
                old = status.st_uid == os.getuid() and status.st_mtime < time.time() - LEFTOVER_AGE
                if old:
                    with _lock(entry.path):
                        shutil.rmtree(entry.path)


@contextmanager
def _lock(folder: str) -> Iterator[None]:
    """Hold the lock of a folder. Raises OSError when another process does."""
    if fcntl is None:
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(handle)
