"""The graph of a template's resources as one page, which zooms and moves: nothing is loaded."""

from __future__ import annotations

from hotlint.dry_run.dependency_graph import DependencyGraph
from hotlint.output.graph.svg import render as render_svg
from hotlint.output.html_page import ZOOM, bare_page

_STYLE = """
body{display:flex;flex-direction:column;height:100vh;height:100dvh}.drawing{flex:1;min-height:0;border:0;border-radius:0}
"""


def render(graph: DependencyGraph, path: str) -> str:
    """The page, light or dark as the reader's system is."""
    count = len(graph.nodes)
    told = (
        f"{count} resource{'' if count == 1 else 's'}. An arrow leads from a resource to what it needs; "
        "it is dashed where depends_on alone asks for that."
    )
    drawing = f'<div class="drawing">{render_svg(graph, path, alone=False)}</div>' if count else ""
    return bare_page(path, told if count else "This template has no resources.", drawing, style=_STYLE, script=ZOOM)
