"""Paths of keys in the words of a language, with the names of HOT that they stand for.

All other modules of completion know sections and keys by their names in HOT.
"""

from __future__ import annotations

from collections.abc import Mapping

from hotlint.ide.completion.line_scanner import Step
from hotlint.language.dialects import Dialect


def in_hot(path: tuple[Step, ...], dialect: Dialect) -> tuple[Step, ...]:
    """Return a path of keys with the names of HOT for the words of a dialect."""
    if dialect.is_hot or not path:
        return path
    tables = {
        "parameters": dialect.parameter_keys, "resources": dialect.resource_keys, "outputs": dialect.output_keys,
    }  # fmt: skip
    section = _name(path[0], dialect.sections)
    keys = tables.get(str(section))
    if keys is None or len(path) < 3:
        return (section, *path[1:])
    return (section, path[1], _name(path[2], keys), *path[3:])


def _name(step: Step, words: Mapping[str, str]) -> Step:
    return next((name for name, word in words.items() if word == step), step)
