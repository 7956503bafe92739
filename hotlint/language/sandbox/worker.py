"""Sandbox worker process: evaluates untrusted expressions for `hotlint.language.sandbox.client`.

It reads requests from standard input and writes replies to standard output, as `marshal` frames after four bytes of
length, and ends when its input ends. With the reply to an evaluation it sends the processor time that it took. Where the
system has fork, every evaluation happens in a child of its own with limits of memory and processor time, so nothing that
an expression does outlives it. Elsewhere evaluations happen in this process, and the client kills it when one takes too
long.

A complex number stands for an unknown value (templates hold none): its imaginary part is the unknown's number.
"""

from __future__ import annotations

import marshal
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from time import process_time

from hotlint.common.annotations import IO, Any
from hotlint.language.sandbox.confinement import confine, rules

PATIENCE = 20
"""Times its processor time that an evaluation may take by the clock."""
LARGEST_REPLY = 4 << 20
"""Bytes of the largest reply that is sent."""

_RULES = rules()
Request = tuple[Any, ...]
Reply = tuple[Any, ...]


def main() -> None:
    """Serve requests until standard input ends. Arguments: "fork" or "stay", seconds, bytes of memory."""
    mode, seconds, memory = sys.argv[1:4]
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    if mode == "stay":
        _limit_memory(int(memory))
    else:
        import ctypes  # noqa: F401 - inherited by every child
        import resource  # noqa: F401
        import select  # noqa: F401
        import signal  # noqa: F401
    write_frame(sink, ("ready",))
    while (request := read_frame(source)) is not None:
        if request[0] in LOADERS:  # before any fork, so that every child has it
            write_frame(sink, ("value", LOADERS[request[0]]()))
        elif mode == "fork":
            write_frame(sink, _in_child(request, float(seconds), int(memory)))
        else:
            start = process_time()
            reply = answer(request)
            write_frame(sink, (process_time() - start, reply))


def read_frame(source: IO[bytes]) -> Any:
    """Return the next frame; None at the end of the stream or of a frame that was cut off."""
    head = source.read(4)
    if len(head) < 4:
        return None
    size = int.from_bytes(head, "big")
    body = source.read(size)
    return marshal.loads(body) if len(body) == size else None


def write_frame(sink: IO[bytes], message: Any) -> None:
    """Write a message as a frame. Raises ValueError for what `marshal` cannot write, OSError for a broken pipe."""
    body = marshal.dumps(message)
    sink.write(len(body).to_bytes(4, "big") + body)
    sink.flush()


def _in_child(request: Request, seconds: float, memory: int) -> tuple[float, Reply]:
    """Return the processor time and the reply of a child process to a request; it is killed when it uses up its time."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reader)
            _limit(seconds, memory)
            body = marshal.dumps(answer(request))
            with os.fdopen(writer, "wb") as sink:
                sink.write(body)
        finally:
            os._exit(0)
    os.close(writer)
    try:
        body = _read_all(reader, seconds)
    finally:
        os.close(reader)
        used = _end(child)
    try:
        reply: Reply = marshal.loads(body)
    except (EOFError, ValueError, TypeError):  # it was ended before, or while, it wrote
        return used, ("stopped", "time")
    return used, reply


def _read_all(reader: int, seconds: float) -> bytes:
    """Return what the child writes until it ends; nothing where it takes too long.

    The child's processor time is limited to `seconds`. Time by the clock is limited to `PATIENCE` times as much, so that an
    expression survives on a busy machine.
    """
    import select
    from time import monotonic

    end = monotonic() + PATIENCE * seconds
    chunks: list[bytes] = []
    while select.select([reader], [], [], max(0.0, end - monotonic()))[0]:
        chunk = os.read(reader, 1 << 16)
        if not chunk:
            return b"".join(chunks)
        chunks.append(chunk)
    return b""


def _end(child: int) -> float:
    """Kill a child and wait for it; returns the seconds of processor time that it used."""
    import signal

    os.kill(child, signal.SIGKILL)  # until it is waited for, its id is its own
    _, _, usage = os.wait4(child, 0)
    return usage.ru_utime + usage.ru_stime


def _limit(seconds: float, memory: int) -> None:
    """Limit a child's processor time, which ends it even inside one long operation, and its memory."""
    import signal

    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    _limit_memory(memory)
    _forbid_files()
    confine(_RULES)


def _forbid_files() -> None:
    """Let this process write no files and start no processes, where the system can limit that."""
    import resource

    for name in ("RLIMIT_FSIZE", "RLIMIT_CORE", "RLIMIT_NPROC"):
        with suppress(AttributeError, OSError, ValueError):
            resource.setrlimit(getattr(resource, name), (0, 0))


def _limit_memory(memory: int) -> None:
    """Limit what this process may allocate from here on to `memory` bytes, where the system can do that."""
    try:
        import resource

        with open("/proc/self/statm", "rb", buffering=0) as status:
            used = int(status.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + memory, used + memory))
    except (ImportError, OSError, ValueError):
        pass


def answer(request: Request) -> Reply:
    """Return the reply to a request: ("value", v), ("syntax", ...), ("error", ...), ("unknown", ...), ("stopped", ...)."""
    try:
        reply = _ANSWERS[request[0]](*request[1:])
        return reply if len(marshal.dumps(reply)) <= LARGEST_REPLY else ("stopped", "memory")
    except MemoryError:
        return ("stopped", "memory")
    except RecursionError:
        return ("error", "RecursionError", "")
    except Exception as exc:
        return ("error", type(exc).__name__, str(exc)[:200])


def _match(pattern: str, text: str) -> Reply:
    """Match a pattern against a whole string as Heat does (heat.engine.constraints.AllowedPattern)."""
    import re
    import warnings

    warnings.simplefilter("ignore")
    found = re.match(pattern, text)
    return ("value", found is not None and found.end() == len(text))


def _compile(pattern: str) -> Reply:
    """Return why a pattern does not compile, or None."""
    import re
    import warnings

    warnings.simplefilter("ignore")
    try:
        re.compile(pattern)
    except (OverflowError, ValueError):  # a count of more digits than Python reads
        return ("value", "")
    except re.error as error:
        return ("value", str(error))
    return ("value", None)


def _syntax(expression: str) -> Reply:
    from hotlint.language.sandbox.yaql_evaluation import check_syntax

    return check_syntax(expression)


def _yaql(expression: str, data: Any, unknowns: int) -> Reply:
    from hotlint.language.sandbox.yaql_evaluation import evaluate

    return evaluate(expression, data, unknowns)


def _has_yaql() -> bool:
    from hotlint.language.sandbox.yaql_evaluation import is_loaded

    return is_loaded()


def _has_jinja() -> bool:
    """Return whether jinja2 is installed, after importing what renders with it."""
    try:
        import hotlint.language.sandbox.jinja_rendering  # noqa: F401
    except ImportError:
        return False
    return True


def _jinja(*request: Any) -> Reply:
    from hotlint.language.sandbox.jinja_rendering import render

    return render(*request)


LOADERS: dict[str, Callable[[], bool]] = {"load": _has_yaql, "load_jinja": _has_jinja}
"""Functions that load the library that requests need, and return whether that is possible."""
_ANSWERS: dict[str, Callable[..., Reply]] = {
    "match": _match, "compile": _compile, "syntax": _syntax, "yaql": _yaql, "jinja": _jinja
}  # fmt: skip

if __name__ == "__main__":
    main()
