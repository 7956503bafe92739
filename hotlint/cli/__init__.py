"""The `hotlint` command: one file a subcommand, imported only when it is asked for.

A subcommand's module has `DESCRIPTION`, `arguments(parser)` and `run(options)`, which returns the exit code:
0 nothing found, 1 findings, 2 misuse.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from importlib import import_module

COMMANDS = {
    "check": "check templates and environments",
    "preview": "resolve a template offline: what would Heat make of it?",
    "graph": "draw the resources of a template and what they depend on",
    "diff": "compare what two versions of a template resolve to",
    "explain": "explain a rule, a function or a resource type",
    "rules": "list the rules",
    "types": "list the resource types",
    "catalogue": "import the resource types of a cloud",
    "config": "show the settings that count for a file",
    "server": "start the language server",
    "completion": "print the shell completion for bash, zsh or fish",
}
USAGE = "usage: hotlint COMMAND [ARGUMENT...]"


class MisuseError(Exception):
    """The command was called in a way that it cannot follow; the message says what is wrong."""


def main(argv: list[str] | None = None) -> int:
    """Run the command. Returns the exit code."""
    args = sys.argv[1:] if argv is None else argv
    try:
        return _run(args)
    except MisuseError as exc:
        print(f"hotlint: {exc}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _run(args: list[str]) -> int:
    name = args[0] if args else "--help"
    if name in ("-h", "--help", "help"):
        print(overview())
        return 0 if args else 2
    if name in ("-V", "--version"):
        from hotlint import __version__

        print(f"hotlint {__version__}")
        return 0
    if name not in COMMANDS:
        raise MisuseError(_unknown(name))
    try:
        module = import_module(f"hotlint.cli.{name}")
    except ModuleNotFoundError as exc:
        if exc.name != f"hotlint.cli.{name}":
            raise
        raise MisuseError(f"'{name}' is not part of this version") from None
    parser = ArgumentParser(f"hotlint {name}", description=module.DESCRIPTION, allow_abbrev=False)
    parser.formatter_class = RawDescriptionHelpFormatter
    module.arguments(parser)
    code: int = module.run(parser.parse_args(args[1:]))
    return code


def overview() -> str:
    """What `hotlint --help` prints."""
    listed = "\n".join(f"  {name:<11} {summary}" for name, summary in COMMANDS.items())
    return (
        f"{USAGE}\n\nLinter, dry run and language server for OpenStack Heat (HOT) templates.\n\n{listed}\n\n"
        "`hotlint COMMAND --help` tells more. Exit codes: 0 nothing found, 1 findings, 2 misuse."
    )


def _unknown(name: str) -> str:
    from hotlint.spelling import meant

    hint = meant(name, COMMANDS)
    if not hint and (os.path.exists(name) or name.startswith("-")):
        hint = f" (did you mean 'hotlint check {name}'?)"
    return f"there is no command '{name}'{hint}\n{USAGE}"
