"""Dry run a template, and show it in one of the formats, or as a graph."""

from __future__ import annotations

from fuzz.case import Case
from fuzz.workbench import Workbench
from hotlint.api import preview
from hotlint.output.formats import format_names, renderer

_RENDERED = 4
"""One case of so many is rendered, every other one of these as a graph."""


def run(case: Case, bench: Workbench) -> None:
    """Dry run the text of a case."""
    path = bench.write(case)
    dry_run = preview(path, text=None if case.encoding else case.text, environments=bench.environments(case))
    dry_run.to_dict()
    choice = case.choice // _RENDERED
    if case.choice % _RENDERED:
        return
    if choice % 2:
        names = format_names("preview")
        renderer("preview", names[choice // 2 % len(names)])(dry_run)
    else:
        from hotlint.dry_run.dependency_graph import dependency_graph

        names = format_names("graph")
        renderer("graph", names[choice // 2 % len(names)])(dependency_graph(dry_run), path)
