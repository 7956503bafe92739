"""A server process among clients that break every rule: it answers what can be answered, and ends when it should."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from forks import Fork, PipedFork
from hotlint_server.app import main
from hotlint_server.transport import tcp
from hotlint_server.transport.inbox import LONGEST_HEADERS, MessageFramer
from hotlint_server.transport.tcp import FIRST_BYTES, FIRST_SECONDS
from server_fixture import TOKEN
from time_limits import HANG_SECONDS

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="waits for pipes with select")
COMMAND = [sys.executable, "-m", "hotlint_server"]
TEXT = "heat_template_version: 2018-08-31\nresources:\n  net: {type: OS::Neutron::Net}\n"


def frame(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


class Client:
    """One end of a connection: sends bytes, and reads messages with a time limit."""

    def __init__(self, source: Any, sink: Any) -> None:
        self._source, self._sink = source, sink
        self._framer = MessageFramer()
        self._messages: list[dict[str, Any]] = []
        self._id = 0

    def raw(self, data: bytes) -> None:
        """Send bytes as they are."""
        while data:
            data = data[os.write(self._sink, data) :]

    def notify(self, method: str, params: Any = None) -> None:
        """Send a notification."""
        self.raw(frame(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}).encode()))

    def send(self, method: str, params: Any = None, identity: Any = None) -> Any:
        """Send a request and return its id."""
        self._id += 1
        identity = identity if identity is not None else self._id
        self.raw(frame(json.dumps({"jsonrpc": "2.0", "id": identity, "method": method, "params": params}).encode()))
        return identity

    def read(self) -> dict[str, Any]:
        """Return the next message. Fails when none comes."""
        while not self._messages:
            assert select.select([self._source], [], [], HANG_SECONDS)[0], "no message"
            data = os.read(self._source, 1 << 16)
            assert data, "the server has closed the connection"
            self._messages += [json.loads(body) for body in self._framer.feed(data)]
        return self._messages.pop(0)

    def response(self, identity: Any) -> dict[str, Any]:
        """Return the response to a request; other messages before it are dropped."""
        while True:
            message = self.read()
            if "method" not in message and message.get("id") == identity:
                return message

    def ask(self, method: str, params: Any = None) -> dict[str, Any]:
        """Send a request and return its response."""
        return self.response(self.send(method, params))

    def initialize(self, **more: Any) -> None:
        """Begin a session."""
        options = {"token": TOKEN, **more.pop("initializationOptions", {})}
        given = {"processId": None, "rootUri": None, "capabilities": {}, "initializationOptions": options, **more}
        self.ask("initialize", given)
        self.notify("initialized", {})

    def open(self, text: str = TEXT, uri: str = "file:///nowhere/t.yaml") -> None:
        """Open a document."""
        self.notify(
            "textDocument/didOpen",
            {"textDocument": {"uri": uri, "languageId": "yaml", "version": 1, "text": text}},
        )

    def symbols(self, uri: str = "file:///nowhere/t.yaml") -> list[str]:
        """Return the names of the top-level symbols of a document."""
        result = self.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})["result"]
        return [symbol["name"] for symbol in result]


class Server:
    """A server process on standard input and output, and its client."""

    def __init__(self) -> None:
        self.process = PipedFork("hotlint_server")
        self.client = Client(self.process.stdout.fileno(), self.process.stdin.fileno())

    def end(self) -> int:
        """Wait for the process to end and return its exit code."""
        return self.process.wait()

    def close(self) -> None:
        """End the process, however it is."""
        self.process.close()


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server()
    yield made
    made.close()


def code(response: dict[str, Any]) -> int:
    return int(response["error"]["code"])


def test_a_clean_shutdown() -> None:
    """Of a process that is started as editors do."""
    process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdin is not None and process.stdout is not None
    client = Client(process.stdout.fileno(), process.stdin.fileno())
    client.initialize()
    client.open()
    assert "resources" in client.symbols()
    assert client.ask("shutdown")["result"] is None
    assert code(client.ask("textDocument/hover", {})) == -32600  # InvalidRequest
    client.notify("exit")
    assert process.communicate(timeout=HANG_SECONDS)[1] == b""
    assert process.returncode == 0


def test_exit_without_shutdown(server: Server) -> None:
    server.client.initialize()
    server.client.notify("exit")
    assert server.end() == 1


def test_requests_before_initialize(server: Server) -> None:
    client = server.client
    client.open()
    assert code(client.ask("textDocument/documentSymbol", {"textDocument": {"uri": "file:///x"}})) == -32002
    assert code(client.ask("shutdown")) == -32002  # ServerNotInitialized
    client.initialize()
    assert code(client.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})) == -32600
    client.open()
    assert "resources" in client.symbols()


def test_exit_before_initialize(server: Server) -> None:
    server.client.notify("exit")
    assert server.end() == 1


def test_messages_that_are_none(server: Server) -> None:
    """Garbage is answered with the errors of JSON-RPC, or dropped, and the session goes on."""
    client = server.client
    client.initialize()
    client.raw(frame(b"{"))
    assert code(client.response(None)) == -32700  # ParseError
    for body in (b"[]", b"1", b'{"id": 1}', b'{"jsonrpc": "1.0", "id": 9, "method": "x"}', b"\xff\xfe", b"[" * 200_000):
        client.raw(frame(body))
    client.raw(b"Content-Length: x\r\n\r\nContent-Length: -1\r\n\r\n")
    client.raw(b"Content-Length: %b\r\n\r\n" % (b"9" * 5000))
    client.raw(b"no header at all\r\n\r\n")
    client.notify("textDocument/didChange", {"textDocument": 7})
    assert code(client.ask("textDocument/hover", {"position": "none"})) == -32602
    assert code(client.ask("no/such", {})) == -32601
    client.open()
    assert "resources" in client.symbols()


def test_messages_in_halves(server: Server) -> None:
    client = server.client
    client.initialize()
    client.open()
    body = json.dumps(
        {"jsonrpc": "2.0", "id": "half", "method": "textDocument/documentSymbol",
         "params": {"textDocument": {"uri": "file:///nowhere/t.yaml"}}}
    ).encode()  # fmt: skip
    whole = frame(body)
    for at in range(0, len(whole), 7):
        client.raw(whole[at : at + 7])
        time.sleep(0.002)
    assert client.response("half")["result"]


def test_a_message_that_never_ends(server: Server) -> None:
    server.client.initialize()
    server.client.raw(b"Content-Length: 1000\r\n\r\n{")
    server.process.stdin.close()
    assert server.end() == 1


def test_headers_that_never_end() -> None:
    framer = MessageFramer()
    for _ in range(50):
        assert framer.feed(b"x" * 40_000) == []
    assert len(framer._rest) < 2 * LONGEST_HEADERS
    assert framer.feed(b"\r\n\r\n" + frame(b"{}")) == [b"{}"]


def test_one_id_for_two_requests_and_cancellations(server: Server) -> None:
    client = server.client
    client.initialize()
    client.open()
    for _ in range(2):
        client.send("hotlint/lintWorkspace", {}, identity="twice")
    answers = [client.response("twice"), client.response("twice")]
    assert sum("error" in answer for answer in answers) <= 1
    for identity in ("twice", "never", 10**9, "long"):
        client.notify("$/cancelRequest", {"id": identity})
    client.send("hotlint/lintWorkspace", {}, identity="long")
    client.notify("$/cancelRequest", {"id": "long"})
    answer = client.response("long")
    assert "result" in answer or code(answer) == -32800  # RequestCancelled
    assert "resources" in client.symbols()


def test_shutdown_while_requests_are_answered(server: Server) -> None:
    client = server.client
    client.initialize()
    client.open()
    waiting = [client.send("hotlint/lintWorkspace", {}) for _ in range(5)]
    last = client.send("shutdown")
    answers: dict[Any, dict[str, Any]] = {}
    while len(answers) < 6:
        message = client.read()
        if "method" not in message:
            answers[message["id"]] = message
    assert set(answers) == {*waiting, last}
    assert "error" not in answers[last]
    client.notify("exit")
    assert server.end() == 0


def test_a_flood_of_changes(server: Server) -> None:
    """Five thousand changes without a pause: the last text counts."""
    client = server.client
    client.initialize()
    client.open()
    uri = "file:///nowhere/t.yaml"
    end = {"line": 2, "character": 0}
    for version in range(2, 5002):
        change = {
            "range": {"start": end, "end": end},
            "text": "#\n" if version < 5001 else "  last: {type: OS::Heat::None}\n",
        }
        client.notify(
            "textDocument/didChange", {"textDocument": {"uri": uri, "version": version}, "contentChanges": [change]}
        )
    position = {"textDocument": {"uri": uri}, "position": {"line": 2, "character": 3}}
    assert "last" in json.dumps(client.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})["result"])
    assert "error" not in client.ask("textDocument/hover", position)


@pytest.mark.parametrize(
    "text",
    [
        TEXT + "".join(f"  r{n}: {{type: OS::Heat::None}}\n" for n in range(6_000)),
        TEXT + "outputs:\n  o: {value: '" + "x" * 1_000_000 + "'}\n",
        TEXT + "# " + "y" * 1_000_000 + "\n",
        TEXT + "outputs:\n  o: {value: [" + "a, " * 100_000 + "]}\n",
    ],
    ids=["6,000 lines", "1 MB string", "1 MB comment", "a long list"],
)
def test_texts_of_a_size(server: Server, text: str) -> None:
    client = server.client
    client.initialize()
    client.open(text)
    assert "resources" in client.symbols()
    assert client.ask("shutdown")["result"] is None
    client.notify("exit")
    assert server.end() == 0


def test_a_killed_editor_ends_the_server(tmp_path: Path) -> None:
    """The pipes stay open in another process, as when an editor is killed and its children live on."""
    editor = subprocess.Popen(["sleep", "600"])
    server = Server()
    try:
        server.client.initialize(processId=editor.pid)
        server.client.open()
        assert "resources" in server.client.symbols()
        editor.send_signal(signal.SIGKILL)
        editor.wait()
        assert server.end() == 1
    finally:
        editor.kill()
        server.close()


def test_an_editor_that_is_not_there_is_not_waited_for(server: Server) -> None:
    server.client.initialize(processId=2**30)
    server.client.open()
    time.sleep(2.5)
    assert "resources" in server.client.symbols()


def test_a_closed_stream_ends_the_server(server: Server) -> None:
    server.client.initialize()
    server.client.open()
    server.process.stdout.close()
    server.client.send("textDocument/documentSymbol", {"textDocument": {"uri": "file:///nowhere/t.yaml"}})
    server.process.stdin.close()
    assert server.end() == 1


def connect(port: int) -> socket.socket:
    """Connect to a server that may not listen yet."""
    end = time.monotonic() + HANG_SECONDS
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), 5)
        except OSError:
            assert time.monotonic() < end
            time.sleep(0.05)


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def listening(tmp_path: Path) -> Iterator[tuple[Fork, int]]:
    """A server that listens, and its port."""
    file, port = tmp_path / "token", free_port()
    file.touch(0o600)
    file.write_text(f"{TOKEN}\n")
    process = Fork("hotlint_server", "--tcp", f"127.0.0.1:{port}", "--token-file", str(file), streams=(0, 1, 2))
    yield process, port
    process.kill()
    process.wait()


def rest(connection: socket.socket) -> bytes:
    """Return what the server sends until it closes the connection."""
    found = b""
    connection.settimeout(HANG_SECONDS)
    with contextlib.suppress(ConnectionResetError):
        while data := connection.recv(1 << 16):
            found += data
    return found


def first(method: str = "initialize", **options: object) -> bytes:
    """Return a first message."""
    params = {"processId": None, "rootUri": None, "capabilities": {}, "initializationOptions": options}
    return frame(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode())


OTHERS = [
    first(), first(token="the-token-of-others"), first(token=TOKEN[:-1]), first(token=[TOKEN]), first(token=""),
    first("textDocument/hover", token=TOKEN), frame(b"[" * 90_000), frame(b"\xff"), frame(b"null"), frame(b"[1]"),
    first() + first(token=TOKEN),
]  # fmt: skip


def test_only_a_client_with_the_token_is_served(listening: tuple[Fork, int]) -> None:
    """Another user of the machine reads no file through the server, and does not end it."""
    for message in OTHERS:
        with closing(connect(listening[1])) as stranger:
            stranger.sendall(message + frame(b'{"jsonrpc": "2.0", "method": "exit"}'))
            assert b'"result"' not in rest(stranger)
    for message in (first(), first() + first(token=TOKEN), frame(b"[" * 90_000)):
        with closing(connect(listening[1])) as stranger:
            stranger.sendall(message)
            assert b"initializationOptions.token must be the token" in rest(stranger)
    with closing(connect(listening[1])) as editor:
        client = Client(editor.fileno(), editor.fileno())
        client.initialize()
        client.open("heat_template_version: 2018-08-31\none: 1\n")
        assert client.symbols()[-1] == "one"


WEB = [
    b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" + first(token=TOKEN), b"GET / HTTP/1.1\r\n", b"\x16\x03\x01\x02", b"\r\n\r\n",
    b"X: 1\r\n" + first(token=TOKEN), b"Content: 1\r\nContent-Length: 2\r\n\r\n{}", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"CONTENT-LENGTH / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + first(), b"CONTENT-TYPE /: HTTP/1.1\r\n" + first(token=TOKEN),
]  # fmt: skip


@pytest.mark.parametrize("request_", WEB)
def test_what_is_no_message_ends_the_connection(listening: tuple[Fork, int], request_: bytes) -> None:
    """A page in a browser can post anything to any port; the first line that is no header of a message ends that."""
    with closing(connect(listening[1])) as browser:
        browser.sendall(request_)
        assert rest(browser) == b""


LENGTHS = [
    b"Content-Length: 999999999999",
    b"Content-Length: +9",
    "Content-Length: \u0661".encode(),
    b"Content-Length: 2\r\nContent-Length: 900",
]


def test_strangers_that_stay_disturb_no_editor(listening: tuple[Fork, int]) -> None:
    """Half of a message, byte by byte, a length that is none, and an end of what is sent: an editor is served beside all of them."""
    process, port = listening
    with contextlib.ExitStack() as strangers:
        for length in LENGTHS:
            sockets = [strangers.enter_context(closing(connect(port))) for _ in range(5)]
            for stranger in sockets:
                for byte in length:
                    stranger.send(bytes([byte]))
            sockets[0].sendall(b"\r\n\r\n{}")
            sockets[1].shutdown(socket.SHUT_WR)
            assert rest(sockets[1]) == b""
        editor = strangers.enter_context(closing(connect(port)))
        client = Client(editor.fileno(), editor.fileno())
        client.initialize()
        client.open()
        assert "resources" in client.symbols()
        sockets[2].sendall(b"\r\n\r\n" + first()[len(b"Content-Length: ") :])
        client.ask("shutdown")
        client.notify("exit")
        assert process.wait() == 0


def test_a_first_message_has_an_end(listening: tuple[Fork, int]) -> None:
    began = time.monotonic()
    with closing(connect(listening[1])) as stranger, contextlib.suppress(ConnectionError):
        stranger.sendall(b"Content-Length: 99999999\r\n\r\n" + b"x" * (FIRST_BYTES + 1))
        assert rest(stranger) == b""
    assert time.monotonic() - began < FIRST_SECONDS


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--tcp", "localhost:\u00b2"], "--tcp takes HOST:PORT, not 'localhost:\u00b2'"),
        (["--tcp", ""], "--tcp takes HOST:PORT, not ''"),
        (["--tcp", "localhost:65536"], "--tcp takes HOST:PORT"),
        (["--token-file", "token"], "--token-file needs --tcp"),
        (["--tcp", "localhost:0", "--token-file", "."], "cannot use the token in .: "),
    ],
)
def test_options_of_an_address(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tcp, "serve", lambda *_: pytest.fail("it listens"))
    with pytest.raises(SystemExit):
        main(words)
    assert message in capsys.readouterr().err


def test_a_token_is_made_and_shown_without_a_file(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[Any] = []
    monkeypatch.setattr(tcp, "serve", lambda *arguments: given.append(arguments[:3]))
    assert main(["--tcp", "[::1]:9"]) == main(["--tcp", ":9"]) == 0
    (host, port, token), (other_host, _, other) = given
    assert (host, port, other_host) == ("::1", 9, "127.0.0.1")
    assert len(token) >= 40 and token != other
    assert capsys.readouterr().err.splitlines() == [f"initializationOptions.token: {t}" for t in (token, other)]


def test_two_editors_over_tcp(listening: tuple[Fork, int]) -> None:
    """Each has a session of its own; one that leaves does not end the other's, and the last one ends the server."""
    process, port = listening
    sockets = [connect(port), connect(port)]
    clients = [Client(s.fileno(), s.fileno()) for s in sockets]
    for client, name in zip(clients, ("one", "two"), strict=True):
        client.initialize()
        client.open(f"heat_template_version: 2018-08-31\n{name}: 1\n")
    assert clients[0].symbols()[-1] == "one"
    assert clients[1].symbols()[-1] == "two"
    sockets[0].close()
    assert clients[1].symbols()[-1] == "two"
    clients[1].ask("shutdown")
    clients[1].notify("exit")
    assert process.wait() == 0
    sockets[1].close()


def test_an_address_in_use_is_a_usage_error() -> None:
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        run = subprocess.run(
            [*COMMAND, "--tcp", address], capture_output=True, text=True, timeout=HANG_SECONDS, check=False
        )
    assert run.returncode == 2
    assert f"cannot listen on {address}" in run.stderr


def test_the_server_ends_its_helpers_when_it_is_killed(server: Server) -> None:
    """The sandbox of expressions is a process of its own: it ends with the server, however that ends."""
    client = server.client
    client.initialize()
    client.open("heat_template_version: 2018-08-31\noutputs: {o: {value: {yaql: {expression: '1 + 1', data: {}}}}}\n")
    client.ask("hotlint/preview", {"uri": "file:///nowhere/t.yaml"})
    pid = server.process.pid
    children = Path(f"/proc/{pid}/task/{pid}/children")
    if not children.exists():
        pytest.skip("the system does not list child processes")
    helpers = [int(p) for task in Path(f"/proc/{pid}/task").iterdir() for p in (task / "children").read_text().split()]
    assert helpers
    server.process.kill()
    server.process.wait()
    end = time.monotonic() + HANG_SECONDS
    while any(is_alive(helper) for helper in helpers):
        assert time.monotonic() < end
        time.sleep(0.05)


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
