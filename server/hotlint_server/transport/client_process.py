"""Watches the process of the editor: a server whose editor was killed must not stay."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable

INTERVAL = 1.0
"""Seconds between two looks."""


def watch(pid: int, gone: Callable[[], None]) -> None:
    """Call `gone`, in a thread of its own, once the process has ended.

    A process that is not there to begin with is not watched: the editor runs on another machine, or in a container.
    """
    if pid > 0 and is_running(pid):
        threading.Thread(target=_wait, args=(pid, gone), name="editor", daemon=True).start()


def _wait(pid: int, gone: Callable[[], None]) -> None:
    while is_running(pid):
        time.sleep(INTERVAL)
    gone()


def is_running(pid: int) -> bool:
    """Return whether a process exists. One that belongs to someone else does."""
    if sys.platform == "win32":
        return _is_running_on_windows(pid)
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


def _is_running_on_windows(pid: int) -> bool:
    import ctypes

    still_active, query = 259, 0x1000  # STILL_ACTIVE, PROCESS_QUERY_LIMITED_INFORMATION
    kernel = ctypes.windll.kernel32  # type: ignore[attr-defined,unused-ignore]
    handle = kernel.OpenProcess(query, False, pid)
    if not handle:
        return False
    code = ctypes.c_ulong()
    kernel.GetExitCodeProcess(handle, ctypes.byref(code))
    kernel.CloseHandle(handle)
    return code.value == still_active
