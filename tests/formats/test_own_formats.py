"""Each key of hotlint's own formats is known to all that the tables are for: reader, schema, completion, hover and reference."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from for_each import for_each

from hotlint.analysis.budget import Budget, Meter
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.files.project import Project
from hotlint.formats.catalog import FORMATS
from hotlint.formats.schema import key_schema, schema
from hotlint.formats.table import Key
from hotlint.ide.by_kind import HoverAt, completions, hover_in
from hotlint.ide.completion import CompletionAt, CompletionEnvironment, DeclaredNames
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.linter.settings.config import Config
from hotlint.linter.settings.reader import ConfigReader
from hotlint.policies.reader import PolicyReader, read_policies
from hotlint.resource_types.catalog import Catalog
from hotlint.suites.reader import SuiteReader, read_suite
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source

sys.path.append(str(Path(__file__).resolve().parents[2] / "tools"))
from website import formats, markdown

Entry = dict[str, Any]
PATHS = {"configuration": ".hotlint.yaml", "suite": "web.hot-test.yaml", "policies": "policies.yaml"}
READERS = {"configuration": ConfigReader, "suite": SuiteReader, "policies": PolicyReader}
PLACES: dict[tuple[str, str], Callable[[Entry], Entry]] = {
    ("configuration", "configuration"): lambda entry: entry,
    ("configuration", "settings"): lambda entry: {"templates": {"*.yaml": entry}},
    ("configuration", "deployment"): lambda entry: {"deployments": [entry]},
    ("configuration", "jinja"): lambda entry: {"jinja": entry},
    ("suite", "suite"): lambda entry: entry,
    ("suite", "test"): lambda entry: {"tests": [entry]},
    ("suite", "matrix"): lambda entry: {"tests": [{"name": "a", "matrix": entry}]},
    ("suite", "error"): lambda entry: {"tests": [{"name": "a", "errors": [entry]}]},
    ("suite", "update"): lambda entry: {"tests": [{"name": "a", "update": entry}]},
    ("suite", "operators"): lambda entry: {"tests": [{"name": "a", "assert": {"outputs.a": entry}}]},
    ("policies", "file"): lambda entry: entry,
    ("policies", "policy"): lambda entry: {"policies": [entry]},
    ("policies", "test"): lambda entry: {"policies": [], "tests": [entry]},
}
"""A document around the mapping of a level."""
NEEDED: dict[tuple[str, str], Entry] = {
    ("configuration", "deployment"): {"name": "a", "template": "t.yaml"},
    ("suite", "test"): {"name": "a"},
}
"""Keys without which a reader does not read the others."""
WRONG: list[Any] = [[[1]], 5, "x: [y", {"a": {"b": [["c"]]}}, {"wrong": 5}]
ANYTHING = ("value",)
"""Kinds of values that are never wrong."""


def keys() -> Iterator[Any]:
    """Every key of every level of every format."""
    for kind, form in FORMATS.items():
        for name, level in form.levels.items():
            yield from (pytest.param(kind, name, key, id=f"{kind}/{name}/{key.name}") for key in level.keys)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("t.yaml").write_text("heat_template_version: 2018-08-31\n")


def written(kind: str, level: str, entry: Entry) -> str:
    """The text of a document with a mapping of a level."""
    text: str = yaml.safe_dump(PLACES[kind, level](entry), sort_keys=False)
    return text


def mistakes(kind: str, text: str) -> list[str]:
    """What the reader of a format says of a text."""
    path = PATHS[kind]
    if kind == "configuration":
        return [problem.message for problem in Config(path, parse(Source(path, text))).problems]
    found = read_suite(path, text).problems if kind == "suite" else read_policies(path, text).problems.get(path, ())
    return [problem.message for problem in found]


def test_each_level_is_tried() -> None:
    assert set(PLACES) == {(kind, level) for kind, form in FORMATS.items() for level in form.levels}


@for_each(("kind", "level", "key"), keys())
def test_a_key_is_read(kind: str, level: str, key: Key) -> None:
    needed = NEEDED.get((kind, level), {})
    before = {*mistakes(kind, written(kind, level, needed))}
    said = {m for value in WRONG for m in mistakes(kind, written(kind, level, {**needed, key.name: value}))} - before
    assert not [message for message in said if re.match(f"unknown (key|setting) '{key.name}'", message)]
    assert said or key.kind in ANYTHING
    assert key.choices or level == "operators" or hasattr(READERS[kind], key.kind.replace(" ", "_")) or key.inside


@for_each(("kind", "level", "key"), keys())
def test_a_key_is_in_the_schema(kind: str, level: str, key: Key) -> None:
    form = FORMATS[kind]
    made = schema(form)
    top = level == next(iter(form.levels))
    within = made if top or not form.has_definitions else made["$defs"][level]
    if not top and not form.has_definitions:
        holder = next(other for other in form.top.keys if other.inside == level)
        inner = made["properties"][holder.name]
        within = next(v for v in (inner.get("items"), inner.get("additionalProperties"), *inner.get("anyOf", ())) if v)
    assert within["properties"][key.name] == key_schema(form, key)
    assert within["properties"][key.name]["description"].startswith(key.summary)


@for_each(("kind", "level", "key"), keys())
def test_a_key_is_completed(kind: str, level: str, key: Key) -> None:
    text = written(kind, level, {"CURSOR": None})
    offset = text.index("CURSOR")
    text = text.replace("CURSOR: null", "")
    around, names = CompletionEnvironment(Catalog()), DeclaredNames(text)
    at = CompletionAt(PATHS[kind], text, offset, lambda: around, lambda: names, lambda _: None)
    found = {item.label: item for item in completions(kind, at).items}  # type: ignore[arg-type]
    assert found[key.name].detail == key.description


@for_each(("kind", "level", "key"), keys())
def test_a_key_has_a_hover(kind: str, level: str, key: Key) -> None:
    text = written(kind, level, {key.name: "VALUE"})
    offset = text.index(f"{key.name}: VALUE")
    project = Project(Catalog(), {PATHS[kind]: Source(PATHS[kind], text)})
    analysis = FileAnalysis(TemplateContext.open(project, PATHS[kind], project.environment([]), Meter(Budget())))
    found = hover_in(kind, HoverAt(analysis, offset, lambda: None, None))  # type: ignore[arg-type]
    assert found is not None
    assert found.text == f"**{key.name}**: {key.documentation}"
    assert text[found.span.start : found.span.end] == key.name


@for_each(
    ("kind", "steps", "level", "key", "rest"),
    [
        ("suite", [], "suite", "", ()),
        ("suite", ["tests", 0], "test", "tests", ()),
        ("suite", ["tests", 0, "assert"], None, "assert", ()),
        ("suite", ["tests", 0, "assert", "outputs.a"], "operators", "", ()),
        ("suite", ["tests", 0, "assert", "outputs.a", "type"], None, "type", ()),
        ("suite", ["tests", 0, "assert", "outputs.a", 0, "type"], None, "", ("type",)),
        ("suite", ["attributes", "server", "id"], None, "attributes", ("server", "id")),
        ("suite", ["nothing", "more"], None, "", ("more",)),
        ("configuration", ["templates", "*.yaml", "exclude"], None, "", ()),
        ("configuration", ["deployments", 1, "environments", 0], None, "environments", ()),
    ],
)
def test_what_steps_lead_to(
    kind: str, steps: list[str | int], level: str | None, key: str, rest: tuple[str, ...]
) -> None:
    found = FORMATS[kind].at(steps)
    assert found.level is (FORMATS[kind].levels[level] if level is not None else None)
    assert ((found.key.name if found.key is not None else ""), found.rest) == (key, rest)


@for_each(("kind", "level", "key"), keys())
def test_a_key_is_on_the_page_of_its_format(kind: str, level: str, key: Key) -> None:
    page = formats.pages()[formats.PAGES[kind]]
    assert f"`{key.name}`" in page
    assert markdown.prose(key.description) in page
