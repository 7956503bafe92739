"""Expressions that are evaluated in this process, as in a browser."""

from __future__ import annotations

import sys

import pytest

from hotlint.language.sandbox import client, in_process
from hotlint.language.sandbox.client import Sandbox
from hotlint.language.values import EvaluationError, Unknown


@pytest.fixture
def sandbox(monkeypatch: pytest.MonkeyPatch) -> Sandbox:
    monkeypatch.setattr(client, "HAS_PROCESSES", False)
    return Sandbox()


@pytest.mark.parametrize(
    ("expression", "data", "expected"),
    [
        ("$.data.where($ > 1)", [1, 2, 3], [2, 3]),
        ("range(0, 150).select($ * 2).sum()", None, 22_350),
        ("$.data.l.len()", {"l": [1, Unknown("later")]}, 2),
    ],
)
def test_values(sandbox: Sandbox, expression: str, data: object, expected: object) -> None:
    assert sandbox.yaql(expression, data) == expected
    assert sandbox._process is None and sandbox.worked > 0


def test_errors(sandbox: Sandbox) -> None:
    assert "incomplete" in (sandbox.yaql_syntax("1 +") or "")
    with pytest.raises(EvaluationError, match="divides by zero"):
        sandbox.yaql("1/0", None)


def test_what_takes_too_many_steps_is_stopped(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_process, "STEPS", 10_000)
    before = sys.gettrace()
    numbers = "range(0, 190)"
    with pytest.raises(EvaluationError, match="takes more time"):
        sandbox.yaql(f"{numbers}.select({numbers}.select({numbers}.sum()).sum()).sum()", None)
    assert sys.gettrace() is before


def test_patterns(sandbox: Sandbox) -> None:
    assert sandbox.match("(a|b)+", "abba") is True
    assert sandbox.match("(a|b)+", "abbac") is False
