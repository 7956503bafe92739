"""textDocument/didOpen, didChange, didClose and didSave.

The handlers are synchronous: pygls does not wait for asynchronous ones, so that changes could be applied out of order.
"""

from __future__ import annotations

from lsprotocol import types

from hotlint_server.feature import Feature
from hotlint_server.session import Session
from hotlint_server.text import convert
from hotlint_server.text.content_changes import DocumentChanges


def did_open(session: Session, params: types.DidOpenTextDocumentParams) -> None:
    """Take an opened document."""
    session.open_document(params.text_document)


def did_change(session: Session, params: DocumentChanges) -> None:
    """Apply changes to an open document."""
    session.change_document(params)


def did_close(session: Session, params: types.DidCloseTextDocumentParams) -> None:
    """Let go of a closed document."""
    session.close_document(params.text_document.uri)


def did_save(session: Session, params: types.DidSaveTextDocumentParams) -> None:
    """Look at the disk, for editors that do not watch files; read a configuration that was saved again."""
    path = convert.path_of(params.text_document.uri)
    if session.workspace.folder(path).engine.finder.is_stale(path):
        session.files_changed([params.text_document.uri])
    session.look_soon(now=True)


FEATURES = (
    Feature(types.TEXT_DOCUMENT_DID_OPEN, did_open),
    Feature(types.TEXT_DOCUMENT_DID_CHANGE, did_change),
    Feature(types.TEXT_DOCUMENT_DID_CLOSE, did_close),
    Feature(types.TEXT_DOCUMENT_DID_SAVE, did_save),
)
