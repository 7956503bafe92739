"""textDocument/codeLens."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from hotlint.ide import code_lens as ide_code_lens
from hotlint.ide.suites import SuiteLens, kind_of_text, suite_lenses
from hotlint.suites.reader import read_suite
from hotlint_server.feature import Feature
from hotlint_server.session import Session
from hotlint_server.text import convert
from hotlint_server.text.text_buffer import Positions

SHOW_REFERENCES = "hotlint.client.showReferences"
OPEN_PREVIEW = "hotlint.client.openPreview"
RUN_TEST = "hotlint.client.runTest"
DEBUG_TEST = "hotlint.client.debugTest"


def code_lens(session: Session, params: types.CodeLensParams) -> list[Any]:
    """Return the lenses of a document, unless the settings disable them.

    A lens carries a command only when the initialization option `clientCommands` names it.
    """
    uri = params.text_document.uri
    if not session.workspace.is_enabled(uri, "codeLens"):
        return []
    positions = session.workspace.positions(uri)
    document = session.workspace.document(uri)
    offered = session.workspace.options.get("clientCommands")
    commands = set(offered) if isinstance(offered, list) else set()
    if document is not None and kind_of_text(document.path, document.buffer.text) == "suite":
        suite = read_suite(document.path, document.buffer.text)
        return [_suite_lens(lens, uri, positions, commands) for lens in suite_lenses(suite)]
    lenses = ide_code_lens.code_lenses(session.workspace.snapshot(uri))
    return [_lens(lens, uri, positions, commands) for lens in lenses]


def _lens(lens: ide_code_lens.CodeLens, uri: str, positions: Positions, commands: set[str]) -> dict[str, Any]:
    command: dict[str, Any] = {"title": lens.title, "command": ""}
    if lens.kind == "references" and SHOW_REFERENCES in commands:
        locations = [{"uri": uri, "range": convert.range_of(positions, span)} for span in lens.places]
        position = convert.position_of(positions, lens.span.start)
        command = {"title": lens.title, "command": SHOW_REFERENCES, "arguments": [uri, position, locations]}
    elif lens.kind == "preview" and OPEN_PREVIEW in commands:
        command = {"title": lens.title, "command": OPEN_PREVIEW, "arguments": [uri]}
    return {"range": convert.range_of(positions, lens.span), "command": command}


def _suite_lens(lens: SuiteLens, uri: str, positions: Positions, commands: set[str]) -> dict[str, Any]:
    name = RUN_TEST if lens.kind == "run" else DEBUG_TEST
    command: dict[str, Any] = {"title": lens.title, "command": ""}
    if name in commands:
        command = {"title": lens.title, "command": name, "arguments": [uri, lens.test]}
    return {"range": convert.range_of(positions, lens.span), "command": command}


FEATURES = (Feature(types.TEXT_DOCUMENT_CODE_LENS, code_lens),)
