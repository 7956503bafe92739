"""Run the core's tests in Python in WebAssembly, and write findings to compare: `make test-wasm`, `make compare-wasm`.

As a plugin of pytest, this module skips what no browser can do: tests that start processes or threads, or that use compiled packages.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

_TESTS = str(Path(__file__).resolve().parents[2] / "tests")
_COMPILED = {"hypothesis": "hypothesis._native", "jsonschema": "rpds.rpds"}
"""Packages of tests that have no version in Python alone, each with its compiled module."""
_OF_PROCESSES = re.compile(r"test_sandbox(_worker)?|test_cloud_import|test_processes")
"""Modules whose tests are about other processes."""

_OTHER = {
    "test_a_dry_run_is_not_charged_for_time_that_others_use": "a browser has no clock for each thread",
    "test_every_binary_format_has_a_writer": "pyarrow is compiled",
    "test_a_chain_of_attributes_is_nested_too_deeply": "this Python reads code that is nested as deeply",
    "test_addresses_and_networks_are_read_as_netaddr_reads_them": "netaddr asks the system, which has no IPv6 here",
    "test_the_page_on_policies": "google-re2, which CEL needs, is compiled",
}
"""Tests that hold elsewhere only, by name, each with the reason."""


def tests(arguments: list[str]) -> int:
    """Run pytest with these arguments, and return its exit code."""
    options = ["-p", "no:cacheprovider", "-p", "no:faulthandler", "-p", "wasm.runs", "--capture=sys"]
    return int(pytest.main([*options, *arguments]))


def findings(arguments: list[str]) -> int:
    """Check each folder, write what `--format json` reports to the first argument, and print the time. Return 0."""
    from hotlint.cli.main import main as hotlint

    out = Path(arguments[0]).resolve()
    reports = io.StringIO()
    started = time.perf_counter()
    for folder in arguments[1:]:
        os.chdir(folder)
        with contextlib.redirect_stdout(reports):
            hotlint(["check", ".", "--format", "json", "--no-cache", "-j", "1", "--fail-on", "never"])
    out.write_text(reports.getvalue(), encoding="utf-8")
    print(
        f"Python {sys.version.split()[0]} on {sys.platform}: {time.perf_counter() - started:.1f} s, {out.stat().st_size:,} bytes"
    )
    return 0


def pytest_configure() -> None:
    """Skip a test that starts a process or thread itself. hotlint must not even try."""
    for kind, name in ((subprocess.Popen, "__init__"), (threading.Thread, "start")):
        setattr(kind, name, _skipping(getattr(kind, name), kind.__name__))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the tests that hold elsewhere only."""
    for item in items:
        if item.name in _OTHER:
            item.add_marker(pytest.mark.skip(_OTHER[item.name]))


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out the modules that cannot be imported, or that only test processes."""
    if collection_path.suffix != ".py":
        return None
    if _OF_PROCESSES.fullmatch(collection_path.stem):
        return True
    text = collection_path.read_text(encoding="utf-8")
    missing = (name for name, module in _COMPILED.items() if not _is_there(module))
    return True if any(re.search(rf"^(?:from|import) {name}\b", text, re.MULTILINE) for name in missing) else None


def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ImportError:
        return False


def _skipping(start: Callable[..., Any], what: str) -> Callable[..., Any]:
    def started(*arguments: Any, **named: Any) -> Any:
        frame = sys._getframe(1)
        while (
            frame.f_back is not None
            and "/python3" in frame.f_code.co_filename
            and "site-packages" not in frame.f_code.co_filename
        ):
            frame = frame.f_back
        if frame.f_code.co_filename.startswith(_TESTS):
            pytest.skip(f"{what}: a browser has none")
        return start(*arguments, **named)

    return started


if __name__ == "__main__":
    raise SystemExit(findings(sys.argv[1:]))
