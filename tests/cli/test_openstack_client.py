"""`openstack hot ...` in the real python-openstackclient, without a cloud."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import pytest

from hotlint.cli.subcommands import SUBCOMMANDS

if find_spec("openstackclient") is None:
    pytest.skip("the extra osc is not installed", allow_module_level=True)
if not entry_points(group="openstack.hot.v1"):
    pytest.skip("hotlint was installed before it had commands for openstack", allow_module_level=True)

TOP = Path(__file__).resolve().parents[2]
TEMPLATE = """\
heat_template_version: 2021-04-16
parameters:
  size: {type: number, default: 1}
resources:
  volume:
    type: OS::Cinder::Volume
    properties: {size: {get_param: sizes}}
"""


MANY = """\
import io, json, sys
from contextlib import redirect_stderr, redirect_stdout
from openstackclient.shell import main
done = {}
for name, arguments in json.load(sys.stdin).items():
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    with redirect_stdout(out), redirect_stderr(err):
        code = main(["hot", *arguments])
    done[name] = [code, out.buffer.getvalue().decode(), err.buffer.getvalue().decode()]
print(json.dumps(done))
"""
"""The client with several commands, one after the other: to start it takes longer than what they do."""


class Done(NamedTuple):
    """What a command ended with, and printed."""

    returncode: int
    stdout: str
    stderr: str


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Done]:
    """Return what became of some commands. (docs/recipes.md shows one, which a test of the documents runs as a user does.)"""
    folder = tmp_path_factory.mktemp("openstack")
    (folder / "a.yaml").write_text(TEMPLATE, encoding="utf-8")
    (folder / "b.yaml").write_text(TEMPLATE.replace("sizes", "size"), encoding="utf-8")
    commands = {
        "check": ["check", "a.yaml", "--format", "json"],
        "quiet": ["check", "-q", "a.yaml", "--format", "concise"],
        "preview": ["preview", "b.yaml", "-P", "size=5"],
        "docs": ["docs", "a.yaml"],
        "wrong": ["preview", "a.yaml", "-P", "size"],
    }
    environment = {k: v for k, v in os.environ.items() if not k.startswith("OS_") and k != "GITHUB_ACTIONS"}
    environment |= {"XDG_CACHE_HOME": str(folder / "cache"), "HOME": str(folder)}
    answer = subprocess.run(
        [sys.executable, "-c", MANY],
        cwd=folder, env=environment, input=json.dumps(commands), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert answer.returncode == 0, answer.stderr
    return {name: Done(*found) for name, found in json.loads(answer.stdout).items()}


def test_check_reports_without_a_cloud(done: dict[str, Done]) -> None:
    assert done["check"].returncode == 1, done["check"].stderr
    found = json.loads(done["check"].stdout)["diagnostics"]
    assert [d["code"] for d in found if d["severity"] == "error"] == ["HOT301"]


def test_the_clients_own_quiet_option_is_the_commands(done: dict[str, Done]) -> None:
    assert [line.split()[1] for line in done["quiet"].stdout.splitlines()] == ["error"]


def test_preview_resolves(done: dict[str, Done]) -> None:
    assert done["preview"].returncode == 0, done["preview"].stderr
    assert "size: 5" in done["preview"].stdout


def test_docs_documents(done: dict[str, Done]) -> None:
    assert done["docs"].returncode == 0, done["docs"].stderr
    assert "OS::Cinder::Volume" in done["docs"].stdout


def test_a_usage_error_is_reported_as_hotlint_does(done: dict[str, Done]) -> None:
    assert done["wrong"] == (2, "", "hotlint: -P takes NAME=VALUE, not 'size'\n")


def test_the_commands_are_subcommands() -> None:
    project = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = {name.removeprefix("hot_") for name in project["entry-points"]["openstack.hot.v1"]}
    assert {"check", "preview", "docs"} <= names <= set(SUBCOMMANDS)
