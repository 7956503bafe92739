"""Links to nested templates, files, and the reference pages of resource types."""

from __future__ import annotations

from typing import NamedTuple

from hotlint.ide.file_analysis import FileAnalysis
from hotlint.ide.navigation import file_path
from hotlint.resource_types.catalog import PACKAGED
from hotlint.syntax.source import Span

REFERENCE = "https://docs.openstack.org/heat/latest/template_guide/openstack.html#{name}"


class DocumentLink(NamedTuple):
    """A link from a span to a file's `path` or to a `url`; the other is None."""

    span: Span
    path: str | None
    url: str | None
    tip: str


def document_links(analysis: FileAnalysis) -> list[DocumentLink]:
    """Return the links of a text, in order."""
    found = []
    documented = {name for name in PACKAGED.index["types"] if name.startswith("OS::")}
    for occurrence in analysis.index.occurrences:
        if occurrence.kind == "file":
            path = file_path(analysis, "file", occurrence.name)
            url = occurrence.name if path is None and occurrence.name.startswith(("http://", "https://")) else None
            if path is not None or url is not None:
                found.append(DocumentLink(occurrence.span, path, url, f"Open {occurrence.name}"))
        elif occurrence.kind == "type" and not occurrence.defines and occurrence.name in documented:
            found.append(
                DocumentLink(occurrence.span, None, REFERENCE.format(name=occurrence.name), "Open the reference")
            )
    return found
