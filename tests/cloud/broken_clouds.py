"""Ask a real cloud through entries of clouds.yaml that are wrong, or lead to a broken service, and judge the messages.

    python tests/cloud/broken_clouds.py --cloud NAME [--seconds 20] [--out results.json]

Each entry is that of the cloud with one change. The message must say what is wrong, in time, and without a secret. The exit code is 1
where one does not.
"""

from __future__ import annotations

import argparse
import contextlib
import copy
import json
import os
import re
import socket
import ssl
import struct
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import yaml

sys.path.insert(0, str(Path(__file__).parent))
from cloud_access import access_changes, certificates

SECRET = "Correct-Horse-9"
Behavior = Callable[[socket.socket], None]


class Entry(NamedTuple):
    """An entry: what changes in it, and what the message must say; "" where the cloud must answer.

    `between` happens between the login and the question, None for nothing: it gets the connection.
    """

    name: str
    changes: dict[str, Any]
    says: str
    between: Callable[[Any], None] | None = None


def main() -> int:
    """Run the script. Returns the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--cloud", required=True)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--out", type=Path, default=Path("broken-clouds.json"))
    options = parser.parse_args()
    from openstack.config import OpenStackConfig

    path = next(p for p in OpenStackConfig()._config_files if os.path.exists(p))
    base = yaml.safe_load(Path(os.environ.get("OS_CLIENT_CONFIG_FILE") or path).read_text())["clouds"][options.cloud]
    import openstack

    sdk: Any = openstack.connect(cloud=options.cloud)
    heat = sdk.orchestration.get_endpoint().rsplit("/", 1)[0]
    results = []
    with ExitStack() as stack:
        for entry in [*entries(base, heat, sdk), *stack.enter_context(access_entries(sdk))]:
            found = judged(entry, base, options.seconds)
            results.append(found)
            print(f"{'ok ' if found['ok'] else 'NOT'} {entry.name} ({found['seconds']} s): {found['said']}", flush=True)
            options.out.write_text(json.dumps(results, indent=1))
    good = sum(each["ok"] for each in results)
    print(f"{good} of {len(results)} entries are as they must be")
    return 0 if good == len(results) else 1


def entries(base: dict[str, Any], heat: str, sdk: Any) -> list[Entry]:
    """Return the entries."""
    auth_url = base["auth"]["auth_url"]
    return [*_settings(auth_url), *_overrides(heat), *_behaviors(), *_tokens(base, sdk), *_certificates()]


def _settings(auth_url: str) -> list[Entry]:
    host = auth_url.split("/v3")[0]
    wrong: dict[str, tuple[dict[str, Any], str]] = {
        "as it is": ({}, ""),
        "wrong password": ({"auth": {"password": SECRET}}, r"does not accept the credentials \(401\)"),
        "wrong user": ({"auth": {"username": "nobody"}}, r"does not accept the credentials \(401\)"),
        "wrong project": ({"auth": {"project_name": "nothing"}}, r"does not accept the credentials \(401\)"),
        "wrong domain of the user": ({"auth": {"user_domain_id": "none"}}, r"does not accept the credentials \(401\)"),
        "wrong domain of the project": ({"auth": {"project_domain_id": "none"}}, r"does not accept the credentials \(401\)"),
        "no project": ({"auth": {"project_name": None}}, "name a project|no endpoint|not complete|401"),
        "no password": ({"auth": {"password": None}}, "not complete|401"),
        "empty password": ({"auth": {"password": ""}}, r"401|not complete"),
        "no user": ({"auth": {"username": None}}, "not complete|refuses|401"),
        "no auth_url": ({"auth": {"auth_url": None}}, "not complete"),
        "unknown region": ({"region_name": "R9"}, "has no region"),
        "unknown interface": ({"interface": "nothing"}, "no endpoint|interface"),
        "unknown kind of authentication": ({"auth_type": "v9password"}, "not complete|v9password"),
        "https at a port of http": ({"auth": {"auth_url": auth_url.replace("http:", "https:")}}, "does not speak TLS"),
        "a port that nothing listens at": ({"auth": {"auth_url": "http://127.0.0.1:9/v3"}}, "cannot be reached"),
        "a host that does not exist": ({"auth": {"auth_url": "http://nothing.invalid:5000/v3"}}, "cannot be reached"),
        "password in the address": ({"auth": {"auth_url": f"http://ann:{SECRET}@127.0.0.1:9/v3"}}, "cannot be reached"),
        "an address without a scheme": ({"auth": {"auth_url": "127.0.0.1:5000/v3"}}, "has to begin with http"),
        "an address that is no address": ({"auth": {"auth_url": "keystone"}}, "has to begin with http"),
        "another version in the address": ({"auth": {"auth_url": f"{host}/v2.0"}}, "cannot|refuses|not|404"),
        "another path": ({"auth": {"auth_url": f"{host}/identity/v3"}}, "cannot|refuses|not|404"),
        "no version in the address": ({"auth": {"auth_url": host}}, ""),
        "a slash at the end": ({"auth": {"auth_url": f"{auth_url}/"}}, ""),
        "a certificate that does not exist": ({"cacert": "/nothing/ca.pem"}, ""),
        "no verification": ({"verify": False}, ""),
        "a token that nobody issued": ({"auth_type": "v3token", "auth": {"token": SECRET, "username": None, "password": None,
                                        "user_domain_id": None}}, r"401|does not accept|404"),
        "an application credential that nobody issued": (
            {"auth_type": "v3applicationcredential", "auth": {"application_credential_id": "x", "application_credential_secret": SECRET,
             "username": None, "password": None, "project_name": None, "project_domain_id": None, "user_domain_id": None}},
            r"401|does not accept|404"),
    }  # fmt: skip
    return [Entry(name, changes, says) for name, (changes, says) in wrong.items()]


def _overrides(heat: str) -> list[Entry]:
    root = heat.rsplit("/v1", 1)[0]
    wrong = {
        "endpoint with the project": (f"{heat}/%(project_id)s", ""),
        "endpoint with a slash": (f"{heat}/%(project_id)s/", ""),
        "endpoint without the project": (heat, "404|403|401|does not know|refuses|versions|JSON|answers"),
        "endpoint without a version": (root, "404|403|401|does not know|refuses|JSON|answers"),
        "endpoint of another project": (
            f"{heat}/{'0' * 32}",
            "403|404|401|refuses|permit|know|^$",
        ),  # Heat lets administrators in
        "endpoint of https": (f"{heat.replace('http:', 'https:')}/%(project_id)s", "does not speak TLS"),
        "endpoint at another port": ("http://127.0.0.1:9/v1/%(project_id)s", "cannot be reached"),
        "endpoint at no host": ("http://nothing.invalid/v1/%(project_id)s", "cannot be reached"),
    }
    return [Entry(name, {"orchestration_endpoint_override": url}, says) for name, (url, says) in wrong.items()]


def _behaviors() -> list[Entry]:
    found = []
    for behavior, says in _BEHAVIORS:
        url = f"http://127.0.0.1:{_served(behavior)}"
        name = (behavior.__doc__ or "").rstrip(".").lower()
        found.append(Entry(f"Keystone: {name}", {"auth": {"auth_url": f"{url}/v3"}}, says))
        found.append(Entry(f"Heat: {name}", {"orchestration_endpoint_override": f"{url}/v1/%(project_id)s"}, says))
    return found


def _tokens(base: dict[str, Any], sdk: Any) -> list[Entry]:
    """Return entries with tokens: one that is valid, and one that was revoked."""
    auth = {"username": None, "password": None, "user_domain_id": None}
    valid, revoked = sdk.session.get_token(), ""
    other = type(sdk)(cloud=sdk.config.name)
    revoked = other.session.get_token()
    sdk.identity.delete("/auth/tokens", headers={"X-Subject-Token": revoked})
    lasting = type(sdk)(cloud=sdk.config.name).session.get_token()

    def end(connection: Any) -> None:
        _revoke(connection)
        sdk.identity.delete("/auth/tokens", headers={"X-Subject-Token": lasting})

    return [
        Entry(
            "a token that ends while it runs",
            {"auth_type": "v3token", "auth": {**auth, "token": lasting}},
            r"does not accept|401|404",
            end,
        ),
        Entry("a password, whose token ends while it runs", {}, "", _revoke),
        Entry("a valid token", {"auth_type": "v3token", "auth": {**auth, "token": valid}}, ""),
        Entry(
            "a revoked token", {"auth_type": "v3token", "auth": {**auth, "token": revoked}}, r"401|404|does not accept"
        ),
    ]


@contextlib.contextmanager
def access_entries(sdk: Any) -> Iterator[list[Entry]]:
    """Yield entries of users, projects and regions that are made for them, and removed at the end."""
    with access_changes(sdk) as found:
        yield [Entry(name, changes, says) for name, changes, says in found]


def _revoke(connection: Any) -> None:
    """Let the token of a connection end."""
    token = connection._sdk.session.get_token()
    connection._sdk.session.delete(
        connection._sdk.session.auth.auth_url.rstrip("/") + "/auth/tokens", headers={"X-Subject-Token": token}
    )


def _certificates() -> list[Entry]:
    """Return entries of addresses with certificates that are not right."""
    found = []
    for name, certificate, is_trusted, says in certificates():
        url = f"https://127.0.0.1:{_served(_is_unavailable, certificate)}"
        trust = {"cacert": certificate} if is_trusted else {}
        heat = {"orchestration_endpoint_override": f"{url}/v1/%(project_id)s"}
        found.append(Entry(f"Keystone: {name}", {"auth": {"auth_url": f"{url}/v3"}, **trust}, says))
        found.append(Entry(f"Heat: {name}", {**heat, **trust}, says))
    return found


def judged(entry: Entry, base: dict[str, Any], seconds: float) -> dict[str, Any]:
    """Return how the message for an entry is."""
    from hotlint.cloud.connection import connect
    from hotlint.cloud.errors import CloudError

    cloud = copy.deepcopy(base)
    changes = copy.deepcopy(entry.changes)
    cloud["auth"].update(changes.pop("auth", {}))
    cloud["auth"] = {name: value for name, value in cloud["auth"].items() if value is not None}
    cloud.update(changes)
    secrets = [
        SECRET,
        *(str(v) for k, v in cloud["auth"].items() if k in ("password", "token") and v and len(str(v)) > 6),
    ]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "clouds.yaml"
        path.write_text(yaml.safe_dump({"clouds": {"tried": cloud}}))
        os.environ["OS_CLIENT_CONFIG_FILE"] = str(path)
        started = time.monotonic()
        try:
            connection = connect("tried", request_seconds=seconds)
            if entry.between is not None:
                entry.between(connection)
            connection.get("orchestration", "/stacks?limit=1")
            said = ""
        except CloudError as exc:
            said = str(exc)
        except Exception as exc:
            said = f"NOT A MESSAGE: {type(exc).__name__}: {exc}"
        took = time.monotonic() - started
    fits = bool(re.search(entry.says, said)) if entry.says else not said
    in_time = took <= 4 * (seconds + 2)  # versions, a token, the versions of Heat, and the question itself
    one = not any(secret in said for secret in secrets) and "\n" not in said and not said.startswith("NOT A MESSAGE")
    return {"name": entry.name, "ok": fits and in_time and one, "seconds": round(took, 1), "said": said or "it answers"}


def _served(behavior: Behavior, certificate: str = "") -> int:
    """Return a port at which each connection is treated like this, with TLS where there is a file of a certificate."""
    listener = socket.create_server(("127.0.0.1", 0))
    if certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        listener = context.wrap_socket(listener, server_side=True, do_handshake_on_connect=False)

    def loop() -> None:
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                continue
            threading.Thread(target=_quietly, args=(behavior, client), daemon=True).start()

    threading.Thread(target=loop, daemon=True).start()
    return int(listener.getsockname()[1])


def _quietly(behavior: Behavior, client: socket.socket) -> None:
    with contextlib.suppress(OSError):
        behavior(client)


def _answer(client: socket.socket, status: str, body: bytes, *headers: str) -> None:
    client.recv(65536)
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", "Connection: close", *headers]
    client.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
    client.close()


def _closes(client: socket.socket) -> None:
    """Closes after the question."""
    client.recv(65536)
    client.close()


def _resets(client: socket.socket) -> None:
    """Resets the connection."""
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.close()


def _stops(client: socket.socket) -> None:
    """Stops in the middle of an answer."""
    client.recv(65536)
    client.sendall(b'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{"a":')
    client.close()


def _is_no_http(client: socket.socket) -> None:
    """Speaks another protocol."""
    client.sendall(b"SSH-2.0-OpenSSH_9.2\r\n")
    client.recv(65536)
    client.close()


def _waits(client: socket.socket) -> None:
    """Never answers."""
    client.recv(65536)
    time.sleep(600)


def _drips(client: socket.socket) -> None:
    """Sends a byte at a time."""
    client.recv(65536)
    client.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
    while True:
        client.sendall(b" ")
        time.sleep(0.2)


def _fails(client: socket.socket) -> None:
    """Answers 500."""
    _answer(client, "500 Internal Server Error", b"<html>Traceback</html>")


def _is_unavailable(client: socket.socket) -> None:
    """Answers 503."""
    _answer(client, "503 Service Unavailable", b"no server is available")


def _is_a_page(client: socket.socket) -> None:
    """Answers with a page."""
    _answer(client, "200 OK", b"<html>Welcome to nginx!</html>", "Content-Type: text/html")


def _redirects(client: socket.socket) -> None:
    """Redirects to another host."""
    _answer(client, "302 Found", b"", "Location: http://example.invalid/v3")


_CLOSED = "closes the connection|cannot be reached"
_ANY = "cannot be reached|cannot be asked|refuses|answers|versions|JSON|not"
_BEHAVIORS: tuple[tuple[Behavior, str], ...] = (
    (_closes, _CLOSED), (_resets, _CLOSED), (_stops, _CLOSED), (_is_no_http, f"{_CLOSED}|cannot be asked"),
    (_waits, "does not answer within"), (_drips, "does not answer within"), (_fails, _ANY), (_is_unavailable, _ANY),
    (_is_a_page, _ANY), (_redirects, "gets no credentials|cannot be reached"),
)  # fmt: skip

if __name__ == "__main__":
    sys.exit(main())
