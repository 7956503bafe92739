"""textDocument/semanticTokens/full and range."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from hotlint.ide import semantic_tokens
from hotlint_server import convert
from hotlint_server.feature import Feature
from hotlint_server.session import Session
from hotlint_server.text_buffer import Positions

LEGEND = types.SemanticTokensLegend(list(semantic_tokens.TYPES), list(semantic_tokens.MODIFIERS))


def full(session: Session, params: types.SemanticTokensParams) -> dict[str, Any]:
    """Return the tokens of a document."""
    uri = params.text_document.uri
    tokens = semantic_tokens.semantic_tokens(session.workspace.snapshot(uri))
    return {"data": _encode(tokens, session.workspace.positions(uri))}


def in_range(session: Session, params: types.SemanticTokensRangeParams) -> dict[str, Any]:
    """Return the tokens of a range of a document."""
    uri = params.text_document.uri
    positions = session.workspace.positions(uri)
    span = convert.span_of(positions, params.range)
    return {"data": _encode(semantic_tokens.semantic_tokens(session.workspace.snapshot(uri), span), positions)}


def _encode(tokens: list[semantic_tokens.SemanticToken], positions: Positions) -> list[int]:
    """Return tokens as the protocol encodes them: five numbers each, places relative to the token before."""
    data: list[int] = []
    last_line = last_start = 0
    for token in tokens:
        line, start = positions.position(token.span.start)
        end_line, end = positions.position(token.span.end)
        if end_line != line:
            continue
        modifiers = sum(1 << semantic_tokens.MODIFIERS.index(m) for m in token.modifiers)
        data += (
            line - last_line,
            start - last_start if line == last_line else start,
            end - start,
            semantic_tokens.TYPES.index(token.type),
            modifiers,
        )
        last_line, last_start = line, start
    return data


FEATURES = (
    Feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, full, LEGEND),
    Feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, in_range, LEGEND),
)
