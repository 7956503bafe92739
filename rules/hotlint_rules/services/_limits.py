"""Limits of single values, as facts: how long a text may be and what it may look like, from the schemas of the services' APIs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hotlint.common.records import NamedTuple
from hotlint.language.values import Value, show
from hotlint_rules.resources._cloud import Deployed
from hotlint_rules.services._model import Item, Refusal, known_list

TYPE_CHECKING = False  # typing is not imported here
if TYPE_CHECKING:
    from typing import Literal


class Limit(NamedTuple):
    """What a service requires of a text: of the value of a property, or of each of its `keys` or `values`.

    `low` and `high` are lengths in characters. `pattern` must match the whole text, and `words` say what it asks for.
    """

    name: str
    low: int = 0
    high: int | None = None
    pattern: str | None = None
    words: str = ""
    of: Literal["it", "keys", "values"] = "it"

    def describe(self) -> str:
        """Return the demand as a clause: plain text, names in single quotes."""
        subject = (
            f"each {'key' if self.of == 'keys' else 'value'} of '{self.name}'" if self.of != "it" else f"'{self.name}'"
        )
        length = f"has {self.low} to {self.high} characters" if self.low else f"has at most {self.high} characters"
        parts = [length] if self.high is not None else []
        return f"{subject} {' and '.join([*parts, *([self.words] if self.words else [])])}"

    def problem(self, text: str) -> str | None:
        """Return what is wrong with a text, as a clause; None where nothing is."""
        if self.high is not None and len(text) > self.high:
            return f"{show(text, 30)} has {len(text)} characters, more than {self.high}"
        if len(text) < self.low:
            return "the text is empty"
        if self.pattern is not None and re.fullmatch(self.pattern, text) is None:
            return f"{show(text, 30)} is not a text that {self.words}"
        return None


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


NAME = r"(?s:\S(?:.*\S)?)"
"""A text that neither begins nor ends with white space."""
