"""pygls's protocol, with the changes that keep the text of documents intact and answer every request."""

from __future__ import annotations

from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pygls.protocol import LanguageServerProtocol, lsp_method


class HotlintProtocol(LanguageServerProtocol):
    """The messages of one connection."""

    # pygls keeps its own copy of each document and breaks its lines with `splitlines()`: U+2028, U+0085 and form feeds
    # are line ends there and not in the protocol, so that incremental edits corrupt the text. `text_buffer` holds the
    # only copy here; pygls's is never made.
    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        self.fm.features[types.TEXT_DOCUMENT_DID_OPEN](params)

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> None:
        self.fm.features[types.TEXT_DOCUMENT_DID_CHANGE](params)

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        self.fm.features[types.TEXT_DOCUMENT_DID_CLOSE](params)

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Return the typed message. Raises JsonRpcException for a malformed one, which is answered first.

        pygls leaves a malformed request without any response, and a request of its own waiting for ever when its
        response is malformed.
        """
        try:
            return super().structure_message(data)
        except JsonRpcException as exc:
            if "method" not in data:
                waiting = self._request_futures.pop(data.get("id"), None)  # type: ignore[arg-type]
                if waiting is not None and not waiting.done():
                    waiting.set_exception(exc)
            elif "id" in data:
                self._send_response(data["id"], None, JsonRpcInvalidParams(str(exc)).to_response_error())
            raise
