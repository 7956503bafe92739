"""The server: composition of protocol, session and features, and the command line of `hotlint server`."""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

from cattrs import Converter
from lsprotocol import types
from pygls.protocol import JsonRPCNotification, JsonRPCRequestMessage, JsonRPCResponseMessage, default_converter

from hotlint.common.files import ReadError
from hotlint.common.listening import host_and_port, new_token, token_of
from hotlint.common.version import __version__
from hotlint.ide.completion import CompletionEnvironment, complete
from hotlint.resource_types.catalog import Catalog
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source
from hotlint_server.features import COMMANDS, FEATURES
from hotlint_server.session import Session
from hotlint_server.text_buffer import DocumentChanges, read_changes
from hotlint_server.transport import gc_policy, stdio, tcp
from hotlint_server.transport.protocol import HotlintProtocol, HotlintServerBase, RequestFailed
from hotlint_server.transport.pygls_client import PyglsClient

PLAIN_INCOMING = (JsonRPCRequestMessage, JsonRPCNotification, JsonRPCResponseMessage)
PLAIN_NOTIFICATIONS = (JsonRPCNotification, types.PublishDiagnosticsNotification)


logger = logging.getLogger(__name__)


class HotlintServer(HotlintServerBase):
    """A server for one connection, with every feature registered."""

    def __init__(self) -> None:
        super().__init__(
            "hotlint",
            __version__,
            types.TextDocumentSyncKind.Incremental,
            protocol_cls=HotlintProtocol,
            converter_factory=make_converter,
        )
        self.disconnect = lambda: None
        self.session = Session(PyglsClient(self))
        for feature in FEATURES:
            self.feature(feature.method, feature.options)(
                _handler(feature.handle, self.session, lambda given: given[0])
            )
        for command in COMMANDS:
            self.command(command.name)(_handler(command.handle, self.session, _first_object))

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Log an error. pygls's default shows a message box in the editor for each."""
        logger.error("%s: %s", getattr(source, "__name__", source), error, exc_info=error)


def _handler(
    answer: Callable[[Session, Any], Any], session: Session, taken: Callable[[tuple[Any, ...]], Any]
) -> Callable[..., Any]:
    """Return a function with its session bound, which gets what is `taken` of the arguments that pygls passes.

    pygls tells coroutine functions from others by type.
    """

    def handle(*given: Any) -> Any:
        with _ReadErrors():
            return answer(session, taken(given))

    async def handle_async(*given: Any) -> Any:
        with _ReadErrors():
            return await answer(session, taken(given))

    return handle_async if asyncio.iscoroutinefunction(answer) else handle


def _first_object(arguments: tuple[Any, ...]) -> dict[str, Any]:
    """Return the first argument of a command, as an object."""
    return dict(arguments[0]) if arguments and isinstance(arguments[0], dict) else {}


class _ReadErrors:
    """Raises RequestFailed in the place of what a file that cannot be read raises: that is no error of the server."""

    def __enter__(self) -> None: ...

    def __exit__(self, _: object, exc: object, __: object) -> None:
        if isinstance(exc, OSError | ReadError):
            raise RequestFailed(str(exc)) from exc


def _warm_up() -> None:
    """Load the modules and data that would otherwise be loaded at the first key press."""
    head = "heat_template_version: 2018-08-31\n"
    parse(Source("", head))
    parse(Source("", f"{head}resources: ["))  # what reads a text that is no YAML is imported once there is one
    catalog = Catalog()
    for text in (
        head + "outputs:\n  a:\n    value: {",
        head + "resources:\n  a:\n    type: ",
        head + "parameters:\n  a:\n    constraints:\n    - ",
        head + "parameters:\n  a:\n    constraints:\n    - custom_constraint: ",
    ):
        complete(text, len(text), CompletionEnvironment(catalog))


def main(argv: list[str] | None = None) -> int:
    """Run `hotlint server`; returns its exit code. Raises SystemExit for a usage error."""
    parser = argparse.ArgumentParser("hotlint server", description="The language server, for editors.")
    parser.add_argument("--stdio", action="store_true", help="speak on standard input and output (the default)")
    parser.add_argument("--tcp", metavar="HOST:PORT", help="wait for an editor on this address instead")
    parser.add_argument("--token-file", metavar="FILE", help="with --tcp: the token that an editor gives")
    parser.add_argument("--log", metavar="FILE", help="write a log")
    parser.add_argument("--log-level", choices=("warning", "info"), default="warning", help="how much the log says")
    args = parser.parse_args(argv)
    address = host_and_port(args.tcp) if args.tcp is not None else None
    if args.tcp is not None and address is None:
        parser.error(f"--tcp takes HOST:PORT, not '{args.tcp}'")
    if args.token_file and address is None:
        parser.error("--token-file needs --tcp")
    _configure_logging(args.log, args.log_level)
    server = HotlintServer()
    _warm_up()
    gc_policy.begin()
    if address is None:
        return stdio.serve(server)
    try:
        token = token_of(args.token_file) if args.token_file else new_token()
    except (OSError, ReadError) as exc:
        parser.error(f"cannot use the token in {args.token_file}: {getattr(exc, 'strerror', None) or exc}")
    if not args.token_file:
        print(f"initializationOptions.token: {token}", file=sys.stderr, flush=True)
    try:
        tcp.serve(*address, token, HotlintServer)
    except OSError as exc:
        parser.error(f"cannot listen on {args.tcp}: {exc.strerror or exc}")
    return 0


def _configure_logging(file: str | None, level: str) -> None:
    if file:
        logging.basicConfig(
            filename=file, level=level.upper(), format="%(asctime)s %(levelname)s %(name)s: %(message)s"
        )
    else:
        logging.basicConfig(stream=sys.stderr, level=level.upper(), format="%(levelname)s %(name)s: %(message)s")
    if level == "warning":
        logging.getLogger("pygls").setLevel(logging.ERROR)  # its warnings are of the usual, such as late cancellations


@cache
def make_converter() -> Converter:
    """Return pygls's converter with hooks that leave plain data alone; sessions share it."""
    converter: Converter = default_converter()  # type: ignore[no-untyped-call]
    for message in PLAIN_INCOMING:
        converter.register_structure_hook(message, _structure)
    converter.register_structure_hook(types.DidChangeTextDocumentNotification, _changes)
    converter.register_unstructure_hook(JsonRPCResponseMessage, _response)
    for notification in PLAIN_NOTIFICATIONS:
        converter.register_unstructure_hook(notification, _notification)
    return converter


def _structure(data: dict[str, Any], message: type[Any]) -> Any:
    names = [name for name in ("id", "method", "jsonrpc", "params", "result") if name in message.__annotations__]
    return message(**{name: data.get(name) for name in names})


def _changes(data: dict[str, Any], _: type[Any]) -> DocumentChanges:
    return read_changes(data)


def _response(message: JsonRPCResponseMessage) -> dict[str, Any]:
    return {"jsonrpc": message.jsonrpc, "id": message.id, "result": message.result}


def _notification(message: Any) -> dict[str, Any]:
    return {"jsonrpc": message.jsonrpc, "method": message.method, "params": message.params}
