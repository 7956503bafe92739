"""The `hotlint` command: one file a subcommand, imported only when it is asked for.

A subcommand's module has `DESCRIPTION`, `arguments(parser)` and `run(options)`, which returns the exit code:
0 nothing found, 1 findings, 2 misuse.
"""

from __future__ import annotations

import gc
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser
    from typing import Any

COMMANDS = {
    "check": "check templates and environments",
    "preview": "resolve a template offline: what would Heat make of it?",
    "graph": "draw the resources of a template and what they depend on",
    "diff": "compare what two versions of a template resolve to",
    "explain": "explain a rule, a function or a resource type",
    "rules": "list the rules",
    "types": "list the resource types",
    "catalog": "import the resource types of a cloud",
    "config": "show the settings that count for a file",
    "server": "start the language server",
    "completion": "print the shell completion for bash, zsh or fish",
}
ALIASES = {"catalogue": "catalog"}
"""Older names of subcommands, which still work."""
USAGE = "usage: hotlint COMMAND [ARGUMENT...]"


class UsageError(Exception):
    """The command was called in a way that it cannot follow; the message says what is wrong."""


def main(argv: list[str] | None = None) -> int:
    """Run the command. Returns the exit code."""
    args = sys.argv[1:] if argv is None else argv
    collecting = gc.isenabled()
    gc.disable()  # a command is short, and what it builds has no cycles worth looking for
    try:
        return _run(args)
    except UsageError as exc:
        print(f"hotlint: {exc}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    finally:
        if collecting:
            gc.enable()


def entry() -> None:
    """The `hotlint` command itself: runs it and ends the process, without taking down piece by piece what it built."""
    code = main()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            code = code or 1
    os._exit(code)


def _run(args: list[str]) -> int:
    name = args[0] if args else "--help"
    if name in ("-h", "--help", "help"):
        print(overview())
        return 0 if args else 2
    if name in ("-V", "--version"):
        from hotlint import __version__

        print(f"hotlint {__version__}")
        return 0
    name = ALIASES.get(name, name)
    if name not in COMMANDS:
        raise UsageError(_unknown(name))
    module = _module(name)
    code: int = module.run(_parser(name, module).parse_args(args[1:]))
    return code


def _module(name: str) -> Any:
    from importlib import import_module

    try:
        return import_module(f"hotlint.cli.commands.{name}")
    except ModuleNotFoundError as exc:
        if exc.name != f"hotlint.cli.commands.{name}":
            raise
        raise UsageError(f"'{name}' is not part of this version") from None


def _parser(name: str, module: Any) -> ArgumentParser:
    """The parser of a subcommand's arguments."""
    from argparse import ArgumentParser, RawDescriptionHelpFormatter

    class Help(RawDescriptionHelpFormatter):
        def __init__(self, prog: str) -> None:
            super().__init__(prog, width=int(os.environ.get("COLUMNS") or 100))  # else shutil is imported each time

    parser = ArgumentParser(f"hotlint {name}", description=module.DESCRIPTION, allow_abbrev=False, formatter_class=Help)
    module.arguments(parser)
    return parser


def overview() -> str:
    """What `hotlint --help` prints."""
    listed = "\n".join(f"  {name:<11} {summary}" for name, summary in COMMANDS.items())
    return (
        f"{USAGE}\n\nLinter, dry run and language server for OpenStack Heat (HOT) templates.\n\n{listed}\n\n"
        "`hotlint COMMAND --help` tells more. Exit codes: 0 nothing found, 1 findings, 2 misuse."
    )


def _unknown(name: str) -> str:
    from hotlint.common.suggestions import did_you_mean

    hint = did_you_mean(name, COMMANDS)
    if not hint and (os.path.exists(name) or name.startswith("-")):
        hint = f" (did you mean 'hotlint check {name}'?)"
    return f"there is no command '{name}'{hint}\n{USAGE}"
