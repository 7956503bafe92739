"""The requests of our own: hotlint/preview, graph, environments, explain, lintWorkspace; and the commands."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from hotlint_server import custom_commands

logger = logging.getLogger(__name__)

if TYPE_CHECKING:
    from hotlint_server.app import Server


def register(server: Server) -> None:
    session = server.session

    @server.feature("hotlint/preview")
    def preview(params: Any) -> dict[str, Any]:
        given = _plain(params)
        return custom_commands.preview(session, _uri(given), given.get("environments"), given.get("parameters"))

    @server.feature("hotlint/graph")
    def graph(params: Any) -> dict[str, Any]:
        given = _plain(params)
        return {"text": custom_commands.graph(session, _uri(given), str(given.get("format", "mermaid")))}

    @server.feature("hotlint/environments")
    def environments(params: Any) -> dict[str, Any]:
        return custom_commands.environments(session, _uri(_plain(params)))

    @server.feature("hotlint/explain")
    def explain(params: Any) -> dict[str, Any]:
        return {"markdown": custom_commands.explain(session, str(_plain(params).get("name", "")))}

    @server.feature("hotlint/lintWorkspace")
    async def lint_workspace(params: Any) -> dict[str, Any]:
        return await custom_commands.lint_workspace(session)

    @server.command("hotlint.preview")
    def preview_command(*arguments: Any) -> dict[str, Any]:
        given = _plain(arguments[0]) if arguments else {}
        return custom_commands.preview(
            session, str(given.get("uri", "")), given.get("environments"), given.get("parameters")
        )

    @server.command("hotlint.selectEnvironment")
    def select(*arguments: Any) -> dict[str, Any]:
        given = _plain(arguments[0]) if arguments else {}
        return custom_commands.select_environments(session, str(given.get("uri", "")), given.get("environments") or [])

    @server.command("hotlint.fixAll")
    async def fix_all(*arguments: Any) -> dict[str, Any]:
        given = _plain(arguments[0]) if arguments else {}
        return await _apply(
            server, custom_commands.fix_all_edit(session, str(given.get("uri", ""))), "Apply all safe fixes"
        )

    @server.command("hotlint.upgradeVersion")
    async def upgrade(*arguments: Any) -> dict[str, Any]:
        given = _plain(arguments[0]) if arguments else {}
        edit = custom_commands.upgrade_edit(session, str(given.get("uri", "")), str(given.get("version", "")))
        return await _apply(server, edit, "Upgrade the template")


async def _apply(server: Server, edit: Any, label: str) -> dict[str, Any]:
    """Have the editor make an edit."""
    if not edit:
        return {"applied": False}
    params = server.protocol._converter.structure({"label": label, "edit": edit}, types.ApplyWorkspaceEditParams)
    try:
        answer = await server.workspace_apply_edit_async(params)
    except JsonRpcException:
        logger.warning("the editor did not say whether it has applied an edit", exc_info=True)
        return {"applied": False}
    return {"applied": bool(answer.applied)}


def _uri(given: dict[str, Any]) -> str:
    document = given.get("textDocument")
    return str(document.get("uri", "")) if isinstance(document, dict) else str(given.get("uri", ""))


def _plain(params: Any) -> dict[str, Any]:
    """Parameters as a dict: pygls makes namedtuples of what it has no type for."""
    if isinstance(params, dict):
        return dict(params)
    if hasattr(params, "_asdict"):
        return {k: _inner(v) for k, v in params._asdict().items()}
    return {}


def _inner(value: Any) -> Any:
    if hasattr(value, "_asdict"):
        return _plain(value)
    return [_inner(v) for v in value] if isinstance(value, list) else value
