"""`hotlint mcp`: start the server for coding agents."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from hotlint.cli.errors import UsageError
from hotlint.cli.options import add_options, existing_folders
from hotlint.common.files import ReadError
from hotlint.common.listening import host_and_port, is_loopback, token_of
from hotlint.common.platforms import collect_seldom
from hotlint.operations.errors import missing_extra

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

DESCRIPTION = """Start the server for coding agents, which speaks the Model Context Protocol on standard input and output. Agents run
this command. Its tools check, fix, preview, compare and explain templates.

The server reads files only in the folders that the agent names as its roots, or without roots in the working folder. It writes
no file unless --write is given: then the tool 'fix' writes the fixed file. It never shows the values of hidden parameters. With
--http, clients send the token of --token-file as 'Authorization: Bearer TOKEN'."""


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add = parser.add_argument
    add(
        "--root", action="append", default=[], metavar="FOLDER",
        help="use nothing outside of this folder, whatever the agent names; may be repeated",
    )  # fmt: skip
    add_options(parser, "--write")
    add(
        "--http", metavar="HOST:PORT",
        help="listen on this address (default: standard input and output); only the folders of --root count then, or else the "
        "working folder",
    )  # fmt: skip
    add(
        "--allow-host", action="append", default=[], metavar="NAME",
        help="with --http: a name under which clients reach this address, beside HOST itself; may be repeated",
    )  # fmt: skip
    add_options(parser, "--token-file")


def run(options: Namespace) -> int:
    """Run the command. Returns the exit code."""
    collect_seldom()
    try:
        server = import_module("hotlint.mcp.server")
    except ModuleNotFoundError as exc:
        raise missing_extra(exc, "mcp", "hotlint mcp") from None
    roots = existing_folders(options.root)
    if options.http is None:
        if options.token_file or options.allow_host:
            raise UsageError(f"{'--token-file' if options.token_file else '--allow-host'} needs --http")
        server.make_server(roots, write=options.write).run("stdio")
        return 0
    address = host_and_port(options.http)
    if address is None:
        raise UsageError(f"--http takes HOST:PORT, not '{options.http}'")
    if options.write and not options.token_file and not is_loopback(address[0]):
        raise UsageError(f"--write on {address[0]}, which other machines reach, needs --token-file")
    made = server.make_server(roots or (".",), write=options.write)
    server.serve(made, *address, options.allow_host, _token(options.token_file))
    return 0


def _token(file: str | None) -> str | None:
    try:
        return token_of(file) if file is not None else None
    except (OSError, ReadError) as exc:
        raise UsageError(f"cannot use the token in {file}: {getattr(exc, 'strerror', None) or exc}") from None
