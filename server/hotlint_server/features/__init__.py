"""The features of the server, one module a feature under the protocol's own name.

Each module converts, asks `hotlint.ide`, and converts back. `FEATURE_MODULES` is the one list of them: the server
registers it, and the list of features in server/README.md is checked against it.
"""

from __future__ import annotations

from hotlint_server.feature import Command, Feature
from hotlint_server.features import (
    call_hierarchy,
    code_action,
    code_lens,
    completion,
    custom_requests,
    definition,
    document_highlight,
    document_link,
    document_symbol,
    execute_command,
    file_rename,
    folding_range,
    formatting,
    hover,
    inlay_hint,
    lifecycle,
    pull_diagnostics,
    references,
    rename,
    selection_range,
    semantic_tokens,
    signature_help,
    text_document_sync,
    workspace,
    workspace_symbol,
)

FEATURE_MODULES = {
    "Lifecycle": lifecycle,
    "Text documents": text_document_sync,
    "Workspace": workspace,
    "Diagnostics": pull_diagnostics,
    "Completion": completion,
    "Hover": hover,
    "Signature help": signature_help,
    "Definition": definition,
    "References": references,
    "Document highlights": document_highlight,
    "Document symbols": document_symbol,
    "Workspace symbols": workspace_symbol,
    "Rename": rename,
    "File renames": file_rename,
    "Code actions": code_action,
    "Code lenses": code_lens,
    "Inlay hints": inlay_hint,
    "Semantic tokens": semantic_tokens,
    "Folding": folding_range,
    "Formatting": formatting,
    "Selection ranges": selection_range,
    "Document links": document_link,
    "Call hierarchy": call_hierarchy,
    "hotlint's own requests": custom_requests,
}
FEATURES: tuple[Feature, ...] = tuple(f for module in FEATURE_MODULES.values() for f in module.FEATURES)
COMMANDS: tuple[Command, ...] = execute_command.COMMANDS


def markdown_table() -> str:
    """Return the features, their methods and the commands as the table of server/README.md."""
    rows = ["| feature | methods |", "|---|---|"]
    for title, module in FEATURE_MODULES.items():
        rows.append(f"| {title} | {', '.join(f'`{f.method}`' for f in module.FEATURES)} |")
    rows.append(f"| Commands | {', '.join(f'`{c.name}`' for c in COMMANDS)} |")
    return "\n".join(rows) + "\n"
