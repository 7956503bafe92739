"""Makes a failing case smaller for as long as it fails in the same way."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from fuzz.case import Case
from fuzz.isolated import try_alone

SECONDS = 20.0
"""How long one case is worked on."""
_T = TypeVar("_T")
Fails = Callable[[Case], bool]


def minimize(case: Case, fails: Fails | None = None, seconds: float = SECONDS) -> Case:
    """Return the smallest case found that fails as this one does; the same case when it does not fail again."""
    if fails is None:
        wanted = try_alone(case).failure
        if wanted is None:
            return case
        signature = wanted.signature
        fails = lambda smaller: (f := try_alone(smaller).failure) is not None and f.signature == signature  # noqa: E731
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        smaller = next((c for c in _smaller(case) if time.monotonic() < end and fails(c)), None)
        if smaller is None:
            return case
        case = smaller
    return case


def _smaller(case: Case) -> Iterator[Case]:
    """Yield cases that are a little smaller, those that leave out most first."""
    for name in case.files:
        yield case._replace(files={k: v for k, v in case.files.items() if k != name})
    if case.encoding:
        yield case._replace(encoding="")
    for steps in _without_parts(case.steps, 1):
        yield case._replace(steps=list(steps))
    for lines in _without_parts(case.text.splitlines(keepends=True), 1):
        yield case._replace(text="".join(lines))
    for text in _without_parts(case.text, 1):
        yield case._replace(text="".join(text))
    for name, content in case.files.items():
        for lines in _without_parts(content.splitlines(keepends=True), 1):
            yield case._replace(files=case.files | {name: "".join(lines)})


def _without_parts(whole: Sequence[_T], least: int) -> Iterator[Sequence[_T]]:
    """Yield a sequence without each of its halves, then quarters, and so on."""
    size = max(1, len(whole) // 2) if whole else 0
    while size >= least:
        for start in range(0, len(whole), size):
            yield [*whole[:start], *whole[start + size :]]
        size //= 2
