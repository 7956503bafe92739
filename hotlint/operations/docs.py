"""Collect the documentation of templates: parameters, conditions, resources, nested templates, outputs and the graph."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from hotlint.operations.errors import OperationError
from hotlint.operations.inputs import TemplateRequest
from hotlint.operations.preview import preview
from hotlint.output.template_docs import TemplateDocs, template_docs

BEGIN, END = "<!-- BEGIN_HOTLINT_DOCS -->", "<!-- END_HOTLINT_DOCS -->"


class DocumentedTemplates(NamedTuple):
    """The documentation of templates, in order."""

    documents: list[TemplateDocs]
    notes: tuple[str, ...]


def docs(requests: Iterable[TemplateRequest]) -> DocumentedTemplates:
    """Return the documentation of templates. Raises OperationError as `preview` does."""
    documents: list[TemplateDocs] = []
    notes: tuple[str, ...] = ()
    for request in requests:
        try:
            found = preview(request)
        except OperationError as exc:
            exc.notes = (*notes, *exc.notes)
            raise
        notes = (*notes, *found.notes)
        documents.append(template_docs(found.preview))
    return DocumentedTemplates(documents, notes)


def injected(before: str, made: str, path: str) -> str:
    """Return the text of a Markdown file with documentation between its markers.

    Raises OperationError for markers out of order.
    """
    from hotlint.syntax.edits import line_ending

    end_of_line = line_ending(before)
    for marker in (BEGIN, END):  # in a description or a default
        made = made.replace(marker, f"{marker.removesuffix('-->')}-- >")
    block = f"{BEGIN}\n{made}{END}".replace("\n", end_of_line)
    if BEGIN not in before and END not in before:
        gap = "" if not before else end_of_line if before.endswith(end_of_line) else end_of_line * 2
        return f"{before}{gap}{block}{end_of_line}"
    start, end = before.find(BEGIN), before.find(END)
    if start < 0 or end < start or before.count(BEGIN) > 1 or before.count(END) > 1:
        raise OperationError(f"'{path}' must hold the line '{BEGIN}' once, and '{END}' once after it")
    return before[:start] + block + before[end + len(END) :]
