"""The public names for rules: each is there, and a check imports nothing for those that only tests of rules need."""

from __future__ import annotations

import subprocess
import sys

import pytest

import hotlint.rule


def test_all_names_are_there() -> None:
    assert all(hasattr(hotlint.rule, name) for name in hotlint.rule.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'failure'"):
        hotlint.rule.failure  # type: ignore[attr-defined] # noqa: B018


def test_the_rule_api_does_not_import_what_runs_rules() -> None:
    code = "import sys, hotlint.rule; print([n for n in sys.modules if n.startswith('hotlint.linter.checking') or n == 'typing'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
