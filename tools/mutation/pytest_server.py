"""Runs pytest in a fork of a process that has the libraries loaded, but nothing of hotlint: a start costs little.

Each line of standard input is a JSON list: the file of the tests' names, the test files, the file for failures, whether
to stop at the first, and the seconds of processor time allowed. The answer is one line: pytest's exit code, or "timeout".
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

LIBRARIES = (
    "pytest", "_pytest.assertion.rewrite", "pytest_asyncio.plugin", "pytest_lsp", "yaml", "ruamel.yaml", "yaql",
    "croniter", "pathspec", "jsonschema", "pygls.lsp.server", "lsprotocol.types", "asyncio", "multiprocessing.pool",
)  # fmt: skip
ELAPSED_FACTOR = 6
"""On a busy machine, seconds that pass for one of processor time."""


def main() -> int:
    """Serve until standard input ends; the exit code is 0."""
    for name in LIBRARIES:
        importlib.import_module(name)
    for line in sys.stdin:
        names, files, failed, stop, seconds = json.loads(line)
        print(_run(names, files, failed, stop, seconds), flush=True)
    return 0


def _run(names: str, files: list[str], failed: str, stop: bool, seconds: float) -> str:
    shutil.rmtree(os.environ["XDG_CACHE_HOME"], ignore_errors=True)  # findings that another mutant left
    child = os.fork()
    if not child:
        _child(names, files, failed, stop, int(seconds))
    deadline = time.monotonic() + ELAPSED_FACTOR * seconds
    while time.monotonic() < deadline:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            _end(child)
            code = os.waitstatus_to_exitcode(status)
            return "timeout" if code in (-signal.SIGXCPU, -signal.SIGKILL) else str(code)
        time.sleep(0.02)
    _end(child)
    os.waitpid(child, 0)
    return "timeout"


def _child(names: str, files: list[str], failed: str, stop: bool, seconds: int) -> None:
    os.setsid()
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    os.environ.update(MUTATION_TESTS=names, MUTATION_FAILED=failed)
    null = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(null, stream)
    code = 3
    try:
        pytest = importlib.import_module("pytest")
        options = ["-q", "-p", "mutation.pytest_selection", "-p", "no:cacheprovider", "-p", "no:xdist", *["-x"] * stop]
        code = int(pytest.main([*options, *files]))
    finally:
        os._exit(code)


def _end(group: int) -> None:
    """End what the tests of one run left behind: the processes of its own group."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main())
