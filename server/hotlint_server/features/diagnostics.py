"""textDocument/diagnostic: for editors that pull. To all others `session` pushes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

if TYPE_CHECKING:
    from hotlint_server.app import Server


def register(server: Server) -> None:
    session = server.session
    options = types.DiagnosticOptions(inter_file_dependencies=True, workspace_diagnostics=False, identifier="hotlint")

    @server.feature(types.TEXT_DOCUMENT_DIAGNOSTIC, options)
    def diagnostic(params: types.DocumentDiagnosticParams) -> dict[str, Any]:
        document = session.open.get(params.text_document.uri)
        if document is None:
            return {"kind": "full", "items": []}
        return {"kind": "full", "items": session.shown(document, session.findings_now(params.text_document.uri))}
