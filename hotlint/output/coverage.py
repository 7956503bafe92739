"""Render the coverage of templates by tests: text for the terminal, JSON, an LCOV trace file, and a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from hotlint.common.printable import dumped, printable
from hotlint.output.findings.model import portable
from hotlint.output.html_page import page, text
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


MARKS = {"hit": "var(--good)", "partial": "var(--warn)", "missed-line": "var(--bad)"}
_STYLE = """
@media(max-width:40rem){details>table,details>table>tbody{display:block}details tr{display:grid;grid-template-columns:3rem 1fr}
details td{border:0;padding-top:.1rem;padding-bottom:.1rem}details td:nth-child(3){grid-column:2}details td:empty{display:none}}
"""
_CELL = "white-space:pre-wrap;font-family:var(--mono);font-size:.84rem"


def render_html(templates: Iterable[TemplateCoverage]) -> str:
    """Return the page."""
    found = list(templates)
    share = total_share(found)
    subtitle = f"{percent(share):.1f}% covered: {share[0]} of {share[1]} conditions, branches, resources and outputs"
    names = [portable(one.path) for one in found]
    items = "".join(f'<li><a href="#t{n}">{text(name)}</a></li>' for n, name in enumerate(names))
    parts = "".join(_html_template(n, name, one) for n, (name, one) in enumerate(zip(names, found, strict=True)))
    return page(
        "Coverage of templates", subtitle, f"<ul>{items}</ul>", f"{_html_table(names, found)}{parts}", style=_STYLE
    )


def _html_table(names: list[str], found: list[TemplateCoverage]) -> str:
    heads = "".join(f"<th>{kind}</th>" for kind in KINDS)
    rows = "".join(_html_row(f'<a href="#t{n}">{text(names[n])}</a>', [one]) for n, one in enumerate(found))
    return (
        f"<h2>Templates</h2><table class='fit'><thead><tr><th>template</th>{heads}<th>covered</th><th>asserted</th></tr></thead>"
        f"<tbody>{rows}{_html_row('total', found)}</tbody></table>"
    )


def _html_row(name: str, found: list[TemplateCoverage]) -> str:
    shares = [total_share(found, kind) for kind in KINDS]
    counts = (f"{reached}/{count}" if count else "" for reached, count in shares)
    cells = "".join(f'<td data-label="{kind}">{count}</td>' for kind, count in zip(KINDS, counts, strict=True))
    covered = f'<td data-label="covered">{percent(total_share(found)):.1f}%</td>'
    asserted = f'<td data-label="asserted">{percent(total_asserted(found)):.1f}%</td>'
    return f'<tr class="entry"><td>{name}</td>{cells}{covered}{asserted}</tr>'


def _html_template(number: int, name: str, one: TemplateCoverage) -> str:
    lines = LineIndex(one.text)
    by_line: dict[int, list[CoverPoint]] = {}
    for point in one.points():
        by_line.setdefault(lines.position(point.span.start).line, []).append(point)
    rows = "".join(_html_line(n, lines.line_text(n), by_line.get(n, []), one) for n in range(len(lines)))
    share = percent(one.share())
    return (
        f'<details id="t{number}"{"" if share == 100 else " open"}><summary><b>{text(name)}</b>'
        f'<span class="badge">{share:.1f}%</span></summary>'
        f'<table><colgroup><col style="width:4rem"><col><col style="width:32%"></colgroup><tbody>{rows}</tbody></table>'
        "</details>"
    )


def _html_line(number: int, line: str, points: list[CoverPoint], one: TemplateCoverage) -> str:
    missed = [point for point in points if not one.hits[point]]
    mark = "" if not points else "hit" if not missed else "missed-line" if len(missed) == len(points) else "partial"
    edge = f"border-left:4px solid {MARKS[mark]};padding-left:.5rem;" if mark else "padding-left:.75rem;"
    unseen = [point for point in points if one.hits[point] and one.assertions(point) == 0]
    said = "; ".join([point.what for point in missed] + [f"no assertion looks at {point.name}" for point in unseen])
    note = said or (f"reached by {max(one.hits[point] for point in points)} tests" if points else "")
    return (
        f'<tr data-coverage="{mark}"><td class="note">{number + 1}</td>'
        f'<td style="{edge}{_CELL}">{text(line)}</td><td class="note">{text(note)}</td></tr>'
    )
