"""Small changes of a template, the same each time: one value replaced, one key misspelled, one line dropped."""

from __future__ import annotations

import re
from collections.abc import Iterator

FILLERS = (
    "",
    "[]",
    "{}",
    "x",
    "-1",
    "1.5",
    "true",
    "[x, 1]",
    "{x: y}",
    '""',
    "{get_param: x}",
    "{get_resource: x}",
    "2024-13-01",
)
_ENTRY = re.compile(r"^(\s*(?:- )*)([\w:.%$-]+):([ ]+(\S.*))?$")


def variants(text: str) -> Iterator[tuple[str, str]]:
    """Yield a name and a text for each change of each line that holds an entry of a mapping."""
    lines = text.splitlines(keepends=True)
    for number, line in enumerate(lines):
        entry = _ENTRY.match(line.rstrip("\n"))
        if entry is None:
            continue
        indent, key, value = entry[1], entry[2], entry[4]
        before, after = "".join(lines[:number]), "".join(lines[number + 1 :])
        filler = FILLERS[(number * 5 + len(key)) % len(FILLERS)]
        if value:
            yield f"{number + 1} {key}: {filler}", f"{before}{indent}{key}: {filler}\n{after}"
        if number % 3 == 0:
            yield f"{number + 1} {key}x", f"{before}{line.replace(key, key + 'x', 1)}{after}"
        elif value and "-" not in indent:
            yield f"{number + 1} without {key}", before + after
