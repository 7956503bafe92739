"""One cause, one finding, within a file.

Of the findings that have the same causes the first is kept, with the places of the others.

A missing file that is named twice, a nested template with an error that is used twice, or a definition that is misspelled, so that
each of its uses is undefined, is one problem.
"""

from __future__ import annotations

from hotlint.linter.diagnostic import SEVERITIES, Diagnostic, Fix, Related, Safety

RELATED_LIMIT = 5
"""Places that are related to a finding because they have the same cause; of more, the last one tells how many."""
SAME = "same problem here"


def fold(found: list[Diagnostic]) -> list[Diagnostic]:
    """Return findings with those of the same causes, in one file, folded into the most severe of them, the first of equals."""
    groups: dict[tuple[object, ...], list[Diagnostic]] = {}
    for finding in found:
        if finding.causes:
            groups.setdefault((finding.rule, frozenset(finding.causes)), []).append(finding)
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


def _joined(first: Diagnostic, others: list[Diagnostic]) -> tuple[Fix, ...]:
    """Return the fixes of a finding, the preferred one with the edits of all others that have the same one."""
    if not first.fixes or not all(d.fixes and d.fixes[0].title == first.fixes[0].title for d in others):
        return first.fixes
    edits = dict.fromkeys(edit for d in (first, *others) for edit in d.fixes[0].edits)
    safety: Safety = "unsafe" if any(d.fixes[0].safety == "unsafe" for d in (first, *others)) else "safe"
    return (first.fixes[0]._replace(edits=tuple(sorted(edits)), safety=safety), *first.fixes[1:])


def _places(others: list[Diagnostic]) -> list[Related]:
    places = [Related(SAME, d.span) for d in others[:RELATED_LIMIT]]
    if len(others) > RELATED_LIMIT:
        places[-1] = Related(f"{SAME}, and at {len(others) - RELATED_LIMIT} more places", places[-1].span)
    return places
