"""What a server that listens on an address needs: the address, and a token that its clients know."""

from __future__ import annotations

import os
import stat
from ipaddress import ip_address

from hotlint.common.files import ReadError, read_bytes

_SHORTEST = 16
"""Characters of a token that nobody guesses."""


def host_and_port(text: str) -> tuple[str, int] | None:
    """Return the host, the loopback address by default, and the port of HOST:PORT; None where the text is something else."""
    host, colon, port = text.rpartition(":")
    if not (colon and port.isascii() and port.isdecimal() and len(port) <= 5 and int(port) <= 65_535):
        return None
    return host.removeprefix("[").removesuffix("]") or "127.0.0.1", int(port)


def is_loopback(host: str) -> bool:
    """Return whether only this machine reaches an address."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def token_of(file: str) -> str:
    """Return the token in a file that only its owner can read; one that does not exist is made, with a new token.

    Raises OSError, and ReadError for a file that others can read, or that holds no token.
    """
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return _read(file)
    with os.fdopen(descriptor, "w", encoding="ascii") as made:
        token = new_token()
        made.write(f"{token}\n")
    return token


def _read(file: str) -> str:
    if hasattr(os, "getuid"):
        status = os.stat(file)
        if status.st_uid != os.getuid() or stat.S_IMODE(status.st_mode) & 0o077:
            raise ReadError("it must be yours, and only you may read it (mode 0600)")
    token = read_bytes(file).decode("ascii", "replace").strip()
    if len(token) < _SHORTEST or not token.isascii() or len(token.split()) != 1:
        raise ReadError(f"it must hold a token: one word of {_SHORTEST} characters or more")
    return token


def new_token() -> str:
    """Return a token that nobody guesses."""
    from secrets import token_urlsafe

    return token_urlsafe(32)


def is_token(given: object, token: str) -> bool:
    """Return whether what a client gives is the token; how long that takes tells nothing about it."""
    from hmac import compare_digest

    return isinstance(given, str) and compare_digest(given.encode("utf-8", "replace"), token.encode())
