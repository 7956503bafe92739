"""textDocument/foldingRange, selectionRange, formatting, rangeFormatting and onTypeFormatting."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from hotlint.ide import formatting as ide_formatting
from hotlint.ide.ranges import folding_ranges, selection_ranges
from hotlint.syntax.edits import Edit
from hotlint_server import convert
from hotlint_server.session import Feature, Session


def folding_range(session: Session, params: types.FoldingRangeParams) -> list[Any]:
    """Return the ranges of lines that can be folded."""
    ranges = folding_ranges(session.workspace.analysis(params.text_document.uri))
    return [
        {"startLine": r.first, "endLine": r.last, **({"kind": r.kind} if r.kind == "comment" else {})} for r in ranges
    ]


def selection_range(session: Session, params: types.SelectionRangeParams) -> list[Any]:
    """Return, for each position, the innermost range with the ranges around it as parents."""
    uri = params.text_document.uri
    analysis, positions = session.workspace.analysis(uri), session.workspace.positions(uri)
    answer = []
    for position in params.positions:
        chain: dict[str, Any] | None = None
        offset = convert.offset_of(positions, position)
        for span in reversed(selection_ranges(analysis, offset)):
            parent = {"parent": chain} if chain is not None else {}
            chain = {"range": convert.range_of(positions, span), **parent}
        here = {"line": position.line, "character": position.character}
        answer.append(chain or {"range": {"start": here, "end": here}})
    return answer


ON_TYPE_OPTIONS = types.DocumentOnTypeFormattingOptions(first_trigger_character="\n")


def formatting(session: Session, params: types.DocumentFormattingParams) -> list[Any]:
    """Return the edits that format a document. The editor's tab size does not count: a level of YAML is two spaces."""
    uri = params.text_document.uri
    analysis = session.workspace.analysis(uri)
    settings = session.workspace.folder(analysis.path).engine.settings(analysis.path)
    return _text_edits(session, uri, ide_formatting.document_edits(analysis, settings))


def range_formatting(session: Session, params: types.DocumentRangeFormattingParams) -> list[Any]:
    """Return the edits that format the lines of a range."""
    uri = params.text_document.uri
    span = convert.span_of(session.workspace.positions(uri), params.range)
    analysis = session.workspace.analysis(uri)
    settings = session.workspace.folder(analysis.path).engine.settings(analysis.path)
    return _text_edits(session, uri, ide_formatting.range_edits(analysis, span, settings))


def on_type_formatting(session: Session, params: types.DocumentOnTypeFormattingParams) -> list[Any]:
    """Return the edit that indents the line that a line break has begun."""
    analysis, offset = session.workspace.analysis_at(params)
    return _text_edits(session, params.text_document.uri, ide_formatting.typed_edits(analysis, offset))


def _text_edits(session: Session, uri: str, edits: list[Edit]) -> list[Any]:
    positions = session.workspace.positions(uri)
    return [{"range": convert.range_of(positions, edit.span), "newText": edit.text} for edit in edits]


FEATURES = (
    Feature(types.TEXT_DOCUMENT_FOLDING_RANGE, folding_range),
    Feature(types.TEXT_DOCUMENT_SELECTION_RANGE, selection_range),
    Feature(types.TEXT_DOCUMENT_FORMATTING, formatting),
    Feature(types.TEXT_DOCUMENT_RANGE_FORMATTING, range_formatting),
    Feature(types.TEXT_DOCUMENT_ON_TYPE_FORMATTING, on_type_formatting, ON_TYPE_OPTIONS),
)
