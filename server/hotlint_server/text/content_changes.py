"""The changes of a document, read from a `didChange` notification without the classes of lsprotocol.

Thousands of them may come in a row, and every other message waits for them: making the typed message of pygls takes longer
than applying the change.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class ContentChange(NamedTuple):
    """One change: what is between two places becomes `text`.

    `places` is line, character, line, character, from 0 on and in the encoding of the session; None for the whole text.
    """

    places: tuple[int, int, int, int] | None
    text: str


class DocumentChanges(NamedTuple):
    """The changes of one notification, one made after the other, and the version of the text that comes out."""

    uri: str
    version: int
    changes: list[ContentChange]


def read_changes(message: Mapping[str, Any]) -> DocumentChanges:
    """Return the changes of a `didChange` notification. Raises KeyError, TypeError or ValueError for a malformed one."""
    params = message["params"]
    document = params["textDocument"]
    uri = document["uri"]
    if not isinstance(uri, str):
        raise TypeError("the URI of a document is a string")
    return DocumentChanges(uri, int(document["version"]), [_content_change(one) for one in params["contentChanges"]])


def _content_change(change: Mapping[str, Any]) -> ContentChange:
    text, range_ = change["text"], change.get("range")
    if not isinstance(text, str):
        raise TypeError("the text of a change is a string")
    if range_ is None:
        return ContentChange(None, text)
    start, end = range_["start"], range_["end"]
    places = int(start["line"]), int(start["character"]), int(end["line"]), int(end["character"])
    if min(places) < 0:
        raise ValueError("lines and characters are counted from 0")
    return ContentChange(places, text)
