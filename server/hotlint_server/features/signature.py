"""textDocument/signatureHelp."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from hotlint.ide.signature_help import signature_help as signature_help_at
from hotlint_server import convert

if TYPE_CHECKING:
    from hotlint_server.app import Server


def register(server: Server) -> None:
    session = server.session

    options = types.SignatureHelpOptions(trigger_characters=["[", "{", ",", ":"], retrigger_characters=[","])

    @server.feature(types.TEXT_DOCUMENT_SIGNATURE_HELP, options)
    def signature_help(params: types.SignatureHelpParams) -> dict[str, Any] | None:
        document = session.open[params.text_document.uri]
        offset = convert.offset_of(document.buffer.positions, params.position)
        found = signature_help_at(document.buffer.text, offset)
        if found is None:
            return None
        parameters = [{"label": found.label[start:end], "documentation": what} for start, end, what in found.parameters]
        one = {
            "label": found.label,
            "documentation": found.documentation,
            "parameters": parameters,
            "activeParameter": found.active,
        }
        return {"signatures": [one], "activeSignature": 0, "activeParameter": found.active}
