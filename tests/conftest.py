"""Settings of all tests: how many processes run them, and that processes which tests start write bytecode."""

import os
import sys

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


def pytest_xdist_auto_num_workers() -> int:
    """Return how many processes `pytest -n auto` starts: one more than processors, since some tests wait for other processes."""
    return (os.cpu_count() or 1) + 1
