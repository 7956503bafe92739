"""Run tests against mutants in forks of one process, so that a run starts at little cost.

    python -m mutation.servers warm TESTS...    has hotlint loaded and the tests collected. A mutant of a function is put into the
                                                code of the functions that live in the fork, and is in the file for what is
                                                imported later, and for other processes.
    python -m mutation.servers cold             has the libraries loaded, but nothing of hotlint: its forks import the mutant.

Each line of standard input is a JSON object, a `Request`; each answer is one line, an `Answer`.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import resource
import shutil
import signal
import sys
import time
from collections.abc import Callable
from typing import IO, Any, NamedTuple

import pytest

from .live_code import LiveCode

LIBRARIES = (
    "_pytest.assertion.rewrite", "pytest_asyncio.plugin", "pytest_lsp", "yaml", "ruamel.yaml", "yaql", "croniter", "jsonschema",
    "pygls.lsp.server", "lsprotocol.types", "asyncio", "multiprocessing.pool",
)  # fmt: skip
ELAPSED_FACTOR = 40.0
"""On a busy machine, seconds that pass for one of processor time."""

TEST_SECONDS, TEST_FACTOR = 2, 5
"""Seconds of processor time that a test may take with a mutant, and how often what it takes without one."""


class Request(NamedTuple):
    """The tests to run, whether to end at the first that fails, how many seconds each takes, and what to put into which file."""

    tests: list[str]
    stop: bool
    seconds: list[float]
    file: str = ""
    before: str = ""
    after: str = ""


class Answer(NamedTuple):
    """The exit code as a string, or "timeout"; which tests failed; whether the change is live in every function that it is of."""

    code: str
    failed: list[str]
    is_live: bool


class WarmServer:
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
        serve(lambda request: self._answer(items, request), self._output)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note each failure."""
        if report.failed:
            self._failed.append(report.nodeid)

    def _answer(self, items: dict[str, pytest.Item], request: Request) -> Answer:
        def run(writing: int) -> int:
            is_live = not request.file or self.live.change(request.file, request.before, request.after)
            os.write(writing, b"live\n" if is_live else b"stale\n")
            chosen = [
                (items[name], took) for name, took in zip(request.tests, request.seconds, strict=True) if name in items
            ]
            return self._run_items(chosen, request.stop, writing)

        code, lines = forked(run, 15 + 2 * sum(request.seconds))
        return Answer(code, lines[1:], lines[:1] == ["live"])

    def _run_items(self, chosen: list[tuple[pytest.Item, float]], stop: bool, writing: int) -> int:
        items = [item for item, _ in chosen]
        for (item, took), following in zip(chosen, [*items[1:], None], strict=True):
            _limit_test(took)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self._failed:
                os.write(writing, "".join(f"{name}\n" for name in dict.fromkeys(self._failed)).encode())
                if stop:
                    return 1
                self._failed.clear()
        return 0


class Selection:
    """Plugin of pytest: runs only the named tests, in their order, and writes which fail to a file descriptor."""

    def __init__(self, seconds: dict[str, float], writing: int) -> None:
        self._seconds = seconds
        self._writing = writing

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> None:
        """Limit the time of a test."""
        _limit_test(self._seconds[item.nodeid])

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the named tests; one that no longer exists is skipped."""
        found = {item.nodeid: item for item in items}
        items[:] = [found[name] for name in self._seconds if name in found]

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Write the name of a test that fails."""
        if report.failed:
            os.write(self._writing, f"{report.nodeid}\n".encode())


def _cold_answer(request: Request) -> Answer:
    def run(writing: int) -> int:
        null = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(null, stream)
        files = sorted({test.partition("::")[0] for test in request.tests})
        options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", *["-x"] * request.stop, *files]
        seconds = dict(zip(request.tests, request.seconds, strict=True))
        return int(pytest.main(options, plugins=[Selection(seconds, writing)]))

    return Answer(*forked(run, 30 + 5 * sum(request.seconds)), is_live=True)


def _limit_test(seconds: float) -> None:
    """Limit the processor time of the next test, by what it takes without a mutant: a loop that does not end is noticed soon."""
    _, highest = resource.getrlimit(resource.RLIMIT_CPU)
    limit = int(time.process_time() + TEST_SECONDS + TEST_FACTOR * seconds) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (min(limit, highest), highest))


def serve(answer: Callable[[Request], Answer], output: IO[str]) -> None:
    """Answer each request of standard input, until it ends."""
    for line in sys.__stdin__ or ():
        print(json.dumps(answer(Request(**json.loads(line)))._asdict()), file=output, flush=True)


def forked(run: Callable[[int], int], seconds: float) -> tuple[str, list[str]]:
    """Run a function in a fork, for so many seconds of processor time at most.

    Returns the exit code that it returns, 1 where a signal of its own ended it, or "timeout"; and the lines that it writes to
    the file descriptor that it gets.
    """
    shutil.rmtree(os.environ["XDG_CACHE_HOME"], ignore_errors=True)  # findings that another mutant left
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        code = 3
        try:
            os.close(reading)
            os.setsid()
            resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 5))
            code = run(writing)
        finally:
            os._exit(code)
    os.close(writing)
    code_or_timeout = _wait(child, ELAPSED_FACTOR * seconds)
    with open(reading, encoding="utf-8") as file:
        return code_or_timeout, file.read().splitlines()


def _wait(child: int, seconds: float) -> str:
    """Return the exit code of a child, or "timeout". The processes of its group are ended: what the tests left behind."""
    deadline = time.monotonic() + seconds
    done = status = 0
    while not done and time.monotonic() < deadline:
        done, status = os.waitpid(child, os.WNOHANG)
        if not done:
            time.sleep(0.005)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    if not done:
        os.waitpid(child, 0)
        return "timeout"
    code = os.waitstatus_to_exitcode(status)
    return "timeout" if code in (-signal.SIGXCPU, -signal.SIGKILL) else str(code)


def main(kind: str, *paths: str) -> int:
    """Serve until standard input ends; the warm server collects the tests below the paths. Returns the exit code."""
    output = os.fdopen(os.dup(1), "w", encoding="utf-8")
    if kind == "cold":
        for name in LIBRARIES:
            importlib.import_module(name)
        serve(_cold_answer, output)
        return 0
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 1)
    os.dup2(null, 2)
    server = WarmServer(output)
    server.live.watch()
    options: list[Any] = ["-q", "-s", "-p", "no:cacheprovider", "-p", "no:xdist", *paths]
    return int(pytest.main(options, plugins=[server]))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
