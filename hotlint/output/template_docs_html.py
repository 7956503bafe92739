"""The documentation of templates as one self-contained page, with the graphs as drawings."""

from __future__ import annotations

from collections.abc import Sequence

from hotlint.output import pages
from hotlint.output.graph import render_svg
from hotlint.output.template_docs import TemplateDocs, address


def render_html(documents: Sequence[TemplateDocs], *, level: int = 2, graph: bool = True) -> str:
    """Return the page. `level` has no effect here; `graph` False leaves the graphs out."""
    title = documents[0].title if len(documents) == 1 else f"{len(documents)} templates"
    return pages.render(
        "docs.html", title=title, subtitle="Documentation of HOT templates", documents=documents, address_of=address,
        drawing=lambda docs: render_svg(docs.graph, docs.path, alone=False) if graph and docs.graph.nodes else "",
    )  # fmt: skip
