"""What editors tell of documents and of the workspace, and the diagnostics that they pull.

The handlers of documents are synchronous: pygls does not wait for asynchronous ones, so that changes could be applied out of order.
"""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from hotlint_server import convert
from hotlint_server.session import SETTINGS_SECTION, Feature, Session
from hotlint_server.text_buffer import DocumentChanges
from hotlint_server.workspace.workspace_reports import report

OPTIONS = types.DiagnosticOptions(inter_file_dependencies=True, workspace_diagnostics=True, identifier="hotlint")


async def diagnostic(session: Session, params: types.DocumentDiagnosticParams) -> dict[str, Any]:
    """Return the findings of a document, or that they are unchanged; none for one that is not open."""
    document = session.workspace.document(params.text_document.uri)
    if document is None:
        return report([], params.previous_result_id)
    diagnostics = await session.diagnostics.current(document)
    return report(session.diagnostics.publisher.to_json(document, diagnostics), params.previous_result_id)


async def workspace_diagnostic(session: Session, params: types.WorkspaceDiagnosticParams) -> dict[str, Any]:
    """Return the findings of all files of the workspace: of the open ones, and of the others where the settings ask for it."""
    previous = {one.uri: one.value for one in params.previous_result_ids}
    found = {uri: (None, items) for uri, items in (await session.reports.closed_files()).items()}
    items = []
    for uri, document in list(session.workspace.documents.items()):
        known = session.diagnostics.publisher.to_json(document, await session.diagnostics.current(document))
        items.append({**report(known, previous.get(uri)), "uri": uri, "version": document.buffer.version})
    for uri, (version, known) in found.items():
        items.append({**report(known, previous.get(uri)), "uri": uri, "version": version})
    listed = {item["uri"] for item in items}
    items += [{**report([], None), "uri": uri, "version": None} for uri in previous if uri not in listed]
    return {"items": items}


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


async def did_change_configuration(session: Session, params: types.DidChangeConfigurationParams) -> None:
    """Take new settings: requested by folder where the editor answers that, else those of the notification."""
    if session.workspace.abilities.answers_configuration:
        await session.read_settings()
    elif isinstance(params.settings, dict):
        settings = params.settings.get(SETTINGS_SECTION, params.settings)
        session.configure(settings if isinstance(settings, dict) else {})


def did_change_workspace_folders(session: Session, params: types.DidChangeWorkspaceFoldersParams) -> None:
    """Take added and removed workspace folders."""
    session.change_folders([f.uri for f in params.event.removed], [f.uri for f in params.event.added])


def did_change_watched_files(session: Session, params: types.DidChangeWatchedFilesParams) -> None:
    """Take files that changed on disk; editors report a deleted folder without the files in it."""
    uris = dict.fromkeys(change.uri for change in params.changes)
    counting = [uri for uri in uris if session.counts(convert.path_of(uri))]
    deleted = {convert.path_of(c.uri) for c in params.changes if c.type == types.FileChangeType.Deleted}
    counting += map(session.workspace.uri, session.known_below(deleted)) if deleted else ()
    if counting:
        session.files_changed(counting)


FEATURES = (
    Feature(types.TEXT_DOCUMENT_DIAGNOSTIC, diagnostic, OPTIONS),
    Feature(types.WORKSPACE_DIAGNOSTIC, workspace_diagnostic),
    Feature(types.TEXT_DOCUMENT_DID_OPEN, did_open),
    Feature(types.TEXT_DOCUMENT_DID_CHANGE, did_change),
    Feature(types.TEXT_DOCUMENT_DID_CLOSE, did_close),
    Feature(types.TEXT_DOCUMENT_DID_SAVE, did_save),
    Feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION, did_change_configuration),
    Feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS, did_change_workspace_folders),
    Feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES, did_change_watched_files),
)
