"""What is done with a case, one module a target. Each has a function `run`, which raises for a broken promise."""

from __future__ import annotations

from importlib import import_module

from fuzz.case import Case
from fuzz.workbench import Workbench


def run(case: Case, bench: Workbench) -> None:
    """Run a case. Raises BrokenPromiseError, or whatever exception the code under test lets out."""
    import_module(f"fuzz.targets.{case.target}").run(case, bench)
