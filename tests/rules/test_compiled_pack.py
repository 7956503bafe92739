"""The rules are found where only compiled modules are, as in the extension and the playground."""

from __future__ import annotations

import compileall
import shutil
import subprocess
import sys
from pathlib import Path

import hotlint_rules


def test_rules_without_sources(tmp_path: Path) -> None:
    package = tmp_path / "hotlint_rules"
    shutil.copytree(Path(hotlint_rules.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    assert compileall.compile_dir(package, quiet=1, legacy=True)
    for source in package.rglob("*.py"):
        source.unlink()
    program = "import sys; sys.path.insert(0, '.'); import hotlint_rules; print(len(hotlint_rules.RULES), hotlint_rules.__file__)"
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [str(len(hotlint_rules.RULES)), str(package / "__init__.pyc")]
