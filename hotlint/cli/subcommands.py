"""The table of subcommands: help, dispatch and shell completion read it.

The module of a subcommand, `hotlint.cli.commands.NAME`, has `DESCRIPTION`, `arguments(parser)`, which declares its
arguments, and `run(options)`, which returns the exit code. It is imported only when it is called for.
"""

from __future__ import annotations

from importlib import import_module

from hotlint.common.annotations import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from argparse import ArgumentParser

    from hotlint.cli.parsers import Parser

GROUPS = {
    "Check templates": {
        "check": "check templates and environment files",
        "policy": "list policies, and run their tests",
        "baseline": "record known findings, so that only new ones count",
        "adopt": "propose settings, a baseline, a hook and a CI job for a tree",
    },
    "See what Heat would make": {
        "preview": "resolve a template offline, as Heat would deploy it",
        "graph": "draw the resources of a template and their dependencies",
        "diff": "compare two versions of a template and show what Heat would change",
        "test": "run the test suites of templates",
        "deployments": "list what can be deployed, and the environments that fit",
        "bundle": "write the request of a stack, for other clients",
    },
    "Follow stacks that run": {
        "plan": "show what an update would do to a stack that runs",
        "record": "record a stack that runs, for plans without the cloud",
        "failure": "explain why a stack failed, with the place in its template",
    },
    "Write templates": {
        "new": "write a first template, suite or policy",
        "format": "format templates and environment files",
        "upgrade": "upgrade templates to a later version of HOT",
        "docs": "write the documentation of templates",
    },
    "Look up": {
        "explain": "explain a rule, a function, a resource type or a key",
        "rules": "list the rules",
        "types": "list the resource types",
    },
    "Set up": {
        "catalog": "import the resource types of a cloud",
        "cloud": "take snapshots of what a cloud has, and compare them",
        "config": "show the effective settings of a file",
        "cache": "show or remove what hotlint keeps between runs",
        "completion": "print a shell completion script",
    },
    "Serve editors and agents": {
        "server": "start the language server",
        "mcp": "start the server for coding agents",
    },
}
"""{title: {name: summary}}, in the order of the help."""
SUBCOMMANDS = {name: summary for group in GROUPS.values() for name, summary in group.items()}
"""{name: summary} of all."""


def load(name: str) -> Any:
    """Return the module of a subcommand."""
    return import_module(f"hotlint.cli.commands.{name}")


def parser(name: str) -> Parser:
    """Return the parser of one subcommand's arguments."""
    import argparse

    argparse._ = str  # type: ignore[attr-defined]  # it looks for translations of its words in files, which nobody has
    from hotlint.cli.parsers import Parser

    module = load(name)
    made = Parser(f"hotlint {name}", module.DESCRIPTION)
    declare(module, made)
    made.name_arguments()
    return made


def declare(module: Any, made: ArgumentParser) -> None:
    """Declare the arguments of the module of a subcommand, and those that all subcommands have."""
    from hotlint.common.version import __version__

    module.arguments(made)
    made.add_argument("-V", "--version", action="version", version=f"hotlint {__version__}", help="show the version")
