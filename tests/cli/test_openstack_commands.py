"""The commands of `openstack hot` as python-openstackclient calls them, each by its class."""

from __future__ import annotations

import io
import sys
import tomllib
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hotlint.cli import openstack_plugin
from hotlint.cli.errors import UsageError
from hotlint.cli.subcommands import load
from hotlint.common.printable import PrintableStream

commands = pytest.importorskip("hotlint.cli.openstack_commands", reason="the extra osc is not installed")
PROJECT = tomllib.loads((Path(__file__).resolve().parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NAMES = {
    name.removeprefix("hot_"): place.partition(":")[2]
    for name, place in PROJECT["entry-points"]["openstack.hot.v1"].items()
}
Call = Callable[..., Any]


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch) -> Call:
    """Return a call of `openstack hot check` that does something else: the code, standard error, and what it was given."""

    def call(run: Callable[[Namespace], int], *arguments: str, **options: int) -> tuple[int, str, Namespace]:
        app = SimpleNamespace(stderr=io.StringIO())
        command = commands.HotCheck(app, SimpleNamespace(**options))
        given = command.get_parser("openstack hot check").parse_args(arguments)
        monkeypatch.setattr(load("check"), "run", run)
        return command.take_action(given), app.stderr.getvalue(), given

    return call


@pytest.mark.parametrize("name", NAMES)
def test_a_command_has_the_arguments_of_its_subcommand(name: str) -> None:
    command = getattr(commands, NAMES[name])(SimpleNamespace(), SimpleNamespace())
    assert command.subcommand == name
    assert command.auth_required is False
    parser = command.get_parser(f"openstack hot {name}")
    own = ArgumentParser()
    load(name).arguments(own)
    assert {a.dest for a in own._actions} <= {a.dest for a in parser._actions}
    assert parser.prog == f"openstack hot {name}"
    assert parser.formatter_class is RawDescriptionHelpFormatter
    assert parser.description == load(name).DESCRIPTION


def test_files_may_be_on_both_sides_of_options(called: Call) -> None:
    _, _, given = called(lambda given: 0, "a.yaml", "--no-cache", "b.yaml", "--", "-c.yaml")
    assert (given.paths, given.no_cache) == (["a.yaml", "b.yaml", "-c.yaml"], True)


@pytest.mark.parametrize("code", [0, 1, 2])
def test_the_exit_code_is_that_of_the_subcommand(called: Call, code: int) -> None:
    assert called(lambda given: code, "a.yaml")[:2] == (code, "")


def test_what_a_command_writes_is_safe_to_show(called: Call) -> None:
    assert called(lambda given: int(isinstance(sys.stdout, PrintableStream)))[0] == 1


def test_a_usage_error_is_one_line_of_the_client(called: Call) -> None:
    def refuse(given: Namespace) -> int:
        raise UsageError("no\x1b file\n::error:: ##[group]é")

    assert called(refuse)[:2] == (2, "hotlint: no\\x1b file\\n::error:: \\u0023#[group]é\n")


@pytest.mark.parametrize(
    ("arguments", "options", "quiet"),
    [
        ([], {"verbose_level": 0}, True),
        ([], {"verbose_level": 1}, False),
        ([], {}, False),
        (["--quiet"], {"verbose_level": 1}, True),
        (["--quiet"], {"verbose_level": 0}, True),
    ],
)
def test_the_client_s_option_for_few_words_is_taken_over(
    called: Call, arguments: list[str], options: dict[str, int], quiet: bool
) -> None:
    assert called(lambda given: 0, *arguments, **options)[2].quiet is quiet


def test_a_subcommand_without_such_an_option_gets_none(monkeypatch: pytest.MonkeyPatch) -> None:
    command = commands.HotExplain(SimpleNamespace(stderr=io.StringIO()), SimpleNamespace(verbose_level=0))
    monkeypatch.setattr(load("explain"), "run", lambda given: 0)
    given = command.get_parser("openstack hot explain").parse_args(["HOT301"])
    command.take_action(given)
    assert not hasattr(given, "quiet")


def test_the_plugin_has_what_the_client_asks_for() -> None:
    parser = ArgumentParser()
    assert openstack_plugin.build_option_parser(parser) is parser
    assert [a.dest for a in parser._actions] == ["help"]
    openstack_plugin.make_client(None)
    assert PROJECT["entry-points"]["openstack.cli.extension"] == {openstack_plugin.API_NAME: openstack_plugin.__name__}
    assert f"os_{openstack_plugin.API_NAME}_api_version" == openstack_plugin.API_VERSION_OPTION
    assert openstack_plugin.API_VERSIONS == (openstack_plugin.DEFAULT_API_VERSION,)
    groups = [f"openstack.{openstack_plugin.API_NAME}.v{version}" for version in openstack_plugin.API_VERSIONS]
    assert [group for group in PROJECT["entry-points"] if group.startswith("openstack.hot.")] == groups
