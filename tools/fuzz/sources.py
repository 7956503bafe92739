"""Real templates that cases are made from: those of the project, and the examples of the rules."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from hotlint.linter.checking.testing import parse_marks
from hotlint.linter.packs import registry

TOP = Path(__file__).resolve().parents[2]
TOO_LONG = "evaluation-limit-exceeded"
PREFIXED = 24
"""How many templates every prefix is tried of."""


@cache
def examples() -> tuple[str, ...]:
    """Return the examples of all rules but the one on what takes too long to evaluate, the longest first."""
    rules = [rule for rule in registry.load().rules if rule.name != TOO_LONG]
    found = {parse_marks(example.text).text for rule in rules for example in (*rule.bad, *rule.good)}
    return tuple(sorted(found, key=lambda text: (-len(text), text)))


@cache
def templates() -> tuple[str, ...]:
    """Return the PREFIXED templates: of the folder of examples, of the comparison with Heat, and the longest of rules."""
    paths = [
        *sorted((TOP / "examples").glob("*.yaml")),
        *sorted((TOP / "tools/heat_parity/data/sources").glob("*.yaml")),
    ]
    texts = [path.read_text(encoding="utf-8") for path in paths]
    return tuple([*texts, *examples()][:PREFIXED])


@cache
def everything() -> tuple[str, ...]:
    """Return all texts that pieces are taken from."""
    return tuple(dict.fromkeys([*templates(), *examples()]))


@cache
def prefixes() -> tuple[tuple[int, int], ...]:
    """Return every prefix of `templates()`: (index of the template, length)."""
    return tuple((n, length) for n, text in enumerate(templates()) for length in range(len(text) + 1))
