"""Sandbox worker process: evaluates untrusted expressions for `hotlint.language.sandbox.client`.

It reads requests from standard input and writes replies to standard output, as `marshal` frames after four bytes of
length, and ends when its input ends. Where the system has fork, every evaluation happens in a child of its own with
limits of memory and processor time, so nothing that an expression does outlives it. Elsewhere evaluations happen in
this process, and the client kills it when one takes too long.

A complex number stands for an unknown value (templates hold none): its imaginary part is the unknown's number.
"""

from __future__ import annotations

import marshal
import os
import sys
from collections.abc import Callable
from functools import cache
from typing import IO, Any, cast

ITERATIONS = 200
MEMORY_QUOTA = 10_000
"""Heat's own limits on yaql (heat.common.config): items of an iterator, and bytes of the largest structure."""
LARGEST_REPLY = 4 << 20
"""Bytes of the largest reply that is sent."""
_DIGITS = 4_300
"""Digits of the longest number that Python, and so Heat, converts to a string."""

Request = tuple[Any, ...]
Reply = tuple[Any, ...]


def main() -> None:
    """Serve requests until standard input ends. Arguments: "fork" or "stay", seconds, bytes of memory."""
    mode, seconds, memory = sys.argv[1:4]
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    if mode == "stay":
        _limit_memory(int(memory))
    else:
        import resource  # noqa: F401 - inherited by every child
        import select  # noqa: F401
        import signal  # noqa: F401
    write_frame(sink, ("ready",))
    while (request := read_frame(source)) is not None:
        if request[0] == "load":  # before any fork, so that every child has it
            write_frame(sink, ("value", _is_loaded()))
        elif mode == "fork":
            write_frame(sink, _in_child(request, float(seconds), int(memory)))
        else:
            write_frame(sink, _answer(request))


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


def _in_child(request: Request, seconds: float, memory: int) -> Reply:
    """Return the reply of a child process to a request; the child is killed when it uses up its time."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reader)
            _limit(seconds, memory)
            body = marshal.dumps(_answer(request))
            with os.fdopen(writer, "wb") as sink:
                sink.write(body)
        finally:
            os._exit(0)
    os.close(writer)
    try:
        body = _read_all(reader, seconds)
    finally:
        os.close(reader)
        _end(child)
    try:
        return cast(Reply, marshal.loads(body))
    except (EOFError, ValueError, TypeError):  # it was ended before, or while, it wrote
        return ("stopped", "time")


def _read_all(reader: int, seconds: float) -> bytes:
    """Return what the child writes until it ends; nothing where it takes too long.

    The child's processor time is limited to `seconds`. Wall-clock time is limited to four times as much, so that
    an expression survives on a busy machine.
    """
    import select
    from time import monotonic

    end = monotonic() + 4 * seconds
    chunks: list[bytes] = []
    while select.select([reader], [], [], max(0.0, end - monotonic()))[0]:
        chunk = os.read(reader, 1 << 16)
        if not chunk:
            return b"".join(chunks)
        chunks.append(chunk)
    return b""


def _end(child: int) -> None:
    """Kill a child and wait for it."""
    import signal

    os.kill(child, signal.SIGKILL)  # until it is waited for, its id is its own
    os.waitpid(child, 0)


def _limit(seconds: float, memory: int) -> None:
    """Limit a child's processor time, which ends it even inside one long operation, and its memory."""
    import signal

    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    _limit_memory(memory)


def _limit_memory(memory: int) -> None:
    """Limit what this process may allocate from here on to `memory` bytes, where the system can do that."""
    try:
        import resource

        with open("/proc/self/statm", "rb", buffering=0) as status:
            used = int(status.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + memory, used + memory))
    except (ImportError, OSError, ValueError):
        pass


def _answer(request: Request) -> Reply:
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


def _syntax(expression: str) -> Reply:
    """Parse a yaql expression; the position of an error is 0-based, None for the end."""
    from yaql.language.exceptions import YaqlLexicalException, YaqlParsingException

    try:
        _engine()[0](expression)
    except YaqlParsingException as exc:
        kind = "character" if isinstance(exc, YaqlLexicalException) else "word"
        return ("syntax", kind, None if exc.value is None else str(exc.value), exc.position)
    return ("value", None)


def _yaql(expression: str, data: Any, unknowns: int) -> Reply:
    """Evaluate a yaql expression on data with a number of unknown parts."""
    reply = _syntax(expression)
    if reply[0] != "value":
        return reply
    engine, context = _engine()
    statement = engine(expression)
    reason = _changing_reason(statement.expression)
    if reason is not None:
        return ("unsure", reason)
    if not unknowns:
        return ("value", _plain(statement.evaluate({"data": data}, context.create_child_context())))
    return _with_unknowns(statement, data, context)


def _with_unknowns(statement: Any, data: Any, context: Any) -> Reply:
    """Evaluate an expression on data that is partly unknown; its value is known if it does not use an unknown part."""
    from yaql.language.utils import convert_input_data

    context = context.create_child_context()
    trap = _Trap()
    context["$"] = convert_input_data({"data": _revived(data, trap)})
    trap.arm()
    try:
        return ("value", _plain(statement.evaluate(context=context)))
    except _TouchedError as exc:
        return ("unknown", exc.number)
    except Exception:
        return ("unknown", 0)  # the failure may be due to an unknown part
    finally:
        trap.disarm()


class _TouchedError(Exception):
    """An expression has used the unknown value of a number."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class _Trap:
    """Switch of the unknown values of one evaluation: armed, they raise even when their type is asked."""

    def __init__(self) -> None:
        self.armed = False

    def arm(self) -> None:
        """Let unknown values raise when their type is asked."""
        self.armed = True

    def disarm(self) -> None:
        """Let unknown values be inspected again."""
        self.armed = False


class _Unknown:
    """An unknown value: it can be passed on, but any use of it, even of its type, raises _TouchedError."""

    __slots__ = ("number", "trap")

    def __init__(self, number: int, trap: _Trap) -> None:
        self.number = number
        self.trap = trap

    def _touched(self, *_: Any) -> Any:
        raise _TouchedError(self.number)

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __hash__ = __bool__ = __str__ = __repr__ = _touched
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __mod__ = _touched

    def _type(self) -> Any:
        return self._touched() if self.trap.armed else _Unknown

    __class__ = property(_type)


def _revived(data: Any, trap: _Trap) -> Any:
    """Return the data of a request with unknown values instead of complex numbers."""
    if isinstance(data, complex):
        return _Unknown(int(data.imag), trap)
    if isinstance(data, dict):
        return {key: _revived(value, trap) for key, value in data.items()}
    return [_revived(value, trap) for value in data] if isinstance(data, list) else data


_CHANGING = {
    "now": "it is the time of the deployment",
    "random": "it is left to chance",
    "randomInteger": "it is left to chance",
}


def _changing_reason(expression: Any) -> str | None:
    """Return why an expression has another value each time; None where it calls no such function."""
    stack = [expression]
    while stack:
        part = stack.pop()
        found = _CHANGING.get(getattr(part, "name", ""))
        if found is not None:
            return found
        stack += getattr(part, "args", ())
        stack += [p for p in map(vars(part).get, ("expr", "source", "destination")) if p is not None]
    return None


def _plain(value: Any) -> Any:
    """Return a result as plain data; anything else, such as a date, as a string. Raises OverflowError."""
    if value is None or isinstance(value, bool | float | str):
        return value
    if isinstance(value, int):
        if abs(value) >> int(_DIGITS * 3.3219):
            raise OverflowError("the number is too large to be written")
        return value
    if isinstance(value, dict):
        return {_plain(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, set | frozenset):
        return {_plain(item) for item in value}
    return str(value)


@cache
def _engine() -> tuple[Any, Any]:
    """Return Heat's yaql, loaded when first needed: the engine with Heat's limits, and its standard context."""
    import collections.abc  # noqa: F401 - yaql uses it without importing it
    import gc
    import types

    if "pbr.version" not in sys.modules:
        # yaql asks pbr for its own version number, which takes half of its start-up time and is not used.
        version = types.ModuleType("pbr.version")
        version.VersionInfo = _NoVersion  # type: ignore[attr-defined]
        pbr = types.ModuleType("pbr")
        pbr.version = version  # type: ignore[attr-defined]
        sys.modules.update({"pbr": pbr, "pbr.version": version})
    import yaql

    options = {"yaql.limitIterators": ITERATIONS, "yaql.memoryQuota": MEMORY_QUOTA}
    engine = (yaql.YaqlFactory().create(options), yaql.create_context())
    gc.freeze()
    return engine


def _is_loaded() -> bool:
    """Load yaql; returns whether that is possible."""
    try:
        return _engine() is not None
    except Exception:
        return False


class _NoVersion:
    """Stand-in for pbr's VersionInfo."""

    def __init__(self, package: str) -> None:
        self.package = package

    def version_string(self) -> str:
        """Return a version that is not used."""
        return "0"


_ANSWERS: dict[str, Callable[..., Reply]] = {"match": _match, "syntax": _syntax, "yaql": _yaql}

if __name__ == "__main__":
    main()
