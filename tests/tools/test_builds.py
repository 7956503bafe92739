"""What a release is made of: two builds are equal, and every dependency is pinned with its hash."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
import reproducible_build

import hotlint

TOP = Path(__file__).resolve().parents[2]
LOCK = TOP / "requirements" / "dev.txt"
LEFT_OUT = ("tests/", "docs/", "examples/", "tools/", "vscode-extension/")
"""What makes a build long; `make reproducible` builds it, too."""


@pytest.mark.slow
def test_two_builds_have_one_hash(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The wheel is the whole one; the sdist here is without tests and documents."""
    git = shutil.which("git")
    if git is None or subprocess.run([git, "rev-parse"], cwd=TOP, capture_output=True, check=False).returncode:
        pytest.skip("only files under version control are built")
    built = [name for name in reproducible_build._tracked() if not name.startswith(LEFT_OUT)]
    monkeypatch.setattr(reproducible_build, "_tracked", lambda: built)
    assert reproducible_build.main(["--out", str(tmp_path)]) == 0
    names = sorted(path.name for path in tmp_path.iterdir())
    version = hotlint.__version__
    assert names == [f"hotlint-{version}-py3-none-any.whl", f"hotlint-{version}.tar.gz"]
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_builds_that_differ_are_reported(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(reproducible_build, "build", lambda folder, changed, *_: {"a.whl": str(changed).encode()})
    assert reproducible_build.main([]) == 1
    assert "differs" in capsys.readouterr().err


def test_the_lock_pins_every_dependency_with_hashes() -> None:
    text = LOCK.read_text(encoding="utf-8")
    pinned = dict(re.findall(r"(?m)^([\w.-]+)==([^\s;]+)", text))
    project = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *(needed for name in extras for needed in extras[name])]
    names = {re.split(r"[\[<>=!~ ;]", needed)[0] for needed in wanted} - {"hotlint"}
    assert {_normal(name) for name in names} <= {_normal(name) for name in pinned}
    entries = re.split(r"(?m)^(?=[\w.-]+==)", text)[1:]
    assert [entry.splitlines()[0] for entry in entries if "--hash=sha256:" not in entry] == []


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
