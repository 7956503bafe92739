"""What Heat gets of a template: the client strips its text, requires JSON in braces, and sends the values as JSON."""

from __future__ import annotations

from typing import Any

from for_each import for_each

from hotlint.analysis.environments.file import to_plain
from hotlint.syntax.nodes import Document
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source

VERSION = "heat_template_version: 2018-08-31\n"


def read(text: str) -> Document:
    return parse(Source("template.yaml", text))


def value(text: str) -> Any:
    document = read(VERSION + text)
    assert document.problems == []
    assert document.root is not None
    return to_plain(document.root)["x"]


@for_each(
    ("written", "sent"),
    [
        ("{1: a, 2.50: b}", {"1": "a", "2.5": "b"}),
        ("{yes: a, off: b, ~: c}", {"true": "a", "false": "b", "null": "c"}),
        ("{.inf: a, .nan: b, 0x10: c}", {"Infinity": "a", "NaN": "b", "16": "c"}),
        ("!!set {a, b}", ["a", "b"]),
        ("!!omap [a: 1, b: 2]", [["a", 1], ["b", 2]]),
        ("!!pairs [a: 1, a: 2]", [["a", 1], ["a", 2]]),
        ("[&one !!set {a}, *one]", [["a"], ["a"]]),
    ],
)
def test_values_become_those_of_json(written: str, sent: Any) -> None:
    assert value(f"x: {written}\n") == sent


def test_keys_that_become_equal_are_duplicates() -> None:
    document = read(VERSION + "x: {1: a, '1': b}\n")
    assert [p.slug for p in document.problems] == ["duplicate-key"]
    assert document.root is not None
    assert to_plain(document.root)["x"] == {"1": "b"}


def test_the_white_space_around_a_template_is_stripped() -> None:
    assert value("x: |\n  a\n  b\n") == "a\nb"
    assert value("x: >+\n  a\n\n\n") == "a"
    assert value("x: |\n  a\ny: 1\n") == "a\n"


def test_an_environment_is_not_stripped() -> None:
    document = read("# for heat_template_version rocky\nparameters:\n  p: |\n    a\n")
    assert document.root is not None
    assert to_plain(document.root) == {"parameters": {"p": "a\n"}}


def test_only_the_first_line_loses_its_indentation() -> None:
    fits = read("  heat_template_version: rocky\nx: 1\n")
    assert (fits.problems, fits.root and to_plain(fits.root)["x"]) == ([], 1)
    assert fits.root is not None and fits.root.start == 2
    shifted = read(" heat_template_version: rocky\n x: 1\n")
    assert [(p.slug, p.span) for p in shifted.problems] == [("indentation", (0, 1))]
    assert shifted.root is not None and to_plain(shifted.root)["x"] == 1


def test_a_template_in_braces_is_json() -> None:
    assert read('\u00a0{"heat_template_version": "rocky", "x": NaN}').problems == []
    problems = read('{"heat_template_version": "rocky", "x": yes}').problems
    assert [(p.slug, p.span.start) for p in problems] == [("json", 40)]
    assert read("{parameters: {a: yes}}").problems == []


def test_an_item_of_an_omap_is_one_pair() -> None:
    document = read(VERSION + "x: !!omap [a: 1, b]\n")
    assert [p.slug for p in document.problems] == ["tag"]


def test_half_a_surrogate_pair_is_read_as_pyyaml_reads_it() -> None:
    assert value('x: "\\ud800"\n') == "\ud800"
    broken = read(VERSION + 'x: "\\ud800"\ny: [\n')
    assert broken.broken and broken.root is not None


def test_binary_data_travels_only_as_utf_8() -> None:
    assert value("x: !!binary aGk=\n") == "hi"
    assert [p.slug for p in read(VERSION + "x: !!binary /////w==\n").problems] == ["tag"]
