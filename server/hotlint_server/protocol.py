"""pygls's protocol, with what a server needs that must not lose text or leave a request unanswered.

- Documents are our own (`buffer.Buffer`); pygls's copy of them is never made.
- An answer that is plain data is written as it is, without a walk through cattrs.
- A malformed request is answered with an error; pygls leaves it without an answer.
- A crash in a handler is logged and answers that request; no message pops up.
"""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pygls.protocol import LanguageServerProtocol, lsp_method
from pygls.protocol.json_rpc import JsonRPCNotification, JsonRPCRequestMessage

if TYPE_CHECKING:
    from hotlint_server.app import Server

logger = logging.getLogger(__name__)
OWN_METHODS = "hotlint/"


class Protocol(LanguageServerProtocol):
    """The messages of one connection."""

    _server: Server

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        self._server.session.opened(params.text_document)

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> None:
        self._server.session.changed(params.text_document.uri, params.text_document.version, params.content_changes)

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        self._server.session.closed(params.text_document.uri)

    def structure_message(self, data: dict[str, Any]) -> Any:
        if "jsonrpc" not in data:
            return data
        method = data.get("method")
        if isinstance(method, str) and method.startswith(OWN_METHODS):
            if "id" in data:
                return JsonRPCRequestMessage(data["id"], method, "2.0", data.get("params"))
            return JsonRPCNotification(method, "2.0", data.get("params"))
        try:
            return super().structure_message(data)
        except JsonRpcException as exc:
            if method is not None and "id" in data:
                self._send_response(data["id"], None, JsonRpcInvalidParams(str(exc)).to_response_error())
            elif method is None:
                # an answer to a question of ours that is no answer: whoever waits for it must not wait for ever
                waiting = self._request_futures.pop(data.get("id"), None)  # type: ignore[arg-type]
                if waiting is not None and not waiting.done():
                    waiting.set_exception(exc)
            raise

    def _send_response(self, msg_id: Any, result: Any = None, error: Any = None) -> None:
        if error is None and (result is None or isinstance(result, dict | list)):
            self._result_types.pop(msg_id, None)
            self._send_data({"jsonrpc": "2.0", "id": msg_id, "result": result})
        else:
            super()._send_response(msg_id, result, error)

    def notify(self, method: str, params: Any = None) -> None:
        if isinstance(params, dict):
            self._send_data({"jsonrpc": "2.0", "method": method, "params": params})
        else:
            super().notify(method, params)

    def _send_data(self, data: Any) -> None:
        # pygls logs every message it sends, with its whole text, before it asks whether anyone listens
        if self.writer is None or not data:
            return
        body = json.dumps(data, default=self._serialize_message, separators=(",", ":"))
        header = f"Content-Length: {len(body)}\r\n\r\n" if self._include_headers else ""
        written = self.writer.write((header + body).encode("ascii"))
        if written is not None:
            import asyncio

            asyncio.ensure_future(written)  # noqa: RUF006 - the transport keeps it
