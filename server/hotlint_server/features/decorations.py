"""textDocument/semanticTokens, inlayHint, codeLens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from hotlint.ide import code_lens, semantic_tokens
from hotlint.ide import inlay_hints as hints
from hotlint.syntax.source import Span
from hotlint_server import convert
from hotlint_server.text_buffer import Positions

if TYPE_CHECKING:
    from hotlint_server.app import Server


def register(server: Server) -> None:
    session = server.session

    legend = types.SemanticTokensLegend(list(semantic_tokens.TYPES), list(semantic_tokens.MODIFIERS))

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, legend)
    def full(params: types.SemanticTokensParams) -> dict[str, Any]:
        uri = params.text_document.uri
        return {"data": _encoded(semantic_tokens.semantic_tokens(session.snapshot(uri)), session.positions(uri))}

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, legend)
    def in_range(params: types.SemanticTokensRangeParams) -> dict[str, Any]:
        uri = params.text_document.uri
        positions = session.positions(uri)
        span = convert.span_of(positions, params.range)
        return {"data": _encoded(semantic_tokens.semantic_tokens(session.snapshot(uri), span), positions)}

    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    def inlay_hints(params: types.InlayHintParams) -> list[Any]:
        uri = params.text_document.uri
        if not session.enabled(uri, "inlayHints"):
            return []
        positions = session.positions(uri)
        found = hints.inlay_hints(session.snapshot(uri), convert.span_of(positions, params.range))
        return [
            {
                "position": convert.position_of(positions, h.offset),
                "label": h.text,
                "tooltip": h.tip,
                "paddingLeft": True,
            }
            for h in found
        ]

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS)
    def lenses(params: types.CodeLensParams) -> list[Any]:
        uri = params.text_document.uri
        if not session.enabled(uri, "codeLens"):
            return []
        positions = session.positions(uri)
        offered = session.options.get("clientCommands")
        commands = set(offered) if isinstance(offered, list) else set()
        return [_lens(found, uri, positions, commands) for found in code_lens.code_lenses(session.snapshot(uri))]


def _encoded(found: list[semantic_tokens.SemanticToken], positions: Positions) -> list[int]:
    """Tokens as the protocol counts them: each by its distance from the one before."""
    data: list[int] = []
    line = character = 0
    for token in found:
        row, start = positions.position(token.span.start)
        end_row, end = positions.position(token.span.end)
        if end_row != row:
            continue
        modifiers = sum(1 << semantic_tokens.MODIFIERS.index(m) for m in token.modifiers)
        data += (
            row - line,
            start - character if row == line else start,
            end - start,
            semantic_tokens.TYPES.index(token.type),
            modifiers,
        )
        line, character = row, start
    return data


def _lens(found: code_lens.CodeLens, uri: str, positions: Positions, commands: set[str]) -> Any:
    command: dict[str, Any] = {"title": found.title, "command": ""}
    if found.kind == "references" and "hotlint.client.showReferences" in commands:
        places = [{"uri": uri, "range": convert.range_of(positions, span)} for span in found.places]
        position = convert.position_of(positions, found.span.start)
        command = {
            "title": found.title,
            "command": "hotlint.client.showReferences",
            "arguments": [uri, position, places],
        }
    elif found.kind == "preview" and "hotlint.client.openPreview" in commands:
        command = {"title": found.title, "command": "hotlint.client.openPreview", "arguments": [uri]}
    return {"range": convert.range_of(positions, Span(found.span.start, found.span.end)), "command": command}
