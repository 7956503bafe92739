"""Arguments that are read without argparse mean what argparse makes of them."""

from __future__ import annotations

import shlex

import pytest

from hotlint.cli import COMMANDS, _module, _parser, quick

PLAIN = [
    "check",
    "check a.yaml b.yaml",
    "check - --stdin-filename a.yaml",
    "check -e a -e b --environment c -P x=1 --parameter=y=2 t.yaml",
    "check --format json -o out -q --statistics t.yaml",
    "check --format=sarif --output=out t.yaml",
    "check --fix --unsafe-fixes --diff --no-cache -j 3 --color=always --fail-on warning t.yaml",
    "check t.yaml --select HOT3,HOT4 --select HOT5 --ignore HOT8",
    "explain HOT301",
    "rules",
    "rules HOT3 HOT4 --format json",
    "types",
    "types 'OS::Nova::*'",
    "config show",
    "config show a.yaml",
    "config schema",
    "completion bash",
    "catalogue show",
    "catalogue import a b --heat python",
    "preview t.yaml -P a=b --format json",
    "graph t.yaml",
    "diff a.yaml b.yaml",
]
NOT_PLAIN = [
    "check --help",
    "check -h",
    "check --forma json",
    "check --format nonsense",
    "check --format",
    "check -fjson",
    "check --quiet=1",
    "check -j x",
    "check -- -odd",
    "check -e -x",
    "check --nonsense",
    "explain",
    "explain a b",
    "config nonsense",
    "diff a.yaml",
]


@pytest.mark.parametrize("line", PLAIN)
def test_plain_arguments(line: str) -> None:
    name, *args = shlex.split(line)
    module = _module(name)
    found = quick.read(module.arguments, args)
    assert found is not None
    assert vars(found) == vars(_parser(name, module).parse_args(args))


@pytest.mark.parametrize("line", NOT_PLAIN)
def test_what_is_left_to_argparse(line: str) -> None:
    name, *args = shlex.split(line)
    assert quick.read(_module(name).arguments, args) is None


def test_every_command_is_tried() -> None:
    assert {line.split()[0] for line in PLAIN} >= set(COMMANDS) - {"server"}
