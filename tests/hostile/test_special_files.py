"""Pipes and devices in the place of files: nothing waits for them, and nothing reads them to an end that never comes."""

from __future__ import annotations

import json
import os
import stat
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from forks import PipedFork, run
from time_limits import HANG_SECONDS

import hotlint
from hotlint.common.files import SIZE_LIMIT, ReadError, read_bytes, read_start

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
TEMPLATE = "heat_template_version: 2018-08-31\ndescription: d\nresources:\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a pipe to which nobody writes, under each name that a template may use."""
    os.mkfifo(tmp_path / "pipe.yaml")
    (tmp_path / "t.yaml").write_text(
        TEMPLATE
        + "  file: {type: OS::Heat::Value, properties: {value: {get_file: pipe.yaml}}}\n"
        + "  zero: {type: OS::Heat::Value, properties: {value: {get_file: /dev/zero}}}\n"
        + "  nested: {type: pipe.yaml}\n"
        + "  mapped: {type: Mine}\n"
    )
    (tmp_path / "plain.yaml").write_text(TEMPLATE + "  a: {type: OS::Heat::None}\n")
    (tmp_path / "env.yaml").write_text("resource_registry: {Mine: pipe.yaml}\n")
    return tmp_path


@pytest.mark.parametrize(
    "args",
    [
        ("check", "--no-cache", "t.yaml", "-e", "env.yaml"),
        ("check", "--no-cache", "pipe.yaml"),
        ("check", "--no-cache", "/dev/zero"),
        ("check", "--no-cache", "/dev/stdin"),
        ("check", "--no-cache", "plain.yaml", "-e", "pipe.yaml"),
        ("check", "--no-cache", "plain.yaml", "--config", "pipe.yaml"),
        ("check", "--no-cache", "--fix", "pipe.yaml"),
        ("check", "t.yaml", "-e", "env.yaml"),
        ("check", "plain.yaml", "--parameter-file", "p=pipe.yaml"),
        ("preview", "t.yaml", "-e", "env.yaml"),
        ("preview", "pipe.yaml"),
        ("preview", "plain.yaml", "-e", "pipe.yaml"),
        ("preview", "plain.yaml", "--attributes", "pipe.yaml"),
        ("graph", "t.yaml", "-e", "env.yaml"),
        ("diff", "plain.yaml", "t.yaml", "-e", "env.yaml"),
        ("diff", "pipe.yaml", "t.yaml"),
        ("catalog", "import", "pipe.yaml"),
    ],
)
def test_commands_do_not_wait_for_a_pipe(folder: Path, args: tuple[str, ...]) -> None:
    reader, writer = os.pipe()  # standard input to which nobody writes
    try:
        done = run(folder, *args, stdin=reader)
    finally:
        os.close(reader)
        os.close(writer)
    assert done.returncode in (0, 1, 2)
    assert "Traceback" not in done.stderr
    assert "it is a pipe, not a regular file" in done.stdout + done.stderr or "pipe.yaml" not in args


def test_a_pipe_in_every_role_of_a_folder(folder: Path) -> None:
    """Configuration, ignore file, plugin, neighbor: a run over the folder reads none of them."""
    for name in (".gitignore", ".hotlint.yaml", "plugin.py"):
        os.mkfifo(folder / name)
    (folder / ".git").mkdir()
    (folder / "link.yaml").symlink_to("pipe.yaml")
    done = run(folder, "check", "--no-cache", ".", "--plugin-dir", ".", "-e", "env.yaml")
    assert done.returncode in (0, 1)
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("args", [("check", "-"), ("preview", "-"), ("check", "--fix", "-"), ("format", "-")])
def test_standard_input_that_never_ends(folder: Path, args: tuple[str, ...]) -> None:
    with open("/dev/zero", "rb") as zero:
        done = run(folder, *args, stdin=zero.fileno())
    assert done.returncode == 2
    assert done.stderr == "hotlint: cannot read standard input: it is larger than 16 MiB, which no template is\n"


def test_the_server_answers_for_a_template_that_reads_its_own_input(folder: Path) -> None:
    """`/dev/stdin` is the pipe that the editor's messages come through."""
    text = TEMPLATE + "  own: {type: OS::Heat::Value, properties: {value: {get_file: /dev/stdin}}}\n"
    text += (folder / "t.yaml").read_text().removeprefix(TEMPLATE)
    uri = (folder / "t.yaml").as_uri()
    item = {"uri": uri, "languageId": "hot", "version": 1, "text": text}
    capabilities: dict[str, Any] = {}
    asked = {"textDocument": {"uri": uri}, "position": {"line": 3, "character": 70}}
    messages: list[dict[str, Any]] = [
        {"id": 1, "method": "initialize", "params": {"rootUri": folder.as_uri(), "capabilities": capabilities}},
        {"method": "initialized", "params": {}},
        {"method": "textDocument/didOpen", "params": {"textDocument": item}},
        {"id": 2, "method": "textDocument/diagnostic", "params": {"textDocument": {"uri": uri}}},
        {"id": 3, "method": "textDocument/hover", "params": asked},
        {"id": 4, "method": "textDocument/completion", "params": asked},
        {"id": 5, "method": "shutdown"},
    ]
    server = PipedFork("hotlint", "server", folder=folder)
    try:
        bodies = [json.dumps({"jsonrpc": "2.0", **m}).encode() for m in messages]
        *frames, shutdown = (b"Content-Length: %d\r\n\r\n%b" % (len(b), b) for b in bodies)
        server.stdin.write(b"".join(frames))
        watch = threading.Timer(HANG_SECONDS, server.kill)
        watch.start()
        answered = set()
        while 5 not in answered and (head := server.stdout.readline()):
            size = int(head.split(b":")[1])
            while server.stdout.readline().strip():
                pass
            message = json.loads(server.stdout.read(size))
            if "method" not in message:
                answered.add(message["id"])
                if answered == {1, 2, 3, 4}:  # a shutdown ends the requests under way
                    server.stdin.write(shutdown)
        watch.cancel()
    finally:
        server.close()
    assert answered == {1, 2, 3, 4, 5}


def test_the_python_api(folder: Path) -> None:
    assert [d.code for d in hotlint.check(folder / "pipe.yaml").diagnostics] == ["HOT090"]
    hotlint.check(folder / "t.yaml", environments=[folder / "env.yaml"])
    hotlint.preview(folder / "t.yaml", environments=[folder / "env.yaml", folder / "pipe.yaml"]).to_dict()
    hotlint.preview(folder / "pipe.yaml").to_dict()


def test_a_file_that_is_larger_than_it_says(tmp_path: Path) -> None:
    large = tmp_path / "large.yaml"
    with large.open("wb") as file:
        file.truncate(SIZE_LIMIT + 1)
    with pytest.raises(ReadError, match="larger than 16 MiB"):
        read_bytes(str(large))
    assert read_start(str(large), 10) == bytes(10)


def test_a_file_that_grows_while_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    large = tmp_path / "large.yaml"
    with large.open("wb") as file:
        file.truncate(SIZE_LIMIT + 10)
    monkeypatch.setattr(os, "fstat", lambda _: SimpleNamespace(st_mode=stat.S_IFREG, st_size=0))
    with pytest.raises(ReadError, match="larger than 16 MiB"):
        read_bytes(str(large))


def test_files_whose_length_is_not_known() -> None:
    if not Path("/proc/self/status").exists():
        pytest.skip("needs /proc")
    assert b"Name:" in read_bytes("/proc/self/status")
    assert b"Name:" in read_start("/proc/self/status", 100)
