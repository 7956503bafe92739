"""hotlint in a worker of a browser or an editor, where Python is WebAssembly: what JavaScript imports and calls.

The workers of the extension for VS Code and of the playground import this module by its name, and hold no Python of their own.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from hotlint_server.app import HotlintServer
from hotlint_server.transport.inbox import connect

from hotlint.cli.main import main


def enter(folder: str) -> None:
    """Make a folder the current one. What lies in it is data: no module is imported from it."""
    os.makedirs(folder, exist_ok=True)
    os.chdir(folder)
    sys.path[:] = [path for path in sys.path if path]


_FIRST: tuple[tuple[str, dict[str, Any]], ...] = (
    ("initialize", {"processId": None, "rootUri": None, "capabilities": {"textDocument": {"codeAction": {}}}}),
    ("textDocument/didOpen", {"textDocument": {"uri": "", "languageId": "yaml", "version": 0, "text": ""}}),
)
"""Messages of every session, and their parameters: the code that reads each is made when the first one comes."""

_TEMPLATE = """\
heat_template_version: 2018-08-31
parameters:
  text: {type: string}
resources:
  value:
    type: OS::Heat::Value
    properties: {value: {get_param: text}}
outputs:
  value: {value: {get_attr: [value, value]}}
"""


def warm_up() -> None:
    """Load all that a check and an answer of the server need, so that the memory of this Python can be kept with it."""
    protocol = HotlintServer().protocol
    for method, parameters in _FIRST:
        identity = {"id": 0} if method == "initialize" else {}
        protocol.structure_message({"jsonrpc": "2.0", "method": method, "params": parameters, **identity})
    name = "first.yaml"
    write_files({name: _TEMPLATE})
    run(["check", name])
    os.remove(name)


def serve(send: Callable[[str], object]) -> Callable[[str], None]:
    """Start a language server. Return what takes the JSON of each message to it; `send` is called with that of each answer."""
    return connect(HotlintServer(), send)


def write_files(files: Mapping[str, str]) -> None:
    """Make the current folder hold these files, by their paths in it, and no others."""
    for folder, _, names in os.walk("."):
        for name in names:
            path = os.path.normpath(os.path.join(folder, name))
            if path not in files:
                os.remove(path)
    for path, text in files.items():
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)


def run(arguments: Iterable[str]) -> str:
    """Return what a command prints: its output or, where it has none, its errors."""
    output, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors), contextlib.suppress(SystemExit):
        main(list(arguments))
    return output.getvalue() or errors.getvalue()
