"""textDocument/rename and textDocument/prepareRename."""

from __future__ import annotations

from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidRequest

from hotlint.ide import rename as ide_rename
from hotlint_server import convert
from hotlint_server.feature import Feature
from hotlint_server.session import Session


def prepare_rename(session: Session, params: types.PrepareRenameParams) -> dict[str, Any] | None:
    """Return the name at a position and its range; None when it cannot be renamed."""
    snapshot, offset = session.workspace.snapshot_at(params)
    subject = ide_rename.prepare(snapshot, offset)
    if subject is None:
        return None
    positions = session.workspace.positions(params.text_document.uri)
    return {"range": convert.range_of(positions, subject.span), "placeholder": subject.shown}


def rename(session: Session, params: types.RenameParams) -> dict[str, Any]:
    """Return the edits of a rename, in all files. Raises JsonRpcInvalidRequest with the reason of a refusal."""
    snapshot, offset = session.workspace.snapshot_at(params)
    try:
        edits = ide_rename.rename(snapshot, offset, params.new_name, session.workspace.users)
    except ide_rename.RenameError as exc:
        raise JsonRpcInvalidRequest(str(exc)) from None
    return {"changes": session.workspace.changes(snapshot.path, edits)}


# pygls ignores the options of `rename`: `prepareRename` has to be a feature of its own.
FEATURES = (
    Feature(types.TEXT_DOCUMENT_PREPARE_RENAME, prepare_rename),
    Feature(types.TEXT_DOCUMENT_RENAME, rename),
)
