"""textDocument/references."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from hotlint.ide import navigation
from hotlint_server.feature import Feature
from hotlint_server.features.definition import locations
from hotlint_server.session import Session


def references(session: Session, params: types.ReferenceParams) -> list[Any]:
    """Return the places of the name at a position, in all files."""
    analysis, offset = session.workspace.analysis_at(params)
    with_declaration = params.context.include_declaration
    sites = navigation.references(analysis, offset, session.workspace.tree(analysis.path), with_declaration)
    return locations(session.workspace, sites)


FEATURES = (Feature(types.TEXT_DOCUMENT_REFERENCES, references),)
