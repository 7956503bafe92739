"""The table of the commands that open the network holds every module, and every option, that opens a connection."""

from __future__ import annotations

import argparse
import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from for_each import for_each

from hotlint.cli.network import NETWORK_USES
from hotlint.cli.subcommands import SUBCOMMANDS, parser

TOP = Path(__file__).resolve().parents[2]
NETWORK = {
    "openstack",
    "keystoneauth1",
    "fsspec",
    "distributed",
    "mcp",
    "requests",
    "socket",
    "http",
    "ssl",
    "ftplib",
    "smtplib",
}
SERVES = {"start_server", "create_server", "open_connection", "create_connection", "urlopen"}
CONNECTION = "hotlint.cloud.connection"
SETTINGS = "hotlint.cloud.clouds_yaml"
"""The module that reads clouds.yaml by a network library, and opens nothing."""
"""The one module that imports openstacksdk: whoever imports its `connect` opens the network."""
NAMED = re.compile(rf"(import|from)\b.*\b({'|'.join(NETWORK)})\b|\b({'|'.join(SERVES)})\b|{re.escape(CONNECTION)}\b")
"""What a module says that opens the network; only such modules are parsed."""
OPTIONS = {"--cloud", "--cluster", "--tcp", "--http"}


def modules() -> Iterator[tuple[str, ast.Module]]:
    """Yield each module of the command, the rules and the server that may open the network, with its syntax tree."""
    for top, folder in ((TOP, "hotlint"), (TOP / "rules", ""), (TOP / "server", "hotlint_server")):
        for path in (top / folder).rglob("*.py"):
            name = ".".join(path.relative_to(top).with_suffix("").parts).removesuffix(".__init__")
            text = path.read_text(encoding="utf-8")
            if NAMED.search(text):
                yield name, ast.parse(text)


def opens(tree: ast.Module) -> bool:
    """Return whether a module imports a network library, starts a server, or connects to a cloud."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import) and any(alias.name.split(".")[0] in NETWORK for alias in node.names):
            return True
        if isinstance(node, ast.ImportFrom) and node.module:
            if node.module.split(".")[0] in NETWORK:
                return True
            if node.module == CONNECTION and any(alias.name == "connect" for alias in node.names):
                return True
        if isinstance(node, ast.Attribute) and node.attr in SERVES:
            return True
    return False


def test_every_module_that_opens_the_network_is_in_the_table() -> None:
    found = {name for name, tree in modules() if opens(tree)} - {CONNECTION, SETTINGS}
    assert found == {use.opener for use in NETWORK_USES}


def options_of(made: argparse.ArgumentParser) -> Iterator[str]:
    """Yield the options of a parser and of its subcommands."""
    for action in made._actions:
        yield from action.option_strings
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from options_of(below)


@pytest.mark.parametrize("name", SUBCOMMANDS)
def test_every_option_that_opens_the_network_is_in_the_table(name: str) -> None:
    listed = {word for use in NETWORK_USES for word in use.command.split() if use.command.split()[0] == name}
    assert OPTIONS & set(options_of(parser(name))) == OPTIONS & listed


def test_commands_of_the_table_can_be_read() -> None:
    for use in NETWORK_USES:
        name, *arguments = use.command.replace("HOST:PORT", "127.0.0.1:2087").split()
        parser(name).parse_args(arguments)


def test_the_page_has_the_table() -> None:
    page = (TOP / "docs" / "network.md").read_text(encoding="utf-8").splitlines()
    rows = [f"| `hotlint {use.command}` | {use.peer} | {use.traffic} |" for use in NETWORK_USES]
    assert [line for line in page if line.startswith("| `hotlint ")] == rows


OPENERS = (
    "hotlint.cli.cluster.dask_executor", "hotlint.cli.cluster.object_store", "hotlint.cli.commands.cloud",
    "hotlint.mcp.server", "hotlint.operations.stacks",
    "hotlint.resource_types.cloud_import", "hotlint_server.transport.tcp",
)  # fmt: skip


@for_each("opener", OPENERS)
def test_the_page_has_what_a_module_opens(opener: str) -> None:
    assert {use.opener for use in NETWORK_USES} == set(OPENERS)
    page = (TOP / "docs" / "network.md").read_text(encoding="utf-8").splitlines()
    for use in NETWORK_USES:
        assert use.opener != opener or f"| `hotlint {use.command}` | {use.peer} | {use.traffic} |" in page
