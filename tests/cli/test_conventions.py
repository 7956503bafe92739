"""The options of all commands, by docs/contributing/options-of-commands.md: one name is one thing, and one thing has one name."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

import pytest

from hotlint.cli.main import main
from hotlint.cli.parsers import INSTEAD, SCREEN, USUAL
from hotlint.cli.subcommands import SUBCOMMANDS, parser
from hotlint.formats.configuration import KEYS

PLACEHOLDERS = frozenset({
    "ADDRESS", "ENV", "EXPRESSION", "FILE", "FOLDER", "FORMAT", "FORMAT=FILE", "GLOB", "HOST:PORT", "LEVEL", "N", "NAME", "NAME=FILE",
    "NAME=VALUE", "PERCENT", "PROFILE", "PYTHON", "RELEASE", "REV", "ROLE", "RULES", "SECONDS", "VALUE", "VERSION", "WHEN",
})  # fmt: skip
OF_THE_COMMAND = ("--format", "--fail-on")
"""Options that take the words of a command, which their help lists after its first words."""
OF_ONE_COMMAND = {("plan", "--check"): "`plan --check FILE`"}
"""Options that take something else in one command, and what the page says of each."""


class Meaning(NamedTuple):
    """What an option is in one command, but for its default."""

    flags: tuple[str, ...]
    placeholder: object
    takes: tuple[object, ...]
    group: str | None
    help: str


def table() -> dict[str, dict[str, Meaning]]:
    """Return what each option means, by its long flag and the command."""
    found: dict[str, dict[str, Meaning]] = defaultdict(dict)
    for command in SUBCOMMANDS:
        for group in parser(command)._action_groups:
            for action in group._group_actions:
                if not action.option_strings or action.option_strings[-1] in ("-h", "--help", "--version"):
                    continue
                name = action.option_strings[-1]
                said = re.sub(r" \(default: .*?\)", "", action.help or "")
                said, choices = (said.split(": ")[0][:13], None) if name in OF_THE_COMMAND else (said, action.choices)
                takes = (type(action), action.nargs, action.type, choices)
                found[name][command] = Meaning(tuple(action.option_strings), action.metavar, takes, group.title, said)
    return found


TABLE = table()


@pytest.mark.parametrize("name", TABLE)
def test_an_option_is_the_same_in_all_commands(name: str) -> None:
    meanings = {command: meaning for command, meaning in TABLE[name].items() if (command, name) not in OF_ONE_COMMAND}
    first = next(iter(meanings.values()))
    assert {command: meaning for command, meaning in meanings.items() if meaning != first} == {}


def test_an_option_that_one_command_has_otherwise_is_in_the_page() -> None:
    page = (Path(__file__).parents[2] / "docs/contributing/options-of-commands.md").read_text()
    for (command, name), said in OF_ONE_COMMAND.items():
        assert said in page
        assert len({TABLE[name][command], *TABLE[name].values()}) == 2


@pytest.mark.parametrize("name", TABLE)
def test_an_option_has_a_long_flag_and_a_known_placeholder(name: str) -> None:
    flags, placeholder, (_, nargs, _, choices), _, _ = next(iter(TABLE[name].values()))
    assert re.fullmatch(r"--[a-z]+(-[a-z]+)*", name) and len(flags) <= 2
    assert nargs == 0 or placeholder in PLACEHOLDERS or (placeholder is None and choices), placeholder


@pytest.mark.parametrize("meaning", ["help", "flags"])
def test_no_two_options_say_or_abbreviate_the_same(meaning: str) -> None:
    by: dict[str, set[str]] = defaultdict(set)
    for name, commands in TABLE.items():
        one = next(iter(commands.values()))
        by[one.help if meaning == "help" else one.flags[0]].add(name)
    assert {said: names for said, names in by.items() if len(names) > 1} == {}


def test_options_that_belong_together() -> None:
    have = {name: set(commands) for name, commands in TABLE.items()}
    assert (
        have["--environment"]
        == have["--deployment"]
        == have["--no-discovery"]
        == have["--parameter"]
        == have["--parameter-file"]
    )
    assert have["--environment"] <= have["--quiet"] and have["--environment"] <= have["--target"]
    assert have["--cloud"] == have["--timeout"]
    assert have["--config"] >= have["--no-config"] >= have["--environment"]
    assert [command for command in have["--format"] - {"graph", "docs"} if "json" not in _formats(command)] == []


def _formats(command: str) -> list[str]:
    return [
        str(c)
        for action in parser(command)._actions
        if "--format" in action.option_strings
        for c in action.choices or ()
    ]


def test_an_option_of_a_setting_means_what_the_setting_means() -> None:
    for key in KEYS.values():
        flags = [word for word in (key.option.flags.split() if key.option else ()) if word.startswith("--")]
        assert {name for name in flags if name in TABLE} == set(flags), key.name
        plain = f"--{key.name.replace('_', '-')}"
        assert plain not in TABLE or plain in flags, f"{plain} is no option of the setting '{key.name}'"


@pytest.mark.parametrize("command", SUBCOMMANDS)
def test_the_short_help_is_one_screen(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([command, "-h"])
    shown = capsys.readouterr().out
    assert (stopped.value.code, shown.splitlines()[0].split()[:3]) == (0, ["usage:", "hotlint", command])
    whole = parser(command).format_help()
    assert len(shown.splitlines()) <= SCREEN
    assert shown == whole or f"'hotlint {command} --help' shows all" in shown
    flags = [action.option_strings[-1] for action in parser(command)._actions if {*action.option_strings} & {*USUAL}]
    assert [flag for flag in flags if flag not in shown] == []


def test_the_short_overview_is_one_screen_and_names_all_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["-h"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) <= SCREEN and max(map(len, lines)) <= 80
    assert {*re.findall(r"\w+", "\n".join(lines))} >= {*SUBCOMMANDS}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("check --slect HOT3", "'hotlint check' has no option '--slect' (did you mean '--select'?)"),
        ("check --exit-zero", "'hotlint check' has no option '--exit-zero' (did you mean '--fail-on never'?)"),
        ("diff a b --exit-code", "'hotlint diff' has no option '--exit-code' (did you mean '--fail-on change'?)"),
        ("test --explain", "'hotlint test' has no option '--explain' (did you mean '--why'?)"),
        ("format --exit-zero", "'hotlint format' has no option '--exit-zero'; 'hotlint format --help' lists them"),
        ("check -z", "'hotlint check' has no option '-z'; 'hotlint check --help' lists them"),
        ("check --format=jsn", "--format takes text, concise, json, "),
        ("cache shw", "the action takes show or clean, not 'shw' (did you mean 'show'?)"),
        ("graph a b", "'hotlint graph' takes no further argument 'b'"),
        ("cheek", "unknown command 'cheek' (did you mean 'check'?)"),
        ("zzz", "unknown command 'zzz'; 'hotlint --help' lists them"),
        ("check nosuch-path", "'nosuch-path' does not exist"),
        ("format nosuch-path", "'nosuch-path' does not exist"),
        ("test nosuch-path", "'nosuch-path' does not exist"),
        ("rules nosuch", "no rule matches 'nosuch'"),
        ("rules unused-paramter", "no rule matches 'unused-paramter' (did you mean 'unused-parameter'"),
    ],
)
def test_a_mistake_is_one_line(words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words.split()) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(f"hotlint: {said}"), err


def test_what_is_instead_of_an_option_exists() -> None:
    assert [new for new in INSTEAD.values() if new.split()[0] not in TABLE] == []
