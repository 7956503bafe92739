"""textDocument/codeAction and codeAction/resolve."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from hotlint.ide import code_actions as actions
from hotlint_server import convert, custom_commands

if TYPE_CHECKING:
    from hotlint_server.app import Server
    from hotlint_server.open_document import Open
    from hotlint_server.session import Session

FIX_ALL = "source.fixAll.hotlint"


def register(server: Server) -> None:
    session = server.session

    kinds: list[types.CodeActionKind | str] = [
        "quickfix",
        FIX_ALL,
        "refactor.extract",
        "refactor.inline",
        "refactor.rewrite",
    ]

    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=kinds, resolve_provider=True)
    )
    def code_actions(params: types.CodeActionParams) -> list[Any]:
        uri = params.text_document.uri
        document = session.open.get(uri)
        if document is None:
            return []
        only = params.context.only
        positions = document.buffer.positions
        snapshot = session.snapshot(uri)
        findings = session.findings_now(uri)
        found = list(actions.actions(snapshot, convert.span_of(positions, params.range), findings))
        answers = [_action(session, document, snapshot.path, action) for action in found if _wanted(action.kind, only)]
        if _wanted(FIX_ALL, only) and any(f.safety == "safe" for d in findings for f in d.fixes):
            answers.append({"title": "Apply all safe fixes", "kind": FIX_ALL, "data": {"uri": uri, "fixAll": True}})
        return answers

    @server.feature(types.CODE_ACTION_RESOLVE)
    def resolve(action: types.CodeAction) -> Any:
        data = action.data
        answer = server.protocol._converter.unstructure(action)
        uri = data.get("uri") if isinstance(data, dict) else getattr(data, "uri", None)
        if uri:
            answer["edit"] = custom_commands.fix_all_edit(session, str(uri)) or {"changes": {}}
        return answer


def _wanted(kind: str, only: Any) -> bool:
    """Whether an editor asked for a kind: kinds are paths with dots, and the start of one stands for all below it."""
    return only is None or any(
        kind == str(getattr(o, "value", o)) or kind.startswith(f"{getattr(o, 'value', o)}.") for o in only
    )


def _action(session: Session, document: Open, path: str, action: actions.CodeAction) -> Any:
    answer: dict[str, Any] = {"title": action.title, "kind": action.kind}
    if action.why_not is not None:
        answer["disabled"] = {"reason": action.why_not}
        return answer
    if action.fixes is not None:
        answer["diagnostics"] = session.shown(document, [action.fixes])
    if action.preferred:
        answer["isPreferred"] = True
    answer["edit"] = session.workspace_edit(path, list(action.edits))
    return answer
