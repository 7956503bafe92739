"""Lets the processes that tests start write bytecode: without it, each of them compiles hotlint again."""

import os
import sys

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


def pytest_xdist_auto_num_workers() -> int:
    """Return how many processes `pytest -n auto` starts: one more than processors, since some tests wait for other processes."""
    return (os.cpu_count() or 1) + 1
