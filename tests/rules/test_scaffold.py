"""`make new-rule`: a scaffolded rule is found, and fails its tests until every placeholder is filled in."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

TOP = Path(__file__).resolve().parents[2]
RULES = TOP / "rules" / "hotlint_rules"
_LOAD = """\
from hotlint.linter.packs import registry
from hotlint.linter.checking.testing import failures
loaded = registry.load()
assert not loaded.problems, loaded.problems
for rule in loaded.rules:
    if rule.name.startswith("scaffolded"):
        print(rule.code, bool(failures(rule)))
"""


def unfilled(rules: Path) -> list[str]:
    """Return the names of the files that still have placeholders of a scaffold."""
    return sorted(path.name for path in rules.rglob("*.py") if "TODO" in path.read_text(encoding="utf-8"))


def scaffold_tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("scaffold", TOP / "tools" / "scaffold.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    return tool


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    copy = tmp_path / "hotlint_rules"
    shutil.copytree(RULES, copy, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


def test_every_rule_and_type_is_filled_in() -> None:
    assert unfilled(RULES) == unfilled(TOP / "hotlint" / "heat_types") == []


def test_an_unfilled_rule_is_loaded_and_fails(rules: Path, tmp_path: Path) -> None:
    tool = scaffold_tool()
    groups = sorted(p.name for p in rules.iterdir() if (p / "__init__.py").exists())
    for number, group in enumerate(groups, 980):
        tool.new_rule(f"HOT{number}", f"scaffolded-{group.replace('_', '-')}", group, rules)
    assert unfilled(rules) == [f"scaffolded_{group}.py" for group in groups]
    environment = os.environ | {"PYTHONPATH": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    done = subprocess.run([sys.executable, "-c", _LOAD], capture_output=True, text=True, env=environment, check=True)
    assert done.stdout.splitlines() == [f"HOT{number} True" for number, _ in enumerate(groups, 980)]


def test_an_unfilled_resource_type_can_be_imported(tmp_path: Path) -> None:
    path = scaffold_tool().new_type("OS::Acme::SignedQueueURL", tmp_path)
    assert unfilled(tmp_path) == [path.name] == ["signed_queue_url.py"]
    assert path == tmp_path / "acme" / "signed_queue_url.py" and (path.parent / "__init__.py").exists()
    compile(path.read_text(encoding="utf-8"), str(path), "exec")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("HOT301", "another", "references"), "exists already"),
        (("HOT3", "another", "references"), "CODE must be"),
        (("HOT399", "Another", "references"), "NAME must be"),
        (("HOT399", "another", "nowhere"), "GROUP must be"),
    ],
)
def test_wrong_arguments_are_refused(rules: Path, arguments: tuple[str, str, str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        scaffold_tool().new_rule(*arguments, rules)


def test_a_type_that_is_known_is_refused() -> None:
    with pytest.raises(ValueError, match="exists already"):
        scaffold_tool().new_type("OS::Nova::Server")
