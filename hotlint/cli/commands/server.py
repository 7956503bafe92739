"""`hotlint server`: start the language server, for editors."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from hotlint.cli.options import add_options
from hotlint.common.platforms import collect_seldom

DESCRIPTION = """Start the language server, which speaks LSP on standard input and output. Editors run this command.

With --tcp, an editor gives the token of --token-file in initializationOptions.token; without --token-file, it is a new one, which
the server writes to standard error."""


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add = parser.add_argument
    add("--stdio", action="store_true", help="use standard input and output (the default)")
    add("--tcp", metavar="HOST:PORT", help="listen on this address (default: standard input and output)")
    add_options(parser, "--token-file")
    add("--log", metavar="FILE", help="write a log (default: none)")
    add("--log-level", choices=("warning", "info"), default="warning", help="how much the log says (default: warning)")


def run(options: Namespace) -> int:
    """Run the command. Returns the exit code."""
    collect_seldom()
    from hotlint_server.app import main

    given = ["--stdio"] if options.stdio else []
    given += ["--tcp", options.tcp] if options.tcp is not None else []
    given += ["--token-file", options.token_file] if options.token_file else []
    given += ["--log", options.log] if options.log else []
    given += ["--log-level", options.log_level]
    return main(given)
