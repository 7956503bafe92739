"""Plugin of pytest that runs only the tests that a file names, in its order, and says which failed first."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

TESTS, FAILED = "MUTATION_TESTS", "MUTATION_FAILED"
"""Environment variables: the file of the tests' names, and the file for the name of the first that fails."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the named tests; one that no longer exists is skipped."""
    wanted = Path(os.environ[TESTS]).read_text(encoding="utf-8").splitlines()
    found = {item.nodeid: item for item in items}
    items[:] = [found[name] for name in wanted if name in found]


@pytest.hookimpl(trylast=True)
def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note each failure on a line of its own."""
    if report.failed:
        with Path(os.environ[FAILED]).open("a", encoding="utf-8") as kept:
            kept.write(f"{report.nodeid}\n")
