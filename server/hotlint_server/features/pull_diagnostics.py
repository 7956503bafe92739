"""textDocument/diagnostic and workspace/diagnostic: for editors that pull diagnostics. All others have them pushed.

An editor that pulls is never pushed to: VS Code and Neovim 0.10 show pulled and pushed diagnostics both.
"""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from hotlint_server.session import Feature, Session
from hotlint_server.workspace.workspace_reports import report

OPTIONS = types.DiagnosticOptions(inter_file_dependencies=True, workspace_diagnostics=True, identifier="hotlint")


def diagnostic(session: Session, params: types.DocumentDiagnosticParams) -> dict[str, Any]:
    """Return the findings of a document, or that they are unchanged; none for one that is not open."""
    document = session.workspace.document(params.text_document.uri)
    if document is None:
        return report([], params.previous_result_id)
    diagnostics = session.diagnostics.current(document)
    return report(session.diagnostics.publisher.to_json(document, diagnostics), params.previous_result_id)


async def workspace_diagnostic(session: Session, params: types.WorkspaceDiagnosticParams) -> dict[str, Any]:
    """Return the findings of all files of the workspace: of the open ones, and of the others where the settings ask for it."""
    previous = {one.uri: one.value for one in params.previous_result_ids}
    found = {uri: (None, items) for uri, items in (await session.reports.closed_files()).items()}
    items = []
    for uri, document in session.workspace.documents.items():
        known = session.diagnostics.publisher.to_json(document, session.diagnostics.current(document))
        items.append({**report(known, previous.get(uri)), "uri": uri, "version": document.buffer.version})
    for uri, (version, known) in found.items():
        items.append({**report(known, previous.get(uri)), "uri": uri, "version": version})
    listed = {item["uri"] for item in items}
    items += [{**report([], None), "uri": uri, "version": None} for uri in previous if uri not in listed]
    return {"items": items}


FEATURES = (
    Feature(types.TEXT_DOCUMENT_DIAGNOSTIC, diagnostic, OPTIONS),
    Feature(types.WORKSPACE_DIAGNOSTIC, workspace_diagnostic),
)
