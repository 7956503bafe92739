"""Limits of single texts, as facts: how long one may be and what it may look like, by the schemas of services."""

from __future__ import annotations

import re

from hotlint.common.records import NamedTuple
from hotlint.language.values import show

TYPE_CHECKING = False  # typing is not imported here
if TYPE_CHECKING:
    from typing import Literal


class Limit(NamedTuple):
    """What a service requires of a text: of the value of a property, or of each of its `keys` or `values`.

    `low` and `high` are lengths in characters. `pattern` must match the whole text, and `words` say what it asks for. Unless `low`
    says otherwise, the empty text is fine: Heat and its clients take it for a value that is not given.
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
        if not text and not self.low and self.of == "it":
            return None
        if self.high is not None and len(text) > self.high:
            return f"{show(text, 30)} has {len(text)} characters, more than {self.high}"
        if len(text) < self.low:
            return "the text is empty"
        if self.pattern is not None and re.fullmatch(self.pattern, text) is None:
            return f"the service requires a text that {self.words}, not {show(text, 30)}"
        return None


NAME = r"(?s:\S(?:.*\S)?)"
"""A text that neither begins nor ends with white space."""
