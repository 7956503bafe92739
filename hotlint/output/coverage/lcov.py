"""Coverage as an LCOV trace file, which editors and build servers read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from hotlint.output.findings.model import portable
from hotlint.suites.coverage import CoverPoint, TemplateCoverage
from hotlint.syntax.source import LineIndex


def render(templates: Iterable[TemplateCoverage]) -> str:
    """Return a record for each template: a line for each resource, output and condition, and a branch for each outcome."""
    return "".join(f"{line}\n" for one in templates for line in _record(one))


def _record(one: TemplateCoverage) -> Iterator[str]:
    lines = LineIndex(one.text)

    def line_of(point: CoverPoint) -> int:
        return lines.position(point.span.start).line + 1

    yield "TN:"
    yield f"SF:{portable(one.path)}"
    branches = [point for point in one.points() if point.outcome]
    for line, group in groupby(sorted(branches, key=line_of), line_of):
        for number, point in enumerate(group):
            yield f"BRDA:{line},0,{number},{one.hits[point] or '-'}"
    yield f"BRF:{len(branches)}"
    yield f"BRH:{sum(one.hits[point] > 0 for point in branches)}"
    counts: dict[int, int] = {}
    for point in one.points():
        counts[line_of(point)] = counts.get(line_of(point), 0) + one.hits[point]
    for line, count in sorted(counts.items()):
        yield f"DA:{line},{count}"
    yield f"LF:{len(counts)}"
    yield f"LH:{sum(count > 0 for count in counts.values())}"
    yield "end_of_record"
