"""Work shared among forked processes, each with everything that was loaded before; results come back in order."""

from __future__ import annotations

import os
import pickle
import selectors
import struct
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

_HEADER = struct.Struct("!II")
_TOKEN = struct.Struct("!I")
_SHARES = 3
"""A batch is that part of what is left for each process."""
_LARGEST = 128
_MOST = 2_000
"""Batches of the largest size, at most: the tokens of all must fit into a pipe."""


def map_in_workers(
    work: Callable[[Any], Any], items: Sequence[Any], jobs: int, progress: Callable[[int, int], None]
) -> list[Any]:
    """Return `[work(item) for item in items]`, computed by `jobs` processes (see `results_of_workers`)."""
    results: dict[int, Any] = {}
    for number, result in results_of_workers(work, items, jobs):
        results[number] = result
        progress(len(results), len(items))
    return [results[n] for n in range(len(items))]


def results_of_workers(work: Callable[[Any], Any], items: Sequence[Any], jobs: int) -> Iterator[tuple[int, Any]]:
    """Yield the number of each item with `work(item)`, computed by `jobs` processes, as they come.

    Each process takes the next batch of neighbors whenever it is done with one: files of a folder use the same others, and none
    waits for the slowest. An item whose process died is computed again in this one. Needs os.fork.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    finished: set[int] = set()
    batches = _batches(len(items), jobs)
    queue = _queue(len(batches))
    children = [_start(work, items, batches, queue) for _ in range(jobs)]
    os.close(queue)
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
                for number, result in _taken(buffers[key.fd]):
                    finished.add(number)
                    yield number, result
    for pid, _ in children:
        os.waitpid(pid, 0)
    yield from ((number, work(item)) for number, item in enumerate(items) if number not in finished)


def _taken(buffer: bytearray) -> Iterator[tuple[int, Any]]:
    """Yield the whole messages of a buffer, and remove them from it."""
    while len(buffer) >= _HEADER.size:
        number, size = _HEADER.unpack_from(buffer)
        if len(buffer) < _HEADER.size + size:
            return
        data = bytes(buffer[_HEADER.size : _HEADER.size + size])
        del buffer[: _HEADER.size + size]
        yield number, pickle.loads(data)


def _batches(count: int, jobs: int) -> list[range]:
    """Return the numbers of items in batches, which become smaller, so that all processes end at about the same time."""
    found, at = [], 0
    largest = max(_LARGEST, count // _MOST)
    while at < count:
        size = min(largest, max(1, (count - at) // (_SHARES * jobs)))
        found.append(range(at, min(at + size, count)))
        at += size
    return found


def _queue(count: int) -> int:
    """Return a pipe with a token for each batch, from which all processes read: each token is read once."""
    reading, writing = os.pipe()
    with open(writing, "wb") as pipe:
        pipe.write(b"".join(map(_TOKEN.pack, range(count))))
    return reading


def _start(work: Callable[[Any], Any], items: Sequence[Any], batches: Sequence[range], queue: int) -> tuple[int, int]:
    reading, writing = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writing)
        return pid, reading
    code = 1
    try:
        os.close(reading)
        with open(writing, "wb") as pipe:
            while token := os.read(queue, _TOKEN.size):
                for number in batches[_TOKEN.unpack(token)[0]]:
                    data = pickle.dumps(work(items[number]), pickle.HIGHEST_PROTOCOL)
                    pipe.write(_HEADER.pack(number, len(data)) + data)
                pipe.flush()
        code = 0
    except KeyboardInterrupt:
        pass
    finally:
        os._exit(code)
