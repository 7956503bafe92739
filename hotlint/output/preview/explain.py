"""The provenance of a value as a tree of lines: its result step by step, with file and line."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

from hotlint.dry_run.display import known_parts
from hotlint.dry_run.provenance import NoSuchPartError, SourceLocation, Step, explain
from hotlint.dry_run.results import StackResult, ValueResult
from hotlint.language.values import show
from hotlint.syntax.source import LineIndex

WIDTH = 70
"""Characters of a value that are shown on a line."""


def explain_value(preview: StackResult, path: str) -> str:
    """Return how the value at a path is computed, or why the path leads to none."""
    project = preview.context.project
    try:
        return render(explain(preview, path), lambda file: project.document(file).text)
    except NoSuchPartError as exc:
        return f"{exc}\n"


def render(step: Step, text_of: Callable[[str], str]) -> str:
    """The explanation; `text_of` yields the text of a file, for its line numbers."""
    places = _Places(text_of)
    head = _line(step, places)
    return "\n".join([head, *_below(step, "", places)]) + "\n"


def places(text_of: Callable[[str], str]) -> Callable[[SourceLocation], str]:
    """Return what writes a location as `file:line`."""
    return _Places(text_of)


def _below(step: Step, indent: str, places: _Places) -> Iterator[str]:
    for number, child in enumerate(step.steps, 1):
        last = number == len(step.steps)
        yield f"{indent}{'└─' if last else '├─'} {_line(child, places)}"
        yield from _below(child, indent + ("   " if last else "│  "), places)


def _line(step: Step, places: _Places) -> str:
    value = f" = {_shown(step.value, not step.steps)}" if step.value is not None else ""
    place = f"   [{places(step.location)}]" if step.location is not None else ""
    return f"{step.text}{value}{place}"


def _shown(outcome: ValueResult, with_reason: bool) -> str:
    """A value on one line, with the reason why it is not known at the end of the way only."""
    if outcome.error is not None:
        return f"error: {outcome.error}"
    text = show(known_parts(outcome.value), WIDTH)
    return f"{text}  (not known: {outcome.unknown})" if outcome.unknown is not None and with_reason else text


class _Places:
    """Offsets as `file:line`, lines from 1."""

    def __init__(self, text_of: Callable[[str], str]) -> None:
        self._text_of = text_of
        self._lines: dict[str, LineIndex] = {}

    def __call__(self, spot: SourceLocation) -> str:
        if spot.path not in self._lines:
            self._lines[spot.path] = LineIndex(self._text_of(spot.path))
        path = spot.path
        if os.path.isabs(path):
            short = os.path.relpath(path)
            path = path if short.startswith("..") else short
        return f"{path}:{self._lines[spot.path].position(spot.offset).line + 1}"
