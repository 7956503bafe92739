"""`hotlint new`: write a first template, suite or policy, with all that belongs to it."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace

from hotlint.cli.options import add_options
from hotlint.common.printable import printable

KINDS = ("server", "network", "autoscaling", "nested", "suite", "policy")
DESCRIPTION = """Write a small template with its environment and its test suite to a folder, as a start for your own.

server         a server with a port and a security group
network        a network with a subnet and a router
autoscaling    a group of servers with scaling policies
nested         a stack with a nested template
suite          a template of one value, and a suite that shows what tests can do
policy         the same, with a policy, its tests, and a configuration that uses it

`suite TEMPLATE` writes a suite for a template that exists: it asserts the resources and outputs that the dry run shows with the
environment that fits, and expects the errors of values that the parameters refuse. `policy FOLDER` below a configuration writes the
policies alone, and says what to add to the configuration.

Files that exist are not changed: if the folder has one of the same name, the command writes nothing.
Exit codes: 0 success, 2 usage error."""


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("kind", choices=KINDS, help="what to write")
    parser.add_argument(
        "folder", metavar="FOLDER", help="the folder to write to, which need not exist; for a suite, also a template"
    )
    add_options(parser, "--quiet")


def run(options: Namespace) -> int:
    """Run the command. Returns the exit code."""
    from hotlint.cli.template_input import tell
    from hotlint.operations.new import new

    found = new(options.kind, options.folder)
    tell(options, found.notes)
    for path in found.files:
        print(f"written: {printable(path)}")
    if found.configuration:
        print(f"add to {printable(os.path.relpath(found.configuration))}: policies: [{printable(found.policies)}]")
    return 0
