"""workspace/symbol."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from lsprotocol import types

from hotlint.syntax.source import Span
from hotlint_server.feature import Feature
from hotlint_server.features.document_symbol import SYMBOL_KINDS
from hotlint_server.session import Session
from hotlint_server.text import convert
from hotlint_server.text.text_buffer import Positions

MAX_SYMBOLS = 500


def workspace_symbol(session: Session, params: types.WorkspaceSymbolParams) -> list[Any]:
    """Return the declared names of the workspace that match a query, at most `MAX_SYMBOLS`."""
    return list(islice(_matching(session, params.query.casefold()), MAX_SYMBOLS))


def _matching(session: Session, query: str) -> Iterator[dict[str, Any]]:
    workspace = session.workspace
    for path, names in workspace.all_names():
        positions = None
        for kind, declared in (
            ("parameter", names.parameters),
            ("resource", names.resources),
            ("condition", names.conditions),
            ("output", names.outputs),
        ):
            for name, item in declared.items():
                if not _matches(query, name):
                    continue
                positions = positions or Positions(names.text, workspace.abilities.encoding)
                range_ = convert.range_of(positions, Span(item.at, item.at + len(name)))
                location = {"uri": workspace.uri(path), "range": range_}
                container = item.type or kind
                yield {"name": name, "kind": SYMBOL_KINDS[kind], "location": location, "containerName": container}


def _matches(query: str, name: str) -> bool:
    """Return whether the letters of a query occur in a name, in that order."""
    letters = iter(name.casefold())
    return all(letter in letters for letter in query)


FEATURES = (Feature(types.WORKSPACE_SYMBOL, workspace_symbol),)
