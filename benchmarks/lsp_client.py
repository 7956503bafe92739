"""A small client of the Language Server Protocol, over standard input and output or TCP, for measuring."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import IO, Any

COMMAND = [sys.executable, "-m", "hotlint_server"]


class Client:
    """One server process. Requests wait for their answer; diagnostics are kept by document."""

    def __init__(
        self, root: Path, options: dict[str, Any] | None = None, *, tcp: bool = False, timeout: float = 120
    ) -> None:
        self.process, self._source, self._sink = _over_tcp() if tcp else _over_pipes()
        self.number = 0
        self.answers: dict[int, Any] = {}
        self.diagnostics: dict[str, tuple[int, int, float]] = {}  # version, how many, when
        self.changed = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()
        uri = root.as_uri()
        capabilities = {
            "general": {"positionEncodings": ["utf-16"]},
            "textDocument": {"publishDiagnostics": {"versionSupport": True}},
        }
        self.request("initialize", {
            "processId": None, "rootUri": uri, "workspaceFolders": [{"uri": uri, "name": root.name}],
            "capabilities": capabilities, "initializationOptions": options or {},
        }, timeout)  # fmt: skip
        self.notify("initialized", {})

    def _send(self, *messages: dict[str, Any]) -> None:
        self._write(b"".join(frame(message) for message in messages))

    def _write(self, data: bytes) -> None:
        self._sink.write(data)
        self._sink.flush()

    def _read(self) -> None:
        out = self._source
        while header := out.readline():
            length = int(header.split(b":")[1])
            while out.readline().strip():
                pass
            message = json.loads(out.read(length))
            with self.changed:
                if "method" not in message:
                    self.answers[message["id"]] = message
                elif "id" in message:
                    self._send({"id": message["id"], "result": None})
                elif message["method"] == "textDocument/publishDiagnostics":
                    published = message["params"]
                    self.diagnostics[published["uri"]] = (
                        published.get("version") or 0,
                        len(published["diagnostics"]),
                        time.perf_counter(),
                    )
                self.changed.notify_all()

    def notify(self, method: str, params: Any) -> None:
        self._send({"method": method, "params": params})

    def request(self, method: str, params: Any, timeout: float = 120, behind: bytes = b"") -> Any:
        """The answer to a request. Raises TimeoutError when none comes, RuntimeError when it is an error.

        `behind` are messages that are sent before it, at once.
        """
        self.number += 1
        number = self.number
        self._write(behind + frame({"id": number, "method": method, "params": params}))
        with self.changed:
            if not self.changed.wait_for(lambda: number in self.answers, timeout):
                raise TimeoutError(method)
            answer = self.answers.pop(number)
        if "error" in answer:
            raise RuntimeError(answer["error"]["message"])
        return answer["result"]

    def memory(self) -> int:
        """Resident memory of the server in KiB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))

    def stop(self, timeout: float = 10) -> None:
        self.request("shutdown", None)
        self.notify("exit", None)
        self.process.wait(timeout)


def frame(message: dict[str, Any]) -> bytes:
    """Return a message as it is sent."""
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def _over_pipes() -> tuple[subprocess.Popen[bytes], IO[bytes], IO[bytes]]:
    process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None and process.stdout is not None
    return process, process.stdout, process.stdin


def _over_tcp() -> tuple[subprocess.Popen[bytes], IO[bytes], IO[bytes]]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address: tuple[str, int] = probe.getsockname()
    process = subprocess.Popen([*COMMAND, "--tcp", f"127.0.0.1:{address[1]}"])
    while process.poll() is None:
        try:
            connection = socket.create_connection(address)
        except OSError:
            time.sleep(0.05)
        else:
            return process, connection.makefile("rb"), connection.makefile("wb")
    raise RuntimeError("the server has ended")
