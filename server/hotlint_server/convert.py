"""The core's plain data as the protocol's JSON, and back: the one place where offsets meet lines and characters.

What goes out is plain dicts and lists, already in the protocol's shape: building lsprotocol's objects only to take
them apart again costs several times as much as the answer, for completion lists and semantic tokens.
"""

from __future__ import annotations

import os
from typing import Any

from lsprotocol import types
from pygls import uris

from hotlint.linter.diagnostic import Diagnostic
from hotlint.syntax.edits import Edit
from hotlint.syntax.source import Span
from hotlint_server.text_buffer import Positions

Json = Any
SEVERITIES = {"error": 1, "warning": 2, "info": 3}
TAGS = {"unused": 1, "deprecated": 2}
DOCUMENTATION = "https://github.com/hotlint/hotlint/blob/main/docs/rules/{code}.md"


def path_of(uri: str) -> str:
    """The path of a file, or the URI itself for a document that is no file (an untitled one, say)."""
    if not uri.startswith("file:"):
        return uri
    path = uris.to_fs_path(uri)
    return os.path.normpath(path) if path else uri


def uri_of(path: str) -> str:
    """The URI of what `path_of` has made."""
    if not os.path.isabs(path):
        return path
    return uris.from_fs_path(path) or path


def position_of(positions: Positions, offset: int) -> Json:
    line, character = positions.position(offset)
    return {"line": line, "character": character}


def range_of(positions: Positions, span: Span) -> Json:
    return {"start": position_of(positions, span.start), "end": position_of(positions, span.end)}


def offset_of(positions: Positions, position: types.Position) -> int:
    return positions.offset(position.line, position.character)


def span_of(positions: Positions, range_: types.Range) -> Span:
    return Span(offset_of(positions, range_.start), offset_of(positions, range_.end))


def edits_of(positions: Positions, edits: list[Edit]) -> list[Json]:
    return [{"range": range_of(positions, e.span), "newText": e.text} for e in edits]


def markdown(text: str) -> Json:
    return {"kind": "markdown", "value": text}


def diagnostic_of(
    found: Diagnostic, uri: str, positions: Positions, related: list[Json], documentation: bool = True
) -> Json:
    """One finding; `related` is what `related_of` made of its related places."""
    answer: dict[str, Json] = {
        "range": range_of(positions, found.span),
        "severity": SEVERITIES[found.severity],
        "code": found.code,
        "source": "hotlint",
        "message": found.message,
    }
    if documentation:
        answer["codeDescription"] = {"href": DOCUMENTATION.format(code=found.code)}
    if related:
        answer["relatedInformation"] = related
    tags = [TAGS[tag] for tag in found.tags if tag in TAGS]
    if tags:
        answer["tags"] = tags
    return answer


def difference(old: str, new: str) -> list[Edit]:
    """Edits, by whole lines, that make one text of another."""
    from difflib import SequenceMatcher

    before, after = old.splitlines(keepends=True), new.splitlines(keepends=True)
    starts = [0]
    for line in before:
        starts.append(starts[-1] + len(line))
    blocks = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    return [Edit(Span(starts[i], starts[j]), "".join(after[k:m])) for tag, i, j, k, m in blocks if tag != "equal"]
