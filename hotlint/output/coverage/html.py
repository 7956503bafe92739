"""Coverage as one self-contained page: each template with its lines marked."""

from __future__ import annotations

from collections.abc import Iterable

from hotlint.output.findings.model import portable
from hotlint.output.html_page import page, text
from hotlint.suites.coverage import KINDS, CoverPoint, TemplateCoverage, percent, total_asserted, total_share
from hotlint.syntax.source import LineIndex

MARKS = {"hit": "var(--good)", "partial": "var(--warn)", "missed-line": "var(--bad)"}
_STYLE = """
@media(max-width:40rem){details>table,details>table>tbody{display:block}details tr{display:grid;grid-template-columns:3rem 1fr}
details td{border:0;padding-top:.1rem;padding-bottom:.1rem}details td:nth-child(3){grid-column:2}details td:empty{display:none}}
"""
_CELL = "white-space:pre-wrap;font-family:var(--mono);font-size:.84rem"


def render(templates: Iterable[TemplateCoverage]) -> str:
    """Return the page."""
    found = list(templates)
    share = total_share(found)
    subtitle = f"{percent(share):.1f}% covered: {share[0]} of {share[1]} conditions, branches, resources and outputs"
    names = [portable(one.path) for one in found]
    items = "".join(f'<li><a href="#t{n}">{text(name)}</a></li>' for n, name in enumerate(names))
    parts = "".join(_template(n, name, one) for n, (name, one) in enumerate(zip(names, found, strict=True)))
    return page("Coverage of templates", subtitle, f"<ul>{items}</ul>", f"{_table(names, found)}{parts}", style=_STYLE)


def _table(names: list[str], found: list[TemplateCoverage]) -> str:
    heads = "".join(f"<th>{kind}</th>" for kind in KINDS)
    rows = "".join(_row(f'<a href="#t{n}">{text(names[n])}</a>', [one]) for n, one in enumerate(found))
    return (
        f"<h2>Templates</h2><table class='fit'><thead><tr><th>template</th>{heads}<th>covered</th><th>asserted</th></tr></thead>"
        f"<tbody>{rows}{_row('total', found)}</tbody></table>"
    )


def _row(name: str, found: list[TemplateCoverage]) -> str:
    shares = [total_share(found, kind) for kind in KINDS]
    counts = (f"{reached}/{count}" if count else "" for reached, count in shares)
    cells = "".join(f'<td data-label="{kind}">{count}</td>' for kind, count in zip(KINDS, counts, strict=True))
    covered = f'<td data-label="covered">{percent(total_share(found)):.1f}%</td>'
    asserted = f'<td data-label="asserted">{percent(total_asserted(found)):.1f}%</td>'
    return f'<tr class="entry"><td>{name}</td>{cells}{covered}{asserted}</tr>'


def _template(number: int, name: str, one: TemplateCoverage) -> str:
    lines = LineIndex(one.text)
    by_line: dict[int, list[CoverPoint]] = {}
    for point in one.points():
        by_line.setdefault(lines.position(point.span.start).line, []).append(point)
    rows = "".join(_line(n, lines.line_text(n), by_line.get(n, []), one) for n in range(len(lines)))
    share = percent(one.share())
    return (
        f'<details id="t{number}"{"" if share == 100 else " open"}><summary><b>{text(name)}</b>'
        f'<span class="badge">{share:.1f}%</span></summary>'
        f'<table><colgroup><col style="width:4rem"><col><col style="width:32%"></colgroup><tbody>{rows}</tbody></table>'
        "</details>"
    )


def _line(number: int, line: str, points: list[CoverPoint], one: TemplateCoverage) -> str:
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
