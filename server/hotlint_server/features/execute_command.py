"""The commands of workspace/executeCommand.

vscode-languageclient registers every command that a server advertises; the extension's own have other names
(`hotlint.client...`), since registering a name twice makes the client fail to start.
"""

from __future__ import annotations

from typing import Any

from hotlint_server.features import custom_commands
from hotlint_server.features.code_action import FIX_ALL_TITLE
from hotlint_server.session import Command, Session


def preview(session: Session, argument: dict[str, Any]) -> dict[str, Any]:
    """Return the dry run of a document."""
    return custom_commands.preview(session, str(argument.get("uri", "")), argument)


def select_environment(session: Session, argument: dict[str, Any]) -> dict[str, Any]:
    """Choose the environments of a document; returns their URIs."""
    environments = [str(e) for e in argument.get("environments") or []]
    return {"selected": session.select_environments(str(argument.get("uri", "")), environments)}


async def fix_all(session: Session, argument: dict[str, Any]) -> dict[str, Any]:
    """Have the editor apply every safe fix of a document; returns whether it did."""
    changes = custom_commands.fix_all(session, str(argument.get("uri", "")))
    return {"applied": bool(changes) and await session.client.apply_edit(FIX_ALL_TITLE, changes or {})}


async def upgrade_version(session: Session, argument: dict[str, Any]) -> dict[str, Any]:
    """Have the editor upgrade a template to another version; returns whether it did."""
    changes = custom_commands.upgrade(session, str(argument.get("uri", "")), str(argument.get("version", "")))
    return {"applied": bool(changes) and await session.client.apply_edit("Upgrade the template", changes or {})}


COMMANDS = (
    Command("hotlint.preview", preview),
    Command("hotlint.selectEnvironment", select_environment),
    Command("hotlint.fixAll", fix_all),
    Command("hotlint.upgradeVersion", upgrade_version),
)
