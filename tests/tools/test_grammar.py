"""The grammar of made-up templates: each part has alternatives, each function its arguments, and a seed gives the same again."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from grammar import Grammar, rules

from hotlint.language import functions

TOOLS = Path(__file__).parents[2] / "tools"
ONLY_IN_CONDITIONS = {"and", "or", "not", "Fn::GetAZs", "Fn::ResourceFacade"}
"""Functions that stand in conditions only, or whose value is that of the cloud or of a parent."""


def parts(form: Any) -> Iterator[str]:
    if isinstance(form, dict):
        form = [*form, *form.values()]
    for item in form if isinstance(form, list) else ():
        yield from parts(item)
    if isinstance(form, str) and (found := re.fullmatch(r"<([a-z][\w ]*)>\*?\?*", form)):
        yield found[1]


@pytest.mark.parametrize("name", ["grammar/hot.yaml", "fuzz/messages.yaml"])
def test_each_part_has_alternatives(name: str) -> None:
    found = rules(TOOLS / name)
    given = {"call", "one", "text", "whole text", "damaged text", "bytes"}
    assert {part for alternatives in found.values() for part in parts(alternatives)} - found.keys() <= given


def test_each_function_has_arguments() -> None:
    found = rules(TOOLS / "grammar/hot.yaml")
    assert set(found["function"]) == functions.NAMES - ONLY_IN_CONDITIONS
    assert set(found["function"]) <= found.keys()


def test_other_alternatives_are_used_too() -> None:
    made = [Grammar(random.Random(5), {"version": [2018, lambda rng: rng.random()]}).make("version") for _ in range(2)]
    assert made[0] == made[1]
    rng = random.Random(1)
    assert {type(Grammar(rng, {"version": [lambda _: 1.5]}).make("version")) for _ in range(99)} == {str, float}
    assert any("extra" in Grammar(rng).make("call") for _ in range(999))
