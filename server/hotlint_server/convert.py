"""The core's plain data as the protocol's JSON, and back: the one place where offsets meet lines and characters.

Answers are plain dicts and lists in the protocol's shape: building lsprotocol's objects only to take them apart again
takes several times as long as the answer, for completion lists and semantic tokens.
"""

from __future__ import annotations

import os
from typing import Any

from lsprotocol import types
from pygls import uris

from hotlint.common.version import rule_address
from hotlint.linter.diagnostic import Diagnostic
from hotlint.syntax.source import Span
from hotlint_server.text_buffer import Positions

Json = Any
SEVERITIES = {"error": 1, "warning": 2, "info": 3}
TAGS = {"unused": 1, "deprecated": 2}
_TURNING = {mark: f"\\u{mark:04x}" for mark in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))}


def path_of(uri: str) -> str:
    """Return the path of a file URI; any other URI (of an untitled document, say) is returned as it is."""
    if not uri.startswith("file:"):
        return uri
    path = uris.to_fs_path(uri)
    return os.path.normpath(path) if path else uri


def uri_of(path: str) -> str:
    """Return the URI of a path that `path_of` returned."""
    if not os.path.isabs(path):
        return path
    try:
        return uris.from_fs_path(path) or path
    except UnicodeEncodeError:  # half of a surrogate pair, which no URI can hold
        return uris.from_fs_path(path.encode("utf-8", "backslashreplace").decode()) or path


def position_of(positions: Positions, offset: int) -> Json:
    """Return an offset as a position."""
    line, character = positions.position(offset)
    return {"line": line, "character": character}


def range_of(positions: Positions, span: Span) -> Json:
    """Return a span as a range."""
    return {"start": position_of(positions, span.start), "end": position_of(positions, span.end)}


def offset_of(positions: Positions, position: types.Position) -> int:
    """Return the offset of a position."""
    return positions.offset(position.line, position.character)


def span_of(positions: Positions, range_: types.Range) -> Span:
    """Return the span of a range."""
    return Span(offset_of(positions, range_.start), offset_of(positions, range_.end))


def markdown(text: str) -> Json:
    """Return a text as Markdown markup content. Marks that would turn the text behind them are written as escapes."""
    return {"kind": "markdown", "value": text if text.isascii() else text.translate(_TURNING)}


def diagnostic_of(diagnostic: Diagnostic, positions: Positions, related: list[Json]) -> Json:
    """Return a finding; `related` is its related information in the protocol's shape."""
    answer: dict[str, Json] = {
        "range": range_of(positions, diagnostic.span),
        "severity": SEVERITIES[diagnostic.severity],
        "code": diagnostic.code,
        "source": "hotlint",
        "message": diagnostic.message,
    }
    page = rule_address(diagnostic.code)
    if page:
        answer["codeDescription"] = {"href": page}
    if related:
        answer["relatedInformation"] = related
    tags = [TAGS[tag] for tag in diagnostic.tags if tag in TAGS]
    if tags:
        answer["tags"] = tags
    return answer


def lsp_workspace_edit(changes: dict[str, list[Json]]) -> types.WorkspaceEdit:
    """Return text edits by URI as lsprotocol's object, for the messages that pygls builds itself."""

    def position(data: Json) -> types.Position:
        return types.Position(data["line"], data["character"])

    def text_edit(data: Json) -> types.TextEdit:
        return types.TextEdit(
            types.Range(position(data["range"]["start"]), position(data["range"]["end"])), data["newText"]
        )

    return types.WorkspaceEdit(changes={uri: [text_edit(edit) for edit in edits] for uri, edits in changes.items()})
