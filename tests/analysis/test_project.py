"""A project: what it remembers of its files, and what a changed file makes it work out again."""

from __future__ import annotations

from pathlib import Path

import pytest
from composition_fixture import V, opened, write

from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.files.project import Project
from hotlint.linter.checking.engine import Engine
from hotlint.resource_types.catalog import Catalog
from hotlint.syntax.source import Source

TREE = {
    "root.yaml": V + "resources: {a: {type: a.yaml}, b: {type: b.yaml}}\n",
    "a.yaml": V + "outputs: {o: {value: {get_file: a.txt}}}\n",
    "b.yaml": V + "resources: {x: {type: c.yaml}}\n",
    "c.yaml": V,
    "a.txt": "text\n",
}


def project(folder: Path) -> tuple[Project, TemplateContext]:
    write(folder, TREE)
    made = Project(Catalog())
    return made, opened(made, str(folder / "root.yaml"))


def test_only_what_depends_on_a_file_is_evaluated_again(tmp_path: Path) -> None:
    before, context = project(tmp_path)
    for resource in context.template.resources.values():
        child = context.child(resource)
        assert child is not None
        for inner in child.template.resources.values():
            assert child.child(inner) is not None
    after = before.with_source(Source(str(tmp_path / "b.yaml"), V))
    for name in ("root.yaml", "a.yaml", "c.yaml"):
        path = str(tmp_path / name)
        assert after.document(path) is before.document(path)
        assert after.template_of(after.document(path)) is before.template_of(before.document(path))
    assert after.document(str(tmp_path / "b.yaml")) is not before.document(str(tmp_path / "b.yaml"))


def test_what_is_remembered_goes_with_its_files(tmp_path: Path) -> None:
    before, _ = project(tmp_path)
    calls = []

    def text(made: Project) -> str:
        def work() -> str:
            calls.append(made)
            return made.document(str(tmp_path / "a.yaml")).text

        return made.memoize("key", work)

    first = text(before)
    assert text(before) == first and len(calls) == 1
    assert text(before.with_source(Source(str(tmp_path / "b.yaml"), V))) == first and len(calls) == 1
    assert text(before.on(before.files.changed(str(tmp_path / "c.yaml")))) == first and len(calls) == 1
    assert text(before.with_source(Source(str(tmp_path / "a.yaml"), V))) == V and len(calls) == 2


def test_a_file_that_is_created_is_used(tmp_path: Path) -> None:
    write(tmp_path, {"root.yaml": V + "resources: {a: {type: gone.yaml}}\n"})
    engine = Engine()
    path = str(tmp_path / "root.yaml")
    first = engine.check_file(path)
    write(tmp_path, {"gone.yaml": V})
    assert first is not None and "HOT601" in [d.code for d in first.diagnostics]
    second = Engine().check_file(path)
    assert second is not None and "HOT601" not in [d.code for d in second.diagnostics]


def test_an_older_project_still_answers_as_before(tmp_path: Path) -> None:
    before, context = project(tmp_path)
    after = before.with_source(Source(str(tmp_path / "a.yaml"), V + "parameters: {p: {type: string}}\n"))
    changed = opened(after, str(tmp_path / "root.yaml"))
    resource = context.template.resources["a"]
    assert [p.kind for p in (changed.properties(changed.template.resources["a"]) or pytest.fail()).problems] == [
        "missing-property"
    ]
    assert not (context.properties(resource) or pytest.fail()).problems


def test_what_was_asked_for_is_known(tmp_path: Path) -> None:
    made, context = project(tmp_path)
    context.child(context.template.resources["b"])
    names = {Path(p).name for p in made.reads.paths}
    assert {"root.yaml", "b.yaml"} <= names and "a.txt" not in names
