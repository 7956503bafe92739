"""The matrix of a test: every combination of environments and of values of parameters."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import Any

from hotlint.formats.reader import FieldReader
from hotlint.language.values import show
from hotlint.suites.model import CaseInputs, Combination
from hotlint.syntax.nodes import Node

Axis = list[tuple[str, CaseInputs]]
COMBINATION_LIMIT = 1_000
"""Combinations of one matrix."""
_SHOWN = 30
ALONE = (Combination("", CaseInputs()),)
"""The combinations of a test without a matrix."""


def combinations(reader: FieldReader, node: Node, axes: list[Axis]) -> tuple[Combination, ...]:
    """Return the combinations of a matrix, at least one; more than the limit are a problem of the reader."""
    size = prod(map(len, axes))
    if size > COMBINATION_LIMIT:
        reader.report(
            node, f"a matrix must not have more than {COMBINATION_LIMIT:,} combinations; this one has {size:,}"
        )
        return ALONE
    return tuple(_combined(chosen) for chosen in product(*axes)) if axes else ALONE


def alternative(name: str, value: Any) -> tuple[str, CaseInputs]:
    """Return one value of a parameter, with its label."""
    shown = value if isinstance(value, str) and value and len(value) <= _SHOWN else show(value, _SHOWN)
    return f"{name}={shown}", CaseInputs("", (), {name: value})


def _combined(chosen: tuple[tuple[str, CaseInputs], ...]) -> Combination:
    inputs = CaseInputs()
    for _, more in chosen:
        inputs = inputs.changed(more)
    return Combination(", ".join(label for label, _ in chosen), inputs)
