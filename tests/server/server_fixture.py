"""A connection to a server process with real messages, for three kinds of editor.

Each test has a session of its own. The sessions of a test process share a server: to start one for each takes longer than
most tests. `test_floods_of_messages.py` and `test_misbehaving_clients.py` speak over standard input and output, too.
"""

import asyncio
import atexit
import json
import socket
import subprocess
import sys
import tempfile
from copy import deepcopy
from functools import cache
from pathlib import Path
from time import sleep
from typing import Any

import pytest
import pytest_lsp
from hotlint_server.text_buffer import Positions
from lsprotocol import types
from pygls import uris
from pygls.protocol import default_converter
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities
from pytest_lsp.client import register_lsp_features
from time_limits import tries

TOKEN = "the-token-of-the-tests"
converter = cache(default_converter)
capabilities_of = cache(client_capabilities)


def make_client() -> LanguageClient:
    """Return a client as pytest-lsp makes it, with a converter that all clients share."""
    client = Client(converter_factory=converter)
    register_lsp_features(client)
    return client


@cache
def running_server() -> socket.socket:
    """Return a connection to the server of this test process. The server runs while one is open."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = free.getsockname()
    folder = tempfile.TemporaryDirectory()
    atexit.register(folder.cleanup)
    file = Path(folder.name, "token")
    file.touch(0o600)
    file.write_text(TOKEN, encoding="ascii")
    process = subprocess.Popen(
        [sys.executable, "-m", "hotlint_server", "--tcp", f"{address[0]}:{address[1]}", "--token-file", str(file)]
    )
    atexit.register(process.wait)
    atexit.register(process.kill)
    while process.poll() is None:
        try:
            connection = socket.create_connection(address)
        except ConnectionRefusedError:
            sleep(0.02)
            continue
        given = {"processId": None, "rootUri": None, "capabilities": {}, "initializationOptions": {"token": TOKEN}}
        body = json.dumps({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": given}).encode()
        connection.sendall(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        return connection
    raise AssertionError("the server ended")


class Client(LanguageClient):
    """A client that knows the token of the server."""

    async def initialize_session(self, params: types.InitializeParams) -> types.InitializeResult:
        """Begin a session."""
        params.initialization_options = {**(params.initialization_options or {}), "token": TOKEN}
        return await super().initialize_session(params)


class SharedServer(ClientServerConfig):
    """Connects clients to the server of this test process."""

    async def start(self, devtools: str | None = None) -> LanguageClient:
        client = self.client_factory()
        await client.start_tcp(*running_server().getpeername())
        assert isinstance(client, LanguageClient)
        return client


SERVER = SharedServer(server_command=[], client_factory=make_client)


PROFILES = {"visual-studio-code": "utf-16", "neovim": "utf-8", "emacs": "utf-32"}


TEMPLATE = """\
heat_template_version: 2018-08-31
description: "\U0001f600 and \u2028 in a line"
parameters:
  image: {type: string, default: cirros, description: What to boot.}
conditions:
  small: {equals: [{get_param: image}, cirros]}
resources:
  net: {type: OS::Neutron::Net}
  child:
    type: child.yaml
    condition: small
    properties: {size: 3}
outputs:
  emoji:
    value: ["\U0001f600\u2028", {get_param: imag}]
  id:
    value: {get_resource: net}
"""


CHILD = """\
heat_template_version: 2018-08-31
description: A child.
parameters:
  size: {type: number, description: How much.}
outputs:
  address: {value: {get_param: size}}
"""


@pytest_lsp.fixture(config=SERVER, params=list(PROFILES))  # type: ignore[untyped-decorator]
async def client(request: pytest.FixtureRequest, lsp_client: LanguageClient, tmp_path: Path) -> Any:
    (tmp_path / "child.yaml").write_text(CHILD, encoding="utf-8")
    (tmp_path / "env.yaml").write_text("parameters:\n  image: ubuntu\n", encoding="utf-8")
    capabilities = deepcopy(capabilities_of(request.param))
    encoding = PROFILES[request.param]
    if capabilities.general is None:
        capabilities.general = types.GeneralClientCapabilities()
    capabilities.general.position_encodings = [types.PositionEncodingKind(encoding)]

    @lsp_client.feature("client/registerCapability")  # type: ignore[untyped-decorator]
    def register(params: types.RegistrationParams) -> None:
        """Accept every registration."""

    for refresh in ("codeLens", "inlayHint"):
        lsp_client.feature(f"workspace/{refresh}/refresh")(lambda *_: None)

    folder = types.WorkspaceFolder(uri=uris.from_fs_path(str(tmp_path)) or "", name="here")
    result = await lsp_client.initialize_session(
        types.InitializeParams(capabilities=capabilities, workspace_folders=[folder])
    )
    assert result.capabilities.position_encoding == encoding
    lsp_client.encoding = encoding  # type: ignore[attr-defined]
    lsp_client.root = tmp_path  # type: ignore[attr-defined]
    yield
    await lsp_client.shutdown_session()


class Editor:
    """A document in an editor, with the positions of the editor's encoding."""

    def __init__(self, client: LanguageClient, name: str, text: str) -> None:
        self.client = client
        self.uri = uris.from_fs_path(str(client.root / name)) or ""  # type: ignore[attr-defined]
        self.text = text
        self.version = 1
        item = types.TextDocumentItem(self.uri, "yaml", 1, text)
        client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    @property
    def document(self) -> types.TextDocumentIdentifier:
        return types.TextDocumentIdentifier(self.uri)

    def position(self, piece: str, inside: int = 0) -> types.Position:
        return self.place(self.text.index(piece) + inside)

    def place(self, offset: int) -> types.Position:
        return types.Position(*Positions(self.text, self.client.encoding).position(offset))  # type: ignore[attr-defined]

    def cut(self, range_: types.Range) -> str:
        positions = Positions(self.text, self.client.encoding)  # type: ignore[attr-defined]
        start = positions.offset(range_.start.line, range_.start.character)
        return self.text[start : positions.offset(range_.end.line, range_.end.character)]

    def edit(self, piece: str, new: str) -> None:
        start = self.text.index(piece)
        range_ = types.Range(self.place(start), self.place(start + len(piece)))
        self.version += 1
        change = types.TextDocumentContentChangePartial(range_, new)
        identifier = types.VersionedTextDocumentIdentifier(self.version, self.uri)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(identifier, [change]))
        self.text = self.text.replace(piece, new, 1)

    async def diagnostics(self, *, until: Any = None) -> list[types.Diagnostic]:
        """Return the diagnostics of this version that meet a condition: pushed or pulled, as the editor does it."""
        for _ in tries():
            capabilities = self.client.capabilities
            document = capabilities.text_document if capabilities is not None else None
            if document is not None and document.diagnostic is not None:
                report = await self.client.text_document_diagnostic_async(types.DocumentDiagnosticParams(self.document))
                diagnostics = list(report.items)  # type: ignore[union-attr]
            else:
                diagnostics = list(self.client.diagnostics.get(self.uri, ()))
            if (until is None and diagnostics) or (until is not None and until(diagnostics)):
                return diagnostics
            await asyncio.sleep(0.02)
        raise AssertionError("no diagnostics that meet the condition")


def codes(diagnostics: list[types.Diagnostic]) -> set[str]:
    return {str(d.code) for d in diagnostics}


async def request(client: LanguageClient, method: str, params: dict[str, Any]) -> Any:
    """Send a custom request and return its result."""
    return await client.protocol.send_request_async(method, params)  # type: ignore[no-untyped-call]
