"""initialize, initialized and $/setTrace."""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
from collections.abc import Callable

from lsprotocol import types
from pygls.capabilities import ServerCapabilitiesBuilder

from hotlint.common.platforms import HAS_PROCESSES
from hotlint_server.session import SETTINGS_SECTION, Feature, Session
from hotlint_server.transport.client import EditorAbilities

INTERVAL = 1.0
"""Seconds between two looks at the process of the editor."""
WATCHED = "**/*"  # a template may use any file


def initialize(session: Session, params: types.InitializeParams) -> None:
    """Take the abilities, options and workspace folders of the editor, and watch its process."""
    options = params.initialization_options
    folders = [f.uri for f in params.workspace_folders or ()] or [u for u in (params.root_uri,) if u]
    abilities = EditorAbilities.of(params.capabilities, _position_encoding(params.capabilities))
    session.initialize(abilities, dict(options) if isinstance(options, dict) else {}, folders)
    if params.process_id is not None and HAS_PROCESSES:  # a worker ends with its window
        _watch(params.process_id, session.client.disconnect)


def _position_encoding(capabilities: types.ClientCapabilities) -> str:
    """Return the encoding that pygls has put into the server's capabilities: the first that the editor offers."""
    encoding = ServerCapabilitiesBuilder.choose_position_encoding(capabilities)
    return str(getattr(encoding, "value", encoding))


async def initialized(session: Session, params: types.InitializedParams) -> None:
    """Register for changes of files and settings, read the settings, and read all names in the background."""
    abilities = session.workspace.abilities
    registrations = []
    if abilities.registers_watched_files:
        files = types.DidChangeWatchedFilesRegistrationOptions([types.FileSystemWatcher(WATCHED)])
        registrations.append(types.Registration("files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, files))
    if abilities.registers_configuration:
        settings = types.DidChangeConfigurationRegistrationOptions(section=SETTINGS_SECTION)
        registrations.append(types.Registration("settings", types.WORKSPACE_DID_CHANGE_CONFIGURATION, settings))
    if registrations:
        await session.client.register(registrations)
    if not abilities.registers_watched_files:
        await session.look_at_disk()  # before any file is read
    await session.read_settings()
    session.run_in_background(session.read_names())


def set_trace(session: Session, params: types.SetTraceParams) -> None:
    """Log more while the editor traces."""
    logging.getLogger("hotlint_server").setLevel("DEBUG" if params.value != types.TraceValue.Off else "WARNING")


def _watch(pid: int, gone: Callable[[], None]) -> None:
    """Call `gone`, in a thread of its own, once the process of the editor has ended: a server whose editor was killed must not stay.

    A process that is not there to begin with is not watched: the editor runs on another machine, or in a container.
    """
    if pid > 0 and _is_running(pid):
        threading.Thread(target=_wait, args=(pid, gone), name="editor", daemon=True).start()


def _wait(pid: int, gone: Callable[[], None]) -> None:
    while _is_running(pid):
        time.sleep(INTERVAL)
    gone()


def _is_running(pid: int) -> bool:
    """Return whether a process exists. One that belongs to someone else does."""
    if sys.platform == "win32":
        return _is_running_on_windows(pid)
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


def _is_running_on_windows(pid: int) -> bool:
    import ctypes

    still_active, query = 259, 0x1000  # STILL_ACTIVE, PROCESS_QUERY_LIMITED_INFORMATION
    kernel = ctypes.windll.kernel32  # type: ignore[attr-defined,unused-ignore]
    handle = kernel.OpenProcess(query, False, pid)
    if not handle:
        return False
    code = ctypes.c_ulong()
    kernel.GetExitCodeProcess(handle, ctypes.byref(code))
    kernel.CloseHandle(handle)
    return code.value == still_active


FEATURES = (
    Feature(types.INITIALIZE, initialize),
    Feature(types.INITIALIZED, initialized),
    Feature(types.SET_TRACE, set_trace),
)
