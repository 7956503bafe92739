"""What an evaluation may not do, whatever a library lets it do: write, connect, start programs, or lift its limits."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from hotlint.language.sandbox import worker
from hotlint.language.sandbox.confinement import confine, rules

ATTEMPTS = {
    "write": "open(at + '/new', 'w')",
    "append": "open(at + '/old', 'a')",
    "update": "open(at + '/old', 'r+')",
    "unnamed": "os.open(at, os.O_RDWR | getattr(os, 'O_TMPFILE', 0o20200000))",
    "unlink": "os.unlink(at + '/old')",
    "rename": "os.rename(at + '/old', at + '/other')",
    "link": "os.link(at + '/old', at + '/other')",
    "symlink": "os.symlink(at + '/old', at + '/other')",
    "mkdir": "os.mkdir(at + '/folder')",
    "rmdir": "os.rmdir(at)",
    "fifo": "os.mkfifo(at + '/pipe')",
    "chmod": "os.chmod(at + '/old', 0o777)",
    "times": "os.utime(at + '/old')",
    "truncate": "os.truncate(at + '/old', 0)",
    "xattr": "os.setxattr(at + '/old', 'user.x', b'x')",
    "memfd": "os.memfd_create('x')",
    "tcp": "socket.socket()",
    "unix": "socket.socket(socket.AF_UNIX)",
    "netlink": "socket.socket(16, 3)",
    "pair": "socket.socketpair()",
    "name": "socket.create_connection(('127.0.0.1', 9))",
    "fork": "os.fork() or os._exit(0)",
    "exec": "os.execv('/bin/true', ['true'])",
    "spawn": "os.posix_spawn('/bin/true', ['true'], {})",
    "system": "subprocess.run(['/bin/true'])",
    "shell": "1 / (os.system(': > ' + at + '/new') == 0)",
    "kill": "os.kill(os.getppid(), 0)",
    "limit": "resource.setrlimit(resource.RLIMIT_CORE, (1, 1))",
    "timer": "signal.setitimer(signal.ITIMER_PROF, 0)",
}
pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or not rules(), reason="the kernel of this machine has no such rules"
)


def attempt(code: str, at: str) -> tuple[Any, ...]:
    """Try something in the child of the worker. Returns ("value", what it returned), or the error."""
    import resource
    import signal
    import socket
    import subprocess

    names = {"os": os, "socket": socket, "subprocess": subprocess, "resource": resource, "signal": signal, "at": at}
    return ("value", str(eval(code, names)))


@pytest.mark.parametrize("name", ATTEMPTS)
def test_an_evaluation_reads_and_reckons_and_nothing_else(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "folder of files"
    folder.mkdir()
    (folder / "old").write_text("old")
    before = (folder / "old").stat()
    monkeypatch.setitem(worker._ANSWERS, "attempt", attempt)
    _, reply = worker._in_child(("attempt", ATTEMPTS[name], str(folder)), 5.0, 1 << 30)
    assert reply[0] == "error" and reply[1] in (
        "PermissionError",
        "OSError",
        "ZeroDivisionError",
        "ValueError",
        "itimer_error",
    ), reply
    assert os.listdir(folder) == ["old"] and (folder / "old").stat() == before


def test_an_evaluation_reads_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "old").write_text("text")
    monkeypatch.setitem(worker._ANSWERS, "attempt", attempt)
    _, reply = worker._in_child(("attempt", "open(at).read()", str(tmp_path / "old")), 5.0, 1 << 30)
    assert reply == ("value", "text")


def test_without_rules_there_are_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not confine(b"")
    monkeypatch.setattr(worker, "_RULES", b"")
    monkeypatch.setitem(worker._ANSWERS, "attempt", attempt)
    code = "os.write(os.open(at, os.O_CREAT | os.O_WRONLY), b'x')"
    _, reply = worker._in_child(("attempt", code, str(tmp_path / "new")), 5.0, 1 << 30)
    assert reply[0] in ("error", "stopped"), reply
    assert (tmp_path / "new").read_bytes() == b""
