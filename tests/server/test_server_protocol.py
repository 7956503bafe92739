"""Errors: a malformed or failing request is answered, and the session goes on."""

import asyncio
from concurrent.futures import Future
from typing import Any

import pytest
from lsprotocol import types
from pytest_lsp import LanguageClient
from server_fixture import TEMPLATE, Editor, request


async def test_failing_and_malformed_requests_are_answered(client: LanguageClient) -> None:
    editor = Editor(client, "t.yaml", TEMPLATE)
    nowhere = types.TextDocumentIdentifier("file:///not/there.yaml")
    with pytest.raises(Exception, match="."):
        await client.text_document_hover_async(types.HoverParams(nowhere, types.Position(0, 0)))
    malformed: Future[Any] = Future()
    client.protocol._request_futures["m"] = malformed
    client.protocol._send_data(
        {"jsonrpc": "2.0", "id": "m", "method": "textDocument/hover", "params": {"position": "none"}}
    )
    with pytest.raises(Exception, match="."):
        await asyncio.wrap_future(malformed)
    with pytest.raises(Exception, match="."):
        await request(client, "hotlint/unheardOf", {})
    hover = await client.text_document_hover_async(types.HoverParams(editor.document, editor.position("net: {", 1)))
    assert hover is not None
