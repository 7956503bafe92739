"""Sandbox for untrusted expressions: yaql expressions and regular expressions of template authors.

Heat's own limits on yaql do not stop an expression that takes hours or gigabytes, and a regular expression has none.
So they are evaluated in a worker process (`hotlint.language.sandbox.worker`), which is started when it is first needed
and stays warm, and there, where the system has fork, each in a child of its own that is killed after `SECONDS` of
processor time or at `MEMORY` bytes.

The worker speaks over pipes of its own, so the standard input and output of this process are left alone. It ends with
this process, however that ends. All functions here may be called from any thread, and after a fork.
"""

from __future__ import annotations

import atexit
import marshal
import os
import sys
import threading
from collections.abc import Callable
from functools import cache
from time import monotonic

from hotlint.common import processes
from hotlint.common.annotations import IO, Any, TypeVar
from hotlint.common.platforms import HAS_FORK, HAS_PROCESSES, thread_time
from hotlint.common.time_limit import allowance
from hotlint.language.origins import result
from hotlint.language.sandbox.worker import PATIENCE, read_frame, write_frame
from hotlint.language.values import MARKS, EvaluationError, Unknown, Value, propagate_unknown, settled, show

Result = TypeVar("Result")

SECONDS = 0.25
MEMORY = 256 << 20
_START_SECONDS = 20.0
_SPARE_SECONDS = 5.0
_REMEMBERED = 1_000
_REMEMBERED_BYTES = 4 << 20
_WAITING_SHARE = 0.05
"""Part of the time by the clock that counts at least, however little an evaluation worked."""
_NEEDS = {"yaql": "load", "syntax": "load", "jinja": "load_jinja"}
"""The request that loads the library which another request needs."""

_BOOT = "import sys; sys.path[:] = sys.argv[4:]; from hotlint.language.sandbox.worker import main; main()"
"""Code that starts the worker. It names the worker's module in a string, which no import checker sees.

The worker runs isolated from the working directory and the environment, and imports from this process's own path.
"""


class Sandbox:
    """A worker process and the pipes to it.

    `fork` is whether each evaluation gets a child process of its own, None for wherever the system can; `seconds` of
    processor time and `memory` bytes are the limits of an evaluation.
    """

    def __init__(self, *, fork: bool | None = None, seconds: float = SECONDS, memory: int = MEMORY) -> None:
        self.fork = HAS_FORK if fork is None else fork
        self.seconds = seconds
        self.memory = memory
        self._syntax: dict[str, str | None] = {}
        self._known: dict[bytes, bytes] = {}  # replies by request
        self._known_bytes = 0
        self._worked = threading.local()
        self._process: processes.Program | None = None
        self._inherited: list[processes.Program] = []  # of parent processes: kept, so that their pipes stay open
        self._loaded: set[str] = set()
        self._lock = threading.Lock()
        atexit.register(self.close)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._after_fork)

    def yaql(self, expression: str, data: Value) -> Value:
        """Return the value of a yaql expression on `data`, within Heat's limits (heat.engine.hot.functions.Yaql).

        Unknown where the expression depends on an unknown part of the data. Raises EvaluationError: "yaql-syntax",
        "yaql-error", "yaql-limit" where Heat would fail, "budget" where the sandbox stopped it.
        """
        marks: list[Value] = []
        try:
            reply = self._ask(("yaql", expression, _coded(data, marks), len(marks)))
        except (ValueError, RecursionError):
            raise EvaluationError("the data for yaql are nested too deeply", ("data",), "yaql-error") from None
        if reply[0] == "value":
            return reply[1]
        if reply[0] == "unknown":
            once = "random" not in expression and "now" not in expression
            return propagate_unknown("yaql", marks[reply[1]], expression, data, once=once)
        if reply[0] == "unsure":
            return Unknown(reply[1], None, result("yaql", data, once=False))
        raise _error_of(reply, expression)

    def yaql_syntax(self, expression: str) -> str | None:
        """Return a message on the syntax of a yaql expression; None for a valid one, or where parsing takes too long."""
        if expression not in self._syntax:
            reply = self._ask(("syntax", expression))
            if reply[0] in ("stopped", "missing"):
                return None
            if len(self._syntax) >= _REMEMBERED:
                self._syntax.clear()
            self._syntax[expression] = None if reply[0] == "value" else _error_of(reply, expression).message
        return self._syntax[expression]

    def match(self, pattern: str, text: str) -> bool | None:
        """Return whether a regular expression matches a whole string as Heat tests it; None where that takes too long."""
        reply = self._ask(("match", pattern, text))
        return bool(reply[1]) if reply[0] == "value" else None

    def pattern_problem(self, pattern: str) -> str | None:
        """Return why a regular expression does not compile, as `re` words it, "" where it is too large or nested too deeply.

        None where it compiles, or where that takes too long.
        """
        reply = self._ask(("compile", pattern))
        if reply[0] == "value":
            return reply[1]  # type: ignore[no-any-return]
        return "" if reply == ("error", "RecursionError", "") else None

    def ask(self, request: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the worker's reply to a request; ("missing",) or ("stopped", what) where there is none."""
        return self._ask(request)

    def close(self) -> None:
        """End the worker; a later request starts another."""
        with self._lock:
            self._end()

    def _after_fork(self) -> None:
        """Forget the worker and the lock, which belong to the process that this one was forked from."""
        self._lock = threading.Lock()
        if self._process is not None:
            self._inherited.append(self._process)
            self._process = None

    @property
    def worked(self) -> float:
        """The seconds that the sandbox has worked for this thread: processor time, so that a busy machine changes nothing.

        Of what waits far longer than it works, a part of the time by the clock counts instead. Starting the worker does not.
        """
        return getattr(self._worked, "seconds", 0.0)

    def _ask(self, request: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the worker's reply to a request; ("missing",) or ("stopped", "time") where there is none.

        A reply is remembered, also that something was stopped: a template is evaluated several times, with the same
        expressions on the same data. One that depends on files, which may change, is not: that of a Jinja source with includes.
        """
        key = marshal.dumps(request)
        known = self._known.get(key)
        if known is not None:
            return marshal.loads(known)  # type: ignore[no-any-return]
        reply = self._reply(request)
        reads_files = request[0] == "jinja" and isinstance(reply[-1], list) and reply[-1]
        if reply[0] != "missing" and not reads_files:
            self._remember(key, marshal.dumps(reply))
        return reply

    def _remember(self, key: bytes, reply: bytes) -> None:
        size = len(key) + len(reply)
        if len(self._known) >= _REMEMBERED or self._known_bytes + size > _REMEMBERED_BYTES:
            self._known.clear()
            self._known_bytes = 0
        if size <= _REMEMBERED_BYTES:
            self._known[key] = reply
            self._known_bytes += size

    def _reply(self, request: tuple[Any, ...]) -> tuple[Any, ...]:
        if not HAS_PROCESSES:
            return self._reply_from_here(request)
        with self._lock:
            process = self._running(_NEEDS.get(request[0]))
            if process is None:
                return ("missing",)
            # With fork, the worker itself ends what takes too long, and this is only for a worker that hangs.
            limit = self.seconds if not self.fork else PATIENCE * self.seconds + _SPARE_SECONDS
            start = monotonic()
            frame = self._exchange(process, request, limit)
            took = monotonic() - start
            if frame is None:
                self._end()
        seconds, reply = frame if frame is not None else (min(took, self.seconds), ("stopped", "time"))
        self._worked.seconds = self.worked + max(seconds, took * _WAITING_SHARE)
        return reply  # type: ignore[no-any-return]

    def _reply_from_here(self, request: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the reply to a request from this process, which the platform has no other of."""
        from hotlint.language.sandbox.in_process import evaluate

        start = thread_time()
        reply = evaluate(request, _NEEDS.get(request[0]))
        self._worked.seconds = self.worked + thread_time() - start
        return reply

    def _running(self, load: str | None) -> processes.Program | None:
        """Return the worker, started and with a library loaded by the request `load`; None where that fails."""
        if self._process is None or self._process.poll() is not None:
            self._end()
            self._process = self._start()
            self._loaded.clear()
            if self._process is not None and self._exchange(self._process, None, _START_SECONDS) is None:
                self._end()
        if self._process is not None and load is not None and load not in self._loaded:
            # Loading is not in the time that an expression gets.
            if self._exchange(self._process, (load,), _START_SECONDS) == ("value", True):
                self._loaded.add(load)
            else:
                self._end()
        return self._process

    def _start(self) -> processes.Program | None:
        """Start a worker; None where the system cannot."""
        here = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
        paths = [path for path in sys.path if path] + [here]
        limits = ["fork" if self.fork else "stay", str(self.seconds), str(self.memory)]
        return processes.worker([sys.executable, "-I", "-S", "-c", _BOOT, *limits, *paths])

    def _exchange(self, process: processes.Program, request: Any, limit: float) -> tuple[Any, ...] | None:
        """Return the reply to a request (to None: the worker's greeting); None where the worker fails or is too slow."""
        sink, source = process.stdin, process.stdout
        assert sink is not None and source is not None
        watch = threading.Timer(limit, process.kill)
        watch.daemon = True
        watch.start()
        try:
            if request is not None:
                write_frame(sink, request)
            reply = read_frame(source)
        except OSError:
            return None
        finally:
            watch.cancel()
        return reply if isinstance(reply, tuple) else None

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        for pipe in (process.stdin, process.stdout):
            _close(pipe)
        process.wait()


def _close(pipe: IO[bytes] | None) -> None:
    try:
        if pipe is not None:
            pipe.close()
    except OSError:
        pass  # what was not written yet is not needed


def _coded(data: Value, marks: list[Value]) -> Any:
    """Return data for the worker, with a complex number, which no template holds, instead of each unknown part.

    Its imaginary part is the index in `marks`, to which the unknown parts are appended.
    """
    data = settled(data)
    if isinstance(data, MARKS):
        marks.append(data)
        return complex(0, len(marks) - 1)
    if isinstance(data, dict):
        return {key: _coded(value, marks) for key, value in data.items()}
    return [_coded(value, marks) for value in data] if isinstance(data, list) else data


def _error_of(reply: tuple[Any, ...], expression: str) -> EvaluationError:
    """Return the error for a reply without a value, in words for a template author."""
    at = ("expression",)
    kind, *rest = reply
    if kind == "missing":
        return EvaluationError("the worker that evaluates yaql cannot be started here", at, "budget")
    if kind == "stopped":
        what = "memory" if rest == ["memory"] else "time"
        return EvaluationError(
            f"yaql expression takes more {what} than the dry run allows: {show(expression)}", at, "budget"
        )
    if kind == "syntax":
        return EvaluationError(_syntax_message(*rest), at, "yaql-syntax")
    if rest[0] in ("CollectionTooLargeException", "MemoryQuotaExceededException"):
        limit = "200 items" if rest[0].startswith("Coll") else "10,000 bytes"
        return EvaluationError(f"yaql expression exceeds Heat's limit of {limit}", at, "yaql-limit")
    return EvaluationError(f"yaql expression fails: {_error_message(*rest)}", at, "yaql-error")


def _syntax_message(kind: str, value: str | None, position: int | None) -> str:
    """Return a syntax error in plain words; `position` is 0-based, None for the end of the expression."""
    if position is None:
        return "yaql expression is incomplete: something is missing at its end"
    return f"yaql expression is invalid: unexpected {kind} {show(value)} at position {position + 1}"


def _error_message(error: str, detail: str) -> str:
    """Return an exception of yaql in plain words, from the name of its class and its message."""
    import re

    quoted = re.search(r'"([^"]*)"', detail)
    name = show(quoted[1]) if quoted else "that is used"
    words = {
        "NoFunctionRegisteredException": f"yaql has no function {name}",
        "NoMethodRegisteredException": f"yaql has no method {name}",
        "NoMatchingFunctionException": f"function {name} does not take arguments of these types",
        "NoMatchingMethodException": f"method {name} does not take a value and arguments of these types",
        "AmbiguousFunctionException": f"more than one function {name} takes these arguments",
        "AmbiguousMethodException": f"more than one method {name} takes these arguments",
        "KeyError": f"the key {detail} does not exist",
        "IndexError": "an index is out of range",
        "StopIteration": "it asks for an item of an empty list",
        "ZeroDivisionError": "it divides by zero",
        "RecursionError": "it is nested too deeply",
    }
    return words.get(error) or f"an operation does not support its operands ({detail or error})"


@cache
def shared() -> Sandbox:
    """Return the sandbox of this process."""
    return Sandbox()


def worked() -> float:
    """Return the seconds that the sandbox of this process has worked for this thread; see `Sandbox.worked`."""
    return shared().worked


def yaql(expression: str, data: Value) -> Value:
    """Evaluate a yaql expression in the sandbox of this process; see `Sandbox.yaql`."""
    return shared().yaql(expression, data)


def yaql_syntax(expression: str) -> str | None:
    """Check the syntax of a yaql expression in the sandbox of this process; see `Sandbox.yaql_syntax`."""
    return shared().yaql_syntax(expression)


def match(pattern: str, text: str) -> bool | None:
    """Match a regular expression in the sandbox of this process; see `Sandbox.match`."""
    return shared().match(pattern, text)


def pattern_problem(pattern: str) -> str | None:
    """Compile a regular expression in the sandbox of this process; see `Sandbox.pattern_problem`."""
    return shared().pattern_problem(pattern)


def metered(ask: Callable[..., Result], *arguments: object) -> Result | None:
    """Return what `ask` gets from the sandbox of this process, whose work counts; None when the time is used up."""
    limit = allowance()
    if limit.left <= 0:
        return None
    start = worked()
    try:
        return ask(*arguments)
    finally:
        limit.spend(worked() - start)
