"""`hotlint server` hands its options to the language server, and `hotlint mcp` to the server for agents."""

from __future__ import annotations

import gc
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
    "words", [[], ["--stdio"], ["--tcp", "localhost:1"], ["--log", "a.log", "--verbose"], ["--stdio", "--verbose"]]
)
def test_the_language_server(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Any] = []

    def started(arguments: list[str]) -> int:
        given.append((arguments, gc.isenabled()))
        return 7

    monkeypatch.setattr(hotlint_server.app, "main", started)
    assert main(["server", *words]) == 7
    assert given == [(words, True)]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([], [("made", (), False), ("run", "stdio", {})]),
        (["--write", "--root", "."], [("made", (".",), True), ("run", "stdio", {})]),
        (["--http", ":80"], [("made", (".",), False), ("run", "streamable-http", {"host": "127.0.0.1", "port": 80})]),
        (
            ["--http", "::1:65535", "--root", "."],
            [("made", (".",), False), ("run", "streamable-http", {"host": "::1", "port": 65535})],
        ),
    ],
)
def test_the_server_for_agents(words: list[str], expected: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    server = pytest.importorskip("hotlint.cli.mcp.server")
    done: list[Any] = []

    class Made:
        def run(self, transport: str, **options: Any) -> None:
            done.append(("run", transport, options))

    def make_server(given: Any = (), *, write: bool = False) -> Made:
        done.append(("made", given, write))
        return Made()

    monkeypatch.setattr(server, "make_server", make_server)
    assert main(["mcp", *words]) == 0
    assert done == expected
