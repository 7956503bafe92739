"""The summary of a preview in one line: its resources, those of nested stacks, and what is not known or fails."""

from __future__ import annotations

import os

from hotlint.dry_run.errors import errors
from hotlint.dry_run.results import NestedResult, StackResult


def summary(preview: StackResult) -> str:
    """Return the counts of a preview in words, and the environments that it is made with."""
    found = preview.resources().values()
    disabled = sum(r.enabled is False for r in found)
    inner = sum(_count(r.nested) for r in found if r.nested is not None and r.enabled is not False)
    incomplete = sum(r.enabled is not False and r.properties.unknown is not None for r in found)
    failing = sum(1 for _ in errors(preview))
    folder = os.path.dirname(os.path.abspath(preview.context.path))
    files = [os.path.relpath(os.path.abspath(path), folder) for path in preview.context.environment.files]
    given = preview.context.evaluation.given
    required = sum(given(name) is None for name, p in preview.context.template.parameters.items() if not p.has_default)
    words = [counted(len(found), "resource")]
    words += [f"{disabled} disabled"] if disabled else []
    words += [f"{inner} more in nested stacks"] if inner else []
    words += [f"{incomplete} with unknown values"] if incomplete else []
    words += [f"{counted(required, 'parameter')} without a value"] if required else []
    words += [f"{counted(failing, 'value')} {'fails' if failing == 1 else 'fail'}"] if failing else []
    return ", ".join(words) + (f" — with {', '.join(files)}" if files else "")


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: "1 resource", "2 resources"."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _count(nested: NestedResult) -> int:
    """Return how many resources of nested stacks there are, members of groups and what is in them included."""
    stacks = nested.preview.resources().values() if nested.preview is not None else nested.members.values()
    enabled = [r for r in stacks if r.enabled is not False]
    return len(enabled) + sum(_count(r.nested) for r in enabled if r.nested is not None)
