"""textDocument/rename and prepareRename: a name in all files; workspace/willRenameFiles: paths follow what is renamed."""

from __future__ import annotations

import os
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidRequest

from hotlint.ide import rename as ide_rename
from hotlint.ide.file_moves import Moves, edits_of, edits_of_mentions
from hotlint.ide.path_mentions import holds_mentions
from hotlint_server import convert
from hotlint_server.session import Feature, Session
from hotlint_server.workspace.workspace_edits import merged, workspace_edit

MAX_SHOWN = 5
"""Files that a message names."""


def prepare_rename(session: Session, params: types.PrepareRenameParams) -> dict[str, Any] | None:
    """Return the name at a position and its range; None when it cannot be renamed."""
    analysis, offset = session.workspace.analysis_at(params)
    subject = ide_rename.prepare(analysis, offset)
    if subject is None:
        return None
    positions = session.workspace.positions(params.text_document.uri)
    return {"range": convert.range_of(positions, subject.span), "placeholder": subject.shown}


def rename(session: Session, params: types.RenameParams) -> dict[str, Any]:
    """Return the edits of a rename, in all files. Raises JsonRpcInvalidRequest with the reason of a refusal.

    What is left as it is, because it may stand for something else, is shown to the user.
    """
    workspace = session.workspace
    analysis, offset = workspace.analysis_at(params)
    try:
        found = ide_rename.plan(analysis, offset, params.new_name, workspace.tree(analysis.path))
    except ide_rename.RenameError as exc:
        raise JsonRpcInvalidRequest(str(exc)) from None
    left = _left(found, is_asked=workspace.abilities.annotates_edits)
    if left:
        session.client.show_warning(left)
    answer: dict[str, Any] = workspace_edit(workspace, analysis.path, found.edits, found.doubtful)
    return answer


def _left(found: ide_rename.Renaming, *, is_asked: bool) -> str:
    """Return what a rename leaves as it is, in a sentence; "" for nothing."""
    unasked = [] if is_asked else [(e.path, reason) for reason, edits in found.doubtful.items() for e in edits]
    paths = dict.fromkeys([*(path for path, _ in unasked if path is not None), *found.unreached])
    if not paths:
        return ""
    shown = ", ".join(os.path.basename(path) for path in list(paths)[:MAX_SHOWN])
    more = f" and {len(paths) - MAX_SHOWN} more files" if len(paths) > MAX_SHOWN else ""
    why = f", since {unasked[0][1]}" if unasked else ""
    return f"The name is left as it is in {shown}{more}, where it may stand for something else{why}."


OPTIONS = types.FileOperationRegistrationOptions(
    [types.FileOperationFilter(types.FileOperationPattern("**/*"), scheme="file")]
)


def will_rename_files(session: Session, params: types.RenameFilesParams) -> dict[str, Any]:
    """Return the edits, of the documents under their names of before, by which every path leads where it led."""
    workspace = session.workspace
    moves = Moves([(convert.path_of(f.old_uri), convert.path_of(f.new_uri)) for f in params.files])
    changes: list[dict[str, list[Any]]] = []
    for path, names in workspace.all_files():
        if moves(path) == path and not any(name in names.text for name in moves.names):
            continue
        text = workspace.text_of(path)
        if text is not None and holds_mentions(path, text):
            changes.append(workspace.changes(path, edits_of_mentions(path, text, moves)))
            continue
        analysis = workspace.analysis_of(path)
        if analysis is not None:
            changes.append(workspace.changes(path, edits_of(analysis, moves)))
    return {"changes": merged(changes)}


FEATURES = (
    # pygls ignores the options of `rename`: `prepareRename` has to be a feature of its own.
    Feature(types.TEXT_DOCUMENT_PREPARE_RENAME, prepare_rename),
    Feature(types.TEXT_DOCUMENT_RENAME, rename),
    Feature(types.WORKSPACE_WILL_RENAME_FILES, will_rename_files, OPTIONS),
)
