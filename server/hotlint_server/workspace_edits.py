"""Workspace edits in the protocol's shape: text edits by document, new files, and edits that the user is asked about."""

from __future__ import annotations

from typing import Any

from hotlint.syntax.edits import Edit
from hotlint_server.editor_workspace import EditorWorkspace

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


def document_edit(workspace: EditorWorkspace, uri: str, edits: list[Json]) -> Json:
    """Return text edits of one document, of the version that is open; of a file, no version is known."""
    document = workspace.document(uri)
    version = document.buffer.version if document is not None else None
    return {"textDocument": {"uri": uri, "version": version}, "edits": edits}
