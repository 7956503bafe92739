"""The parser of a command's arguments: its two helps, and what it says of a mistake."""

from __future__ import annotations

import argparse
import os
import re
import sys
from argparse import Action, ArgumentError, ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence

from hotlint.cli.errors import UsageError
from hotlint.common.annotations import Any, NoReturn
from hotlint.common.suggestions import did_you_mean

SCREEN = 24
"""Lines of a screen, which `-h` keeps to."""
USUAL = (
    "-e", "-P", "--deployment", "--target", "--cloud", "--from", "--to", "--select", "--ignore", "--profile", "-f", "-o", "--report",
    "--fail-on", "--fix", "--diff", "--check", "-q",
)  # fmt: skip
"""The options that `-h` shows of a command that has more than a screen holds."""
INSTEAD = {
    "--exit-code": "--fail-on change",
    "--exit-zero": "--fail-on never",
    "--warnings": "--min-severity warning",
    "--explain": "--why",
    "--statistics": "--verbose",
}
"""What is instead of an option that other programs, other commands or earlier versions have, by its name."""


class Help(RawDescriptionHelpFormatter):
    """Lays out a help as wide as COLUMNS says, or 100 columns."""

    def __init__(self, prog: str) -> None:
        columns = os.environ.get("COLUMNS", "")
        width = int(columns) if columns.isdecimal() and len(columns) < 5 and int(columns) > 9 else 100
        super().__init__(prog, width=width)  # else shutil is imported each time


class Parser(ArgumentParser):
    """The parser of one command. It raises UsageError for what it does not take, with what may be meant."""

    def __init__(self, prog: str, description: str) -> None:
        super().__init__(prog, description=description, allow_abbrev=False, formatter_class=Help, add_help=False)
        self.add_argument("-h", action=_ShortHelp, help="show what is used most, on one screen")
        self.add_argument("--help", action="help", help="show all arguments")

    def name_arguments(self) -> None:
        """Let the usage name the arguments that are no options, now that all are declared."""
        formatter = self._get_formatter()
        words = [action for action in self._actions if not action.option_strings]
        shown = " ".join(formatter._format_args(action, action.dest.upper()) for action in words)
        self.usage = f"%(prog)s {shown} [OPTION...]".replace("  ", " ")

    def format_short_help(self) -> str:
        """Return what a screen holds: the first sentence, the arguments, and the options that are used most."""
        whole = self.format_help()
        if whole.count("\n") <= SCREEN:
            return whole
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, (), ())
        formatter.add_text(re.split(r"(?<=[.:])\s|\n\n", self.description or "")[0])
        words = [action for action in self._actions if not action.option_strings]
        usual = [action for action in self._actions if any(flag in USUAL for flag in action.option_strings)]
        lines = [f"  {_flags(action):<28}{_first_clause(action)}\n" for action in (*words, *usual)]
        count = sum(bool(action.option_strings) for action in self._actions)
        end = f"'{self.prog} --help' shows all {count} options, the defaults and the exit codes.\n"
        return f"{formatter.format_help()}\n{''.join(lines)}\n{end}"

    def print_help(self, file: Any = None) -> None:
        """Write the help; Python colors it on a terminal."""
        super().print_help(getattr(file or sys.stdout, "own", file))

    def error(self, message: str) -> NoReturn:
        """Raise UsageError with the message."""
        raise UsageError(message)

    def _check_value(self, action: Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            raise ArgumentError(None, _not_a_choice(action, str(value)))

    def parse_args(self, args: Any = None, namespace: Any = None) -> Namespace:  # type: ignore[override]
        """Return the values of the arguments. Raises UsageError."""
        return parse_mixed(self, args, namespace)


class _ShortHelp(Action):
    """Shows what a screen holds, and ends the command."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str) -> None:
        super().__init__(option_strings, argparse.SUPPRESS, nargs=0, default=argparse.SUPPRESS, help=help)

    def __call__(self, parser: ArgumentParser, *_: object) -> NoReturn:
        assert isinstance(parser, Parser)
        stream = getattr(sys.stdout, "own", sys.stdout)
        stream.write(parser.format_short_help())
        parser.exit()


def _flags(action: Action) -> str:
    flags = ", ".join(action.option_strings)
    metavar = action.metavar if isinstance(action.metavar, str) else action.dest.upper()
    return f"{flags} {metavar}" if flags and action.nargs != 0 else flags or metavar


def _first_clause(action: Action) -> str:
    """Return what the help of an argument says first; its choices where it has no metavar."""
    first = re.split(r"; | \(| - ", action.help or "")[0]
    return first if action.option_strings or not action.choices else f"{first}: {', '.join(map(str, action.choices))}"


def _not_a_choice(action: Action, value: str) -> str:
    known = [str(choice) for choice in action.choices or ()]
    name = action.option_strings[-1] if action.option_strings else f"the {action.metavar or action.dest}"
    return f"{name} takes {', '.join(known[:-1])} or {known[-1]}, not '{value}'{did_you_mean(value, known)}"


def parse_mixed(made: ArgumentParser, args: Sequence[str] | None = None, namespace: Any = None) -> Namespace:
    """Parse as `made.parse_args` does, but files may be before, between and after the options; what follows `--` is a file."""
    given = list(sys.argv[1:] if args is None else args)
    at = given.index("--") if "--" in given else len(given)
    files = [f"{_FILE}{word}" if word.startswith("-") else word for word in given[at + 1 :]]
    for action in made._actions:
        action.required = action.required and action.nargs != "*"  # else a message says that files are required, too
    found: Namespace
    found, unknown = made.parse_known_intermixed_args(given[:at] + files, namespace)
    if unknown:
        made.error(_unknown(made, unknown[0].removeprefix(_FILE)))
    for name, value in vars(found).items():
        if isinstance(value, list) and all(isinstance(word, str) for word in value):
            setattr(found, name, [word.removeprefix(_FILE) for word in value])
        elif isinstance(value, str):
            setattr(found, name, value.removeprefix(_FILE))
    return found


def _unknown(made: ArgumentParser, word: str) -> str:
    """Return what is wrong with an argument that a command does not take."""
    if not word.startswith("-"):
        return f"'{made.prog}' takes no further argument '{word}'"
    name = word.partition("=")[0]
    flags = [flag for action in made._actions for flag in action.option_strings]
    instead = INSTEAD.get(name, "")
    meant = [instead] if instead.partition(" ")[0] in flags else []
    hint = did_you_mean(name, meant or flags, all_likely=bool(meant)) or f"; '{made.prog} --help' lists them"
    return f"'{made.prog}' has no option '{name}'{hint}"


_FILE = "\0"
"""Marks the name of a file that looks like an option. No argument of a process can hold this character."""
