"""Shared by the rules on properties: required properties that are there under a misspelled name."""

from __future__ import annotations

from collections.abc import Sequence

from hotlint.common.suggestions import closest_matches
from hotlint.rule import PropertyProblem

_LONGER = 3
"""Letters by which the lengths may differ: comparing takes long, and there may be thousands of names."""


def misspelling(missing: PropertyProblem, problems: Sequence[PropertyProblem]) -> PropertyProblem | None:
    """Return the unknown property that is a missing one under a misspelled name; None where there is none."""
    for other in problems:
        if other.kind == "unknown-property" and other.path[:-1] == missing.path and _is_meant(other, str(missing.name)):
            return other
    return None


def missing_by(unknown: PropertyProblem, problems: Sequence[PropertyProblem]) -> PropertyProblem | None:
    """Return the missing property that an unknown one is a misspelling of; None where there is none."""
    return next(
        (p for p in problems if p.kind == "missing-property" and misspelling(p, problems) is unknown),
        None,
    )


def without_misspelled(problems: Sequence[PropertyProblem]) -> list[PropertyProblem]:
    """Return problems without the missing properties whose misspelled names are problems of their own.

    These count at once where Heat notices at once what is missing.
    """
    kept: list[PropertyProblem] = []
    for problem in problems:
        if problem.kind == "missing-property" and misspelling(problem, problems) is not None:
            continue
        missing = missing_by(problem, problems) if problem.kind == "unknown-property" else None
        is_sooner = missing is not None and problem.later and not missing.later
        kept.append(problem._replace(later=False) if is_sooner else problem)
    return kept


def _is_meant(unknown: PropertyProblem, name: str) -> bool:
    """Return whether the message already suggests a name, or the unknown one is close to it."""
    written = str(unknown.path[-1])
    if unknown.message.endswith(f"(did you mean '{name}'?)"):
        return True
    return abs(len(written) - len(name)) <= _LONGER and bool(closest_matches(written, [name]))
