"""pygls's protocol, with the changes that keep the text of documents intact, and the order of a session."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from lsprotocol import types
from pygls.exceptions import (
    FeatureNotificationError,
    JsonRpcException,
    JsonRpcInvalidParams,
    JsonRpcInvalidRequest,
    JsonRpcParseError,
    JsonRpcServerNotInitialized,
)
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

from hotlint_server.text_buffer import DocumentChanges


class RequestFailed(JsonRpcException):
    """A request that is valid and cannot be answered, such as one about a file that does not exist."""

    CODE = -32803
    MESSAGE = "Request Failed"


class Json(str):
    """An answer that is the text of JSON already, because it is large."""


class HotlintServerBase(LanguageServer):
    """A server for one connection. `disconnect` ends the connection, from any thread; the transport sets it."""

    protocol: HotlintProtocol
    disconnect: Callable[[], None]


class HotlintProtocol(LanguageServerProtocol):
    """The messages of one connection."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._initialized = False
        self._own_requests: set[Any] = set()

    @property
    def is_shut_down(self) -> bool:
        """Whether the editor has sent `shutdown`."""
        return self._shutdown

    # pygls keeps its own copy of each document and breaks its lines with `splitlines()`: U+2028, U+0085 and form feeds
    # are line ends there and not in the protocol, so that incremental edits corrupt the text. `text_buffer` holds the
    # only copy here; pygls's is never made.
    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        self.fm.features[types.TEXT_DOCUMENT_DID_OPEN](params)

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: DocumentChanges) -> None:  # type: ignore[override]
        self.fm.features[types.TEXT_DOCUMENT_DID_CHANGE](params)

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        self.fm.features[types.TEXT_DOCUMENT_DID_CLOSE](params)

    @lsp_method(types.SHUTDOWN)
    def lsp_shutdown(self, *_: Any) -> None:  # type: ignore[override]
        """Cancel every request under way. (pygls's own goes through the requests while cancelling removes them.)"""
        self._shutdown = True
        for identity, future in list(self._request_futures.items()):
            if identity != self.msg_id and not future.done():
                future.cancel()

    def _send_response(self, msg_id: Any, result: Any | None = None, error: Any | None = None) -> None:
        """Send the response to a request. An answer is plain data: pygls would copy every part of it first."""
        if error is not None:
            super()._send_response(msg_id, result, error)
            return
        self._result_types.pop(msg_id, None)
        if not isinstance(result, Json):
            self._send_data({"jsonrpc": self.VERSION, "id": msg_id, "result": result})
        elif self.writer is not None:
            body = f'{{"jsonrpc": "{self.VERSION}", "id": {json.dumps(msg_id)}, "result": {result}}}'
            head = f"Content-Length: {len(body)}\r\n\r\n" if self._include_headers else ""
            self.writer.write((head + body).encode("ascii"))

    def _send_handler_result(self, future: Future[Any], *, msg_id: Any) -> None:
        """Send what a request is answered with. (pygls logs a refusal, which the user is shown, with two tracebacks.)"""
        refusal = None if future.cancelled() else future.exception()
        if isinstance(refusal, JsonRpcInvalidRequest | RequestFailed):
            self._request_futures.pop(msg_id, None)
            self._send_response(msg_id, error=refusal.to_response_error())
        else:
            super()._send_handler_result(future, msg_id=msg_id)

    def _check_handler_result(self, future: Future[Any]) -> None:
        if not future.cancelled():  # pygls 2.0 logs what was cancelled as an error
            super()._check_handler_result(future)

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Return the typed message. Raises JsonRpcException for a malformed one, which is answered first.

        pygls leaves a malformed request without any response, and a request of its own waiting for ever when its
        response is malformed.
        """
        try:
            return super().structure_message(data)
        except JsonRpcException as exc:
            if "method" not in data:
                self._fail_own_request(data.get("id"), exc)
            elif "id" in data:
                self.refuse(data["id"], JsonRpcInvalidParams(str(exc)))
            raise

    def _fail_own_request(self, identity: Any, exc: JsonRpcException) -> None:
        waiting = self._request_futures.pop(identity, None) if identity in self._own_requests else None
        if waiting is not None and not waiting.done():
            waiting.set_exception(exc)

    def refuse(self, identity: Any, error: JsonRpcException) -> None:
        """Answer a request with an error. An id that none can have is answered as null, as JSON-RPC has it."""
        known = identity if isinstance(identity, str | int) and not isinstance(identity, bool) else None
        self._send_response(known, None, error.to_response_error())

    def admits(self, method: str, identity: Any | None) -> bool:
        """Return whether a message comes in the order that LSP asks for; a request that does not is refused.

        `identity` is the id of a request, None for a notification.
        """
        if identity is None:
            return method == types.EXIT or (self._initialized and not self._shutdown)
        refusal = self._refusal(method, identity)
        if refusal is not None:
            self.refuse(identity, refusal)
        return refusal is None

    def handle_message(self, message: Any) -> None:
        """Handle a message that came in order."""
        if isinstance(message, DocumentChanges):
            self._change_document(message)
            return
        self._initialized |= getattr(message, "method", None) == types.INITIALIZE
        super().handle_message(message)

    def _change_document(self, params: DocumentChanges) -> None:
        """Handle a change at once: thousands may arrive in a row, and others wait meanwhile."""
        try:
            self.lsp_text_document__did_change(params)
        except Exception as exc:
            self._server.report_server_error(exc, FeatureNotificationError)

    def _refusal(self, method: str, identity: Any) -> JsonRpcException | None:
        """Return the error that a request is answered with instead of being handled; None for a request in order."""
        if self._shutdown:
            return JsonRpcInvalidRequest("the server is shutting down")
        if not self._initialized and method != types.INITIALIZE:
            return JsonRpcServerNotInitialized(f"'{method}' came before 'initialize'")
        if self._initialized and method == types.INITIALIZE:
            return JsonRpcInvalidRequest("'initialize' came a second time")
        if identity in self._request_futures:
            return JsonRpcInvalidRequest(f"request {identity!r} is still being answered")
        return None

    def send_request(
        self,
        method: str,
        params: Any | None = None,
        callback: Callable[[Any], None] | None = None,
        msg_id: Any | None = None,
    ) -> Future[Any]:
        """Send a request, and note that its response is waited for."""
        identity = msg_id or str(uuid.uuid4())
        self._own_requests.add(identity)
        return super().send_request(method, params, callback, identity)

    def _handle_response(self, msg_id: Any, result: Any | None = None, error: Any | None = None) -> None:
        """Take the response to a request of the server; any other response, which could name the editor's, is dropped."""
        if msg_id in self._own_requests:
            self._own_requests.discard(msg_id)
            super()._handle_response(msg_id, result, error)


def handle(server: HotlintServerBase, body: bytes) -> None:
    """Handle the body of one message, whatever is in it. Raises SystemExit for `exit`."""
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        server.protocol.refuse(None, JsonRpcParseError("the message is not JSON"))
        return
    if not _is_message(data):
        is_request = isinstance(data, dict) and "method" in data
        error = JsonRpcInvalidRequest(
            "a message is an object with 'jsonrpc': '2.0', a method, and an id where it is a request"
        )
        server.protocol.refuse(data.get("id") if is_request else None, error)
        return
    if "method" in data and not server.protocol.admits(data["method"], data.get("id")):
        return
    try:
        server.protocol.handle_message(server.protocol.structure_message(data))
    except Exception as exc:  # one bad message must not end the session
        server.report_server_error(exc, JsonRpcException)


def _is_message(data: Any) -> bool:
    if not isinstance(data, dict) or data.get("jsonrpc") != HotlintProtocol.VERSION:
        return False
    identity = data.get("id", 0)
    if "method" in data:
        return isinstance(data["method"], str) and isinstance(identity, str | int) and not isinstance(identity, bool)
    return isinstance(identity, str | int) or "error" in data
