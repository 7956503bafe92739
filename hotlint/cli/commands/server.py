"""`hotlint server`: start the language server, for editors."""

from __future__ import annotations

import gc
from argparse import ArgumentParser, Namespace

DESCRIPTION = "Start the language server, which speaks LSP on standard input and output. Editors run this command."


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add = parser.add_argument
    add("--stdio", action="store_true", help="use standard input and output (the default)")
    add("--tcp", metavar="HOST:PORT", help="listen on this address (default: standard input and output)")
    add(
        "--token-file", metavar="FILE",
        help="with --tcp: the file with the token that an editor gives in initializationOptions.token; it is made where it does "
        "not exist (default: a new token, on standard error)",
    )  # fmt: skip
    add("--log", metavar="FILE", help="write a log (default: none)")
    add("--verbose", action="store_true", help="log more")


def run(options: Namespace) -> int:
    """Run the command. Returns the exit code."""
    gc.enable()  # unlike other commands, this one stays
    from hotlint_server.app import main

    given = ["--stdio"] if options.stdio else []
    given += ["--tcp", options.tcp] if options.tcp is not None else []
    given += ["--token-file", options.token_file] if options.token_file else []
    given += ["--log", options.log] if options.log else []
    given += ["--verbose"] if options.verbose else []
    return main(given)
