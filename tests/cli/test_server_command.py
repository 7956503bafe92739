"""`hotlint server` hands its options to the language server, and `hotlint mcp` to the server for agents."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from typing import Any

import hotlint_server.app
import pytest

from hotlint.cli.main import main


@pytest.fixture(autouse=True)
def _collecting() -> Iterator[None]:
    yield
    gc.enable()


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["--stdio"],
        ["--tcp", "localhost:1"],
        ["--tcp", "localhost:1", "--token-file", "t"],
        ["--log", "a.log", "--log-level", "info"],
        ["--stdio", "--log-level", "info"],
    ],
)
def test_the_language_server(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Any] = []

    def started(arguments: list[str]) -> int:
        given.append((arguments, gc.isenabled()))
        return 7

    monkeypatch.setattr(hotlint_server.app, "main", started)
    assert main(["server", *words]) == 7
    level = [] if "--log-level" in words else ["--log-level", "warning"]
    assert given == [([*words, *level], True)]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([], [("made", (), False), ("run", "stdio", {})]),
        (["--write", "--root", "."], [("made", (".",), True), ("run", "stdio", {})]),
        (["--http", ":80"], [("made", (".",), False), ("served", "127.0.0.1", 80, [], None)]),
        (
            ["--http", "::1:65535", "--root", "."],
            [("made", (".",), False), ("served", "::1", 65535, [], None)],
        ),
    ],
)
def test_the_server_for_agents(words: list[str], expected: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    server = pytest.importorskip("hotlint.mcp.server")
    done: list[Any] = []

    class Made:
        def run(self, transport: str, **options: Any) -> None:
            done.append(("run", transport, options))

    def make_server(given: Any = (), *, write: bool = False) -> Made:
        done.append(("made", given, write))
        return Made()

    monkeypatch.setattr(server, "make_server", make_server)
    monkeypatch.setattr(server, "serve", lambda _, *arguments: done.append(("served", *arguments)))
    assert main(["mcp", *words]) == 0
    assert done == expected


@pytest.mark.parametrize("address", ["80", "localhost", "a:", "a:b", "a:-1", "a:1.5", "a:65536", "a:\u00b2"])
def test_an_address_without_a_port_is_refused(
    address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    server = pytest.importorskip("hotlint.mcp.server")
    monkeypatch.setattr(server, "serve", lambda *_: pytest.fail("it listens"))
    assert main(["mcp", "--http", address]) == 2
    assert capsys.readouterr() == ("", f"hotlint: --http takes HOST:PORT, not '{address}'\n")


def test_the_server_for_agents_collects_garbage_and_names_its_package(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    server = pytest.importorskip("hotlint.mcp.server")
    given: list[Any] = []
    monkeypatch.setattr(server, "serve", lambda made, *address: given.append((address, gc.isenabled())))
    assert main(["mcp", "--http", "h:0"]) == 0
    assert given == [(("h", 0, [], None), True)]
    monkeypatch.delitem(sys.modules, "hotlint.mcp.server")
    monkeypatch.setitem(sys.modules, "mcp.server.mcpserver", None)
    assert main(["mcp"]) == 2
    message = "hotlint: hotlint mcp requires the package 'mcp', which is not installed: pip install 'hotlint[mcp]'\n"
    assert capsys.readouterr() == ("", message)
