"""A named file is checked without reading its whole source tree again."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from hotlint.analysis.files import facts
from hotlint.cli.main import main
from hotlint.common.files import read_bytes

TEMPLATE = "heat_template_version: 2018-08-31\nresources:\n  a: {type: 'Acme::Web', properties: {port: 80}}\n"


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A source tree of a root, a nested template that a registry maps, and 20 others, all older than the clock's resolution."""
    folder = tmp_path / "tree"
    (folder / ".git").mkdir(parents=True)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("HOTLINT_CACHE_DIR", str(tmp_path / "cache"))
    (folder / "env.yaml").write_text("resource_registry: {'Acme::Web': nested.yaml}\n")
    (folder / "nested.yaml").write_text("heat_template_version: 2018-08-31\nparameters: {port: {type: number}}\n")
    for number in range(20):
        (folder / f"other{number}.yaml").write_text(TEMPLATE)
    _age()
    return folder


def _age() -> None:
    """Wait until no status can hide a change: files that have just changed are not kept."""
    time.sleep(0.12)


def _read_by_check(name: str, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Return the files that a check in a new process would search for facts."""
    read: set[str] = set()

    def recorded(path: str) -> bytes:
        read.add(os.path.basename(path))
        return read_bytes(path)

    with monkeypatch.context() as patched:
        patched.setattr(facts, "_known", {})
        patched.setattr(facts, "read_bytes", recorded)
        main(["check", "-q", name])
    return read


def test_the_second_run_reads_only_what_has_changed(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(_read_by_check("nested.yaml", monkeypatch)) == 22
    for name in ("nested.yaml", "other3.yaml"):
        (tree / name).write_text("heat_template_version: 2018-08-31\nparameters: {port: {type: string}}\n")
        _age()
        assert _read_by_check("nested.yaml", monkeypatch) <= {name}


def test_a_changed_registry_counts(
    tree: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tree / "root.yaml").write_text(TEMPLATE)
    _age()
    _read_by_check("root.yaml", monkeypatch)
    assert "HOT501" not in capsys.readouterr().out  # some registry of the tree maps the type
    (tree / "env.yaml").write_text("resource_registry: {'Acme::Other': nested.yaml}\n")
    _age()
    assert "env.yaml" in _read_by_check("root.yaml", monkeypatch)
    assert "HOT501" in capsys.readouterr().out


@pytest.mark.parametrize("damage", ["", "[]", '{"a": 1}', '{"/x": [[1], "template", [], null]}', "\x00"])
def test_damaged_facts_are_ignored(tree: Path, monkeypatch: pytest.MonkeyPatch, damage: str) -> None:
    _read_by_check("nested.yaml", monkeypatch)
    kept = next((tree.parent / "cache").glob("facts-*"))
    kept.write_text(kept.read_text().partition("\n")[0] + "\n" + damage)
    (tree / "nested.yaml").write_text(TEMPLATE)
    _age()
    assert "other1.yaml" in _read_by_check("nested.yaml", monkeypatch)
