"""Snapshots of a project: what they share, and what each keeps for itself."""

from __future__ import annotations

from pathlib import Path

from hotlint.analysis.composition.source_tree import SourceTree
from hotlint.analysis.environments.file import Environment
from hotlint.analysis.files.project import NestedBudget, Project
from hotlint.analysis.files.virtual_files import VirtualFiles
from hotlint.resource_types.catalog import Catalog
from hotlint.syntax.source import Source


def lengths(project: Project, *paths: Path) -> tuple[int, list[Path]]:
    """Return the sum of the lengths of files as a memo, and the files that were read to compute it (none: memoized)."""
    read: list[Path] = []

    def compute() -> int:
        read.extend(paths)
        return sum(len(project.text(str(p))) for p in paths)

    return project.memoize(("lengths", *paths), compute), read


def test_snapshots_with_different_overlays_share_what_depends_on_neither(tmp_path: Path) -> None:
    common, one, other = tmp_path / "common.yaml", tmp_path / "one.yaml", tmp_path / "other.yaml"
    for path in (common, one, other):
        path.write_text("a: 1\n")
    base = Project(Catalog())
    first = base.with_source(Source(str(one), "a: 22\n"))
    assert lengths(first, common) == (5, [common])
    second = base.with_source(Source(str(other), "a: 333\n"))
    assert lengths(second, common) == (5, [])
    assert lengths(base, common) == (5, [])


def test_a_memo_of_an_overlay_goes_with_its_snapshot(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("a: 1\n")
    base = Project(Catalog())
    overlay = base.with_source(Source(str(path), "a: 22\n"))
    assert lengths(overlay, path) == (6, [path])
    assert lengths(base, path) == (5, [path])
    assert lengths(overlay, path) == (6, [])
    assert lengths(overlay.with_source(Source(str(tmp_path / "b.yaml"), "")), path) == (6, [])
    assert lengths(base.with_source(Source(str(path), "a: 333\n")), path) == (7, [path])


def test_a_changed_file_is_read_anew_only_after_the_change(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("a: 1\n")
    before = Project(Catalog())
    assert before.document(str(path)).text == "a: 1\n"
    path.write_text("a: 22\n")
    assert before.document(str(path)).text == "a: 1\n"
    after = before.on(before.files.changed(str(path)))
    assert after.document(str(path)).text == "a: 22\n"
    assert lengths(after, path) == (6, [path])


def test_a_text_within_a_file_is_of_the_version_of_the_file(tmp_path: Path) -> None:
    path, inner = tmp_path / "a.yaml", f"{tmp_path}/a.yaml#user_data"
    path.write_text("a: 1\n")
    base = Project(Catalog()).with_source(Source(inner, "b: 1\n"))
    assert base.document(inner).text == "b: 1\n"
    assert lengths(base, path) == (5, [path])
    changed = base.with_source(Source(str(path), "a: 22\n"))
    assert lengths(changed, path) == (6, [path])
    assert lengths(base.with_source(Source(inner, "b: 22\n")), path) == (5, [path])


def test_reads_are_recorded_for_the_snapshot_that_read(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("a: 1\n")
    base = Project(Catalog())
    lengths(base, path)
    other = base.with_source(Source(str(tmp_path / "b.yaml"), ""))
    assert other.reads.paths == frozenset()
    assert lengths(other, path) == (5, [])
    assert other.reads.paths == {str(path)}


def test_root_and_users_belong_to_one_snapshot() -> None:
    base = Project(Catalog())
    changed = base.in_folder("/templates").with_users({"/e.yaml": ("/t.yaml",)})
    assert (base.root, dict(base.users)) == (None, {})
    assert (changed.root, dict(changed.users)) == ("/templates", {"/e.yaml": ("/t.yaml",)})
    assert changed.in_folder(None).root is None


def test_the_nested_budget_is_spent_once_for_each_check() -> None:
    budget = NestedBudget(2)
    budget.spend()
    assert not budget.is_spent
    budget.spend()
    assert budget.is_spent


def first_letter(files: VirtualFiles, path: str) -> str:
    return files.text(path)[:1]


def test_what_asks_a_query_is_computed_again_when_the_answer_changes(tmp_path: Path) -> None:
    path, computed = tmp_path / "a.yaml", []
    path.write_text("a: 1\n")

    def letter(files: VirtualFiles) -> str:
        def compute() -> str:
            computed.append(1)
            return files.query(first_letter, str(path)).upper()

        return files.memoize("upper", compute)

    base = VirtualFiles()
    assert (letter(base), letter(base), len(computed)) == ("A", "A", 1)
    same = base.with_source(Source(str(path), "a: 22\n"))
    assert (letter(same), len(computed)) == ("A", 1)
    other = same.with_source(Source(str(path), "b: 22\n"))
    assert (letter(other), len(computed)) == ("B", 2)
    assert letter(base) == letter(other.changed(str(path))) == "A"


def test_a_new_file_of_a_folder_is_listed_after_the_change(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("a: 1\n")
    base = VirtualFiles()
    assert base.names(str(tmp_path)) == ["a.yaml"]
    (tmp_path / "b.yaml").write_text("b: 1\n")
    assert base.names(str(tmp_path)) == ["a.yaml"]
    after = base.changed(str(tmp_path / "b.yaml"))
    assert after.names(str(tmp_path)) == ["a.yaml", "b.yaml"]
    assert after.with_source(Source(str(tmp_path / "c.yaml"), "")).names(str(tmp_path)) == [
        "a.yaml",
        "b.yaml",
        "c.yaml",
    ]


def test_a_tree_has_what_was_seen_before_its_change_was_reported(tmp_path: Path) -> None:
    def tree() -> SourceTree:
        return SourceTree(str(tmp_path), files, environments, excluded, None)

    environments, excluded = (lambda _path: [Environment()]), (lambda _path: False)
    text = "heat_template_version: 2018-08-31\n"
    files, paths = VirtualFiles(), [tmp_path / "a.yaml", tmp_path / "new" / "folder" / "b.yaml"]
    assert tree().templates == []
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    assert files.names(str(tmp_path)) == []
    files = files.changed(*map(str, paths))
    assert files.names(str(tmp_path)) == ["a.yaml", "new"]
    assert tree().templates == list(map(str, paths))
    paths[0].unlink()
    files = files.changed(str(paths[0]))
    assert tree().templates == [str(paths[1])]


def test_an_answer_that_stays_the_same_may_depend_on_other_files(tmp_path: Path) -> None:
    first, second, pointer = tmp_path / "first.yaml", tmp_path / "second.yaml", tmp_path / "pointer.yaml"
    first.write_text("same")
    second.write_text("same")
    pointer.write_text(str(first))

    def pointed(files: VirtualFiles) -> str:
        return files.text(files.text(str(pointer)))

    def known(files: VirtualFiles) -> str:
        return files.memoize("known", lambda: files.query(pointed).upper())

    files = VirtualFiles()
    assert known(files) == "SAME"
    pointer.write_text(str(second))
    files = files.changed(str(pointer))
    assert known(files) == "SAME"
    second.write_text("other")
    files = files.changed(str(second))
    assert known(files) == "OTHER"


def test_an_edit_asks_for_the_files_of_its_own_folder_only(tmp_path: Path) -> None:
    """The type that someone types changes what a template names, and a tree has a thousand other files."""
    head = "heat_template_version: wallaby\nresources:\n  a: {type: %s}\n"
    for folder in ("one", "other"):
        (tmp_path / folder).mkdir()
        for name in ("a.yaml", "b.yaml"):
            (tmp_path / folder / name).write_text(head % "b.yaml")
    asked: list[str] = []

    def environments(path: str) -> list[Environment]:
        asked.append(path)
        return []

    def excluded(path: str) -> bool:
        return False

    def users(files: VirtualFiles) -> set[str]:
        tree = SourceTree(str(tmp_path), files, environments, excluded, None)
        return tree.users.get(f"{tmp_path}/one/b.yaml", set())

    edited, other = f"{tmp_path}/one/a.yaml", f"{tmp_path}/one/b.yaml"
    before = VirtualFiles()
    assert users(before) == {edited, other}
    assert len(asked) == 4
    asked.clear()
    assert users(before.with_source(Source(edited, head % "OS::N"))) == {other}
    assert sorted(asked) == [edited, other]
    asked.clear()
    new = f"{tmp_path}/one/c.yaml"
    assert users(before.with_source(Source(new, head % "b.yaml"))) == {edited, other, new}
    assert sorted(asked) == [edited, other, new]
