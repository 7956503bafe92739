"""Run tests in WebAssembly: `main` of `make test-wasm`."""

from __future__ import annotations

import pytest


def main(argv: list[str]) -> int:
    """Run pytest with these arguments, and return its exit code."""
    options = ["-p", "no:cacheprovider", "-p", "no:faulthandler", "-p", "wasm.skips", "--capture=sys"]
    return int(pytest.main([*options, *argv]))
