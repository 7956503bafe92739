"""textDocument/diagnostic: for editors that pull diagnostics. All others have them pushed by the scheduler.

An editor that pulls is never pushed to: VS Code and Neovim 0.10 show pulled and pushed diagnostics both.
"""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from hotlint_server.feature import Feature
from hotlint_server.session import Session

OPTIONS = types.DiagnosticOptions(inter_file_dependencies=True, workspace_diagnostics=False, identifier="hotlint")


def diagnostic(session: Session, params: types.DocumentDiagnosticParams) -> dict[str, Any]:
    """Return the findings of a document; none for one that is not open."""
    document = session.workspace.document(params.text_document.uri)
    if document is None:
        return {"kind": "full", "items": []}
    diagnostics = session.diagnostics.current(document)
    return {"kind": "full", "items": session.diagnostics.publisher.to_json(document, diagnostics)}


FEATURES = (Feature(types.TEXT_DOCUMENT_DIAGNOSTIC, diagnostic, OPTIONS),)
