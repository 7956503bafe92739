"""The matrix of a test: every combination of environments and of values of parameters."""

from __future__ import annotations

from itertools import product
from typing import Any

from hotlint.language.values import show
from hotlint.suites.keys import MATRIX
from hotlint.suites.model import CaseInputs, Combination
from hotlint.syntax.field_reader import FieldReader, entries_of
from hotlint.syntax.nodes import Node, Sequence

COMBINATION_LIMIT = 1_000
"""Combinations of one matrix."""
_SHOWN = 30
ALONE = (Combination("", CaseInputs("")),)
"""The combinations of a test without a matrix."""


def combinations(reader: FieldReader, node: Node) -> tuple[Combination, ...]:
    """Return the combinations of a matrix, at least one; mistakes are problems of the reader."""
    found = reader.fields(node, MATRIX, "a matrix")
    axes: list[list[tuple[str, CaseInputs]]] = []
    if "environments" in found:
        named = _environments(reader, found["environments"])
        axes += [named] if named else []
    for name, _, values in entries_of(found["parameters"]) if "parameters" in found else ():
        if isinstance(values, Sequence) and values.items:
            axes.append([_value(name, reader.plain(item)) for item in values.items])
        else:
            reader.report(values, f"the values of '{name}' must be a list with at least one item")
    size = 1
    for axis in axes:
        size *= len(axis)
    if size > COMBINATION_LIMIT:
        reader.report(
            node, f"a matrix must not have more than {COMBINATION_LIMIT:,} combinations; this one has {size:,}"
        )
        return ALONE
    return tuple(_combined(chosen) for chosen in product(*axes)) if axes else ALONE


def _environments(reader: FieldReader, node: Node) -> list[tuple[str, CaseInputs]]:
    named = entries_of(node)
    if not named:
        reader.report(
            node, "'environments' of a matrix must be a mapping from names to files, such as {small: small.yaml}"
        )
    return [(name, CaseInputs("", reader.files(files))) for name, _, files in named]


def _value(name: str, value: Any) -> tuple[str, CaseInputs]:
    shown = value if isinstance(value, str) and value and len(value) <= _SHOWN else show(value, _SHOWN)
    return f"{name}={shown}", CaseInputs("", (), {name: value})


def _combined(chosen: tuple[tuple[str, CaseInputs], ...]) -> Combination:
    inputs = CaseInputs("")
    for _, more in chosen:
        inputs = inputs.changed(more)
    return Combination(", ".join(label for label, _ in chosen), inputs)
