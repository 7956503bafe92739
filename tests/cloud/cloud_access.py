"""Users, projects, regions and certificates that a cloud does not let in, for `broken_clouds`."""

from __future__ import annotations

import contextlib
import datetime
import ipaddress
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PREFIX = "hotlint-access"
PASSWORD = "Battery-Staple-7"
Changes = tuple[str, dict[str, Any], str]
"""The name of an entry, what changes in it, and what the message must say; "" where the cloud must answer."""


@contextlib.contextmanager
def access_changes(sdk: Any) -> Iterator[list[Changes]]:
    """Make users, projects and a region, and yield entries with them. They are removed at the end."""
    identity = sdk.identity
    made: list[tuple[Any, Any]] = []

    def make(kind: str, **fields: Any) -> Any:
        thing = getattr(identity, f"create_{kind}")(**fields)
        made.append((getattr(identity, f"delete_{kind}"), thing))
        return thing

    try:
        domain = {"domain_id": "default"}
        project = make("project", name=f"{PREFIX}-project", **domain)
        closed = make("project", name=f"{PREFIX}-closed", is_enabled=False, **domain)
        region = make("region", id=f"{PREFIX}-region")
        users = {
            name: make("user", name=f"{PREFIX}-{name}", password=PASSWORD, **fields, **domain)
            for name, fields in (("norole", {}), ("signal", {}), ("reader", {}), ("disabled", {"is_enabled": False}), ("member", {}))
        }  # fmt: skip
        for name, role in (
            ("signal", "heat_stack_user"),
            ("reader", "reader"),
            ("disabled", "member"),
            ("member", "member"),
        ):
            found = identity.find_role(role)
            for target in (project, closed):
                identity.assign_project_role_to_user(target, users[name], found)
        yield _entries(project.name, closed.name, region.id)
    finally:
        for delete, thing in reversed(made):
            with contextlib.suppress(Exception):
                delete(thing)


def _entries(project: str, closed: str, region: str) -> list[Changes]:
    def user(name: str, **more: Any) -> dict[str, Any]:
        return {"auth": {"username": f"{PREFIX}-{name}", "password": PASSWORD, "project_name": project, **more}}

    nothing = {"project_name": None, "project_domain_id": None}
    refused = r"does not accept the credentials \(401\)"
    return [
        ("a member of another project", user("member"), ""),
        ("a user who may only read", user("reader"), ""),
        ("a user without a role in the project", user("norole"), refused),
        ("a user who may only signal", user("signal"), "403|permit|allow|rights"),
        ("a user who is disabled", user("disabled"), refused),
        ("a project that is disabled", user("member", project_name=closed), refused),
        ("a scope of the domain without rights", user("member", domain_id="default", **nothing), refused),
        ("a scope of the system without rights", user("member", system_scope="all", **nothing), refused),
        ("a region without services", {"region_name": region}, "no endpoint|has no"),
        ("the interface for internal use", {"interface": "internal"}, ""),
        ("the interface of administrators", {"interface": "admin"}, "no endpoint|has no|interface"),
    ]


def certificates() -> list[tuple[str, str, bool, str]]:
    """Return certificates that are not right: what they are, the file, whether a client trusts it, and what the message must say."""
    folder = Path(tempfile.mkdtemp(prefix="hotlint-certificates-"))
    now = datetime.datetime.now(datetime.UTC)
    day = datetime.timedelta(days=1)
    cases = (
        ("a certificate that it has signed itself", "127.0.0.1", now + day, False, "is not trusted: set 'cacert'"),
        ("a certificate of another host", "192.0.2.1", now + day, True, "is for another host"),
        ("a certificate that is out of date", "127.0.0.1", now - day, True, "has expired"),
    )
    return [
        (what, _certificate(folder / f"{number}.pem", host, end), is_trusted, says)
        for number, (what, host, end, is_trusted, says) in enumerate(cases)
    ]


def _certificate(path: Path, host: str, end: datetime.datetime) -> str:
    """Write a certificate and its key to a file. Returns the path."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(end - datetime.timedelta(days=30))
        .not_valid_after(end)
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(host))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
    return str(path)
