"""textDocument/codeAction and codeAction/resolve."""

from __future__ import annotations

import os
from typing import Any

from lsprotocol import types

from hotlint.ide import code_actions
from hotlint_server import convert
from hotlint_server.features import custom_commands
from hotlint_server.session import Feature, Session
from hotlint_server.workspace.open_document import OpenDocument
from hotlint_server.workspace.workspace_edits import with_new_files

FIX_ALL = "source.fixAll.hotlint"
FIX_ALL_TITLE = "Apply all safe fixes"
OPTIONS = types.CodeActionOptions(
    code_action_kinds=["quickfix", FIX_ALL, "refactor.extract", "refactor.inline", "refactor.rewrite"],
    resolve_provider=True,
)


async def code_action(session: Session, params: types.CodeActionParams) -> list[Any]:
    """Return the actions for a range of an open document, of the kinds that the editor asks for."""
    document = session.workspace.document(params.text_document.uri)
    if document is None:
        return []
    only = params.context.only
    diagnostics = await session.diagnostics.current(document)
    analysis = document.analysis()
    span = convert.span_of(document.buffer.positions, params.range)
    thorough = params.context.trigger_kind != types.CodeActionTriggerKind.Automatic
    tree = session.workspace.tree(analysis.path)
    found = code_actions.actions(analysis, span, diagnostics, tree, thorough=thorough)
    may_create = session.workspace.abilities.creates_files
    actions = [a for a in found if _is_wanted(a.kind, only) and (may_create or not a.creates)]
    answer = [_action(session, document, action) for action in actions]
    if _is_wanted(FIX_ALL, only) and any(fix.safety == "safe" for d in diagnostics for fix in d.fixes):
        answer.append({"title": FIX_ALL_TITLE, "kind": FIX_ALL, "data": {"uri": document.uri, "fixAll": True}})
    return answer


def resolve(session: Session, action: types.CodeAction) -> types.CodeAction:
    """Return an action whose edit takes longer than the others, with it: "fix all", or an upgrade."""
    data = action.data if isinstance(action.data, dict) else {}
    uri = str(data.get("uri", ""))
    if uri and data.get("upgrade"):
        action.edit = convert.lsp_workspace_edit(custom_commands.upgrade(session, uri, str(data["upgrade"])) or {})
    elif uri:
        action.edit = convert.lsp_workspace_edit(custom_commands.fix_all(session, uri) or {})
    return action


def _is_wanted(kind: str, only: Any) -> bool:
    """Return whether an editor asked for a kind: "refactor" stands for every kind that starts with "refactor."."""
    if only is None:
        return True
    wanted = [str(getattr(o, "value", o)) for o in only]
    return any(kind == w or kind.startswith(f"{w}.") for w in wanted)


def _action(session: Session, document: OpenDocument, action: code_actions.CodeAction) -> dict[str, Any]:
    answer: dict[str, Any] = {"title": action.title, "kind": action.kind}
    if action.disabled is not None:
        answer["title"] = f"{action.title}: {action.disabled}"  # editors show the title, and few of them the reason
        answer["disabled"] = {"reason": action.disabled}
        return answer
    if action.fixes is not None:
        answer["diagnostics"] = session.diagnostics.publisher.to_json(document, [action.fixes])
    if action.preferred:
        answer["isPreferred"] = True
    if action.upgrade is not None:
        answer["data"] = {"uri": document.uri, "upgrade": action.upgrade}
        return answer
    deletes = action.deletes if session.workspace.abilities.deletes_files else ()
    if deletes:
        answer["title"] += f", and delete {', '.join(map(os.path.basename, deletes))}"
    if action.creates or deletes:
        answer["edit"] = with_new_files(
            session.workspace, document.path, list(action.edits), list(action.creates), deletes
        )
        return answer
    answer["edit"] = {"changes": session.workspace.changes(document.path, list(action.edits))}
    return answer


FEATURES = (
    Feature(types.TEXT_DOCUMENT_CODE_ACTION, code_action, OPTIONS),
    Feature(types.CODE_ACTION_RESOLVE, resolve),
)
