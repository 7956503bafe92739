"""Read the values of options that several subcommands have."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from hotlint.cli.errors import UsageError
from hotlint.common.annotations import TYPE_CHECKING, Any
from hotlint.common.boundary import OPTION, UserFolders
from hotlint.common.globs import expand
from hotlint.common.printable import printable
from hotlint.formats.configuration import KEYS, REPORT
from hotlint.formats.table import Option
from hotlint.linter.config_files import user_folders
from hotlint.operations.scope import SettingsScope

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace, _ActionsContainer

    from hotlint.linter.settings.model import Settings


BASELINE = ".hotlint-baseline.json"


def add_configuration(parser: ArgumentParser) -> None:
    """Declare the options that choose the configuration."""
    parser.add_argument("--config", metavar="FILE", help="the configuration (default: the nearest .hotlint.yaml)")
    parser.add_argument("--no-config", action="store_true", help="use no configuration")
    add_boundary(parser)


def add_boundary(parser: ArgumentParser) -> None:
    """Declare the option that allows more files."""
    parser.add_argument(
        OPTION, action="append", default=[], metavar="DIR",
        help="also read files of DIR, outside of the repository or folder; may be repeated",
    )  # fmt: skip


def add_options(parser: _ActionsContainer, *flags: str) -> None:
    """Declare options that several subcommands have, by their long flags."""
    for flag in flags:
        parser.add_argument(*(["-P"] if flag == "--parameter" else []), flag, **_SHARED[flag])


def scope(options: Namespace) -> SettingsScope:
    """Return the configuration that options choose, and the settings that they give on top. Raises UsageError."""
    use_config = not getattr(options, "no_config", False)
    return SettingsScope(given_settings(options), options.config, use_config, boundary(options))


_NAMED = (
    "paths", "template", "templates", "old", "new", "files", "folder", "environment", "old_environment", "config", "plugin_dir",
    "stdin_filename", "attributes", "target",
)  # fmt: skip
"""The options whose values are paths, which the user names himself."""


def boundary(options: Namespace) -> UserFolders:
    """Return the boundary of what a command reads: what is around the paths that its user names, or the working folder.

    Raises UsageError for a folder to allow that does not exist.
    """
    named: list[str] = []
    for value in (getattr(options, name, None) for name in _NAMED):
        named += [value] if isinstance(value, str) else value or []
    allowed = existing_folders(options.allow_outside)
    return user_folders((os.curdir if path == "-" else path for path in named or ["-"]), allowed)


def add_setting(parser: _ActionsContainer, name: str, what: str = "", default: str = "") -> None:
    """Declare the option of a setting. `what` and `default` replace those of the table of settings in its help."""
    key = KEYS[name]
    option = key.option
    assert option is not None
    *flags, last = option.flags.split()
    arguments: dict[str, Any] = {"metavar": last} if not last.startswith("-") else {}
    flags += [] if arguments else [last]
    what = what or option.help
    if key.kind in _SEVERAL:
        arguments |= {"action": "append", "default": []}
        what += _SEVERAL[key.kind]
    elif key.kind == "boolean":
        arguments |= {"action": "store_const", "const": not flags[-1].startswith("--no-"), "dest": _destination(option)}
    elif key.kind == "seconds":
        arguments["type"] = number_of_seconds
    elif key.choices:
        arguments["choices"] = key.choices
    if key.default and key.kind != "boolean":
        what += f" (default: {default or f'the setting {name}, else {key.default}'})"
    parser.add_argument(*flags, help=what, **arguments)


_COMMAS = "; commas separate several"
_SEVERAL = {
    "selectors": _COMMAS,
    "profiles": _COMMAS,
    "strings": _COMMAS,
    "paths": "; may be repeated, later ones win",
    "folders": "; may be repeated",
    "globs": "; may be repeated",
}
"""How the help ends for options that take several values, by the kind of the setting."""


def add_settings(parser: _ActionsContainer, group: str) -> None:
    """Declare the options of all settings of a group."""
    for key in KEYS.values():
        if key.option is not None and key.option.group == group:
            add_setting(parser, key.name)


def given_settings(options: Namespace) -> dict[str, Any]:
    """Return the values of settings that options give, by name. Raises UsageError for a folder or target that does not exist.

    Settings of the report are left out: they change no finding.
    """
    found: dict[str, Any] = {}
    for key in KEYS.values():
        if key.option is None or key.option.group == REPORT:
            continue
        value = getattr(options, _destination(key.option), None)
        if _SEVERAL.get(key.kind) == _COMMAS:
            value = listed(value or [])
        elif key.kind == "folders":
            value = existing_folders(value or [])
        elif isinstance(value, list):
            value = tuple(value)
        elif key.kind == "target" and value is not None:
            from hotlint.linter.settings.values import target_problem

            if problem := target_problem(value):
                raise UsageError(problem)
        if value not in (None, ()):
            found[key.name] = value
    return found


def chosen_rules(options: Namespace) -> Settings:
    """Return the selectors of rules that options give, as settings. Raises UsageError as `given_settings` does."""
    from hotlint.linter.settings.model import Settings

    given = given_settings(options)
    return Settings(**{name: given[name] for name in ("select", "extend_select", "ignore") if name in given})


def _destination(option: Option) -> str:
    """Return the name of an option's value among the options of a command, as argparse derives it from the flag."""
    flag = next(word for word in option.flags.split() if word.startswith("--"))
    return flag.removeprefix("--no-").removeprefix("--").replace("-", "_")


def standard_input() -> bytes:
    """Return what standard input holds. Raises UsageError when it is closed, or too large for a template."""
    from hotlint.common.files import ReadError, read_stream

    try:
        return read_stream(sys.stdin.buffer)
    except (OSError, ReadError) as exc:
        raise UsageError(f"cannot read standard input: {getattr(exc, 'strerror', None) or exc}") from None
    except AttributeError:
        raise UsageError("cannot read standard input: it is closed") from None


def existing_folders(given: list[str]) -> tuple[str, ...]:
    """Return folders as given. Raises UsageError for one that does not exist."""
    for path in given:
        if not os.path.isdir(path):
            raise UsageError(f"folder '{path}' does not exist")
    return tuple(given)


def alternatives(globs: list[str]) -> tuple[str, ...]:
    """Return the files that globs match, each once. Raises UsageError for a glob that matches none."""
    if not globs:
        return ()
    found: dict[str, None] = {}
    for pattern in globs:
        files = expand(pattern)
        if not files:
            raise UsageError(f"no file matches '{pattern}'")
        found.update(dict.fromkeys(files))
    return tuple(found)


def parameters(given: list[str], files: Sequence[str] = ()) -> dict[str, str]:
    """Return the values of -P and --parameter-file, by name. Raises UsageError for one of another form."""
    found = {}
    for item in given:
        name, equals, value = item.partition("=")
        if not equals or not name:
            raise UsageError(f"-P takes NAME=VALUE, not '{item}'")
        found[name] = value
    for item in files:
        name, equals, path = item.partition("=")
        if not equals or not name:
            raise UsageError(f"--parameter-file takes NAME=FILE, not '{item}'")
        from hotlint.operations.named_files import text_of

        found[name] = text_of(path)
    return found


def number_of_jobs(text: str) -> int:
    """Return a number of processes; 0 leaves it to hotlint. Raises ArgumentTypeError for anything else."""
    from argparse import ArgumentTypeError

    if not text.isascii() or not text.isdigit():
        raise ArgumentTypeError(f"a number of processes is 0 or more, not '{text}'")
    return int(text)


def number_of_seconds(text: str) -> float:
    """Return a number of seconds above 0, of at most a day. Raises ArgumentTypeError for anything else."""
    from argparse import ArgumentTypeError

    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 86_400:
        raise ArgumentTypeError(f"a budget is a number of seconds above 0, not '{text}'")
    return seconds


_SHARED: dict[str, dict[str, Any]] = {
    "--color": {"choices": ("auto", "always", "never"), "default": "auto", "help": "colors in text (default: auto)"},
    "--parameter": {"action": "append", "default": [], "metavar": "NAME=VALUE", "help": "the value of a parameter"},
    "--parameter-file": {
        "action": "append", "default": [], "metavar": "NAME=FILE", "help": "a parameter whose value is the content of a file",
    },
    "--show-hidden": {"action": "store_true", "help": "show the values of hidden parameters"},
    "--stdin-filename": {
        "metavar": "PATH", "default": "stdin", "help": "the file name to assume for standard input (default: stdin)",
    },
    "--timeout": {
        "type": number_of_seconds, "default": 30.0, "metavar": "SECONDS", "help": "for one answer of the cloud (default: 30)",
    },
}  # fmt: skip
"""The options that several subcommands have, as argparse takes them."""


def listed(given: list[str]) -> tuple[str, ...]:
    """Return the items of options that take several, with commas between them."""
    return tuple(piece.strip() for item in given for piece in item.split(",") if piece.strip())


def existing_paths(paths: list[str]) -> tuple[list[str], bool]:
    """Return the paths that exist, and whether any is missing, which is reported on standard error."""
    existing = [p for p in paths if p == "-" or os.path.lexists(p)]
    for path in paths:
        if path not in existing:
            print(f"hotlint: '{printable(path)}' does not exist", file=sys.stderr)
    return existing, len(existing) < len(paths)


def nearest_baseline() -> str | None:
    """Return the path of the nearest baseline, in the working folder or above it; None without one."""
    folder = os.getcwd()
    while True:
        path = os.path.join(folder, BASELINE)
        if os.path.isfile(path):
            from hotlint.output.findings.model import portable

            return portable(path)
        above = os.path.dirname(folder)
        if above == folder or os.path.exists(os.path.join(folder, ".git")):
            return None
        folder = above
