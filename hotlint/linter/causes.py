"""One cause, one finding, within a file.

Of the findings that have the same causes the first is kept, with the places of the others.

A missing file that is named twice, or a nested template with an error that is used twice, is one problem.
"""

from __future__ import annotations

from hotlint.linter.diagnostic import SEVERITIES, Diagnostic, Related

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
            folded[id(first)] = first._replace(related=(*first.related, *_places(others)))
    if not folded:
        return found
    return [kept for d in found if (kept := folded.get(id(d), d)) is not None]


def _places(others: list[Diagnostic]) -> list[Related]:
    places = [Related(SAME, d.span) for d in others[:RELATED_LIMIT]]
    if len(others) > RELATED_LIMIT:
        places[-1] = Related(f"{SAME}, and at {len(others) - RELATED_LIMIT} more places", places[-1].span)
    return places
