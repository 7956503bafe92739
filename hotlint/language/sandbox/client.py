"""A wall around what strangers wrote and a processor would run: yaql expressions and regular expressions.

Heat's own limits on yaql do not stop an expression that takes hours or gigabytes, and a regular expression has none.
So they run in a helper process (`hotlint.language.sandbox.worker`), which is started when it is first needed and stays warm, and
there, where the system has fork, each in a child of its own that is ended after `SECONDS` or with `MEMORY` taken.

The helper speaks over pipes of its own, so the standard input and output of this process are left alone. It ends with
this process, whichever way that ends. All doors here may be used from any thread, and after a fork.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import threading
from typing import IO, Any, Final

from hotlint.language.sandbox.worker import read_frame, write_frame
from hotlint.language.values import MARKS, EvaluationError, Unknown, Value, propagate_unknown, show

SECONDS: Final = 0.25
MEMORY: Final = 256 << 20
_START_SECONDS: Final = 20.0
_SPARE_SECONDS: Final = 5.0
_REMEMBERED: Final = 1_000

_BOOT: Final = "import sys; sys.path[:] = sys.argv[4:]; from hotlint.language.sandbox.worker import main; main()"
"""Isolated from the working directory and the environment, the helper imports what this process would import."""


class Sandbox:
    """One helper process and the way to it. `fork` says whether each evaluation gets a child of its own."""

    def __init__(self, *, fork: bool | None = None, seconds: float = SECONDS, memory: int = MEMORY) -> None:
        self.fork = hasattr(os, "fork") if fork is None else fork
        self.seconds = seconds
        self.memory = memory
        self._syntax: dict[str, str | None] = {}
        self._process: subprocess.Popen[bytes] | None = None
        self._has_yaql = False
        self._lock = threading.Lock()
        atexit.register(self.close)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._after_fork)

    def yaql(self, expression: str, data: Value) -> Value:
        """The value of a yaql expression on `data`, within Heat's limits.

        Unknown when it comes to look at an unknown part of the data. Raises Fault: "yaql-syntax", "yaql-error",
        "yaql-limit" where Heat would fail, "budget" where it was stopped here.
        """
        marks: list[Value] = []
        try:
            reply = self._ask(("yaql", expression, _coded(data, marks), len(marks)))
        except (ValueError, RecursionError):
            raise EvaluationError("the data for yaql are nested too deeply", ("data",), "yaql-error") from None
        if reply[0] == "value":
            return reply[1]
        if reply[0] == "unknown":
            return propagate_unknown(marks[reply[1]])
        if reply[0] == "unsure":
            return Unknown(reply[1])
        raise _fault(reply, expression)

    def yaql_syntax(self, expression: str) -> str | None:
        """What is wrong with the syntax of a yaql expression, or None; None too when that takes too long to tell."""
        if expression not in self._syntax:
            reply = self._ask(("syntax", expression))
            if reply[0] in ("stopped", "missing"):
                return None
            if len(self._syntax) >= _REMEMBERED:
                self._syntax.clear()
            self._syntax[expression] = None if reply[0] == "value" else _fault(reply, expression).message
        return self._syntax[expression]

    def match(self, pattern: str, text: str) -> bool | None:
        """Whether a regular expression matches a whole text as Heat tests it; None when it takes too long to tell."""
        reply = self._ask(("match", pattern, text))
        return bool(reply[1]) if reply[0] == "value" else None

    def close(self) -> None:
        """End the helper; a later question starts another."""
        with self._lock:
            self._end()

    def _after_fork(self) -> None:
        """The helper belongs to the process that this one was forked from, and so does whatever held the lock."""
        self._lock = threading.Lock()
        if self._process is not None:
            _others.append(self._process)
            self._process = None

    def _ask(self, request: tuple[Any, ...]) -> tuple[Any, ...]:
        with self._lock:
            process = self._running(with_yaql=request[0] != "match")
            if process is None:
                return ("missing",)
            # With fork, the helper itself ends what takes too long, and this is only for a helper that hangs.
            limit = self.seconds if not self.fork else 4 * self.seconds + _SPARE_SECONDS
            reply = self._exchange(process, request, limit)
            if reply is None:
                self._end()
            return reply or ("stopped", "time")

    def _running(self, *, with_yaql: bool) -> subprocess.Popen[bytes] | None:
        """The helper, started and with yaql loaded if need be; None when that cannot be done."""
        if self._process is None or self._process.poll() is not None:
            self._end()
            self._process = self._start()
            self._has_yaql = False
            if self._process is not None and self._exchange(self._process, None, _START_SECONDS) is None:
                self._end()
        if self._process is not None and with_yaql and not self._has_yaql:
            # Loading is not in the time that an expression gets.
            self._has_yaql = self._exchange(self._process, ("load",), _START_SECONDS) == ("value", True)
            if not self._has_yaql:
                self._end()
        return self._process

    def _start(self) -> subprocess.Popen[bytes] | None:
        here = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
        paths = [path for path in sys.path if path] + [here]
        limits = ["fork" if self.fork else "stay", str(self.seconds), str(self.memory)]
        flags = getattr(subprocess, "CREATE_NO_WINDOW", 0) | getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
        try:
            return subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", _BOOT, *limits, *paths],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                creationflags=flags,
                start_new_session=True,  # an interrupt at the terminal is for this process to handle
            )
        except (OSError, ValueError):
            return None

    def _exchange(self, process: subprocess.Popen[bytes], request: Any, limit: float) -> tuple[Any, ...] | None:
        """The reply to a request (to none: the helper's first word), or None when the helper fails or is too slow."""
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


_others: list[subprocess.Popen[bytes]] = []
"""Helpers of parent processes, kept so that nothing is done to their pipes when they would be cleared away."""


def _close(pipe: IO[bytes] | None) -> None:
    try:
        if pipe is not None:
            pipe.close()
    except OSError:
        pass  # what was not yet written is lost, and nobody waits for it


def _coded(data: Value, marks: list[Value]) -> Any:
    """Data for the helper, with a complex number, which no template holds, in place of each unknown part."""
    if isinstance(data, MARKS):
        marks.append(data)
        return complex(0, len(marks) - 1)
    if isinstance(data, dict):
        return {key: _coded(value, marks) for key, value in data.items()}
    return [_coded(value, marks) for value in data] if isinstance(data, list) else data


def _fault(reply: tuple[Any, ...], expression: str) -> EvaluationError:
    """A reply that is no value, in words for a template author."""
    at = ("expression",)
    kind, *rest = reply
    if kind == "missing":
        return EvaluationError("the helper that evaluates yaql cannot be started here", at, "budget")
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
    if position is None:
        return "yaql expression is incomplete: something is missing at its end"
    return f"yaql expression is invalid: unexpected {kind} {show(value)} at position {position + 1}"


def _error_message(error: str, detail: str) -> str:
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


_wall = Sandbox()
yaql = _wall.yaql
yaql_syntax = _wall.yaql_syntax
match = _wall.match
close = _wall.close
