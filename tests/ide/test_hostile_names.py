"""Names and texts of a stranger in the pages of hovers and completions: no link, no image, no HTML, whatever Markdown they hold."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from ide_fixture import path
from markdown_it import MarkdownIt

from hotlint.analysis.budget import Budget, Meter
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.file_kinds import recognize
from hotlint.analysis.files.project import Project
from hotlint.cloud.facts import CloudFacts
from hotlint.common.printable import without_markup
from hotlint.ide import documentation
from hotlint.ide.by_kind import HoverAt, hover_in, rendered_at
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.language.jinja_rendering import render
from hotlint.output import reference
from hotlint.resource_types.catalog import Catalog, Layer
from hotlint.syntax.source import Source

INSIDE = "<img src=x onerror=alert(1)> ![x](https://example.org/a.png) [x](command:workbench.action.quit) <command:x>"
NAMES = (
    f'"{INSIDE}',
    *(f"{ticks}{INSIDE}{ticks} {INSIDE}" for ticks in ("`", "``", "```", "````", "'")),
    f"a\n\n````\n{INSIDE}\n\n# b\n\n    c",
    f"\\{INSIDE}",
    f"\u202e{INSIDE}\u2069 $(alert)",
)
FILES = [name.replace("/", "\u2215").replace("\n", " ") for name in NAMES]


def template(children: list[str]) -> str:
    """A template in which every name and text is a stranger's; the types of resources are other templates, by their names."""
    every = {
        name: {
            "type": "string", "default": name, "label": name, "description": name,
            "constraints": [
                {"allowed_values": [name, ""]}, {"allowed_pattern": name}, {"custom_constraint": name},
                {"length": {"min": name, "max": name}}, {"modulo": {"step": name, "offset": name}},
            ],
        }
        for name in ("", *NAMES)
    }  # fmt: skip
    every["odd"] = {"type": NAMES[0], "default": "1"}
    resources = {
        name: {
            "type": type_, "condition": name, "description": name,
            "properties": {each: {"get_attr": [name, each]} for each in ("", "odd", *NAMES)},
        }
        for name, type_ in zip(NAMES, [*children, *NAMES[len(children) :]], strict=True)
    }  # fmt: skip
    resources["server"] = {"type": "OS::Nova::Server", "properties": {"image": NAMES[1], "flavor": NAMES[3]}}
    resources["thing"] = {"type": "Own::Thing", "properties": {name: name for name in NAMES}}
    conditions = {name: {"equals": [name, {"get_param": NAMES[0]}]} for name in NAMES}
    values = [{"get_attr": [NAMES[0], name]} for name in NAMES] + [{"get_param": name} for name in NAMES]
    texts = {"str_replace": {"template": " ".join(NAMES), "params": {name: name for name in NAMES}}}
    outputs = {name: {"description": name, "value": [*values, texts, {name: name}]} for name in ("", *NAMES)}
    head = {"heat_template_version": "2018-08-31", "description": NAMES[0]}
    parts = {"parameters": every, "conditions": conditions, "resources": resources, "outputs": outputs}
    return json.dumps(head | parts, indent=1)


def catalog() -> Catalog:
    """Types and things of a cloud whose names and texts are a stranger's."""
    about = {"description": NAMES[1], "support": {"status": NAMES[2], "since": NAMES[3], "instead": NAMES[4]}}
    constraint = {"allowed_values": [*NAMES]}
    inner = {name: {"type": "string", **about} for name in NAMES}
    properties = {
        name: {"type": "map", "default": name, "constraints": [constraint], "properties": inner, **about}
        for name in NAMES
    }
    facts = {"type": "Own::Thing", "properties": properties, "attributes": dict.fromkeys(NAMES, about), **about}
    image = {"name": NAMES[1], "id": NAMES[2], "disk_format": NAMES[1], "tags": [*NAMES], NAMES[3]: NAMES[4]}
    data = {"cloud": NAMES[1], "images": [image], "flavors": []}
    layer = Layer.of("own", dict.fromkeys(("Own::Thing", *NAMES, *(f"Own::{name}" for name in NAMES)), facts))
    return Catalog([layer], cloud=CloudFacts(data))


@pytest.fixture(scope="module")
def analyses() -> dict[str, FileAnalysis]:
    """Files whose names are a stranger's: templates that use each other, and an environment."""
    values = json.dumps({"parameters": {name: name for name in ("", *NAMES)}, "parameter_defaults": {"": NAMES[0]}})
    texts = {"env.yaml": values, "t.yaml": template(FILES[:3])} | {f"{name}.yaml": template([]) for name in FILES}
    texts["t.yaml"] = template([f"{name}.yaml" for name in FILES[:4]])
    texts[f"{FILES[0]}.env.yaml"] = values
    project = Project(catalog(), {path(name): Source(path(name), text) for name, text in texts.items()})
    given = project.environment([path("env.yaml"), path(f"{FILES[0]}.env.yaml")])
    return {
        name: FileAnalysis(TemplateContext.open(project, path(name), given, Meter(Budget())))
        for name in ("t.yaml", "env.yaml", f"{FILES[1]}.yaml")
    }


class _Tags(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, str | None]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs).get("href") or dict(attrs).get("src")))


def unsafe(page: str) -> list[tuple[str, str | None]]:
    """What a page shows beside text, where HTML and links count: links to the documentation of OpenStack may be there."""
    plain = {"p", "strong", "em", "code", "pre", "ul", "li", "hr", "h1", "h2", "h3", "ol", "table", "thead", "tbody"}
    tags = _Tags(MarkdownIt("commonmark", {"html": True}).enable("table").render(page)).found
    return [
        (tag, to)
        for tag, to in tags
        if tag not in plain | {"tr", "th", "td", "br"}
        and not (tag == "a" and str(to).startswith(("https://docs.openstack.org/", "https://hotlint")))
    ]


def pages(analysis: FileAnalysis, all_analyses: dict[str, FileAnalysis]) -> Iterator[str]:
    text = analysis.document.text
    kind = recognize(analysis.path, text)
    templates = [each for each in all_analyses.values() if each.kind == "hot"]
    for offset in range(0, len(text), 5):
        found = hover_in(kind, HoverAt(analysis, offset, lambda: None, lambda _: templates))
        if found is not None:
            yield found.text


def test_what_would_be_unsafe_is_seen() -> None:
    assert [tag for tag, _ in unsafe(NAMES[0])] == ["img", "img", "a", "a"]
    assert [name for name in NAMES if not unsafe(name)] == [next(name for name in NAMES if "\n" in name)]
    assert unsafe("[x](command:y)") == [("a", "command:y")]


@pytest.mark.parametrize("number", range(3))
def test_no_hover_shows_more_than_text(number: int, analyses: dict[str, FileAnalysis]) -> None:
    name = list(analyses)[number]
    found = {*pages(analyses[name], analyses)}
    assert len(found) >= len(NAMES)
    assert [(page, wrong) for page in found if (wrong := unsafe(page))] == []


def test_no_documentation_of_a_completion_shows_more_than_text(analyses: dict[str, FileAnalysis]) -> None:
    analysis = analyses["t.yaml"]
    things: list[tuple[str, ...]] = [
        (kind, name) for kind in ("parameter", "resource", "condition", "type") for name in NAMES
    ]
    things += [("type", "Own::Thing"), ("cloud", "glance.image", NAMES[0])]
    things += [(kind, "Own::Thing", name) for kind in ("property", "attribute") for name in NAMES]
    things += [("cloud", kind, name) for kind in ("glance.image", "nova.flavor") for name in NAMES]
    found = {about: documentation.explain(about, analysis) for about in things}
    assert sum(page != "" for page in found.values()) > 60
    assert [(page, wrong) for page in found.values() if (wrong := unsafe(page))] == []


def test_no_page_of_a_type_shows_more_than_text() -> None:
    names = ["Own::Thing", *(f"Own::{name}" for name in NAMES), *(f"Own::Thing.{name}" for name in NAMES)]
    found = [reference.page(name, catalog()) for name in names]
    assert sum(page is not None for page in found) > len(NAMES)
    assert [(page, wrong) for page in found if page and (wrong := unsafe(page))] == []


@pytest.mark.parametrize("name", NAMES)
def test_no_rendered_text_ends_its_block(name: str) -> None:
    source = "outputs: {{ name }}\n"
    rendering = render("t.j2", source, {"name": f"{name}\n{name}"}, (), trim_blocks=False, lstrip_blocks=False)
    found = rendered_at(rendering, source.index("name"))
    assert found is not None and INSIDE in found.text
    assert unsafe(found.text) == []


def test_each_mark_of_markdown_is_escaped() -> None:
    for mark in "\\`*~&[]<>":
        assert without_markup(f"a{mark}b") == f"a\\{mark}b"
