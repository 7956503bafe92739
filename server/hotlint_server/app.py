"""The server itself: made, told about every feature, and run."""

from __future__ import annotations

import argparse
import logging
import sys
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from hotlint import __version__
from hotlint_server import features, gc_policy, stdio
from hotlint_server.protocol import Protocol
from hotlint_server.session import Session

logger = logging.getLogger(__name__)


class Server(LanguageServer):
    """One server for one connection."""

    protocol: Protocol

    def __init__(self) -> None:
        super().__init__("hotlint", __version__, types.TextDocumentSyncKind.Incremental, protocol_cls=Protocol)
        self.session = Session(self)

    def report_server_error(self, error: Exception, source: Any) -> None:
        """What goes wrong is logged; a message that pops up would disturb, and help nobody."""
        logger.error("%s: %s", getattr(source, "__name__", source), error, exc_info=error)


def create() -> Server:
    """A server with every feature."""
    server = Server()
    features.register(server)
    return server


def _warm_up() -> None:
    """Load what is loaded when it is first needed: not at somebody's key press."""
    from hotlint.ide.completion import CompletionEnvironment, complete
    from hotlint.resource_types.catalog import Catalog
    from hotlint.syntax.parser import parse
    from hotlint.syntax.source import Source

    text = "heat_template_version: 2018-08-31\noutputs:\n  a:\n    value: {"
    parse(Source("", text))
    complete(text, len(text), CompletionEnvironment(Catalog()))


def main(argv: list[str] | None = None) -> int:
    """Run `hotlint server`; returns its exit code."""
    parser = argparse.ArgumentParser("hotlint server", description="The language server, for editors.")
    parser.add_argument("--stdio", action="store_true", help="speak on standard input and output (the default)")
    parser.add_argument("--tcp", metavar="HOST:PORT", help="wait for an editor on this address instead")
    parser.add_argument("--log", metavar="FILE", help="write a log")
    parser.add_argument("--verbose", action="store_true", help="log more")
    args = parser.parse_args(argv)
    level = logging.INFO if args.verbose else logging.WARNING
    if args.log:
        logging.basicConfig(filename=args.log, level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    else:
        logging.basicConfig(stream=sys.stderr, level=level, format="%(levelname)s %(name)s: %(message)s")
    if not args.verbose:
        logging.getLogger("pygls").setLevel(logging.ERROR)  # warns of what is usual, such as a late cancellation
    server = create()
    _warm_up()
    gc_policy.begin()
    if args.tcp:
        host, _, port = args.tcp.rpartition(":")
        if not port.isdigit():
            parser.error(f"--tcp needs HOST:PORT, not {args.tcp!r}")
        server.start_tcp(host or "127.0.0.1", int(port))
    else:
        stdio.serve(server)
    return 0
