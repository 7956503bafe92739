"""textDocument/codeLens, inlayHint and documentLink: what an editor shows next to the text."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from hotlint.ide import decorations, inlay_hints
from hotlint.ide.by_kind import lenses
from hotlint.ide.decorations import CodeLens
from hotlint_server import convert
from hotlint_server.session import Feature, Session
from hotlint_server.text_buffer import Positions

SHOW_REFERENCES = "hotlint.client.showReferences"
OPEN_PREVIEW = "hotlint.client.openPreview"
TESTS = {"run": "hotlint.client.runTest", "debug": "hotlint.client.debugTest"}


def code_lens(session: Session, params: types.CodeLensParams) -> list[Any]:
    """Return the lenses of a document, unless the settings disable them.

    A lens carries a command only when the initialization option `clientCommands` names it.
    """
    uri = params.text_document.uri
    if not session.workspace.is_enabled(uri, "codeLens"):
        return []
    positions = session.workspace.positions(uri)
    offered = session.workspace.options.get("clientCommands")
    commands = set(offered) if isinstance(offered, list) else set()
    analysis = session.workspace.analysis(uri)
    found = lenses(session.workspace.kind(uri), analysis, session.workspace.tree(analysis.path))
    return [_lens(lens, uri, positions, commands, _elsewhere(session, lens)) for lens in found]


def _elsewhere(session: Session, lens: CodeLens) -> list[dict[str, Any]]:
    """Return the places of a lens in other files that can be read."""
    workspace = session.workspace
    placed = ((path, span, workspace.positions_of(path)) for path, span in lens.elsewhere)
    return [
        {"uri": workspace.uri(path), "range": convert.range_of(positions, span)}
        for path, span, positions in placed
        if positions is not None
    ]


def _lens(
    lens: CodeLens, uri: str, positions: Positions, commands: set[str], elsewhere: list[dict[str, Any]]
) -> dict[str, Any]:
    command: dict[str, Any] = {"title": lens.title, "command": ""}
    locations = [{"uri": uri, "range": convert.range_of(positions, span)} for span in lens.places] + elsewhere
    if lens.kind in ("references", "templates") and locations and SHOW_REFERENCES in commands:
        position = convert.position_of(positions, lens.span.start)
        command = {"title": lens.title, "command": SHOW_REFERENCES, "arguments": [uri, position, locations]}
    elif lens.kind == "preview" and OPEN_PREVIEW in commands:
        command = {"title": lens.title, "command": OPEN_PREVIEW, "arguments": [uri]}
    elif (name := TESTS.get(lens.kind)) in commands:
        command = {"title": lens.title, "command": name, "arguments": [uri, lens.test]}
    return {"range": convert.range_of(positions, lens.span), "command": command}


def inlay_hint(session: Session, params: types.InlayHintParams) -> list[Any]:
    """Return the inlay hints of a range, unless the settings disable them."""
    uri = params.text_document.uri
    if not session.workspace.is_enabled(uri, "inlayHints"):
        return []
    positions = session.workspace.positions(uri)
    hints = inlay_hints.inlay_hints(session.workspace.analysis(uri), convert.span_of(positions, params.range))
    return [
        {"position": convert.position_of(positions, h.offset), "label": h.text, "tooltip": h.tip, "paddingLeft": True}
        for h in hints
    ]


def document_link(session: Session, params: types.DocumentLinkParams) -> list[Any]:
    """Return the links of a document: to files, and to reference pages."""
    uri = params.text_document.uri
    positions = session.workspace.positions(uri)
    return [
        {
            "range": convert.range_of(positions, link.span),
            "target": link.url or convert.uri_of(link.path or ""),
            "tooltip": link.tip,
        }
        for link in decorations.document_links(session.workspace.analysis(uri))
    ]


FEATURES = (
    Feature(types.TEXT_DOCUMENT_CODE_LENS, code_lens),
    Feature(types.TEXT_DOCUMENT_INLAY_HINT, inlay_hint),
    Feature(types.TEXT_DOCUMENT_DOCUMENT_LINK, document_link),
)
