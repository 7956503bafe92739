"""Previews and dependency graphs for an editor's panel: HTML, SVG and plain JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from hotlint.common.files import ReadError
from hotlint.dry_run.dependency_graph import DependencyGraph
from hotlint.dry_run.stack_preview import Preview
from hotlint.output.graph import render_dot, render_mermaid, render_svg
from hotlint.output.positions import Places
from hotlint_server.features.graph_view import GraphView

UriOf = Callable[[str], str]


def message(text: str) -> str:
    """Return a page that shows one message."""
    from hotlint.output import pages  # which need jinja2

    return pages.render("message.html", text=text)


def plain(value: Any) -> Any:
    """Return data that every JSON parser accepts: keys are strings, and so are NaN and the infinities."""
    if isinstance(value, dict):
        return {k if isinstance(k, str) else str(k): plain(v) for k, v in value.items()}
    if isinstance(value, list):
        return [plain(v) for v in value]
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return str(value)
    return value


def _places(preview: Preview, uri: UriOf) -> Any:
    return Places(lambda path: _text(preview, path), uri)


def _text(preview: Preview, path: str) -> str:
    try:
        return preview.context.project.document(path).text
    except (OSError, ReadError):
        return ""


def html(preview: Preview, uri: UriOf) -> str:
    """Return the preview as a page; its graph is requested by itself."""
    from hotlint.output.preview_html import render_html  # which needs jinja2

    return render_html(preview, uri, graph=False)


def graph(found: DependencyGraph, preview: Preview, output_format: str, uri: UriOf) -> str:
    """Return a graph as "json" (see `graph_view`), "svg", "dot" or, for any other format, "mermaid"."""
    path = preview.context.path
    if output_format == "json":
        return json.dumps(GraphView(_places(preview, uri)).graph(preview))

    if output_format == "svg":
        return render_svg(found, path, _places(preview, uri))
    return render_dot(found, path) if output_format == "dot" else render_mermaid(found, path)
