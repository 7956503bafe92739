"""Work shared among forked processes, each with everything that was loaded before; results come back in order."""

from __future__ import annotations

import os
import pickle
import selectors
import struct
import sys
from collections.abc import Callable, Sequence
from typing import Any

_HEADER = struct.Struct("!II")


def map_in_workers(
    work: Callable[[Any], Any], items: Sequence[Any], jobs: int, progress: Callable[[int, int], None]
) -> list[Any]:
    """Return `[work(item) for item in items]`, computed by `jobs` processes, each of which takes every n-th item.

    An item whose process died is computed again in this one. Needs os.fork.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    results: dict[int, Any] = {}
    children = [_start(work, items, n, jobs) for n in range(jobs)]
    buffers = {fd: bytearray() for _, fd in children}
    with selectors.DefaultSelector() as selector:
        for fd in buffers:
            selector.register(fd, selectors.EVENT_READ)
        while selector.get_map():
            for key, _ in selector.select():
                data = os.read(key.fd, 1 << 16)
                if not data:
                    selector.unregister(key.fd)
                    os.close(key.fd)
                buffers[key.fd] += data
                _take(buffers[key.fd], results)
            progress(len(results), len(items))
    for pid, _ in children:
        os.waitpid(pid, 0)
    return [results[n] if n in results else work(item) for n, item in enumerate(items)]


def _take(buffer: bytearray, results: dict[int, Any]) -> None:
    """Move whole messages from a buffer to the results."""
    while len(buffer) >= _HEADER.size:
        number, size = _HEADER.unpack_from(buffer)
        if len(buffer) < _HEADER.size + size:
            return
        results[number] = pickle.loads(bytes(buffer[_HEADER.size : _HEADER.size + size]))
        del buffer[: _HEADER.size + size]


def _start(work: Callable[[Any], Any], items: Sequence[Any], first: int, step: int) -> tuple[int, int]:
    reading, writing = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writing)
        return pid, reading
    code = 1
    try:
        os.close(reading)
        with open(writing, "wb") as pipe:
            for number in range(first, len(items), step):
                data = pickle.dumps(work(items[number]), pickle.HIGHEST_PROTOCOL)
                pipe.write(_HEADER.pack(number, len(data)) + data)
                pipe.flush()
        code = 0
    except KeyboardInterrupt:
        pass
    finally:
        os._exit(code)
