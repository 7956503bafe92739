"""JSON documents with one list that may be too long for the memory."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any
from uuid import uuid4

from hotlint.common.printable import printable_json

_INDENT = 2


def document_pieces(document: dict[str, Any], place: list[Any], items: Iterable[Any]) -> Iterator[str]:
    """Yield a document, indented and ending in a newline, as if the empty list `place` in it held the items."""
    mark = uuid4().hex
    place.append(mark)
    text = _text(document)
    place.clear()
    quoted = f'"{mark}"'
    before, _, after = text.partition(quoted)
    indent = before[before.rindex("\n") :]
    head, close = before[: -len(indent)], after[: after.index("]")]
    yield head
    first = True
    for item in items:
        yield f"{indent if first else ',' + indent}{_text(item).replace(chr(10), indent)}"
        first = False
    yield after[len(close) :] if first else after
    yield "\n"


def _text(value: Any) -> str:
    return printable_json(json.dumps(value, ensure_ascii=False, indent=_INDENT))
