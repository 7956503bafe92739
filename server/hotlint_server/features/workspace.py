"""workspace/didChangeConfiguration, didChangeWorkspaceFolders and didChangeWatchedFiles."""

from __future__ import annotations

from lsprotocol import types

from hotlint_server.feature import Feature
from hotlint_server.session import SETTINGS_SECTION, Session
from hotlint_server.text import convert


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
    deleted = (change.uri for change in params.changes if change.type == types.FileChangeType.Deleted)
    for uri in deleted:
        counting += map(session.workspace.uri, session.known_below(convert.path_of(uri)))
    if counting:
        session.files_changed(counting)


FEATURES = (
    Feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION, did_change_configuration),
    Feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS, did_change_workspace_folders),
    Feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES, did_change_watched_files),
)
