"""Coverage for the terminal: a table of templates, what no test reaches, and what no assertion looks at."""

from __future__ import annotations

from collections.abc import Iterable

from hotlint.common.printable import printable
from hotlint.output.findings.model import portable
from hotlint.suites.coverage import KINDS, TemplateCoverage, percent, total_asserted, total_share
from hotlint.syntax.source import LineIndex

HEADS = {"condition": "conditions", "branch": "branches", "resource": "resources", "output": "outputs"}


def render(templates: Iterable[TemplateCoverage]) -> str:
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
