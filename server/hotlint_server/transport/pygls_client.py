"""The `EditorClient` of a pygls server."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from hotlint_server import convert
from hotlint_server.transport.protocol import HotlintServerBase

logger = logging.getLogger(__name__)


class PyglsClient:
    """Implement `EditorClient` with the requests and notifications of a pygls server."""

    def __init__(self, server: HotlintServerBase) -> None:
        self._server = server

    def notify(self, method: str, params: dict[str, Any]) -> None:
        self._server.protocol.notify(method, params)

    def refresh_diagnostics(self) -> None:
        self._server.workspace_diagnostic_refresh(None)

    def refresh_inlay_hints(self) -> None:
        self._server.workspace_inlay_hint_refresh(None)

    def refresh_code_lenses(self) -> None:
        self._server.workspace_code_lens_refresh(None)

    def show_warning(self, message: str) -> None:
        self._server.window_show_message(types.ShowMessageParams(types.MessageType.Warning, message))

    async def apply_edit(self, label: str, changes: dict[str, list[Any]]) -> bool:
        params = types.ApplyWorkspaceEditParams(convert.lsp_workspace_edit(changes), label)
        try:
            result = await self._server.workspace_apply_edit_async(params)
        except JsonRpcException:
            logger.warning("the editor did not answer whether it applied '%s'", label, exc_info=True)
            return False
        return bool(result.applied)

    async def register(self, registrations: list[types.Registration]) -> None:
        try:
            await self._server.client_register_capability_async(types.RegistrationParams(registrations))
        except Exception:  # an editor that declares dynamic registration and refuses it goes without
            logger.warning("the editor refused a registration", exc_info=True)

    async def configuration(self, items: list[types.ConfigurationItem]) -> Sequence[Any] | None:
        try:
            return await self._server.workspace_configuration_async(types.ConfigurationParams(items))
        except Exception:  # an editor that cannot answer keeps the settings that it has
            logger.warning("the editor did not return its settings", exc_info=True)
            return None

    def disconnect(self) -> None:
        self._server.disconnect()

    @asynccontextmanager
    async def progress(self, token: str, title: str) -> AsyncIterator[None]:
        progress = self._server.work_done_progress
        await progress.create_async(token)
        progress.begin(token, types.WorkDoneProgressBegin(title, cancellable=False))
        try:
            yield
        finally:
            progress.end(token, types.WorkDoneProgressEnd())
