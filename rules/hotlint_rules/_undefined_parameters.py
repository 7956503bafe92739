"""Shared by the rules on undefined parameters: what the value of one in an environment leads to."""

from __future__ import annotations

from hotlint.rule import value_cause


def undefined_causes(path: str, offset: int | None) -> list[str]:
    """Return the cause of what a value of an environment leads to, of a parameter that a template does not have.

    None for a value that is given in no file.
    """
    return [value_cause(path, offset, "undefined")] if offset is not None else []
