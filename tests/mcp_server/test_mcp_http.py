"""`hotlint mcp --http`: which requests of other programs, machines and pages are answered."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp")
import uvicorn
from starlette.testclient import TestClient

from hotlint.cli.main import main
from hotlint.mcp import server

TOKEN = "a-token-of-the-tests"
HELLO = {
    "jsonrpc": "2.0", "id": 1, "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
}  # fmt: skip
ACCEPT = {"Accept": "application/json, text/event-stream"}


def client_of(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, host: str, **options: Any) -> TestClient:
    """Return a client of a server on a host."""
    apps: list[Any] = []
    monkeypatch.setattr(uvicorn, "run", lambda app, **_: apps.append(app))
    server.serve(server.make_server([str(tmp_path)]), host, 8000, **options)
    return TestClient(apps[0], base_url="http://localhost:8000")


def statuses(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, host: str, headers: Iterable[Any], **options: Any
) -> list[int]:
    """Return the statuses of the answers to a first request with each of some headers (a dict or pairs), by a server on a host."""
    with client_of(monkeypatch, tmp_path, host, **options) as client:
        pairs = [[*ACCEPT.items(), *(given.items() if isinstance(given, dict) else given)] for given in headers]
        return [client.post("/mcp", json=HELLO, headers=some).status_code for some in pairs]


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "0.0.0.0", "::", "192.0.2.7", "build.example.com"])
def test_requests_under_another_name_are_refused(host: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A page of evil.example.com whose name leads to this address from now on is a stranger on every address."""
    own = f"[{host}]" if ":" in host else host
    given = [
        {"Host": h}
        for h in (
            f"{own}:8000",
            own,
            "localhost:8000",
            "evil.example.com:8000",
            "evil.example.com",
            "localhost.evil.com",
        )
    ]
    assert statuses(monkeypatch, tmp_path, host, given) == [200, 200, 200, 421, 421, 421]


ODD = [
    "localhost:8000.evil.com", "localhost:8000@evil.com", "localhost:80:80", "localhost:*", "127.0.0.1:8000, evil.com", "localhost.:8000",
    "evil@localhost:8000", "127.0.0.1.nip.io:8000", "LOCALHOST.evil.com", "[::ffff:127.0.0.1]:8000", "0x7f.1:8000", "[::1]:8000.evil.com",
    "*", "2130706433", "localhost:8000/",
]  # fmt: skip


def test_no_name_is_taken_for_another_that_it_begins_with(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    given: list[Any] = [{"Host": name} for name in ODD] + [{"Origin": f"http://{name}"} for name in ODD]
    given.append([("Origin", "http://localhost"), ("Origin", "http://evil.com")])
    assert set(statuses(monkeypatch, tmp_path, "127.0.0.1", given)) <= {421, 403}
    assert statuses(monkeypatch, tmp_path, "127.0.0.1", [{"Host": "localhost:"}, {"Origin": "https://[::1]:3000"}]) == [
        200,
        200,
    ]


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0", "::"])
def test_requests_of_other_pages_are_refused(host: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pages = [
        "http://localhost:3000",
        "https://evil.example.com",
        "http://evil.example.com:8000",
        "null",
        "http://localhost.evil.com",
    ]
    found = statuses(monkeypatch, tmp_path, host, [{"Origin": page} for page in pages])
    assert found == [200, 403, 403, 403, 403]


def test_other_names_are_allowed_by_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    given = [
        {"Host": "hotlint:8000"},
        {"Host": "hotlint.evil.com:8000"},
        {"Host": "hotlint:8000", "Origin": "http://hotlint:8000"},
    ]
    assert statuses(monkeypatch, tmp_path, "0.0.0.0", given, names=["hotlint"]) == [200, 421, 200]


def test_requests_without_the_token_are_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    sent = ["", TOKEN, f"Basic {TOKEN}", "Bearer", f"Bearer {TOKEN}x", f"Bearer {TOKEN}", f"bearer  {TOKEN} "]
    given = [*({"Authorization": text} for text in sent), {"Authorization": f"Bearer {TOKEN}", "Host": "evil.com"}]
    found = statuses(monkeypatch, tmp_path, "127.0.0.1", given, token=TOKEN)
    assert found == [401, 401, 401, 401, 401, 200, 200, 421]


BEHIND = ["X-Forwarded-Host", "Forwarded", "X-Forwarded-For", "X-Original-Host", "X-HTTP-Method-Override"]
PAGES = [
    "http://localhost http://evil.com",
    "http://localhost@evil.com",
    "HTTP://127.0.0.1.evil",
    "file://",
    "vscode-webview://a",
    "localhost",
]


def test_no_other_header_says_who_asks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What a proxy says of a request, and cookies, count as nothing; a browser sends one origin, and a whole one."""
    named = {"Host": "evil.com", **dict.fromkeys(BEHIND, "localhost")}
    assert statuses(monkeypatch, tmp_path, "127.0.0.1", [named, {"Host": ""}]) == [421, 421]
    assert set(statuses(monkeypatch, tmp_path, "127.0.0.1", [{"Origin": page} for page in PAGES])) <= {421, 403}
    given = [
        {"Cookie": f"token={TOKEN}"},
        {"X-Api-Key": TOKEN},
        {"Proxy-Authorization": f"Bearer {TOKEN}"},
        dict.fromkeys(BEHIND, TOKEN),
    ]
    assert set(statuses(monkeypatch, tmp_path, "127.0.0.1", given, token=TOKEN)) == {401}


def test_each_method_and_path_takes_the_token(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Also the stream of events, which is a GET, the end of a session of others, and what a page asks first."""
    with client_of(monkeypatch, tmp_path, "127.0.0.1", token=TOKEN) as client:
        known = client.post("/mcp", json=HELLO, headers={**ACCEPT, "Authorization": f"Bearer {TOKEN}"})
        session = {**ACCEPT, "Mcp-Session-Id": known.headers["mcp-session-id"]}
        for method in ("GET", "POST", "DELETE", "OPTIONS", "HEAD", "PUT", "TRACE"):
            for path in ("/mcp", f"/mcp?token={TOKEN}&access_token={TOKEN}", "/", "/mcp/../mcp"):
                assert client.request(method, path, json=HELLO, headers=session).status_code == 401
        allowed = {**session, "Authorization": f"Bearer {TOKEN}"}
        assert client.delete("/mcp", headers={**allowed, "Mcp-Session-Id": "0" * 32}).status_code == 404
        assert client.delete("/mcp", headers=allowed).status_code == 200


BODIES = [
    b"[" * 100_000,
    b'{"params": ' + b'{"a":' * 50_000 + b"1" + b"}" * 50_001,
    b"[{}, {}]",
    b'{"id": NaN}',
    b"\xff",
    b"1" * 9_000,
    b"",
]


def test_a_body_has_a_limit_and_a_form(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    headers = {**ACCEPT, "Content-Type": "application/json"}
    with client_of(monkeypatch, tmp_path, "127.0.0.1") as client:
        assert {client.post("/mcp", content=body, headers=headers).status_code for body in BODIES} == {400}
        large = iter([b" " * (1 << 20)] * 5)
        assert client.post("/mcp", content=large, headers=headers).status_code == 413
        assert client.post("/mcp", json=HELLO, headers=headers).status_code == 200


@pytest.mark.parametrize("host", ["0.0.0.0", "[::]", "192.0.2.7", "example.com"])
def test_writing_for_other_machines_needs_a_token(
    host: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    given: list[Any] = []
    monkeypatch.setattr(server, "serve", lambda made, *arguments: given.append(arguments))
    monkeypatch.chdir(tmp_path)
    assert main(["mcp", "--write", "--http", f"{host}:8000"]) == 2
    assert "needs --token-file" in capsys.readouterr().err and not given
    assert main(["mcp", "--http", f"{host}:8000"]) == 0
    assert main(["mcp", "--write", "--http", "localhost:8000"]) == 0
    assert main(["mcp", "--write", "--http", f"{host}:8000", "--token-file", "token"]) == 0
    assert [arguments[3] for arguments in given] == [None, None, Path("token").read_text().strip()]
    Path("token").chmod(0o644)
    assert main(["mcp", "--http", f"{host}:8000", "--token-file", "token"]) == 2
    assert "cannot use the token in token: it must be yours" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["--token-file", "t"], ["--allow-host", "h"]])
def test_options_of_http_need_http(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mcp", *words]) == 2
    assert f"{words[0]} needs --http" in capsys.readouterr().err
