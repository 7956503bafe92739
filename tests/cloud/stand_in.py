"""A cloud of made-up services on a local port, for what a real one here does not have or does not do on request."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

PASSWORD = "correct-horse-battery"
TYPES = {
    "orchestration": ("orchestration", "/heat/v1/p1"),
    "compute": ("compute", "/nova/v2.1"),
    "image": ("image", "/glance"),
    "network": ("network", "/neutron"),
    "block_storage": ("block-storage", "/cinder/v3"),
    "identity": ("identity", "/v3"),
    "dns": ("dns", "/designate"),
}
Answer = tuple[int, Any]
"""A status of HTTP, and a body: data for JSON, or bytes as they are; of a redirect, its target."""


class StandIn:
    """A cloud. `answers` maps a path, such as "/nova/v2.1/flavors/detail", to (status, body), or to a callable that
    gets the query and returns it; `services` are those of the catalog. `asked` collects what was asked. `closes` maps a path
    to the number of requests that end without an answer, and `headers` are those of each answer."""

    def __init__(self, services: tuple[str, ...] = tuple(TYPES)) -> None:
        self.services = services
        self.answers: dict[str, Answer | Callable[[str], Answer]] = {}
        self.asked: list[str] = []
        self.closes: dict[str, int] = {}
        self.delay = 0.0
        self.drip = False
        self.headers = {"Content-Type": "application/json"}
        self.expired = False
        self.is_scoped = True
        self.hides_versions = False
        self.hidden = "none"
        self.url = ""

    def answer(self, method: str, path: str, query: str, body: bytes) -> Answer:
        """Return the answer to a request."""
        if self.hides_versions and path in ("/", "/v3", "/v3/"):
            return 401, {"error": {"message": "The request you have made requires authentication.", "code": 401}}
        if path == "/v3" or path == "/v3/":
            return 200, {"version": _version("v3.14", f"{self.url}/v3")}
        if path == "/":
            return 300, {"versions": {"values": [_version("v3.14", f"{self.url}/v3")]}}
        if "login" in self.answers and path == "/v3/auth/tokens":
            return self.answers["login"]  # type: ignore[return-value]
        if path == "/v3/auth/tokens" and method == "POST":
            return (201, self.token()) if PASSWORD in body.decode() or "a-token" in body.decode() else (401, {})
        if path in ("/neutron", "/neutron/"):
            return 200, {"versions": [_version("v2.0", f"{self.url}/neutron/v2.0")]}
        if path in ("/glance", "/glance/"):
            return 300, {"versions": [_version("v2.9", f"{self.url}/glance/v2")]}
        if path in ("/designate", "/designate/"):
            return 200, {"versions": [_version("v2", f"{self.url}/designate/v2")]}
        for base in ("/nova/v2.1", "/cinder/v3"):
            if path.rstrip("/") == base:
                return 200, {"version": _version("v" + base.rpartition("v")[2], self.url + base)}
        if self.expired:
            return 401, {"error": {"message": "The request you have made requires authentication."}}
        found = self.answers.get(path, (404, {"itemNotFound": {"message": "not here"}}))
        return found(query) if callable(found) else found

    def token(self) -> Any:
        """Return the body of a token, with the catalog."""
        endpoints = [
            {"type": kind, "name": name, "id": name, "endpoints": [
                {"id": name, "interface": "public", "region": "R1", "region_id": "R1", "url": self.url + path}]}
            for name, (kind, path) in TYPES.items() if name in self.services
        ]  # fmt: skip
        if not self.is_scoped:
            user = {"id": "u1", "name": "ann", "domain": {"id": "default", "name": "Default"}}
            times = {"expires_at": "2999-01-01T00:00:00.000000Z", "issued_at": "2020-01-01T00:00:00.000000Z"}
            return {"token": {"methods": ["password"], **times, "user": user}}
        return {"token": {
            "methods": ["password"], "expires_at": "2999-01-01T00:00:00.000000Z", "issued_at": "2020-01-01T00:00:00.000000Z",
            "user": {"id": "u1", "name": "ann", "domain": {"id": "default", "name": "Default"}},
            "project": {"id": "p1", "name": "web", "domain": {"id": "default", "name": "Default"}},
            "roles": [{"id": "r1", "name": "member"}], "catalog": endpoints,
        }}  # fmt: skip


def _version(name: str, url: str) -> Any:
    return {"id": name, "status": "stable", "links": [{"rel": "self", "href": url}], "media-types": []}


@contextmanager
def running(cloud: StandIn) -> Iterator[StandIn]:
    """Serve a cloud on a local port while the block runs."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True  # else a body waits until the client has confirmed the headers, for 40 ms

        def _do(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            path, _, query = self.path.partition("?")
            cloud.asked.append(f"{self.command} {self.path}")
            if cloud.closes.get(path, 0) > 0:
                cloud.closes[path] -= 1
                self.close_connection = True
                return
            is_login = path == "/v3/auth/tokens"
            if cloud.delay and not is_login:
                time.sleep(cloud.delay)
            status, data = cloud.answer(self.command, path, query, body)
            if path.startswith(cloud.hidden) and "X-Auth-Token" not in self.headers:
                status, data = 401, {"error": {"message": "Authentication required"}}
            encoded = data if isinstance(data, bytes) else json.dumps(data).encode()
            self.send_response(status)
            for name, value in cloud.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(encoded)))
            if 300 < status < 400:
                self.send_header("Location", data)
            if is_login:
                self.send_header("X-Subject-Token", "a-token")
            self.end_headers()
            if cloud.drip and not is_login:
                for byte in encoded:
                    self.wfile.write(bytes([byte]))
                    self.wfile.flush()
                    time.sleep(0.2)
            else:
                self.wfile.write(encoded)

        do_GET = do_POST = do_HEAD = _do  # noqa: N815

        def handle(self) -> None:
            with suppress(BrokenPipeError, ConnectionResetError):
                super().handle()

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    cloud.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield cloud
    finally:
        server.shutdown()
        server.server_close()


def write_clouds(folder: Path, url: str, *, password: str = PASSWORD, **changes: Any) -> Path:
    """Write a clouds.yaml with the cloud `made-up`, and return its path. `changes` are other settings of the cloud."""
    auth = {
        "auth_url": f"{url}/v3", "username": "ann", "password": password, "project_name": "web",
        "user_domain_id": "default", "project_domain_id": "default",
    }  # fmt: skip
    cloud = {"auth": auth, "region_name": "R1", "identity_api_version": "3", **changes}
    path = folder / "clouds.yaml"
    path.write_text(json.dumps({"clouds": {"made-up": cloud}}))
    return path
