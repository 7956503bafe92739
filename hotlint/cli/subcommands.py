"""The table of subcommands: help, dispatch and shell completion read it.

The module of a subcommand, `hotlint.cli.commands.NAME`, has `DESCRIPTION`, `arguments(parser)`, which declares its
arguments, and `run(options)`, which returns the exit code. It is imported only when it is called for.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module

from hotlint.common.annotations import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from argparse import ArgumentParser
    from collections.abc import Sequence

SUBCOMMANDS = {
    "check": "check templates and environment files",
    "preview": "resolve a template offline, as Heat would deploy it",
    "graph": "draw the resources of a template and their dependencies",
    "test": "run the test suites of templates",
    "policy": "list policies, and run their tests",
    "deployments": "list what can be deployed, and the environments that fit",
    "diff": "compare two versions of a template and show what Heat would change",
    "plan": "show what an update would do to a stack that runs",
    "failure": "explain why a stack failed, with the place in its template",
    "bundle": "write the request of a stack, for other clients",
    "new": "write a first template, suite or policy",
    "adopt": "propose settings, a baseline, a hook and a CI job for a tree",
    "baseline": "record known findings, so that only new ones count",
    "format": "format templates and environment files",
    "upgrade": "upgrade templates to a later version of HOT",
    "docs": "write the documentation of templates",
    "explain": "explain a rule, a function, a resource type or a key",
    "rules": "list the rules",
    "types": "list the resource types",
    "catalog": "import the resource types of a cloud",
    "cloud": "take snapshots of what a cloud has, and compare them",
    "config": "show the effective settings of a file",
    "cache": "show or remove what hotlint keeps between runs",
    "server": "start the language server",
    "mcp": "start the server for coding agents",
    "completion": "print a shell completion script",
}
"""{name: summary}, in the order of the help."""


def load(name: str) -> Any:
    """Return the module of a subcommand."""
    return import_module(f"hotlint.cli.commands.{name}")


def parser(name: str) -> ArgumentParser:
    """Return the parser of one subcommand's arguments."""
    import argparse
    from argparse import ArgumentParser, RawDescriptionHelpFormatter

    argparse._ = str  # type: ignore[attr-defined]  # it looks for translations of its words in files, which nobody has

    class Help(RawDescriptionHelpFormatter):
        def __init__(self, prog: str) -> None:
            columns = os.environ.get("COLUMNS", "")
            width = int(columns) if columns.isdecimal() and len(columns) < 5 and int(columns) > 9 else 100
            super().__init__(prog, width=width)  # else shutil is imported each time

    class Parser(ArgumentParser):  # Python colors the usage on a terminal
        def print_help(self, file: Any = None) -> None:
            super().print_help(getattr(file or sys.stdout, "own", file))

        def print_usage(self, file: Any = None) -> None:
            super().print_usage(getattr(file or sys.stdout, "own", file))

        def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
            return parse_mixed(self, args, namespace)

    module = load(name)
    made = Parser(f"hotlint {name}", description=module.DESCRIPTION, allow_abbrev=False, formatter_class=Help)
    declare(module, made)
    return made


def parse_mixed(made: ArgumentParser, args: Sequence[str] | None = None, namespace: Any = None) -> Any:
    """Parse as `made.parse_args` does, but files may be before, between and after the options; what follows `--` is a file."""
    given = list(sys.argv[1:] if args is None else args)
    at = given.index("--") if "--" in given else len(given)
    files = [f"{_FILE}{word}" if word.startswith("-") else word for word in given[at + 1 :]]
    for action in made._actions:
        action.required = action.required and action.nargs != "*"  # else a message says that files are required, too
    found = made.parse_intermixed_args(given[:at] + files, namespace)
    for name, value in vars(found).items():
        if isinstance(value, list) and all(isinstance(word, str) for word in value):
            setattr(found, name, [word.removeprefix(_FILE) for word in value])
        elif isinstance(value, str):
            setattr(found, name, value.removeprefix(_FILE))
    return found


_FILE = "\0"
"""Marks the name of a file that looks like an option. No argument of a process can hold this character."""


def declare(module: Any, made: ArgumentParser) -> None:
    """Declare the arguments of the module of a subcommand, and those that all subcommands have."""
    from hotlint.common.version import __version__

    module.arguments(made)
    made.add_argument("-V", "--version", action="version", version=f"hotlint {__version__}", help="show the version")
