"""One finding for one cause, in reports that a person reads (`linter.checking.one_cause` does it within one file).

A problem is shown in the file where it is. The files that suffer from it are related places of that finding. Reports that a program
reads keep the findings of each file as they are, whichever files are checked with it, except for what a whole tree has in common
(`of_whole_trees`): the types of a namespace that Heat does not have, and the missing files of a folder that are elsewhere.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from hotlint.common.records import NamedTuple
from hotlint.linter.checking.one_cause import RELATED_LIMIT, SAME, and_more
from hotlint.linter.diagnostic import SEVERITIES, Related
from hotlint.output.findings.model import FileReport, Finding, PositionSpan, has_cause

_Number = tuple[int, int]
"""The number of a report in the run, and that of a finding in the report."""
_WORDS = "words "
_AT = ("value ", "version ")
"""The beginnings of causes at a place of a file: a bad value, and a version that lacks what its template uses."""
_TYPE = "type "
_HIDDEN = "hidden "
_MOVED = "moved "
_NO_FINDING = ("file ", _TYPE, _HIDDEN, _MOVED, *_AT, _WORDS)
"""The beginnings of causes that are no findings: a missing file, an unknown type, those at a place, the words of a warning."""
_ORIGIN = " (parameter '"
"""What the origin of a value begins with in a message."""


class _Place(NamedTuple):
    """A finding. Of those that share their causes, the first one of the least `rank` is shown."""

    number: _Number
    rank: tuple[int, bool]
    path: str
    span: PositionSpan


class Folded:
    """Reports with one finding for each cause. They are read anew each time: they need not be in memory together."""

    def __init__(self, reports: Iterable[FileReport], wanted: Callable[[Finding], bool] = has_cause) -> None:
        self._reports = reports
        self._followers = _followers(reports, wanted)
        self._left_out = {place.number for places in self._followers.values() for place in places}
        self._alike = _of_several_deployments(reports, self._left_out) if wanted is has_cause else {}
        self._left_out.update(number for numbers in self._alike.values() for number, _ in numbers)

    def __iter__(self) -> Iterator[FileReport]:
        for at, report in enumerate(self._reports):
            yield report._replace(diagnostics=tuple(self._shown(at, report))) if report.diagnostics else report

    def places(self) -> Iterator[tuple[Finding, list[str]]]:
        """Yield each finding that is shown, with the files of it and of those that are left out for it."""
        for at, report in enumerate(self._reports):
            for number, found in enumerate(report.diagnostics):
                if (at, number) not in self._left_out:
                    followers = self._followers.get((at, number), ())
                    yield found, [found.path, *(place.path for place in followers)]

    def _shown(self, at: int, report: FileReport) -> Iterator[Finding]:
        for number, found in enumerate(report.diagnostics):
            if (at, number) in self._left_out:
                continue
            alike = [related for _, places in self._alike.get((at, number), ()) for related in places]
            found = found._replace(related=tuple(dict.fromkeys((*found.related, *alike))))
            followers = self._followers.get((at, number))
            if followers:
                seen = {(related.path, related.span.start_line) for related in found.related}
                others = [place for place in followers if (place.path, place.span.start_line) not in seen]
                found = found._replace(related=(*found.related, *_related(others)))
            yield found


def of_whole_trees(found: Finding) -> bool:
    """Return whether a finding has a cause that is one in every format; a finding that a baseline knows hides no other."""
    cause = found.causes[0] if len(found.causes) == 1 else ""
    is_one = cause.startswith(_MOVED) or (cause.startswith(_TYPE) and cause.endswith("::*"))
    return is_one and found.state != "unchanged"


def _followers(reports: Iterable[FileReport], wanted: Callable[[Finding], bool]) -> dict[_Number, list[_Place]]:
    """Return the findings to leave out, by the number of the one that is shown instead."""
    groups: dict[tuple[frozenset[str], str], list[_Place]] = {}
    for place, found in _findings(reports):
        if wanted(found):
            groups.setdefault(_shared(found), []).append(place)
    homes = _homes(reports, {c for causes, _ in groups for c in causes if not c.startswith(_NO_FINDING)})
    followers: dict[_Number, list[_Place]] = {}
    for (causes, _), places in groups.items():
        homes |= {
            c: min(places, key=lambda p: p.rank).number for c in causes if len(causes) == 1 and c.startswith(_TYPE)
        }
    for (causes, _), places in groups.items():
        at_home = all(cause in homes for cause in causes)
        shown = min(homes[cause] for cause in causes) if at_home else min(places, key=lambda p: p.rank).number
        followers.setdefault(shown, []).extend(place for place in places if place.number != shown)
    if wanted is not has_cause:
        return {shown: sorted(places) for shown, places in followers.items() if places}
    for place, shown in _of_refused_values(reports, {p.number: at for at, places in followers.items() for p in places}):
        followers.setdefault(shown, []).append(place)
    return {shown: sorted(places) for shown, places in followers.items() if places}


def _of_refused_values(
    reports: Iterable[FileReport], shown: Mapping[_Number, _Number]
) -> Iterator[tuple[_Place, _Number]]:
    """Yield the errors of properties that get a value which its parameter refuses already, with the finding about that.

    `shown` is the finding that is shown instead of another one, by their numbers.
    """
    refused: dict[tuple[str | None, PositionSpan], _Number] = {}
    given: list[tuple[_Place, tuple[Related[PositionSpan], ...]]] = []
    for place, found in _findings(reports):
        if found.severity == "error" and any(cause.startswith("value ") for cause in found.causes):
            for related in found.related:
                refused.setdefault((related.path, related.span), shown.get(place.number, place.number))
        elif not found.causes and _ORIGIN in found.message:
            given.append((place, found.related))
    for place, related_places in given:
        number = next((refused[at] for one in related_places if (at := (one.path, one.span)) in refused), None)
        if number is not None:
            yield place, number


def _of_several_deployments(
    reports: Iterable[FileReport], left_out: Collection[_Number]
) -> dict[_Number, list[tuple[_Number, tuple[Related[PositionSpan], ...]]]]:
    """Return findings that differ only in the deployment and in the origin of its value, with their related places.

    The key is the number of the first one, which is shown.
    """
    first: dict[tuple[str, PositionSpan, str, str, str], _Number] = {}
    alike: dict[_Number, list[tuple[_Number, tuple[Related[PositionSpan], ...]]]] = {}
    for place, found in _findings(reports):
        words, origin, _ = found.message.partition(_ORIGIN)
        if found.deployments and origin and place.number not in left_out:
            shown = first.setdefault((found.path, found.span, found.rule, found.severity, words), place.number)
            if shown != place.number:
                alike.setdefault(shown, []).append((place.number, found.related))
    return alike


def _homes(reports: Iterable[FileReport], causes: Collection[str]) -> dict[str, _Number]:
    """Return the errors that are causes, by their names."""
    return {
        found.identity: place.number
        for place, found in (_findings(reports) if causes else ())
        if found.identity in causes and found.severity == "error" and not found.causes
    }


def _findings(reports: Iterable[FileReport]) -> Iterator[tuple[_Place, Finding]]:
    for at, report in enumerate(reports):
        for number, found in enumerate(report.diagnostics):
            yield _Place((at, number), _rank(found), found.path, found.span), found


def _rank(found: Finding) -> tuple[int, bool]:
    """Return how a finding compares to others of its causes: the most severe comes first, then the one where the cause is."""
    own = tuple(f"{begin}{os.path.abspath(found.path)}:" for begin in _AT) if found.causes else ()
    return SEVERITIES.index(found.severity), not any(cause.startswith(own) for cause in found.causes)


def _shared(found: Finding) -> tuple[frozenset[str], str]:
    """Return what findings of one cause share: their causes and rule, or a missing file or bad value, whichever rule finds it.

    Warnings and findings about old names share their message.
    """
    if not found.causes:
        return frozenset({f"{_WORDS}{found.message}"}), found.rule
    return frozenset(found.causes), "" if all(c.startswith(_NO_FINDING) for c in found.causes) else found.rule


def _related(followers: list[_Place]) -> list[Related[PositionSpan]]:
    places = [Related(SAME, place.span, place.path) for place in followers[:RELATED_LIMIT]]
    more = len(followers) - RELATED_LIMIT
    if more > 0:
        places[-1] = places[-1]._replace(message=and_more(more))
    return places
