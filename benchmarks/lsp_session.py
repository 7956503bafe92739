"""A session with a language server, for measuring: pygls' client with plain answers, and the versions that have findings."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from secrets import token_urlsafe
from tempfile import mkstemp
from typing import Any

from lsprotocol.converters import get_converter
from pygls.client import JsonRPCClient

SERVER = (sys.executable, "-m", "hotlint_server")
logging.getLogger("pygls").setLevel(logging.ERROR)  # it warns of each notification that nobody reads
_TICKS = os.sysconf("SC_CLK_TCK")
_CAPABILITIES = {
    "general": {"positionEncodings": ["utf-16"]},
    "textDocument": {"publishDiagnostics": {"versionSupport": True}},
}


class Session:
    """A server in a workspace folder. It is made by `session`."""

    def __init__(self, pid: int, client: JsonRPCClient, timeout: float) -> None:
        self._pid, self._client, self._timeout = pid, client, timeout
        self._published: dict[str, int] = {}
        self._news = asyncio.Event()
        client.feature("textDocument/publishDiagnostics")(lambda params: self._publish(params))
        client.feature("client/registerCapability")(lambda _: None)

    def _publish(self, params: dict[str, Any]) -> None:
        self._published[params["uri"]] = params.get("version") or 0
        self._news.set()

    async def request(self, method: str, params: Any) -> Any:
        """Return the answer to a request. Raises TimeoutError when none comes, JsonRpcException for an error."""
        return await asyncio.wait_for(self._client.protocol.send_request_async(method, params), self._timeout)

    def notify(self, method: str, params: Any) -> None:
        """Send a notification."""
        self._client.protocol.notify(method, params)

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Collect what is sent, and send it in one piece at the end."""
        protocol, sink, pieces = self._client.protocol, self._client.protocol.writer, _Pieces()
        assert sink is not None
        protocol.set_writer(pieces)
        yield
        protocol.set_writer(sink)
        sink.write(b"".join(pieces.sent))

    async def findings(self, uri: str, version: int = 1) -> None:
        """Wait for the findings of a version of a document, or of a later one. Raises TimeoutError."""
        end = time.monotonic() + self._timeout
        while self._published.get(uri, 0) < version:
            self._news.clear()
            await asyncio.wait_for(self._news.wait(), end - time.monotonic())

    def memory(self) -> float:
        """Return the resident memory of the server in MiB."""
        status = Path(f"/proc/{self._pid}/status").read_text(encoding="utf-8")
        return next(int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmRSS"))

    def processor(self) -> float:
        """Return the milliseconds of the processor that the server has spent so far."""
        fields = Path(f"/proc/{self._pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return 1000 * (int(fields[11]) + int(fields[12])) / _TICKS

    async def idle(self) -> None:
        """Wait until the server has nothing more to do."""
        spent = -1.0
        while spent != (spent := self.processor()):
            await asyncio.sleep(1)


class _Pieces:
    def __init__(self) -> None:
        self.sent: list[bytes] = []

    def write(self, data: bytes) -> None:
        self.sent.append(data)

    def close(self) -> None:
        """Do nothing: a writer of pygls can be closed."""


class Document:
    """An open document, with the text that the server has."""

    def __init__(self, server: Session, path: Path, text: str) -> None:
        self._server, self.uri, self.version = server, path.as_uri(), 1
        item = {"uri": self.uri, "languageId": "yaml", "version": 1, "text": text}
        server.notify("textDocument/didOpen", {"textDocument": item})

    def change(self, text: str, *place: int) -> None:
        """Put a text in the place of the columns from `place[1]` to `place[2]` of a line, or of everything."""
        self.version += 1
        change: dict[str, Any] = {"text": text}
        if place:
            line, start, end = place
            change["range"] = {
                "start": {"line": line, "character": start},
                "end": {"line": line, "character": end},
            }
        document = {"uri": self.uri, "version": self.version}
        self._server.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})

    async def settled(self) -> None:
        """Wait for the findings of the text as it is now."""
        await self._server.findings(self.uri, self.version)

    async def ask(self, method: str, line: int, column: int) -> Any:
        """Return the answer to a request about a position."""
        position = {"line": line, "character": column}
        return await self._server.request(
            f"textDocument/{method}", {"textDocument": {"uri": self.uri}, "position": position}
        )

    def close(self) -> None:
        """Close the document."""
        self._server.notify("textDocument/didClose", {"textDocument": {"uri": self.uri}})


@asynccontextmanager
async def session(
    root: Path, command: Sequence[str] = SERVER, *, tcp: bool = False, timeout: float = 120
) -> AsyncIterator[Session]:
    """Start a server for a folder, and end it with its session."""
    client = JsonRPCClient(converter_factory=get_converter)
    token = token_urlsafe()
    process = await _over_tcp(client, command, token) if tcp else None
    if process is None:
        await client.start_io(*command)
    assert process is not None or client._server is not None
    server = Session(process.pid if process else client._server.pid, client, timeout)  # type: ignore[union-attr]
    folder = {"uri": root.as_uri(), "name": root.name}
    given = {"processId": None, "rootUri": folder["uri"], "workspaceFolders": [folder], "capabilities": _CAPABILITIES}
    given["initializationOptions"] = {"token": token}
    await server.request("initialize", given)
    server.notify("initialized", {})
    try:
        yield server
    finally:
        await server.request("shutdown", None)
        server.notify("exit", None)
        if process is not None:
            process.wait(timeout)
        else:
            await client.stop()  # type: ignore[no-untyped-call]


async def _over_tcp(client: JsonRPCClient, command: Iterable[str], token: str) -> subprocess.Popen[bytes]:
    """Start a server that listens, and connect to it. Raises RuntimeError when it ends."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    descriptor, file = mkstemp()  # which only its owner can read
    with os.fdopen(descriptor, "w", encoding="ascii") as written:
        written.write(token)
    process = subprocess.Popen([*command, "--tcp", f"127.0.0.1:{port}", "--token-file", file])
    while process.poll() is None:
        try:
            await client.start_tcp("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.05)
        else:
            os.unlink(file)
            return process
    raise RuntimeError("the server has ended")
