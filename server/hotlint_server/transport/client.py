"""The editor at the other end of the connection: what it can do, and what the session asks of it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, NamedTuple, Protocol

from lsprotocol import types

Json = Any


class EditorAbilities(NamedTuple):
    """The client capabilities that change what the server does. Defaults are those of an editor that declares nothing."""

    encoding: str = "utf-16"
    pulls_diagnostics: bool = False
    refreshes_diagnostics: bool = False
    refreshes_inlay_hints: bool = False
    refreshes_code_lenses: bool = False
    expands_snippets: bool = False
    nests_symbols: bool = False
    registers_watched_files: bool = False
    registers_configuration: bool = False
    answers_configuration: bool = False
    shows_progress: bool = False
    versions_edits: bool = False
    annotates_edits: bool = False
    creates_files: bool = False
    renames_files: bool = False
    deletes_files: bool = False

    @classmethod
    def of(cls, capabilities: types.ClientCapabilities, encoding: str) -> EditorAbilities:
        """Return the abilities that an `initialize` request declares; `encoding` is the position encoding agreed upon."""
        text = capabilities.text_document or types.TextDocumentClientCapabilities()
        workspace = capabilities.workspace or types.WorkspaceClientCapabilities()
        window = capabilities.window or types.WindowClientCapabilities()
        item = text.completion.completion_item if text.completion else None
        symbol, files, settings = (
            text.document_symbol,
            workspace.did_change_watched_files,
            workspace.did_change_configuration,
        )
        return cls(
            encoding=encoding,
            pulls_diagnostics=text.diagnostic is not None,
            refreshes_diagnostics=bool(workspace.diagnostics and workspace.diagnostics.refresh_support),
            refreshes_inlay_hints=bool(workspace.inlay_hint and workspace.inlay_hint.refresh_support),
            refreshes_code_lenses=bool(workspace.code_lens and workspace.code_lens.refresh_support),
            expands_snippets=bool(item and item.snippet_support),
            nests_symbols=bool(symbol and symbol.hierarchical_document_symbol_support),
            registers_watched_files=bool(files and files.dynamic_registration),
            registers_configuration=bool(settings and settings.dynamic_registration),
            answers_configuration=bool(workspace.configuration),
            shows_progress=bool(window.work_done_progress),
            **_edits_of(workspace.workspace_edit),
        )


def _edits_of(edits: types.WorkspaceEditClientCapabilities | None) -> dict[str, bool]:
    """Return what an editor can do with edits: versions of documents, annotations, and operations on files."""
    if edits is None or not edits.document_changes:
        return {}
    operations = [str(getattr(o, "value", o)) for o in edits.resource_operations or ()]
    return {
        "versions_edits": True,
        "annotates_edits": edits.change_annotation_support is not None,
        "creates_files": "create" in operations,
        "renames_files": "rename" in operations,
        "deletes_files": "delete" in operations,
    }


class EditorClient(Protocol):
    """What the session asks of the editor. Parameters are plain data in the protocol's shape."""

    def notify(self, method: str, params: dict[str, Json]) -> None:
        """Send a notification."""

    def refresh_diagnostics(self) -> None:
        """Have the editor pull diagnostics again."""

    def refresh_inlay_hints(self) -> None:
        """Have the editor request inlay hints again."""

    def refresh_code_lenses(self) -> None:
        """Have the editor request code lenses again."""

    def show_warning(self, message: str) -> None:
        """Show a message to the user."""

    async def apply_edit(self, label: str, changes: dict[str, list[Json]]) -> bool:
        """Have the editor apply text edits by URI; returns whether it did."""

    async def register(self, registrations: list[types.Registration]) -> None:
        """Register methods that the editor supports by dynamic registration only."""

    async def configuration(self, items: list[types.ConfigurationItem]) -> Sequence[Json] | None:
        """Return the editor's settings, one value an item; None when the editor does not answer."""

    def disconnect(self) -> None:
        """End the session, from any thread: the editor is gone."""

    def progress(self, token: str, title: str) -> AbstractAsyncContextManager[None]:
        """Show progress while the returned context is open."""
