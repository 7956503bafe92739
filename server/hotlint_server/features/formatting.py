"""textDocument/formatting, textDocument/rangeFormatting and textDocument/onTypeFormatting."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from hotlint.ide import formatting as ide_formatting
from hotlint.syntax.edits import Edit
from hotlint_server import convert
from hotlint_server.session import Feature, Session

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
    Feature(types.TEXT_DOCUMENT_FORMATTING, formatting),
    Feature(types.TEXT_DOCUMENT_RANGE_FORMATTING, range_formatting),
    Feature(types.TEXT_DOCUMENT_ON_TYPE_FORMATTING, on_type_formatting, ON_TYPE_OPTIONS),
)
