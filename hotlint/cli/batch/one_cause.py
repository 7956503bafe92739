"""One cause, one finding, across the files of a run (`hotlint.linter.causes` does it within one file).

A problem is reported in the file where it is. The files that suffer from it are related places of that finding. Files that
were named on the command line keep their own findings: each of them is checked by itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from hotlint.common.records import NamedTuple
from hotlint.linter.causes import RELATED_LIMIT, SAME
from hotlint.linter.diagnostic import SEVERITIES
from hotlint.output.findings.model import FileReport, Finding, RelatedPosition

_Key = tuple[object, ...]


class _Folded(NamedTuple):
    """The findings that are left out, and for each one that is kept the findings that have the same cause."""

    dropped: set[int]
    followers: dict[int, list[Finding]]


def fold(reports: list[FileReport], named: Collection[str]) -> list[FileReport]:
    """Return the reports of a run, with findings of the same causes in several files folded into one."""
    folded = _fold(reports, named)
    return [r._replace(diagnostics=tuple(_kept(r.diagnostics, folded))) if r.diagnostics else r for r in reports]


def _fold(reports: list[FileReport], named: Collection[str]) -> _Folded:
    homes = {d.identity: d for r in reports for d in r.diagnostics if not d.causes and d.severity == "error"}
    firsts: dict[_Key, Finding] = {}
    folded = _Folded(set(), {})
    for report in reports:
        for found in report.diagnostics if report.path not in named else ():
            if not found.causes:
                continue
            if all(cause in homes for cause in found.causes):
                keeper = homes[found.causes[0]]
            else:
                keeper = firsts.setdefault(_key(found), found)
                if SEVERITIES.index(found.severity) < SEVERITIES.index(keeper.severity):
                    _promote(found, keeper, firsts, folded)
                    continue
            if keeper is not found:
                folded.dropped.add(id(found))
                folded.followers.setdefault(id(keeper), []).append(found)
    return folded


def _key(found: Finding) -> _Key:
    """Return what findings of the same causes share: a missing file, or a bad value, is the same problem whatever names it."""
    causes = frozenset(found.causes)
    return (causes,) if all(c.startswith(("file ", "value ")) for c in causes) else (causes, found.rule)


def _promote(found: Finding, keeper: Finding, firsts: dict[_Key, Finding], folded: _Folded) -> None:
    """Keep a more severe finding instead of the one that was kept so far."""
    firsts[_key(found)] = found
    folded.dropped.add(id(keeper))
    folded.followers[id(found)] = [keeper, *folded.followers.pop(id(keeper), [])]


def _kept(found: Iterable[Finding], folded: _Folded) -> Iterable[Finding]:
    for finding in found:
        if id(finding) in folded.dropped:
            continue
        followers = folded.followers.get(id(finding))
        yield finding._replace(related=(*finding.related, *_places(followers))) if followers else finding


def _places(followers: list[Finding]) -> list[RelatedPosition]:
    places = [RelatedPosition(SAME, d.path, d.span) for d in followers[:RELATED_LIMIT]]
    more = len(followers) - RELATED_LIMIT
    if more > 0:
        places[-1] = places[-1]._replace(message=f"{SAME}, and at {more} more places")
    return places
