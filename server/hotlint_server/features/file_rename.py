"""workspace/willRenameFiles: paths in templates, environments, configurations and suites follow what is renamed."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from hotlint.ide.file_moves import Moves, edits_of, edits_of_mentions
from hotlint.ide.path_mentions import holds_mentions
from hotlint_server.feature import Feature
from hotlint_server.session import Session
from hotlint_server.text import convert
from hotlint_server.workspace.workspace_edits import merged

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


FEATURES = (Feature(types.WORKSPACE_WILL_RENAME_FILES, will_rename_files, OPTIONS),)
