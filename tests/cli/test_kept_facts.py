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


ROOT = "heat_template_version: 2018-08-31\nparameters: {name: {type: string}}\n" + TEMPLATE.partition("\n")[2]


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("more.yaml", "resource_registry: {'Acme::Web': other1.yaml}\n", ""),
        ("env.yaml", "resource_registry: {'Acme::Other': nested.yaml}\n", "HOT501"),
        ("root.env", "parameters: {name: 1, other: 2}\n", "HOT217"),
        ("README.md", "openstack stack create -t root.yaml -e values.yaml x\n", "HOT217"),
        ("other1.yaml", TEMPLATE.replace("Acme::Web", "OS::Heat::None"), ""),
        ("other1.yaml", TEMPLATE.replace("'Acme::Web'", "root.yaml"), ""),
        (".hotlint.yaml", "ignore: [HOT801]\n", ""),
        ("env.yaml", None, "HOT501"),
    ],
)
def test_an_edited_file_is_checked_as_without_what_is_kept(
    tree: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: str,
    text: str | None,
    code: str,
) -> None:
    """Whatever else of the tree was added, changed, moved or removed before, the answer is that of a run without a cache."""
    (tree / "root.yaml").write_text(ROOT)
    (tree / "values.yaml").write_text("parameters: {name: 1, other: 2}\n")
    _age()
    _read_by_check("root.yaml", monkeypatch)
    (tree / name).write_text(text) if text is not None else (tree / name).unlink()
    _age()
    for edit in ("", "# edited\n", "  b: {type: 'OS::Heat::None'}\n"):
        with (tree / "root.yaml").open("a") as file:
            file.write(edit)
        _age()
        capsys.readouterr()
        _read_by_check("root.yaml", monkeypatch)
        said = capsys.readouterr().out
        main(["check", "-q", "--no-cache", "root.yaml"])
        assert said == capsys.readouterr().out
        assert code in said


def test_an_edit_that_names_nothing_new_asks_nothing_of_the_tree(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from hotlint.analysis.composition import source_tree

    _read_by_check("nested.yaml", monkeypatch)
    monkeypatch.setattr(source_tree, "facts_below", None)
    for name in ("nested.yaml", "other3.yaml"):
        with (tree / name).open("a") as file:
            file.write("# edited\n")
        _age()
        assert _read_by_check("nested.yaml", monkeypatch) == {name}


@pytest.mark.parametrize("damage", ["", "[]", '{"a": 1}', '{"/x": [[1], "template", [], null]}', "\x00"])
def test_damaged_facts_are_ignored(tree: Path, monkeypatch: pytest.MonkeyPatch, damage: str) -> None:
    _read_by_check("nested.yaml", monkeypatch)
    kept = next((tree.parent / "cache").glob("facts-*"))
    kept.write_text(kept.read_text().partition("\n")[0] + "\n" + damage)
    (tree / "nested.yaml").write_text(TEMPLATE)
    _age()
    assert "other1.yaml" in _read_by_check("nested.yaml", monkeypatch)
