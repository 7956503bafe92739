"""Runs tests against mutants in forks of a process that has hotlint loaded and all tests collected.

Each line of standard input is a JSON object, a `Request`; each answer is one line, an `Answer`. A mutant of a function is put
into the code of the functions that live in the fork, and is in the file for what is imported later, and for other processes.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import shutil
import signal
import sys
import time
from typing import IO, Any, NamedTuple

import pytest

from .live_code import LiveCode

CPU_SECONDS, ELAPSED_FACTOR = 15.0, 8.0
"""What a run may take on top of what its tests took when measured; elapsed time says little on a loaded machine."""


class Request(NamedTuple):
    """The tests to run, whether to end at the first that fails, how many seconds they take, and what to put into which file."""

    tests: list[str]
    stop: bool
    seconds: float
    file: str = ""
    before: str = ""
    after: str = ""


class Answer(NamedTuple):
    """The exit code as a string, or "timeout"; which tests failed; whether the change is live in every function that it is of."""

    code: str
    failed: list[str]
    is_live: bool


class Server:
    """Plugin of pytest: answers requests instead of running the tests that were collected."""

    def __init__(self, output: IO[str]) -> None:
        self._output = output
        self._failed: list[str] = []
        self.live = LiveCode()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Serve until standard input ends."""
        items = {item.nodeid: item for item in session.items}
        self.live.stop_watching()
        print(json.dumps(len(items)), file=self._output, flush=True)
        for line in sys.__stdin__ or ():
            answer = self._run(items, Request(**json.loads(line)))
            print(json.dumps(answer._asdict()), file=self._output, flush=True)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note each failure."""
        if report.failed:
            self._failed.append(report.nodeid)

    def _run(self, items: dict[str, pytest.Item], request: Request) -> Answer:
        shutil.rmtree(os.environ["XDG_CACHE_HOME"], ignore_errors=True)  # findings that another mutant left
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            os.close(reading)
            self._child([items[name] for name in request.tests if name in items], request, writing)
        os.close(writing)
        code = _wait(child, ELAPSED_FACTOR * (CPU_SECONDS + request.seconds))
        with open(reading, encoding="utf-8") as file:
            said = file.read().splitlines()
        return Answer(code, said[1:], said[:1] == ["live"])

    def _child(self, items: list[pytest.Item], request: Request, writing: int) -> None:
        os.setsid()
        seconds = int(CPU_SECONDS + 2 * request.seconds)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
        code = 3
        try:
            is_live = not request.file or self.live.change(request.file, request.before, request.after)
            os.write(writing, b"live\n" if is_live else b"stale\n")
            code = self._run_items(items, request.stop, writing)
        finally:
            os._exit(code)

    def _run_items(self, items: list[pytest.Item], stop: bool, writing: int) -> int:
        for item, following in zip(items, [*items[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self._failed:
                os.write(writing, "".join(f"{name}\n" for name in dict.fromkeys(self._failed)).encode())
                if stop:
                    return 1
                self._failed.clear()
        return 0


def _wait(child: int, seconds: float) -> str:
    """Return the exit code of a child, 1 where a signal of its own ended it, or "timeout"; its group is ended."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            _end(child)
            code = os.waitstatus_to_exitcode(status)
            return "timeout" if code in (-signal.SIGXCPU, -signal.SIGKILL) else str(code)
        time.sleep(0.005)
    _end(child)
    os.waitpid(child, 0)
    return "timeout"


def _end(group: int) -> None:
    """End what the tests of one run left behind: the processes of its own group."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


def main(paths: list[str]) -> int:
    """Collect the tests below the paths and serve; the exit code is pytest's."""
    output = os.fdopen(os.dup(1), "w", encoding="utf-8")
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 1)
    os.dup2(null, 2)
    server = Server(output)
    server.live.watch()
    options: list[Any] = ["-q", "-s", "-p", "no:cacheprovider", "-p", "no:xdist", *paths]
    return int(pytest.main(options, plugins=[server]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
