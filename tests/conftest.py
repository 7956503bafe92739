"""Settings of all tests: the number of processes, bytecode in processes that tests start, and one look at hotlint's own code."""

import gc
import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from hotlint.common import time_limit
from hotlint.linter.packs import installed

TOP = str(Path(__file__).parents[1])

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
gc.disable()  # while tests are collected, which leaves no garbage


def pytest_collection_finish() -> None:
    """Leave thousands of tests, and all modules, out of what is looked through for garbage, and look for it less often."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return how many processes `pytest -n auto` starts: one more than processors, since some tests wait for other processes."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(autouse=True)
def _time_elsewhere() -> None:
    """Give each test the whole time of what is metered outside of a check."""
    time_limit._elsewhere = time_limit.TimeAllowance(time_limit.ELSEWHERE_SECONDS)


@pytest.fixture(scope="session", autouse=True)
def _last_change_of_the_code() -> Iterator[None]:
    """Look for the last change of hotlint's code once: each check looks at a thousand files for it, and no test changes one."""
    real, once = installed._last_change, cache(installed._last_change)
    known = {TOP, *(pack.source for pack in installed.installed_packs())}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(installed, "_last_change", lambda folder: once(folder) if folder in known else real(folder))
        yield
