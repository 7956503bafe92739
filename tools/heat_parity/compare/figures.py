"""Figures: how many cases of a kind there are, and in how many of them hotlint agrees with Heat."""

import argparse
import json
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple


@dataclass
class Figure:
    """One figure of a comparison."""

    agreeing: int = 0
    total: int = 0

    @property
    def share(self) -> float:
        """The part that agrees, from 0 to 1; 1 where there is no case."""
        return self.agreeing / self.total if self.total else 1.0

    def __str__(self) -> str:
        return f"{self.agreeing}/{self.total} = {self.share:.2%}"


class Disagreement(NamedTuple):
    """A case in which hotlint and Heat differ, and what each says."""

    figure: str
    case: str
    detail: Any

    def __str__(self) -> str:
        return f"-- {self.figure}: {self.case}\n   {json.dumps(self.detail, default=str)[:600]}"


@dataclass
class Figures:
    """The figures of one folder of cases, in the order in which they first came up."""

    by_name: dict[str, Figure] = field(default_factory=dict)
    by_group: dict[str, Figure] = field(default_factory=dict)
    disagreements: list[Disagreement] = field(default_factory=list)

    def count(self, name: str, agrees: bool, case: str, detail: Any = None) -> None:
        """Count a case for a figure."""
        _add(self.by_name, name, agrees)
        if not agrees:
            self.disagreements.append(Disagreement(name, case, detail))

    def count_group(self, group: str, agrees: bool) -> None:
        """Count a case for a group, such as the mutation that made it."""
        _add(self.by_group, group, agrees)

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as {name: {"ok", "of", "share"}}."""
        return {n: {"ok": f.agreeing, "of": f.total, "share": round(f.share, 5)} for n, f in self.by_name.items()}


def _add(figures: dict[str, Figure], name: str, agrees: bool) -> None:
    figure = figures.setdefault(name, Figure())
    figure.total += 1
    figure.agreeing += agrees


ALWAYS = ("uncrashed", "answered")
"""Figures that are required to be all of the cases: hotlint did not raise."""
NAMES = (
    "uncrashed", "caught", "quiet", "placed", "value", "failure", "sound", "known", "later",
    "answered", "refused", "same", "not-milder",
)  # fmt: skip
"""Every figure, in the order in which they are printed."""


class Threshold(NamedTuple):
    """The least share of a figure, from 0 to 1. Without a set it holds for every set that has the figure."""

    case_set: str | None
    figure: str
    share: float


def parse_threshold(text: str, sets: Collection[str] = ()) -> Threshold:
    """Return the threshold that "FIGURE=PERCENT" states, or "SET:FIGURE=PERCENT" for one of the sets.

    Raises ValueError for anything else, a figure and a set that there is none of included.
    """
    name, _, percent = text.partition("=")
    case_set, _, figure = name.rpartition(":")
    share = float(percent or "nan") / 100
    if figure not in NAMES or not 0 <= share <= 1 or (case_set and case_set not in sets) or name.startswith(":"):
        form = f"[SET:]FIGURE=PERCENT, SET is one of {', '.join(sets)}" if sets else "FIGURE=PERCENT"
        raise ValueError(f"threshold {text!r} is not {form}, FIGURE is one of {', '.join(NAMES)}")
    return Threshold(case_set or None, figure, share)


def threshold_option(sets: Collection[str] = ()) -> Callable[[str], Threshold]:
    """Return parse_threshold() as the `type` of an option of argparse, which so prints what is wrong."""

    def parse(text: str) -> Threshold:
        try:
            return parse_threshold(text, sets)
        except ValueError as exc:
            raise argparse.ArgumentTypeError(str(exc)) from None

    return parse


def required_share(thresholds: Iterable[Threshold], case_set: str | None, figure: str) -> float | None:
    """Return the highest share that the thresholds require of a figure of a set; None when they require none."""
    shares = [t.share for t in thresholds if t.figure == figure and t.case_set in (None, case_set)]
    return max(shares, default=None)


def unmet(figures: Figures, thresholds: Sequence[Threshold], case_set: str | None = None) -> list[str]:
    """Return a line for each figure of a set that is below what is required, or required of a set that lacks it."""
    lines = []
    where = f"{case_set}: " if case_set else ""
    for name, figure in figures.by_name.items():
        share = 1.0 if name in ALWAYS else required_share(thresholds, case_set, name)
        if share is not None and figure.share < share:
            lines.append(f"{where}{name} is {figure}, required is {share:.2%}")
    absent = [t.figure for t in thresholds if t.case_set == case_set and t.figure not in figures.by_name]
    return lines + [f"{where}{name} is required, but no case counts for it" for name in absent]
