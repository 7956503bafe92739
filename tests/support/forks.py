"""Forks of a process that has imported hotlint: an import of the server takes a second.

Use them in tests of streams, ends and exit codes of a process. A few other tests show that Python starts hotlint.
"""

from __future__ import annotations

import atexit
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

from time_limits import HANG_SECONDS


class Fork:
    """A process like `python -m MODULE ARGUMENTS`, with as much of `subprocess.Popen` as tests use."""

    def __init__(self, module: str, *arguments: str, streams: tuple[int, int, int], folder: Path | None = None) -> None:
        self._connection = _forker()
        asked = json.dumps([module, arguments, str(folder or os.getcwd())]).encode()
        socket.send_fds(self._connection, [asked], streams)
        self.pid = int(self._connection.recv(100))
        self._code: int | None = None

    def kill(self) -> None:
        """Kill the process, unless its end is known."""
        if self._code is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)

    def wait(self) -> int:
        """Wait for the end of the process and return its exit code. Fails when it does not end."""
        if self._code is None:
            self._connection.send(b"%d" % self.pid)
            try:
                self._code = int(self._connection.recv(100))
            except TimeoutError:
                self.kill()
                self._code = int(self._connection.recv(100))
                raise
        return self._code


class PipedFork(Fork):
    """A fork with pipes as its standard input and output."""

    def __init__(self, module: str, *arguments: str, folder: Path | None = None) -> None:
        (source, stdin), (stdout, sink) = os.pipe(), os.pipe()
        self.stdin, self.stdout = os.fdopen(stdin, "wb", 0), os.fdopen(stdout, "rb")
        super().__init__(module, *arguments, streams=(source, sink, 2), folder=folder)
        os.close(source)
        os.close(sink)

    def close(self) -> None:
        """Kill the process if it still runs, and close its pipes."""
        self.kill()
        self.wait()
        self.stdin.close()
        self.stdout.close()


def run(folder: Path, *arguments: str, stdin: int | None = None) -> subprocess.CompletedProcess[str]:
    """Run `hotlint ARGUMENTS` in a folder and return its output. Without `stdin`, its input is empty. Fails when it does not end."""
    with tempfile.TemporaryFile("w+") as stdout, tempfile.TemporaryFile("w+") as stderr, open(os.devnull) as nothing:
        streams = (nothing.fileno() if stdin is None else stdin, stdout.fileno(), stderr.fileno())
        code = Fork("hotlint", *arguments, streams=streams, folder=folder).wait()
        for file in (stdout, stderr):
            file.seek(0)
        return subprocess.CompletedProcess(arguments, code, stdout.read(), stderr.read())


@cache
def _forker() -> socket.socket:
    """Return a connection to the process that forks. It ends when the connection does."""
    ours, theirs = socket.socketpair()
    ours.settimeout(HANG_SECONDS)
    process = subprocess.Popen(
        [sys.executable, __file__, str(theirs.fileno())], pass_fds=[theirs.fileno()],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,  # Python's own streams have to be those of pipes
    )  # fmt: skip
    theirs.close()
    atexit.register(process.wait)
    atexit.register(ours.close)
    return ours


def _serve(connection: socket.socket) -> None:
    """Fork when that is asked for, with streams, and wait for the end of a fork when its id is sent."""
    from hotlint_server.app import main as serve

    from hotlint.cli.main import entry

    mains: dict[str, Callable[[], object]] = {"hotlint": entry, "hotlint_server": lambda: sys.exit(serve(sys.argv[1:]))}
    while True:
        message, streams, _, _ = socket.recv_fds(connection, 1 << 16, 3)
        if not message:
            return
        if not streams:
            status = os.waitpid(int(message), 0)[1]
            connection.send(b"%d" % os.waitstatus_to_exitcode(status))
            continue
        pid = os.fork()
        if pid == 0:
            connection.close()
            module, arguments, folder = json.loads(message)
            for number, stream in enumerate(streams):
                os.dup2(stream, number)
                os.close(stream)
            os.chdir(folder)
            sys.argv = [module, *arguments]
            mains[module]()
            sys.exit()
        for stream in streams:
            os.close(stream)
        connection.send(b"%d" % pid)


if __name__ == "__main__":
    _serve(socket.socket(fileno=int(sys.argv[1])))
