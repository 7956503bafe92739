"""Render the coverage of templates by tests: text for the terminal, JSON, an LCOV trace file, and a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from hotlint.common.printable import dumped, printable
from hotlint.output.findings.model import portable
from hotlint.suites.coverage import KINDS, CoverPoint, TemplateCoverage, percent, total_asserted, total_share
from hotlint.syntax.source import LineIndex

HEADS = {"condition": "conditions", "branch": "branches", "resource": "resources", "output": "outputs"}


def render_text(templates: Iterable[TemplateCoverage]) -> str:
    """Return a row for each template, the total, and every point that tests miss with its place."""
    found = list(templates)
    if not found:
        return "No template was run, so there is no coverage.\n"
    names = [printable(portable(t.path)) for t in found]
    width = max(len("total"), *map(len, names))
    rows = [f"{'template':<{width}}  {'  '.join(f'{HEADS[k]:>11}' for k in KINDS)}  covered  asserted"]
    rows += [_row(name, width, [one]) for name, one in zip(names, found, strict=True)]
    rows.append(_row("total", width, found))
    missed = []
    for name, one in zip(names, found, strict=True):
        lines = LineIndex(one.text)
        said = [(point, point.what) for point in one.missed()]
        said += [(point, f"no assertion looks at {point.kind} '{point.name}'") for point in one.not_asserted()]
        for point, what in sorted(said, key=lambda pair: pair[0].span):
            line, column = lines.position(point.span.start)
            missed.append(f"{name}:{line + 1}:{column + 1}: {printable(what)}")
    return "\n".join([*rows, *(["", *missed] if missed else [])]) + "\n"


def _row(name: str, width: int, templates: list[TemplateCoverage]) -> str:
    cells = []
    for kind in KINDS:
        reached, count = total_share(templates, kind)
        cells.append(f"{f'{reached}/{count}' if count else '-':>11}")
    covered, asserted = percent(total_share(templates)), percent(total_asserted(templates))
    return f"{name:<{width}}  {'  '.join(cells)}  {covered:6.1f}%  {asserted:7.1f}%"


def render_json(templates: Iterable[TemplateCoverage]) -> str:
    """Return the document; lines and columns count from 0."""
    found = list(templates)
    return dumped({**_shares(found), "templates": [_template_data(one) for one in found]})


def _template_data(one: TemplateCoverage) -> dict[str, Any]:
    lines = LineIndex(one.text)
    points = []
    for point in one.points():
        line, column = lines.position(point.span.start)
        points.append(
            {
                "kind": point.kind, "name": point.name, "outcome": point.outcome or None, "line": line,
                "column": column, "hits": one.hits[point], "assertions": one.assertions(point),
            }
        )  # fmt: skip
    return {"path": portable(one.path), **_shares([one]), "points": points}


def _shares(templates: list[TemplateCoverage]) -> dict[str, Any]:
    by_kind = {kind: total_share(templates, kind) for kind in KINDS}
    return {
        "covered": round(percent(total_share(templates)), 2),
        "asserted": round(percent(total_asserted(templates)), 2),
        **{kind: {"reached": reached, "count": count} for kind, (reached, count) in by_kind.items()},
    }


def render_lcov(templates: Iterable[TemplateCoverage]) -> str:
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


def render_html(templates: Iterable[TemplateCoverage]) -> str:
    """Return the page."""
    from hotlint.output import pages

    found = list(templates)
    share = total_share(found)
    return pages.render(
        "coverage.html", title="Coverage of templates", total=_total(found),
        subtitle=f"{percent(share):.1f}% covered: {share[0]} of {share[1]} conditions, branches, resources and outputs",
        templates=[
            {"name": portable(one.path), "share": percent(one.share()), "total": _total([one]), "lines": _lines(one)}
            for one in found
        ],
    )  # fmt: skip


def _total(found: list[TemplateCoverage]) -> dict[str, Any]:
    """Return what is covered of templates: (kind, reached, count) of each kind, and the parts in percent."""
    shares = [(kind, *total_share(found, kind)) for kind in KINDS]
    return {"shares": shares, "covered": percent(total_share(found)), "asserted": percent(total_asserted(found))}


def _lines(one: TemplateCoverage) -> Iterator[dict[str, str]]:
    """Yield the lines of a template, each with its mark and what is said of it."""
    lines = LineIndex(one.text)
    by_line: dict[int, list[CoverPoint]] = {}
    for point in one.points():
        by_line.setdefault(lines.position(point.span.start).line, []).append(point)
    for number in range(len(lines)):
        points = by_line.get(number, [])
        missed = [point for point in points if not one.hits[point]]
        mark = "" if not points else "hit" if not missed else "missed-line" if len(missed) == len(points) else "partial"
        unseen = [point for point in points if one.hits[point] and one.assertions(point) == 0]
        said = "; ".join([point.what for point in missed] + [f"no assertion looks at {point.name}" for point in unseen])
        note = said or (f"reached by {max(one.hits[point] for point in points)} tests" if points else "")
        yield {"text": lines.line_text(number), "mark": mark, "note": note}
