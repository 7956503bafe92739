"""textDocument/hover and textDocument/signatureHelp."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from hotlint.ide.by_kind import HoverAt, hover_in
from hotlint.ide.signature_help import signature_help as signature_help_at
from hotlint_server import convert
from hotlint_server.session import Feature, Session


def hover(session: Session, params: types.HoverParams) -> dict[str, Any] | None:
    """Return the documentation of the thing at a position."""
    uri = params.text_document.uri
    positions = session.workspace.positions(uri)
    analysis, offset = session.workspace.analysis_at(params)
    engine = session.workspace.folder(analysis.path).engine
    at = HoverAt(
        analysis,
        offset,
        lambda: engine.rendering(analysis.path, analysis.text),
        session.workspace.tree(analysis.path),
    )
    answer = hover_in(session.workspace.kind(uri), at)
    if answer is None:
        return None
    return {"contents": convert.markdown(answer.text), "range": convert.range_of(positions, answer.span)}


OPTIONS = types.SignatureHelpOptions(trigger_characters=["[", "{", ",", ":"], retrigger_characters=[","])


def signature_help(session: Session, params: types.SignatureHelpParams) -> dict[str, Any] | None:
    """Return the signature of the function around a position; None outside of functions."""
    buffer = session.workspace.documents[params.text_document.uri].buffer
    answer = signature_help_at(buffer.text, convert.offset_of(buffer.positions, params.position))
    if answer is None:
        return None
    signature = {
        "label": answer.label,
        "documentation": answer.documentation,
        "parameters": [
            {"label": answer.label[start:end], "documentation": documentation}
            for start, end, documentation in answer.parameters
        ],
        "activeParameter": answer.active,
    }
    return {"signatures": [signature], "activeSignature": 0, "activeParameter": answer.active}


FEATURES = (
    Feature(types.TEXT_DOCUMENT_HOVER, hover),
    Feature(types.TEXT_DOCUMENT_SIGNATURE_HELP, signature_help, OPTIONS),
)
