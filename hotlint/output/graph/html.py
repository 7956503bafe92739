"""The graph of a template's resources as one page: nothing is loaded, and nothing runs."""

from __future__ import annotations

from html import escape

from hotlint.dry_run.dependency_graph import DependencyGraph
from hotlint.output.graph.svg import render as render_svg

_STYLE = (
    "body{margin:0;font-family:system-ui,sans-serif;color:#1f2328;background:#fff;color-scheme:light dark}"
    "header{padding:1rem 1.25rem 0}h1{font-size:1.15rem;margin:0}p{margin:.3rem 0 0;opacity:.75;font-size:.9rem}"
    ".drawing{overflow:auto;padding:.5rem}"
    "@media(prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}}"
)


def render(graph: DependencyGraph, path: str) -> str:
    """The page, light or dark as the reader's system is."""
    count = len(graph.nodes)
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(path)}</title><style>{_STYLE}</style></head><body><header><h1>{escape(path)}</h1>"
        f"<p>{count} resource{'' if count == 1 else 's'}. An arrow leads from a resource to what it needs; "
        "it is dashed where depends_on alone asks for that.</p></header>"
        f'<div class="drawing">{render_svg(graph, path, alone=False)}</div></body></html>\n'
    )
