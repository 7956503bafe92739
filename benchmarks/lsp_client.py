"""A small client of the Language Server Protocol over standard input and output, for measuring."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any


class Client:
    """One server process. Requests wait for their answer; diagnostics are kept by document."""

    def __init__(self, root: Path, options: dict[str, Any] | None = None) -> None:
        command = [sys.executable, "-m", "hotlint_server"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
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
        })  # fmt: skip
        self.notify("initialized", {})

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def _read(self) -> None:
        out = self.process.stdout
        assert out is not None
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

    def request(self, method: str, params: Any, timeout: float = 120) -> Any:
        """The answer to a request. Raises TimeoutError when none comes, RuntimeError when it is an error."""
        self.number += 1
        number = self.number
        self._send({"id": number, "method": method, "params": params})
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

    def stop(self) -> None:
        self.request("shutdown", None)
        self.notify("exit", None)
        self.process.wait(10)
