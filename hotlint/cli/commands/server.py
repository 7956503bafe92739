"""`hotlint server`: the language server, for editors."""

from __future__ import annotations

import gc
from argparse import ArgumentParser, Namespace

DESCRIPTION = "Start the language server. Editors do this; it speaks LSP on standard input and output."


def arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("--stdio", action="store_true", help="speak on standard input and output (the default)")
    add("--tcp", metavar="HOST:PORT", help="wait for an editor on this address instead")
    add("--log", metavar="FILE", help="write a log")
    add("--verbose", action="store_true", help="log more")


def run(options: Namespace) -> int:
    gc.enable()  # unlike other commands, this one stays
    from hotlint_server.app import main

    given = ["--stdio"] if options.stdio else []
    given += ["--tcp", options.tcp] if options.tcp else []
    given += ["--log", options.log] if options.log else []
    given += ["--verbose"] if options.verbose else []
    return main(given)
