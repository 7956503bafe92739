"""Rule packs: one of another party, packs that are broken, and the scaffold for a rule of our own."""

from __future__ import annotations

import importlib.util
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
    environment = os.environ | {"PYTHONPATH": str(pack)}
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


def test_the_scaffold_makes_a_rule_that_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = importlib.util.spec_from_file_location("new_rule", TOP / "tools" / "new_rule.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    rules = tmp_path / "hotlint_rules"
    shutil.copytree(TOP / "rules" / "hotlint_rules", rules, ignore=shutil.ignore_patterns("__pycache__"))
    for group in sorted(p.name for p in rules.iterdir() if (p / "__init__.py").exists()):
        number = 990 + len(list(rules.rglob("scaffolded_*.py")))
        tool.scaffold(f"HOT{number}", f"scaffolded-{group}", group, rules)
    with pytest.raises(ValueError, match="is there already"):
        tool.scaffold("HOT990", "another", "references", rules)
    program = (
        "from hotlint.linter import registry; from hotlint.linter.testing import failures;"
        "made = [r for r in registry.load().rules if r.name.startswith('scaffolded')];"
        "print(len(made), [f for r in made for f in failures(r)], registry.load().problems)"
    )
    environment = os.environ | {"PYTHONPATH": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment, check=True)
    assert done.stdout.split(" ", 1)[1] == "[] ()\n"
    assert int(done.stdout.split()[0]) >= 5
