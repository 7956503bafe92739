"""initialize, initialized, settings, workspace folders, files that change on disk."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from hotlint_server import convert

if TYPE_CHECKING:
    from hotlint_server.app import Server

logger = logging.getLogger(__name__)
WATCHED = "**/*.{yaml,yml,template,hot,json}"
SECTION = "hotlint"


def register(server: Server) -> None:
    session = server.session

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        capabilities = params.capabilities
        session.encoding = str(_encoding(server))
        session.pulls = capabilities.text_document is not None and capabilities.text_document.diagnostic is not None
        options = params.initialization_options
        session.options = dict(options) if isinstance(options, dict) else {}
        folders = [f.uri for f in params.workspace_folders or ()] or [u for u in (params.root_uri,) if u]
        for uri in folders:
            session.add_folder(uri)

    @server.feature(types.INITIALIZED)
    async def initialized(params: types.InitializedParams) -> None:
        workspace = server.client_capabilities.workspace
        registrations = []
        if workspace and workspace.did_change_watched_files and workspace.did_change_watched_files.dynamic_registration:
            options = types.DidChangeWatchedFilesRegistrationOptions([types.FileSystemWatcher(WATCHED)])
            registrations.append(types.Registration("files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options))
        if workspace and workspace.did_change_configuration and workspace.did_change_configuration.dynamic_registration:
            section = types.DidChangeConfigurationRegistrationOptions(section=SECTION)
            registrations.append(types.Registration("settings", types.WORKSPACE_DID_CHANGE_CONFIGURATION, section))
        if registrations:
            try:
                await server.client_register_capability_async(types.RegistrationParams(registrations))
            except Exception:  # an editor that says it can and cannot goes without
                logger.warning("the editor would not watch files or settings", exc_info=True)
        await read_settings(server)
        session.background(read_names(server))

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def changed(params: types.DidChangeConfigurationParams) -> None:
        workspace = server.client_capabilities.workspace
        if workspace and workspace.configuration:
            await read_settings(server)
        elif isinstance(params.settings, dict):
            settings = params.settings.get(SECTION, params.settings)
            session.configure(settings if isinstance(settings, dict) else {})

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def folders(params: types.DidChangeWorkspaceFoldersParams) -> None:
        for folder in params.event.removed:
            session.remove_folder(folder.uri)
        for folder in params.event.added:
            session.add_folder(folder.uri)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def watched(params: types.DidChangeWatchedFilesParams) -> None:
        for change in params.changes:
            session.changed_on_disk(change.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        if params.text_document.uri.endswith(".hotlint.yaml"):
            session.changed_on_disk(params.text_document.uri)

    @server.feature(types.SET_TRACE)
    def trace(params: types.SetTraceParams) -> None:
        logging.getLogger("hotlint_server").setLevel("DEBUG" if params.value != types.TraceValue.Off else "WARNING")


async def read_settings(server: Server) -> None:
    """Ask the editor for the settings of each workspace folder."""
    workspace = server.client_capabilities.workspace
    if not (workspace and workspace.configuration):
        return
    session = server.session
    folders = list(session.folders.values())
    items: list[Any] = [types.ConfigurationItem(convert.uri_of(f.root), SECTION) for f in folders]
    items.append(types.ConfigurationItem(section=SECTION))
    try:
        *found, common = await server.workspace_configuration_async(types.ConfigurationParams(items))
    except Exception:  # an editor that cannot answer keeps what it has
        logger.warning("the editor gave no settings", exc_info=True)
        return
    if isinstance(common, dict):
        session.options = {**session.options, **common}
    changed = False
    for folder, options in zip(folders, found, strict=False):
        wanted = {**session.options, **(options if isinstance(options, dict) else {})}
        if wanted != folder.options:
            folder.configure(wanted)
            changed = True
    if changed:
        session.refresh()


async def read_names(server: Server) -> None:
    """Read the names of every template in the workspace, with the progress shown where the editor can."""
    session = server.session
    window = server.client_capabilities.window
    token = "hotlint/names"
    shown = bool(window and window.work_done_progress)
    if shown:
        await server.work_done_progress.create_async(token)
        server.work_done_progress.begin(token, types.WorkDoneProgressBegin("Reading templates", cancellable=False))
    try:
        for folder in list(session.folders.values()):
            await session.names.read_below(folder.root)
    finally:
        if shown:
            server.work_done_progress.end(token, types.WorkDoneProgressEnd())


def _encoding(server: Server) -> str:
    from pygls.capabilities import ServerCapabilitiesBuilder

    found = ServerCapabilitiesBuilder.choose_position_encoding(server.client_capabilities)
    return getattr(found, "value", found)
