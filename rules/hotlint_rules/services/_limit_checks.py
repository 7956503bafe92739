"""Checks the limits of single texts, which are facts of each resource type."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.language.values import Value
from hotlint_rules.resources._cloud import Deployed
from hotlint_rules.services._limits import Limit
from hotlint_rules.services._model import Item, Refusal, known_list


def exceeded(limits: tuple[Limit, ...], owner: Deployed) -> Iterator[Refusal]:
    """Yield the limits that the values of a resource exceed, as far as these are known."""
    item = Item(owner, (), owner.values)
    for limit in limits:
        for path, text in _texts(limit, item[limit.name]):
            problem = limit.problem(text)
            if problem is not None:
                yield Refusal(owner, (limit.name, *path), problem)
                break


def _texts(limit: Limit, value: Value) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yield the known texts that a limit is for, with their paths below the property."""
    if limit.of == "it":
        if isinstance(value, str):
            yield (), value
    elif isinstance(value, dict):
        for name, one in value.items():
            if limit.of == "keys":
                yield (name,), str(name)
            elif isinstance(one, str | int | float | bool):
                yield (name,), str(one)
    elif limit.of == "values":
        yield from (((index,), one) for index, one in enumerate(known_list(value)) if isinstance(one, str))
