"""`hotlint new`: write a first template, suite or policy, with all that belongs to it."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace

from hotlint.cli.errors import UsageError, as_usage_error
from hotlint.common.printable import printable

KINDS = {
    "server": ("server",),
    "network": ("network",),
    "autoscaling": ("autoscaling",),
    "nested": ("nested",),
    "suite": ("suite",),
    "policy": ("suite", "policy"),
}
"""Kinds, with the folders of `SCAFFOLDS` whose files they consist of."""
SCAFFOLDS = os.path.join(os.path.dirname(__file__), "..", "..", "data", "scaffolds")
DESCRIPTION = """Write a small template with its environment and its test suite to a folder, as a start for your own.

server         a server with a port and a security group
network        a network with a subnet and a router
autoscaling    a group of servers with scaling policies
nested         a stack with a nested template
suite          a template of one value, and a suite that shows what tests can do
policy         the same, with a policy, its tests, and a configuration that uses it

Files that exist are not changed: if the folder has one of the same name, the command writes nothing.
Exit codes: 0 success, 2 usage error."""


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("kind", choices=tuple(KINDS), help="what to write")
    parser.add_argument("folder", metavar="FOLDER", help="the folder to write to, which need not exist")


def run(options: Namespace) -> int:
    """Run the command. Returns the exit code. Raises UsageError for files that exist already or cannot be written."""
    if os.path.isfile(options.folder):
        raise UsageError(f"'{printable(options.folder)}' is a file; name a folder, which need not exist")
    sources = [os.path.join(SCAFFOLDS, name) for name in KINDS[options.kind]]
    files = {name: os.path.join(source, name) for source in sources for name in sorted(os.listdir(source))}
    targets = {os.path.join(options.folder, name): source for name, source in files.items()}
    present = next((target for target in targets if os.path.lexists(target)), None)
    if present is not None:
        raise UsageError(f"'{printable(present)}' exists already; nothing was written")
    try:
        os.makedirs(options.folder, exist_ok=True)
        for target, source in targets.items():
            with open(source, encoding="utf-8") as given, open(target, "x", encoding="utf-8") as written:
                written.write(given.read())
            print(f"written: {printable(target)}")
    except OSError as exc:
        raise as_usage_error(exc) from None
    return 0
