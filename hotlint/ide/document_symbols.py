"""The outline of a text: its sections and the things that they declare."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hotlint.analysis.file_kinds import TEMPLATES
from hotlint.analysis.symbols import name_span
from hotlint.analysis.template import Output, Parameter, Resource
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.syntax.nodes import Entry, Mapping, Node, Scalar
from hotlint.syntax.source import Span


class DocumentSymbol(NamedTuple):
    """A symbol: `kind` is "section", "parameter", "resource", "condition", "output", "property" or "key".

    `span` is its name, `whole` its definition.
    """

    name: str
    kind: str
    detail: str
    span: Span
    whole: Span
    children: tuple[DocumentSymbol, ...] = ()
    deprecated: bool = False


_KINDS = {"parameters": "parameter", "resources": "resource", "conditions": "condition", "outputs": "output"}


def document_symbols(analysis: FileAnalysis) -> list[DocumentSymbol]:
    """Return the symbols of a template or environment, in order; none for any other text."""
    root = analysis.document.root
    if not isinstance(root, Mapping) or analysis.kind not in (*TEMPLATES, "environment"):
        return []
    return [_section(analysis, entry) for entry in root.entries if isinstance(entry.key, Scalar)]


def _section(analysis: FileAnalysis, entry: Entry) -> DocumentSymbol:
    sections = analysis.template.dialect.sections if analysis.kind in TEMPLATES else {}
    kind = next((kind for name, kind in _KINDS.items() if sections.get(name) == entry.name), "key")
    children = tuple(_child(analysis, kind, e) for e in _entries(entry.value))
    return _symbol(entry, "section", _scalar(entry.value), children)


def _child(analysis: FileAnalysis, kind: str, entry: Entry) -> DocumentSymbol:
    name, template = str(entry.name), analysis.template
    detail = _scalar(entry.value)
    children: tuple[DocumentSymbol, ...] = ()
    if kind == "resource" and isinstance(owner := template.resources.get(name), Resource):
        detail = owner.type or ""
        children = tuple(_symbol(e, "property", _scalar(e.value)) for e in _entries(owner.field("properties")))
    elif kind == "parameter" and isinstance(given := template.parameters.get(name), Parameter):
        detail = given.type or ""
    elif kind == "output" and isinstance(published := template.outputs.get(name), Output):
        detail = published.text("description") or ""
    return _symbol(entry, kind, detail, children)


def _symbol(entry: Entry, kind: str, detail: str, children: tuple[DocumentSymbol, ...] = ()) -> DocumentSymbol:
    span = name_span(entry.key)
    end = entry.via.end if entry.via else entry.value.end
    return DocumentSymbol(
        str(entry.name) or "''", kind, detail, span, Span(entry.key.start, max(entry.key.end, end)), children
    )


def _entries(node: Node | None) -> Iterator[Entry]:
    if isinstance(node, Mapping):
        yield from (e for e in node.entries if isinstance(e.key, Scalar))


def _scalar(node: Node) -> str:
    return node.text[:60].replace("\n", " ") if isinstance(node, Scalar) else ""
