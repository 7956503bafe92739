"""Checks the limits of single values, which are facts of each resource type."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.language.values import Value
from hotlint_rules.resources._cloud import Deployed
from hotlint_rules.services._limits import Limit, Range
from hotlint_rules.services._model import Item, Refusal, known_list

TYPE_CHECKING = False  # typing is not imported here
if TYPE_CHECKING:
    from typing import Final

    Scalar = str | int | float

_NO_TEXT: Final = "the service takes texts only: put the value in quotes"


def exceeded(limits: tuple[Limit | Range, ...], owner: Deployed) -> Iterator[Refusal]:
    """Yield the limits that the values of a resource exceed, as far as these are known."""
    item = Item(owner, (), owner.values)
    for limit in limits:
        if isinstance(limit, Range):
            number = item.number(limit.name)
            problem = limit.problem(number) if number is not None else None
            if problem is not None:
                yield item.refuse(limit.name, problem, limit.kind)
            continue
        for path, text in _texts(limit, item[limit.name]):
            problem = limit.problem(str(text)) if isinstance(text, str) or not limit.is_text else _NO_TEXT
            if problem is not None:
                yield Refusal(owner, (limit.name, *path), problem, limit.kind)
                break


def _texts(limit: Limit, value: Value) -> Iterator[tuple[tuple[str | int, ...], Scalar]]:
    """Yield the known texts that a limit is for, with their paths below the property."""
    if limit.of == "it":
        if isinstance(value, str):
            yield (), value
    elif isinstance(value, dict):
        for name, one in value.items():
            if limit.of == "keys":
                yield (name,), str(name)
            elif isinstance(one, str | int | float | bool):
                yield (name,), one
    elif limit.of == "values":
        yield from (((index,), one) for index, one in enumerate(known_list(value)) if isinstance(one, str))
