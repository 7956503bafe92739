"""The page of a preview: sound HTML, nothing of a template's that runs, places for an editor."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import hotlint
from hotlint.output.preview import html

VOID = {"meta", "input", "col", "br", "path", "rect"}
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
    made = html.render(hotlint.preview("t.yaml", text=text), uri=lambda path: f"file:///{path}")
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
    assert policy is not None and policy.startswith(
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-"
    )
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
