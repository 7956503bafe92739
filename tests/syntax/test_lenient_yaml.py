"""Texts that libyaml refuses and Heat reads, by PyYAML's own parser."""

from __future__ import annotations

import pytest
from for_each import for_each

from hotlint.analysis.environments.file import to_plain
from hotlint.syntax import parser
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source

HEAD = "heat_template_version: rocky\noutputs:\n"
LENIENT = (
    "  a: {value: {get_attr:[web, ip]}}\n",
    "  a: {value: [x, yum:, {b:{c: 1}}]}\n",
    "  a:\n    value: |\n      \tb\n      c\n",
    "  a:\n    value: |\n       b\n\tc\n  b: {value: {x:[1]}}\n",
    "  a: {value: {x:[1]}}\n  b:\n    value: |\n      \tb\n",
    "  a: {value: 'x:[1]', 'b':[1]}\n",
)

STRICT = (
    "  a: {value:\tb}\t\n",
    "  a: {value: b\tc d \t}\t# comment\n",
    "  a:\n    value: [\n\tb,\n\tc]\n",
    "  a:\t\n    value: b\n \t   c\n\n    d\n\n\n",
    "  a:\n    value: |\t\n      b\tc\n",
    "  a:\n    value: >-2 \t# comment\n      b\n  c: &x\t{value: !!str\t1}\n",
    "  a: {value: http://b/?c=d}\n  b: {value: [e ? f, g?]}\n",
    "  a: {value: b\t}\n  a: {value: c}\n",
    "  a: &x # comment\n\ufeff  {value: b}\n",
    "  a: # comment\n\ufeff   value: b\n\ufeff  b: {value: c}\n",
)
"""Texts that libyaml reads, and PyYAML's own parser does not."""
BROKEN = (
    "a:\n  \tb: c\n", "a: b\n\tc: d\n", "a: [b:?c]\n", "a: {b:[}\t\n", "%a: b\n", "a: % b\n", "a\nb: c\n",
    "a: - b\n", "a: ? b\n", "a: > b\n", "a: |x\n", "a: !{b: c}\n", "a: &\n", "a: *\n",
    "a: {b: }}\n", "a: [- b]\n", "a: {b: ?c}\n", "a: @b\n", "a: 'b\n", "a: [b\n", "a: b: c\n",
    "a: {b: c\td: e}\n", 'a: ["\\ud83d\\ude00", \tx]\n',
)  # fmt: skip


@for_each(
    ("text", "value", "marked"),
    [
        ("  a: {value: {get_attr:[web, ip]}}\n", {"get_attr": ["web", "ip"]}, [":"]),
        ("  a: {value: [x, yum:, {b:{c: 1}}]}\n", ["x", {"yum": None}, {"b": {"c": 1}}], [":", ":"]),
        ('  a: {value: {"b":[1], c:}}\n', {"b": [1], "c": None}, [":"]),
        ("  a:\n    value: |\n      \tb\n      c\n", "\tb\nc", ["\t"]),
    ],
)
def test_the_text_is_read_as_heat_reads_it(text: str, value: object, marked: list[str]) -> None:
    document = parse(Source("t.yaml", HEAD + text))
    assert document.root is not None and to_plain(document.root)["outputs"]["a"]["value"] == value
    assert not document.broken
    assert [document.text[p.span.start : p.span.end] for p in document.problems] == marked


def test_what_both_parsers_refuse_is_an_error() -> None:
    document = parse(Source("t.yaml", HEAD + "  a: {value: {get_attr:[web, ip}}\n"))
    assert document.broken and [p.slug for p in document.problems] == ["bracket"]


@for_each("start", ["", "\ufeff"])
@for_each("text", [*LENIENT, *STRICT])
def test_without_libyaml_the_same_is_read_and_marked(start: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with_it = parse(Source("t.yaml", start + HEAD + text))
    monkeypatch.setattr(parser, "_CParser", None)
    without = parse(Source("t.yaml", start + HEAD + text))
    assert without.problems == with_it.problems and without.broken == with_it.broken
    assert without.root is not None and with_it.root is not None
    assert to_plain(without.root) == to_plain(with_it.root) and without.root.span == with_it.root.span


@for_each("text", BROKEN)
def test_without_libyaml_the_same_is_refused(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with_it = parse(Source("t.yaml", HEAD + text))
    monkeypatch.setattr(parser, "_CParser", None)
    without = parse(Source("t.yaml", HEAD + text))
    assert with_it.broken and without.problems == with_it.problems
