"""textDocument/prepareRename and rename."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidRequest

from hotlint.ide import rename as renaming
from hotlint_server import convert

if TYPE_CHECKING:
    from hotlint_server.app import Server


def register(server: Server) -> None:
    session = server.session

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare(params: types.PrepareRenameParams) -> dict[str, Any] | None:
        snapshot, offset = session.at(params)
        subject = renaming.prepare(snapshot, offset)
        if subject is None:
            return None
        positions = session.positions(params.text_document.uri)
        return {"range": convert.range_of(positions, subject.span), "placeholder": subject.shown}

    @server.feature(types.TEXT_DOCUMENT_RENAME)
    def rename(params: types.RenameParams) -> dict[str, Any]:
        snapshot, offset = session.at(params)
        try:
            edits = renaming.rename(snapshot, offset, params.new_name, session.users)
        except renaming.RenameError as exc:
            raise JsonRpcInvalidRequest(str(exc)) from None
        return session.workspace_edit(snapshot.path, edits)
