"""What the platform offers. Other modules ask here: a browser has one thread, no processes, and one clock."""

from __future__ import annotations

import gc
import os
import sys
import time
from collections.abc import Callable

from hotlint.common.annotations import TypeVar

Result = TypeVar("Result")

IN_WEBASSEMBLY = sys.platform in ("emscripten", "wasi")
HAS_PROCESSES = not IN_WEBASSEMBLY
"""Whether other processes can be started."""
HAS_FORK = HAS_PROCESSES and hasattr(os, "fork")
"""Whether this process can be copied: nowhere on Windows."""
HAS_THREADS = not IN_WEBASSEMBLY
"""Whether other threads can be started."""
thread_time = getattr(time, "thread_time", time.perf_counter)
"""Return the processor time of this thread in seconds; where no clock shows it, the time by the clock."""


def collect_seldom() -> None:
    """Have Python look for reference cycles in a process that stays, but not after every few nodes of a text: that takes long."""
    gc.enable()
    gc.set_threshold(50_000)


async def aside(function: Callable[..., Result], *arguments: object) -> Result:
    """Return what a function returns, run in another thread where there are threads."""
    if not HAS_THREADS:
        return function(*arguments)
    import asyncio

    return await asyncio.to_thread(function, *arguments)
