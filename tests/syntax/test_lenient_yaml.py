"""Texts that libyaml refuses and Heat reads, by PyYAML's own parser."""

from __future__ import annotations

import pytest

from hotlint.analysis.environments.file import to_plain
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source

HEAD = "heat_template_version: rocky\noutputs:\n"


@pytest.mark.parametrize(
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
