"""textDocument/semanticTokens/full, full/delta and range."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from hotlint.ide import semantic_tokens
from hotlint_server import convert
from hotlint_server.session import Feature, Session
from hotlint_server.text_buffer import Positions

LEGEND = types.SemanticTokensLegend(list(semantic_tokens.TYPES), list(semantic_tokens.MODIFIERS))
WIDTH = 5
"""Numbers of one token."""


def full(session: Session, params: types.SemanticTokensParams) -> dict[str, Any]:
    """Return the tokens of a document."""
    data = _tokens(session, params.text_document.uri)
    return {"resultId": _keep(session, params.text_document.uri, data), "data": data}


def delta(session: Session, params: types.SemanticTokensDeltaParams) -> dict[str, Any]:
    """Return how the tokens of a document differ from an earlier answer; all of them where that one is not known."""
    uri = params.text_document.uri
    known = session.token_results.get(uri)
    data = _tokens(session, uri)
    identity = _keep(session, uri, data)
    if known is None or known[0] != params.previous_result_id:
        return {"resultId": identity, "data": data}
    return {"resultId": identity, "edits": edits(known[1], data)}


def edits(old: list[int], new: list[int]) -> list[dict[str, Any]]:
    """Return the one edit, of whole tokens, that turns old numbers into new ones; none where they are the same."""
    if old == new:
        return []
    shorter = min(len(old), len(new))
    start = next((i for i in range(0, shorter, WIDTH) if old[i : i + WIDTH] != new[i : i + WIDTH]), shorter)
    tail = 0
    while (
        tail + WIDTH <= shorter - start
        and old[len(old) - tail - WIDTH : len(old) - tail] == (new[len(new) - tail - WIDTH : len(new) - tail])
    ):
        tail += WIDTH
    return [{"start": start, "deleteCount": len(old) - tail - start, "data": new[start : len(new) - tail]}]


def in_range(session: Session, params: types.SemanticTokensRangeParams) -> dict[str, Any]:
    """Return the tokens of a range of a document."""
    uri = params.text_document.uri
    positions = session.workspace.positions(uri)
    span = convert.span_of(positions, params.range)
    return {"data": _encode(semantic_tokens.semantic_tokens(session.workspace.analysis(uri), span), positions)}


def _tokens(session: Session, uri: str) -> list[int]:
    tokens = semantic_tokens.semantic_tokens(session.workspace.analysis(uri))
    return _encode(tokens, session.workspace.positions(uri))


def _keep(session: Session, uri: str, data: list[int]) -> str:
    """Keep an answer for the next delta, where the document is open; returns its id."""
    known = session.token_results.get(uri)
    identity = str(int(known[0]) + 1 if known is not None else 1)
    if session.workspace.document(uri) is not None:
        session.token_results[uri] = (identity, data)
    return identity


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
    Feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA, delta, LEGEND),
    Feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, in_range, LEGEND),
)
