"""Workspace edits in the protocol's shape: text edits by document, new files, and edits that the user is asked about."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hotlint.ide.code_actions.action import NewFile
from hotlint.syntax.edits import Edit
from hotlint_server import convert
from hotlint_server.workspace.editor_workspace import EditorWorkspace

Json = Any


def workspace_edit(workspace: EditorWorkspace, path: str, edits: list[Edit], doubtful: dict[str, list[Edit]]) -> Json:
    """Return a workspace edit; the edits of `doubtful`, by reason, need a confirmation.

    An editor that cannot ask for one gets the edits without the doubtful ones.
    """
    if not doubtful or not workspace.abilities.annotates_edits:
        return {"changes": workspace.changes(path, edits)}
    changes: dict[str, list[Json]] = workspace.changes(path, edits)
    annotations = {}
    for number, (reason, asked) in enumerate(doubtful.items()):
        name = f"hotlint-{number}"
        annotations[name] = {"label": f"Confirm: {reason}", "needsConfirmation": True}
        for uri, found in workspace.changes(path, asked).items():
            changes.setdefault(uri, []).extend({**edit, "annotationId": name} for edit in found)
    return {
        "documentChanges": [document_edit(workspace, uri, found) for uri, found in changes.items()],
        "changeAnnotations": annotations,
    }


def merged(changes: list[dict[str, list[Json]]]) -> dict[str, list[Json]]:
    """Return text edits by URI of several answers as one."""
    answer: dict[str, list[Json]] = {}
    for one in changes:
        for uri, edits in one.items():
            answer.setdefault(uri, []).extend(edits)
    return answer


def with_new_files(
    workspace: EditorWorkspace, path: str, edits: list[Edit], files: list[NewFile], deletes: Iterable[str] = ()
) -> Json:
    """Return a workspace edit that creates files, with their text, edits others, and deletes others at last."""
    start = {"line": 0, "character": 0}
    made: list[Json] = []
    for file in files:
        uri = convert.uri_of(file.path)
        made.append({"kind": "create", "uri": uri, "options": {"ignoreIfExists": True}})
        if file.text:
            text_edit = {"range": {"start": start, "end": start}, "newText": file.text}
            made.append({"textDocument": {"uri": uri, "version": None}, "edits": [text_edit]})
    changed = workspace.changes(path, edits)
    edited = [document_edit(workspace, uri, found) for uri, found in changed.items()]
    gone = [{"kind": "delete", "uri": workspace.uri(file), "options": {"ignoreIfNotExists": True}} for file in deletes]
    return {"documentChanges": [*made, *edited, *gone]}


def document_edit(workspace: EditorWorkspace, uri: str, edits: list[Json]) -> Json:
    """Return text edits of one document, of the version that is open; of a file, no version is known."""
    document = workspace.document(uri)
    version = document.buffer.version if document is not None else None
    return {"textDocument": {"uri": uri, "version": version}, "edits": edits}
