"""Wait for files to change: at once where watchfiles is installed, else by looking at them again and again."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator

from hotlint.common.files import FileStamp, file_stamp, is_skipped_folder

INTERVAL = 0.3
"""Seconds between two looks at the files."""
_SETTLE = 0.03
"""Seconds in which a program that changes several files, or one in several steps, may go on."""


def changes(files: Callable[[], Iterable[str]], rounds: int | None = None) -> Iterator[set[str]]:
    """Yield the paths that have changed, as soon as some have: of those that `files` returns, which is asked again each time.

    What changes while the caller works is part of the next change. Ends after `rounds`; None: never.
    """
    known = {path: file_stamp(path) for path in files()}
    done = 0
    while rounds is None or done < rounds:
        changed = _changed(known)
        if not changed:
            _wait(known)
            continue
        time.sleep(_SETTLE)
        changed |= _changed(known)
        known.update((path, file_stamp(path)) for path in changed)
        yield changed
        known = {path: known.get(path) or file_stamp(path) for path in files()}
        done += 1


def folders_below(top: str) -> Iterator[str]:
    """Yield a folder and those below it, as absolute paths: they change when a file appears in them, or disappears."""
    for folder, inside, _ in os.walk(os.path.abspath(top)):
        inside[:] = sorted(name for name in inside if not is_skipped_folder(name))
        yield folder


def is_prompt() -> bool:
    """Return whether changes are noticed at once: watchfiles is installed (extra `watch`)."""
    try:
        import watchfiles  # noqa: F401
    except ImportError:
        return False
    return True


def _changed(known: dict[str, FileStamp]) -> set[str]:
    return {path for path, before in known.items() if file_stamp(path) != before}


def _wait(paths: Iterable[str]) -> None:
    """Wait until something may have changed."""
    if not is_prompt():
        time.sleep(INTERVAL)
        return
    from watchfiles import watch

    folders = {path if os.path.isdir(path) else os.path.dirname(os.path.abspath(path)) for path in paths}
    there = sorted(folder for folder in folders if os.path.isdir(folder))
    if not there:
        time.sleep(INTERVAL)
        return
    # Not every change makes an event, such as those on some network file systems: so the files are looked at in between.
    for _ in watch(
        *there, watch_filter=None, recursive=False, debounce=50, step=10, rust_timeout=1_000, yield_on_timeout=True,
        raise_interrupt=True,
    ):  # fmt: skip
        return
