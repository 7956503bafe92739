"""Rule packs: one of another party, packs that are broken, and the scaffold for a rule of our own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]
TEMPLATE = """\
heat_template_version: 2018-08-31
description: d
resources:
  web:
    type: OS::Nova::Server
    properties: {image: debian-12, flavor: m1.small}
"""


def hotlint(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """The command, with the packages in `folder` installed."""
    environment = os.environ | {"PYTHONPATH": str(folder), "XDG_CACHE_HOME": str(folder / "cache")}
    command = [sys.executable, "-m", "hotlint", *args]
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False, cwd=folder)


def install(folder: Path, name: str, target: str) -> None:
    """What an installer leaves behind of a distribution with one entry point."""
    metadata = folder / f"{name}-1.0.dist-info"
    metadata.mkdir()
    (metadata / "entry_points.txt").write_text(f"[hotlint.rules]\n{name} = {target}\n")


def test_the_example_pack(tmp_path: Path) -> None:
    pack = TOP / "examples" / "rulepack"
    shutil.copytree(pack / "acme_rules", tmp_path / "acme_rules")
    install(tmp_path, "acme", "acme_rules")
    (tmp_path / "a.yaml").write_text(TEMPLATE)
    done = hotlint(tmp_path, "check", "a.yaml")
    assert "a.yaml:5:5: warning ACME01: The server 'web' has no name" in done.stdout
    assert hotlint(tmp_path, "rules", "ACME").stdout.startswith("ACME01  warning  unnamed-server  A server has no name")
    page = hotlint(tmp_path, "explain", "ACME01").stdout
    assert "template.yaml:4:5: warning ACME01: The server 'web' has no name" in page
    assert "HOT" not in hotlint(tmp_path, "check", "a.yaml", "--select", "ACME").stdout


def test_the_tests_of_the_example_pack(tmp_path: Path) -> None:
    pack = TOP / "examples" / "rulepack"
    environment = os.environ | {"PYTHONPATH": str(pack), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull, str(pack / "tests")]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stdout


def test_a_broken_pack_is_reported_and_the_others_run(tmp_path: Path) -> None:
    (tmp_path / "broken_rules.py").write_text("raise RuntimeError('not today')\n")
    install(tmp_path, "broken", "broken_rules")
    (tmp_path / "a.yaml").write_text(TEMPLATE.replace("OS::Nova::Server", "OS::Nova::Sever"))
    done = hotlint(tmp_path, "check", "a.yaml")
    assert "broken:1:1: warning HOT093: rule pack 'broken' could not be loaded: RuntimeError: not today" in done.stdout
    assert "HOT501" in done.stdout


def test_two_rules_with_the_same_code_are_a_usage_error(tmp_path: Path) -> None:
    text = (TOP / "examples" / "rulepack" / "acme_rules" / "unnamed_server.py").read_text().replace("ACME01", "HOT301")
    (tmp_path / "clash.py").write_text(text + "\n\nRULES = [UnnamedServer]\n")
    install(tmp_path, "clash", "clash")
    (tmp_path / "a.yaml").write_text(TEMPLATE)
    done = hotlint(tmp_path, "check", "a.yaml")
    assert done.returncode == 2
    assert "two rule packs cannot be used together" in done.stderr
    assert "HOT301" in done.stderr


@pytest.mark.parametrize("started", [["-m", "hotlint"], ["-mhotlint"], ["-X", "utf8", "-m", "hotlint"]])
def test_nothing_in_the_working_folder_is_run(tmp_path: Path, started: list[str]) -> None:
    """A folder of templates that brings rule packs, and modules with the names of those that hotlint imports."""
    planted = "open('ran', 'a').write(__name__)\nRULES = []\n"
    for name in ("evil", "yaml", "fnmatch", "hotlint_rules", "gettext", "argparse", "__future__"):
        (tmp_path / f"{name}.py").write_text(planted)
    install(tmp_path, "evil", "evil")
    (tmp_path / "a.yaml").write_text(TEMPLATE)
    environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONSAFEPATH")}
    environment["XDG_CACHE_HOME"] = str(tmp_path / "cache")
    for command in (["check", "a.yaml"], ["rules"], ["server", "--help"]):
        subprocess.run(
            [sys.executable, *started, *command], capture_output=True, env=environment, check=False, cwd=tmp_path
        )
        assert not (tmp_path / "ran").exists(), (tmp_path / "ran").read_text()
