"""`openstack hot ...` in the real python-openstackclient, without a cloud."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from hotlint.cli.subcommands import SUBCOMMANDS

pytest.importorskip("openstackclient.shell", reason="the extra osc is not installed")
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


def openstack(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {k: v for k, v in os.environ.items() if not k.startswith("OS_") and k != "GITHUB_ACTIONS"}
    environment |= {"XDG_CACHE_HOME": str(folder / "cache"), "HOME": str(folder)}
    command = [sys.executable, "-m", "openstackclient.shell", "hot", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.yaml").write_text(TEMPLATE, encoding="utf-8")
    return tmp_path


def test_check_reports_without_a_cloud(folder: Path) -> None:
    done = openstack(folder, "check", "a.yaml", "--format", "json")
    assert done.returncode == 1, done.stderr
    assert [d["code"] for d in json.loads(done.stdout)["diagnostics"] if d["severity"] == "error"] == ["HOT301"]


def test_the_clients_own_quiet_option_is_the_commands(folder: Path) -> None:
    done = openstack(folder, "check", "-q", "a.yaml", "--format", "concise")
    assert [line.split()[1] for line in done.stdout.splitlines()] == ["error"]


def test_preview_resolves(folder: Path) -> None:
    (folder / "a.yaml").write_text(TEMPLATE.replace("sizes", "size"), encoding="utf-8")
    done = openstack(folder, "preview", "a.yaml", "-P", "size=5")
    assert done.returncode == 0, done.stderr
    assert "size: 5" in done.stdout


def test_docs_documents(folder: Path) -> None:
    done = openstack(folder, "docs", "a.yaml")
    assert done.returncode == 0, done.stderr
    assert "OS::Cinder::Volume" in done.stdout


def test_a_usage_error_is_reported_as_hotlint_does(folder: Path) -> None:
    done = openstack(folder, "preview", "a.yaml", "-P", "size")
    assert (done.returncode, done.stderr) == (2, "hotlint: -P takes NAME=VALUE, not 'size'\n")


def test_the_commands_are_subcommands() -> None:
    project = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = {name.removeprefix("hot_") for name in project["entry-points"]["openstack.hot.v1"]}
    assert {"check", "preview", "docs"} <= names <= set(SUBCOMMANDS)
