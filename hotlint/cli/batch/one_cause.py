"""One cause, one finding, across the files of a run (`hotlint.linter.causes` does it within one file).

A problem is reported in the file where it is. The files that suffer from it are related places of that finding. Files that
were named on the command line keep their own findings: each of them is checked by itself.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator

from hotlint.common.records import NamedTuple
from hotlint.linter.causes import RELATED_LIMIT, SAME
from hotlint.linter.diagnostic import SEVERITIES
from hotlint.output.findings.model import FileReport, Finding, PositionSpan, RelatedPosition

Numbered = tuple[int, FileReport]
"""A report and its number in the run."""
_Key = tuple[object, ...]
_NO_FINDING = ("file ", "value ")
"""The beginnings of causes that are no findings: a missing file, a bad value."""


class _Place(NamedTuple):
    """A finding, by its number: that of its report and its own in there. Of the same causes, the one of the least `rank` is kept."""

    number: tuple[int, int]
    rank: tuple[int, bool]
    path: str
    span: PositionSpan


class Folding(NamedTuple):
    """The findings that are left out, and for each one that is kept the places that have the same cause; all by number."""

    dropped: set[tuple[int, int]]
    followers: dict[tuple[int, int], list[_Place]]

    @property
    def touched(self) -> set[int]:
        """The numbers of the reports that change."""
        return {report for report, _ in (*self.dropped, *self.followers)}

    def apply(self, number: int, report: FileReport) -> FileReport:
        """Return a report, by its number in the run, with its findings folded."""
        if not report.diagnostics:
            return report
        return report._replace(diagnostics=tuple(self._kept(number, report.diagnostics)))

    def _kept(self, report: int, findings: tuple[Finding, ...]) -> Iterator[Finding]:
        for number, found in enumerate(findings):
            if (report, number) in self.dropped:
                continue
            followers = self.followers.get((report, number))
            yield found._replace(related=(*found.related, *_places(followers))) if followers else found


def fold(reports: list[FileReport], named: Collection[str]) -> list[FileReport]:
    """Return the reports of a run, with findings of the same causes in several files folded into one."""
    numbered = list(enumerate(reports))
    folding = folding_of(numbered, numbered, named)
    return [folding.apply(number, report) for number, report in numbered]


def folding_of(reports: Iterable[Numbered], causing: Iterable[Numbered], named: Collection[str]) -> Folding:
    """Return how the findings of a run are folded.

    `causing` are the reports with findings that have causes. They are read twice, and all reports at most once; they need not be in
    memory together.
    """
    wanted = {cause for _, report in causing for found in report.diagnostics for cause in found.causes}
    of_findings = {cause for cause in wanted if not cause.startswith(_NO_FINDING)}
    homes = {
        found.identity: place
        for place, found in (_findings(reports) if of_findings else ())
        if not found.causes and found.severity == "error" and found.identity in of_findings
    }
    firsts: dict[_Key, _Place] = {}
    folded = Folding(set(), {})
    for place, found in _findings(causing, named):
        if not found.causes:
            continue
        if all(cause in homes for cause in found.causes):
            keeper = homes[found.causes[0]]
        else:
            keeper = firsts.setdefault(_key(found), place)
            if place.rank < keeper.rank:
                firsts[_key(found)] = place
                _promote(place, keeper, folded)
                continue
        if keeper.number != place.number:
            folded.dropped.add(place.number)
            folded.followers.setdefault(keeper.number, []).append(place)
    return folded


def _findings(reports: Iterable[Numbered], left_out: Collection[str] = ()) -> Iterator[tuple[_Place, Finding]]:
    for at, report in reports:
        for number, found in enumerate(report.diagnostics) if report.path not in left_out else ():
            yield _Place((at, number), _rank(found), found.path, found.span), found


def _rank(found: Finding) -> tuple[int, bool]:
    """Return how a finding compares to others of its causes: the most severe comes first, then the one where the cause is."""
    own = f"value {os.path.abspath(found.path)}:" if found.causes else ""
    return SEVERITIES.index(found.severity), not any(cause.startswith(own) for cause in found.causes)


def _key(found: Finding) -> _Key:
    """Return what findings of the same causes share: a missing file, or a bad value, is the same problem whatever names it."""
    causes = frozenset(found.causes)
    return (causes,) if all(c.startswith(_NO_FINDING) for c in causes) else (causes, found.rule)


def _promote(place: _Place, keeper: _Place, folded: Folding) -> None:
    """Keep a finding of a lower rank instead of the one that was kept so far."""
    folded.dropped.add(keeper.number)
    folded.followers[place.number] = [keeper, *folded.followers.pop(keeper.number, [])]


def _places(followers: list[_Place]) -> list[RelatedPosition]:
    places = [RelatedPosition(SAME, d.path, d.span) for d in followers[:RELATED_LIMIT]]
    more = len(followers) - RELATED_LIMIT
    if more > 0:
        places[-1] = places[-1]._replace(message=f"{SAME}, and at {more} more places")
    return places
