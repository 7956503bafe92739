"""Findings of one file that have the same cause are one finding, which lists the other places.

Examples of one cause are a missing file that the template names twice, an error in a nested template that the template uses twice,
and a misspelled definition whose uses are all undefined.
"""

from __future__ import annotations

from collections.abc import Callable

from hotlint.common.counts import counted
from hotlint.linter.diagnostic import SEVERITIES, Diagnostic, Fix, Related, Safety, finding_cause, version_cause

RELATED_LIMIT = 5
"""The maximal number of places with the same cause in a finding. If there are more, the last one says how many."""
SAME = "same problem here"
_VERSION = "version "
_APART = (_VERSION, "type ", "hidden ")
"""How causes begin whose places are findings of their own, since each can be repaired alone: an old version, an unknown type, an
old name of a property."""


def fold(found: list[Diagnostic], path: str) -> list[Diagnostic]:
    """Return the findings of a file, with those of the same cause folded into the most severe one, or the first of these.

    A finding whose only cause is an error of this file is folded into that one.
    """
    found = _into_homes(found, lambda d: finding_cause(path, d.code, d.span))
    found = _into_homes(found, lambda d: cause if (cause := version_cause(path, d.span.start)) in d.causes else "")
    groups: dict[tuple[object, ...], list[Diagnostic]] = {}
    for finding in found:
        if finding.causes and not finding.causes[0].startswith(_APART):
            is_of_value = all(cause.startswith("value ") for cause in finding.causes)
            groups.setdefault(("" if is_of_value else finding.rule, frozenset(finding.causes)), []).append(finding)
    folded: dict[int, Diagnostic | None] = {}
    for group in groups.values():
        if len(group) > 1:
            first = min(group, key=lambda d: SEVERITIES.index(d.severity))
            others = [d for d in group if d is not first]
            folded |= dict.fromkeys(map(id, others))
            fixes = _joined(first, others) if first.is_name else first.fixes
            folded[id(first)] = first._replace(related=(*first.related, *_places(others)), fixes=fixes)
    kept = (folded.get(id(d), d) for d in found)
    return [d._replace(causes=()) if d.is_name else d for d in kept if d is not None]


def _into_homes(found: list[Diagnostic], named: Callable[[Diagnostic], str]) -> list[Diagnostic]:
    """Return the findings, with those folded into the error that is their only cause. `named` returns the cause that a finding is."""
    causes = {d.causes[0] for d in found if len(d.causes) == 1}
    if not causes:
        return found
    homes = {
        cause: d
        for d in found
        if d.severity == "error"
        and (cause := named(d)) in causes
        and (not d.causes or d.causes[0].startswith(_VERSION))
    }
    followers: dict[int, list[Diagnostic]] = {}
    for d in found:
        if len(d.causes) == 1 and (home := homes.get(d.causes[0], d)) is not d:
            followers.setdefault(id(home), []).append(d)
    left_out = {id(d) for each in followers.values() for d in each}
    for home in [d for d in homes.values() if named(d).startswith(_VERSION) and _is_alone(followers.get(id(d), []))]:
        (lacking,) = followers.pop(id(home))
        left_out = (left_out - {id(lacking)}) | {id(home)}
        related = (Related("version", home.span), *lacking.related)
        shown = lacking._replace(related=related, fixes=(*lacking.fixes, *home.fixes))
        found = [shown if d is lacking else d for d in found]
    return [_with_places(d, followers.get(id(d), [])) for d in found if id(d) not in left_out]


def _is_alone(followers: list[Diagnostic]) -> bool:
    """Return whether an old version lacks one section or key: that is alone against the rest, and shown itself."""
    return len(followers) == 1 and followers[0].severity == "error" and not followers[0].code.startswith("HOT4")


def _with_places(home: Diagnostic, followers: list[Diagnostic]) -> Diagnostic:
    named = {home.span, *(related.span for related in home.related)}
    return home._replace(related=(*home.related, *_places([d for d in followers if d.span not in named])))


def _joined(first: Diagnostic, others: list[Diagnostic]) -> tuple[Fix, ...]:
    """Return the fixes of a finding. The preferred fix includes the edits of all findings with the same fix."""
    if not first.fixes or not all(d.fixes and d.fixes[0].title == first.fixes[0].title for d in others):
        return first.fixes
    edits = dict.fromkeys(edit for d in (first, *others) for edit in d.fixes[0].edits)
    safety: Safety = "unsafe" if any(d.fixes[0].safety == "unsafe" for d in (first, *others)) else "safe"
    return (first.fixes[0]._replace(edits=tuple(sorted(edits)), safety=safety), *first.fixes[1:])


def _places(others: list[Diagnostic]) -> list[Related]:
    places = [Related(SAME, d.span) for d in others[:RELATED_LIMIT]]
    if len(others) > RELATED_LIMIT:
        places[-1] = Related(and_more(len(others) - RELATED_LIMIT), places[-1].span)
    return places


def and_more(count: int) -> str:
    """Return the message of the last place that is listed, where `count` more have the same cause."""
    return f"{SAME}, and at {counted(count, 'more place')}"
