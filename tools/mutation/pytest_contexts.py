"""Plugin of pytest that tells coverage.py which test runs, in this process and in each that the test starts."""

from __future__ import annotations

import json
import os
from collections.abc import Generator
from pathlib import Path

import pytest
from coverage import Coverage

SECONDS = "MUTATION_SECONDS"
"""The environment variable that names the folder for the durations."""


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Record what runs during one test, its fixtures included, as lines of that test."""
    coverage = Coverage.current()
    if coverage is None:
        return (yield)
    coverage.switch_context(item.nodeid)
    coverage.config.context = item.nodeid  # forked processes
    os.environ["COVERAGE_PROCESS_CONFIG"] = coverage.config.serialize()  # others
    start = _seconds()
    try:
        return (yield)
    finally:
        coverage.switch_context("")
        with Path(os.environ[SECONDS], f"seconds-{os.getpid()}").open("a", encoding="utf-8") as kept:
            kept.write(json.dumps([item.nodeid, round(_seconds() - start, 4)]) + "\n")


def _seconds() -> float:
    """Return the processor time of this process and of those that it waited for: elapsed time is that of other work too."""
    return sum(os.times()[:4])
