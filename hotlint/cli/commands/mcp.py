"""`hotlint mcp`: start the server for coding agents."""

from __future__ import annotations

import gc
from importlib import import_module
from typing import TYPE_CHECKING

from hotlint.cli.errors import UsageError
from hotlint.cli.options import existing_folders
from hotlint.operations.errors import missing_extra

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

DESCRIPTION = """Start the server for coding agents, which speaks the Model Context Protocol on standard input and output. Agents run
this command. Its tools check, fix, preview, compare and explain templates.

The server reads files only in the folders that the agent names as its roots, or without roots in the working folder. It writes
no file unless --write is given, and never shows the values of hidden parameters."""


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add = parser.add_argument
    add(
        "--root", action="append", default=[], metavar="FOLDER",
        help="use nothing outside of this folder, whatever the agent names; may be repeated",
    )  # fmt: skip
    add("--write", action="store_true", help="let the tool 'fix' write the fixed file (default: it returns edits)")
    add(
        "--http", metavar="HOST:PORT",
        help="listen on this address (default: standard input and output); only the folders of --root count then, or else the "
        "working folder",
    )  # fmt: skip


def run(options: Namespace) -> int:
    """Run the command. Returns the exit code."""
    gc.enable()  # unlike other commands, this one stays
    try:
        server = import_module("hotlint.mcp.server")
    except ModuleNotFoundError as exc:
        raise missing_extra(exc, "mcp", "hotlint mcp") from None
    roots = existing_folders(options.root)
    if options.http is None:
        server.make_server(roots, write=options.write).run("stdio")
        return 0
    host, colon, port = options.http.rpartition(":")
    if not colon or not port.isdecimal() or int(port) > 65_535:
        raise UsageError(f"--http takes HOST:PORT, not '{options.http}'")
    server.serve(server.make_server(roots or (".",), write=options.write), host or "127.0.0.1", int(port))
    return 0
