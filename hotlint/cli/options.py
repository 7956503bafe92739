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
from hotlint.formats.configuration import KEYS, REPORT, RUN, VALUES
from hotlint.formats.table import Option
from hotlint.linter.settings.finder import user_folders
from hotlint.operations.scope import SettingsScope

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace, _ArgumentGroup

    from hotlint.linter.settings.model import Settings


BASELINE = ".hotlint-baseline.json"
CLOUD, CONFIGURATION = "cloud", "configuration"
"""Groups of options in the help of a command, beside those of settings."""
UPDATE_LEVELS = {
    "delete": "a resource is deleted",
    "replace": "a resource is deleted or replaced, or may be",
    "change": "anything changes",
}
"""What an update does at least, by the levels of --fail-on."""


def add_configuration(parser: ArgumentParser) -> None:
    """Declare the options that choose the configuration."""
    add_options(parser, "--config", "--no-config", OPTION)


def add_options(parser: ArgumentParser, *flags: str, default: Any = None) -> None:
    """Declare options that several subcommands have, by their long flags, each in its group. `default` is another default."""
    for flag in flags:
        short, title, facts = _SHARED[flag]
        given = facts if default is None else facts | {"default": default}
        given = given | {"help": given["help"].format(default=_shown(given.get("default")))}
        group(parser, title).add_argument(*filter(None, (short, flag)), **given)


def _shown(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def add_format(parser: ArgumentParser, help: str, names: tuple[str, ...], default: str | None) -> None:
    """Declare the option that chooses the format of the output."""
    group(parser, REPORT).add_argument("-f", "--format", choices=names, default=default, metavar="FORMAT", help=help)


def add_fail_on(parser: ArgumentParser, levels: dict[str, str]) -> None:
    """Declare the option that lets a comparison fail, with the levels that it has and what each means."""
    meanings = "; ".join(f"{name} = {meaning}" for name, meaning in levels.items())
    group(parser, REPORT).add_argument(
        "--fail-on",
        choices=tuple(levels),
        metavar="LEVEL",
        help=f"exit with 1 from this level on: {meanings} (default: none)",
    )


def group(parser: ArgumentParser, title: str) -> _ArgumentGroup:
    """Return the group of options with a title, which is made where the parser has none."""
    found = next((made for made in parser._action_groups if made.title == title), None)
    return found or parser.add_argument_group(title)


def scope(options: Namespace) -> SettingsScope:
    """Return the configuration that options choose, and the settings that they give on top. Raises UsageError."""
    use_config = not getattr(options, "no_config", False)
    return SettingsScope(given_settings(options), options.config, use_config, boundary(options))


_NAMED = (
    "paths", "template", "templates", "old", "new", "files", "folder", "environment", "old_environment", "config", "plugin_dir",
    "stdin_filename", "attributes", "target", "cloud_snapshot",
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


def add_setting(parser: ArgumentParser, name: str, default: str = "") -> None:
    """Declare the option of a setting in its group. `default` replaces that of the table of settings in its help."""
    key = KEYS[name]
    option = key.option
    assert option is not None
    *flags, last = option.flags.split()
    arguments: dict[str, Any] = {"metavar": last} if not last.startswith("-") else {}
    flags += [] if arguments else [last]
    what = option.help
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
    group(parser, option.group).add_argument(*flags, help=what, **arguments)


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


def add_settings(parser: ArgumentParser, title: str) -> None:
    """Declare the options of all settings of a group."""
    for key in KEYS.values():
        if key.option is not None and key.option.group == title:
            add_setting(parser, key.name)


def given_settings(options: Namespace, *, several_targets: bool = False) -> dict[str, Any]:
    """Return the values of settings that options give, by name. Raises UsageError for a folder or target that does not exist.

    Settings of the report are left out: they change no finding. Without `several_targets`, UsageError is raised for such.
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
        elif key.kind == "targets" and value is not None:
            from hotlint.linter.settings.values import target_problem

            several = targets(value)
            if problem := next(filter(None, map(target_problem, several)), None):
                raise UsageError(problem)
            if len(several) > 1 and not several_targets:
                raise UsageError("this takes one target: 'hotlint check' takes several")
            value = several if len(several) > 1 else several[0]
        if value not in (None, ()):
            found[key.name] = value
    return found


def targets(given: str) -> tuple[str, ...]:
    """Return the targets that the value of --target names, with commas between them; a file that exists is one."""
    return (given,) if os.path.exists(given) else listed([given]) or (given,)


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


_SHARED: dict[str, tuple[str, str, dict[str, Any]]] = {
    "--parameter": ("-P", VALUES, {
        "action": "append", "default": [], "metavar": "NAME=VALUE",
        "help": "the value of a parameter; may be repeated",
    }),
    "--parameter-file": ("", VALUES, {
        "action": "append", "default": [], "metavar": "NAME=FILE",
        "help": "a parameter whose value is the content of a file; may be repeated",
    }),
    "--deployment": ("", VALUES, {
        "metavar": "NAME", "help": "the deployment that .hotlint.yaml gives this name: its template, environments, values and target",
    }),
    "--stdin-filename": ("", VALUES, {
        "metavar": "FILE", "default": "stdin", "help": "the file name to assume for standard input (default: {default})",
    }),
    "--cloud": ("", CLOUD, {"metavar": "NAME", "help": "the cloud of clouds.yaml to ask"}),
    "--from": ("", CLOUD, {"dest": "recording", "metavar": "FILE", "help": "a stack that 'hotlint record' wrote, instead of --cloud"}),
    "--timeout": ("", CLOUD, {
        "type": number_of_seconds, "default": 30.0, "metavar": "SECONDS", "help": "for one answer of the cloud (default: {default})",
    }),
    "--output": ("-o", REPORT, {"metavar": "FILE", "help": "write the result to FILE (default: the terminal)"}),
    "--color": ("", REPORT, {
        "choices": ("auto", "always", "never"), "default": "auto", "metavar": "WHEN",
        "help": "colors in text: auto, always or never (default: {default})",
    }),
    "--show-hidden": ("", REPORT, {"action": "store_true", "help": "show the values of hidden parameters"}),
    "--quiet": ("-q", REPORT, {"action": "store_true", "help": "write the result and failures alone: no notes, summary or progress"}),
    "--verbose": ("-v", REPORT, {"action": "store_true", "help": "say on standard error what was read, and why"}),
    "--check": ("", REPORT, {"action": "store_true", "help": "change no file, and exit with 1 when one would change"}),
    "--diff": ("", REPORT, {"action": "store_true", "help": "show what would change, and change no file"}),
    "--baseline": ("", REPORT, {"metavar": "FILE", "help": "the baseline of known findings (default: the nearest .hotlint-baseline.json)"}),
    "--write": ("", REPORT, {"action": "store_true", "help": "write files (default: only say what would be written)"}),
    "--config": ("", CONFIGURATION, {"metavar": "FILE", "help": "the configuration (default: the nearest .hotlint.yaml)"}),
    "--no-config": ("", CONFIGURATION, {"action": "store_true", "help": "use no configuration"}),
    OPTION: ("", CONFIGURATION, {
        "action": "append", "default": [], "metavar": "FOLDER",
        "help": "also read files of FOLDER, outside of the repository or folder; may be repeated",
    }),
    "--jobs": ("-j", RUN, {"type": number_of_jobs, "metavar": "N", "help": "number of processes (default: {default})"}),
    "--cache-dir": ("", RUN, {"metavar": "FOLDER", "help": "the folder of the cache (default: hotlint in the user's cache folder)"}),
    "--watch": ("-w", RUN, {"action": "store_true", "help": "run again whenever a file that counts changes, until Ctrl-C"}),
    "--token-file": ("", RUN, {
        "metavar": "FILE", "help": "the file with the token that clients must give; it is made where it does not exist",
    }),
}  # fmt: skip
"""The options that several subcommands have: the short flag, the group, and what argparse takes."""


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
