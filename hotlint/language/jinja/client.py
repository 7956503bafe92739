"""The sandbox of Jinja sources: a worker of its own, with more time and memory than one expression gets."""

from __future__ import annotations

import marshal
from functools import cache
from typing import Any, Final

from hotlint.language.sandbox.client import Sandbox
from hotlint.language.time_limit import current_allowance

SECONDS: Final = 2.0
MEMORY: Final = 256 << 20


@cache
def _shared() -> Sandbox:
    return Sandbox(seconds=SECONDS, memory=MEMORY)


def render(
    path: str,
    source: str,
    variables: dict[str, Any],
    folders: list[str],
    trim_blocks: bool,
    lstrip_blocks: bool,
    confined_to: str | None = None,
) -> tuple[Any, ...]:
    """Return the reply of `hotlint.language.sandbox.jinja_rendering.render`.

    ("missing",) where jinja2 is not installed, ("stopped", what) where rendering takes too much time or memory, or no time is left
    for the file that is being checked, and ("error", ...) where a variable is of a type that cannot be sent, or jinja2 fails in
    another way.
    """
    folder = str(confined_to) if confined_to is not None else None  # marshal takes no subclass of str
    request = ("jinja", path, source, variables, folders, trim_blocks, lstrip_blocks, folder)
    try:
        marshal.dumps(request)
    except ValueError:
        return ("error", "ValueError", "a variable is of a type that is not plain data")
    allowance, sandbox = current_allowance(), _shared()
    if allowance is not None and allowance.left <= 0:
        return ("stopped", "time")
    start = sandbox.worked
    reply = sandbox.ask(request)
    if allowance is not None:
        allowance.spend(sandbox.worked - start)
    return reply
