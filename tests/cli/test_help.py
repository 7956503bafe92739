"""The help of each command states the defaults that it has, and how to see the version."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator

import pytest

from hotlint.cli.main import main
from hotlint.cli.subcommands import SUBCOMMANDS, parser

EFFECTIVE = frozenset({
    "paths", "select", "target", "config", "baseline", "format", "output", "fail_on", "max_per_rule", "cache_dir", "jobs", "tcp",
})  # fmt: skip
"""Arguments without a default of argparse that do something when they are left out."""


def arguments(made: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Yield the arguments of a command that take a value, those of its actions included."""
    for action in made._actions:
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from arguments(below)
        elif action.nargs != 0 and action.help != argparse.SUPPRESS:
            yield action


@pytest.mark.parametrize("name", SUBCOMMANDS)
def test_defaults_are_stated_as_they_are(name: str) -> None:
    for action in arguments(parser(name)):
        stated = re.search(r"\(default: (.*?)\)", action.help or "")
        subject = f"{name} {'/'.join(action.option_strings) or action.dest}"
        if action.default not in (None, [], (), 0, False):
            assert stated is not None, f"{subject}: the help has no '(default: {action.default})'"
            plain = f"{action.default:g}" if isinstance(action.default, float) else str(action.default)
            assert stated[1] == plain, subject
        elif action.dest in EFFECTIVE and not action.required and (action.option_strings or action.nargs in ("?", "*")):
            assert stated is not None, f"{subject}: the help does not say what happens without it"
        if stated is not None and action.choices is not None and action.default is None:
            assert stated[1].split(", else ")[-1] in (*map(str, action.choices), "none"), subject


@pytest.mark.parametrize("name", SUBCOMMANDS)
def test_each_command_shows_the_version(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "-V, --version" in parser(name).format_help()
    with pytest.raises(SystemExit) as stopped:
        main([name, "--version"])
    assert stopped.value.code == 0
    assert capsys.readouterr().out.startswith("hotlint ")
