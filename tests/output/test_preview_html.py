"""The page of a preview: sound HTML, nothing of a template's that runs, places for an editor."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import hotlint
from hotlint.output.preview_html import render_html, summary

VOID = {"meta", "input", "col", "br", "wbr", "path", "rect"}
EVIL = "</pre></script><script>alert(1)</script><img src=x onerror=alert(1)>\"'&"
TEXT = f"""\
heat_template_version: 2018-08-31
description: 'ä😀'
parameters:
  p: {{type: string, default: {EVIL.replace('"', "''")!r}}}
resources:
  "{EVIL.replace('"', "")}":
    type: "OS::Heat::Value<b>"
    properties: {{value: "😀\\nä<i>", other: [{{a: {{get_param: p}}}}, {{get_attr: [s, x]}}]}}
  s: {{type: OS::Nova::Server, properties: {{flavor: "\\u0001<u>"}}}}
outputs:
  "<o>": {{value: {{get_param: p}}}}
"""


class Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag


def page(text: str = TEXT) -> tuple[str, Reader]:
    made = render_html(hotlint.preview("t.yaml", text=text), uri=lambda path: f"file:///{path}")
    reader = Reader()
    reader.feed(made)
    assert reader.open == []
    return made, reader


def test_nothing_of_a_template_runs_and_nothing_is_loaded() -> None:
    made, reader = page()
    assert [t for t, _ in reader.tags].count("script") == 1
    assert not {"img", "iframe", "link", "object", "b:", "u", "i"} & {t for t, _ in reader.tags}
    assert not [name for _, attrs in reader.tags for name in attrs if name.startswith("on")]
    assert "alert(1)" in made  # shown, as text
    policy = next(a["content"] for t, a in reader.tags if t == "meta" and "http-equiv" in a)
    assert policy is not None and policy.startswith("default-src 'none'; style-src 'sha256-")
    assert not re.search(r"(src|href)=\"(?!#)", made)
    assert "\x01" not in made


def test_values_carry_the_place_of_their_source() -> None:
    _, reader = page()
    lines = TEXT.split("\n")
    found = [a for _, a in reader.tags if "data-range" in a]
    assert {a["data-uri"] for a in found} == {"file:///t.yaml"}
    texts = set()
    for attrs in found:
        match = re.fullmatch(r"(\d+):(\d+)-(\d+):(\d+)", attrs["data-range"] or "")
        assert match
        start_line, start, end_line, end = map(int, match.groups())
        if start_line == end_line:
            units = lines[start_line].encode("utf-16-le")
            texts.add(units[2 * start : 2 * end].decode("utf-16-le"))
    assert {"{get_param: p}", '"😀\\nä<i>"', "{get_attr: [s, x]}", '"\\u0001<u>"'} <= texts


def test_same_page_for_the_same_template(tmp_path: Path) -> None:
    assert page()[0] == page()[0]


HEAD = "heat_template_version: 2018-08-31\n"


def test_the_origin_of_a_value_is_a_path_only_where_it_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "child.yaml").write_text(HEAD + "parameters: {size: {type: number}}\n")
    web = "resources: {c: {type: child.yaml, properties: {size: {get_param: size}}}}\n"
    (tmp_path / "web.yaml").write_text(HEAD + "parameters: {size: {type: number}, of_file: {type: string}}\n" + web)
    (tmp_path / "web.env").write_text("parameters: {of_file: a}\n")
    template, environment = (str(tmp_path / name) for name in ("web.yaml", "web.env"))
    made = render_html(hotlint.preview(template, environments=[environment], parameters={"size": 1}))
    sources = re.findall('<td><pre class="source">(.*?)</pre>', made)
    assert [source for source in sources if "default" not in source][:2] == ["the given values", "web.env:1"]
    assert "the resource &#x27;c&#x27; of web.yaml" in sources


def test_a_missing_value_is_required_and_can_be_given() -> None:
    text = HEAD + "parameters:\n  some_long_image: {type: string}\n  given: {type: string, default: a}\n"
    made, reader = page(text)
    assert [a["data-required"] for _, a in reader.tags if "data-required" in a] == ["some_long_image"]
    assert "required, no value" in made
    assert "some_<wbr>long_<wbr>image" in made
    assert "1 parameter without a value" in made


def test_reasons_are_said_once_and_show_on_hovering() -> None:
    uses = "".join(
        f"  r{n}: {{type: OS::Heat::Value, properties: {{value: {{get_attr: [s, x]}}}}}}\n" for n in range(3)
    )
    made, reader = page(HEAD + "resources:\n  s: {type: OS::Nova::Server}\n" + uses)
    titles = [a["title"] for _, a in reader.tags if a.get("class") == "unknown"]
    assert len(titles) == 3
    assert len(set(titles)) == 1
    assert len(re.findall('<div class="reason">', made)) == 1


def test_counts_are_of_resources_alone_and_read_well() -> None:
    one = HEAD + "resources: {s: {type: OS::Nova::Server}}\noutputs: {a: {value: {get_attr: [s, x]}}}\n"
    assert summary(hotlint.preview("t.yaml", text=one)) == "1 resource"
    group = "resources: {g: {type: OS::Heat::ResourceGroup, properties: {count: 2, resource_def: {type: OS::Nova::Server}}}}"
    assert summary(hotlint.preview("t.yaml", text=HEAD + group)) == "1 resource, 2 more in nested stacks"


def test_paths_are_relative_to_the_template(tmp_path: Path) -> None:
    (tmp_path / "child.yaml").write_text(HEAD + "resources: {s: {type: OS::Nova::Server}}\n")
    (tmp_path / "t.yaml").write_text(HEAD + "resources: {c: {type: child.yaml}}\n")
    made = render_html(hotlint.preview(tmp_path / "t.yaml"), graph=False)
    assert "<h3>child.yaml</h3>" in made
    assert "<svg" not in made


def test_a_template_of_nothing_says_so() -> None:
    assert "has no parameters, resources or outputs" in page(HEAD)[0]


def test_what_fails_is_listed_first_and_linked(tmp_path: Path) -> None:
    value = "{type: OS::Heat::Value, properties: {value: {list_join: [1, a]}}}"
    (tmp_path / "child.yaml").write_text(HEAD + f"resources: {{in: {value}}}\n")
    (tmp_path / "t.yaml").write_text(HEAD + f"resources: {{ok: {{type: child.yaml}}, out: {value}}}\n")
    made = str(render_html(hotlint.preview(tmp_path / "t.yaml"), graph=False))
    links = dict(re.findall(r'<li><a href="#([^"]+)">([^<]+)</a></li>', made.split('<div class="names">')[0]))
    assert sorted(links.values()) == ["ok.in", "out"]
    assert all(f'id="{key}"' in made for key in links)
