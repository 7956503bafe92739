"""One row of the feature table: a method or a command, and the function that answers it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from hotlint_server.session import Session


class Feature(NamedTuple):
    """A method of the protocol (or of hotlint's own, `hotlint/...`).

    `handle` takes the session and the method's parameters; it returns plain data in the protocol's shape, or a
    coroutine of that. `options` are the method's registration options.
    """

    method: str
    handle: Callable[[Session, Any], Any]
    options: Any = None


class Command(NamedTuple):
    """A command of `workspace/executeCommand`. `handle` takes the session and the command's first argument, an object."""

    name: str
    handle: Callable[[Session, dict[str, Any]], Any]
