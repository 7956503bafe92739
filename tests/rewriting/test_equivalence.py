"""Which two texts are the same document to Heat and to a reader, and what is said to differ."""

from __future__ import annotations

import pytest
from for_each import for_each

from hotlint.rewriting import formatter
from hotlint.rewriting.equivalence import difference
from hotlint.rewriting.formatter import FormatResult, format_text
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source

HOT = "heat_template_version: 2018-08-31\n"
SECTIONS = f"{HOT}parameters: {{}}\n"
CFN = "HeatTemplateFormatVersion: 2012-12-12\n"
RESOURCES = "resources: {a: {type: x, metadata: {b: 1}}, b: {type: y}}"


def found(one: str, other: str, *, comments: bool = True) -> str | None:
    return difference(parse(Source("t.yaml", one)), parse(Source("t.yaml", other)), comments=comments)


@for_each(
    ("one", "other"),
    [
        ("a: [1, 2]", "a: [1,  2]"),
        ("a: b", "a:  b"),
        ("a:", "a: "),
        ("a: &x 1\nb: *x", "a:  &x 1\nb:  *x"),
        ("a: &x 1\nb: &y 2\nc: [*x, *y]", "a: &x 1\nb: &y 2\nc: [*x,  *y]"),
        ("a: 1 # c\nb: 2", "a: 1   # c\nb: 2"),
        ("# c\na: 1\nb: 2 # d", "a: 1 # d\n# c  \nb: 2"),
        ("a: 1\nb: 2", "b: 2\na: 1"),
        ("a: 1\na: 2\nb: 1", "b: 1\na: 1\na: 2"),
        (RESOURCES, RESOURCES.replace("type: x, metadata: {b: 1}", "metadata: {b: 1}, type: x")),
        ("resources: {a: {type: x, type: y, b: 1}}", "resources: {a: {b: 1, type: x, type: y}}"),
        ("resources: []", "resources:  []"),
        ("resources:", "resources: "),
        ("a: &a {b: 1}\nc: {<<: *a, d: 1}", "a: &a {b: 1}\nc: {<<: *a,  d: 1}"),
    ],
)
def test_texts_that_are_the_same(one: str, other: str) -> None:
    assert found(SECTIONS + one, SECTIONS + other) is None


VALUE = "a value would change"
ANCHORS = "its anchors and aliases would change"
COMMENT = "a comment would change"


@for_each(
    ("one", "other", "what"),
    [
        ("a: b", "a: 'b'", VALUE),
        ("a: 'b'", 'a: "b"', VALUE),
        ("a: 1", "a: 01", VALUE),
        ("a: !!str 1", "a: 1", VALUE),
        ("a: |\n  b\n", "a: >\n  b\n", VALUE),
        ("a: b", "'a': b", VALUE),
        ("a: b", "c: b", VALUE),
        ("a: [1]", "a: {b: 1}", VALUE),
        ("a: [1]", "a: 1", VALUE),
        ("a: [1]", "a:\n- 1", VALUE),
        ("a: {b: 1}", "a:\n  b: 1", VALUE),
        ("a: [1, 2]", "a: [1, 2, 3]", VALUE),
        ("a: [1, 2]", "a: [1, 3]", VALUE),
        ("a: [[1], [2]]", "a: [[1], [3]]", VALUE),
        ("a: [[1], [2]]", "a: [[3], [2]]", VALUE),
        ("a: {b: 1, c: 2}", "a: {c: 2, b: 1}", VALUE),
        ("a: {b: 1}", "a: {b: 1, c: 2}", VALUE),
        ("a: {b: {c: 1}, d: {c: 1}}", "a: {b: {c: 1}, d: {c: 2}}", VALUE),
        ("a: 1\na: 2", "a: 2\na: 1", VALUE),
        ("a: 1", "a: 1\nb: 2", VALUE),
        (RESOURCES, RESOURCES.replace("x", "z"), VALUE),
        (RESOURCES, RESOURCES.replace("y", "z"), VALUE),
        (RESOURCES, RESOURCES.replace("b: 1", "b: 2"), VALUE),
        (RESOURCES, RESOURCES.replace("b: {type", "'b': {type"), VALUE),
        ("resources: {a: {t: 1}, b: {t: 2}}", "resources: {b: {t: 2}, a: {t: 1}}", VALUE),
        ("resources: {a: 1}", "resources: {a: 2}", VALUE),
        ("resources: {a: {t: 1}}", "resources: {a: [t]}", VALUE),
        ("resources: {a: {t: 1}}", "resources: [a]", VALUE),
        ("resources: {a: {t: 1}}", "resources: {a: {t: 1}, b: {t: 1}}", VALUE),
        ("resources: {a: {t: {x: 1, y: 2}}}", "resources: {a: {t: {y: 2, x: 1}}}", VALUE),
        ("outputs: {a: {t: 1, u: 2}}", "outputs: {a: {u: 2, t: 1}}", VALUE),
        ("a: &a {b: 1}\nc: &c {d: 1}\ne: {<<: *a, f: 1}\ng: *c", "a: &a {b: 1}\nc: &c {d: 1}\ne: {<<: *c, f: 1}\ng: *a", VALUE),
        ("a: &a {b: 1}\nc: {<<: *a}\ne: *a", "a: &a {b: 1}\nc: {<<: [*a, *a]}", VALUE),
        ("a: &x 1", "a: &y 1", ANCHORS),
        ("a: &x 1", "a: 1", ANCHORS),
        ("a: &x 1\nb: &y 1", "a: &y 1\nb: &x 1", ANCHORS),
        ("a: &x 1\nb: *x", "a: &x 1\nb: 1", ANCHORS),
        ("a: &x 1\nb: &y 1\nc: *x", "a: &x 1\nb: &y 1\nc: *y", ANCHORS),
        ("a: 1 # c", "a: 1", COMMENT),
        ("a: 1", "a: 1 # c", COMMENT),
        ("a: 1 # c", "a: 1 # d", COMMENT),
        ("a: 1 # c", "a: 1 # c\n# c", COMMENT),
        ("a: [", "a: 1", "it would have other YAML problems"),
        ("a: 1", "a: 1\na: 1", "it would have other YAML problems"),
    ],
)  # fmt: skip
def test_what_differs(one: str, other: str, what: str) -> None:
    for head in ("", SECTIONS):
        assert found(head + one, head + other) == what
        assert found(head + other, head + one) == what
    if what == COMMENT:
        assert found(one, other, comments=False) is None


def test_the_order_of_sections_counts_where_heat_shows_it() -> None:
    environment = "parameters: {a: 1}\nresource_registry: {}\n"
    swapped = "resource_registry: {}\nparameters: {a: 1}\n"
    assert found(environment, swapped) is None
    assert found(f"{CFN}Parameters: {{}}\nOutputs: {{}}", f"{CFN}Outputs: {{}}\nParameters: {{}}") == VALUE
    assert found("a: 1\nb: 2", "b: 2\na: 1") == VALUE
    assert found("[a, b]", "[b, a]") == VALUE
    assert found("", "") is None
    assert found("# c", "# c\n") is None
    assert found("", "a: 1") == VALUE
    assert found("a: 1", "") == VALUE


# -- what the formatter says -------------------------------------------------------------------------------------------


@for_each(
    ("text", "reason", "is_other"),
    [
        ("a:   1\n", "it is neither a template nor an environment", True),
        ("- a\n", "it is neither a template nor an environment", True),
        ("", "it is neither a template nor an environment", True),
        ("a: [\n", "it is not valid YAML: `[` is not closed with `]`", True),
        (f"{HOT}a: [\n", "it is not valid YAML: `[` is not closed with `]`", False),
        ('\n  {"heat_template_version": "2018-08-31", "outputs":   {}}', "it is JSON or a flow mapping", False),
        (f"{HOT}  \t# c\noutputs: {{}}\n", "a line is indented by a tab", False),
        (f"{HOT}# {{% if x %}}\noutputs: {{}}\n", "it holds Jinja statements, which depend on its lines", False),
        (
            f"{HOT}#   {{# x #}}\n# {{%- x\noutputs: {{}}\n",
            "it holds Jinja statements, which depend on its lines",
            False,
        ),
        (f"{HOT}outputs: 'a\x85b'\n", "it has line separators other than line feeds", False),
        (f"{HOT}outputs: 'a\u2029b'\n", "it has line separators other than line feeds", False),
        (f"{HOT}outputs:\n  ? a\n  : 1\n", "line 3 begins with something other than a key, an item or a value", False),
    ],
)
def test_what_is_left_as_it_is_and_why(text: str, reason: str, is_other: bool) -> None:
    assert format_text(text) == FormatResult(text, reason, is_other)


@for_each(
    "text",
    [
        "outputs:\n  a: {value: '{% x %}'}\n",
        "outputs:\n  a:\n    value: |\n      {% x %}\n",
        "# a {% x %}\noutputs: {}\n",
        "outputs:\n  a:\n    value: x\t\ty # \tz\n",
    ],
)
def test_what_only_looks_like_an_obstacle(text: str) -> None:
    assert format_text(f"{HOT}\n{text}") == FormatResult(f"{HOT}\n{text}", None, False)


def test_a_text_that_is_never_done_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    text, done = f"{HOT}outputs:   {{}}\n", f"{HOT}\noutputs: {{}}\n"
    monkeypatch.setattr(formatter, "ROUNDS", 1)
    assert format_text(text) == FormatResult(text, "formatting it again would change it again", False)
    assert format_text(done) == FormatResult(done)
    monkeypatch.setattr(formatter, "ROUNDS", 2)
    assert format_text(text) == FormatResult(done)


@for_each("end", ["\n", "\r\n"])
@for_each("mark", ["", "\ufeff"])
def test_line_endings_become_those_of_the_first_line(end: str, mark: str) -> None:
    for later in ("\n", "\r\n", "\r"):
        result = format_text(f"{mark}{HOT.strip()}{end}outputs:{later}  a:   {{}}{later}")
        assert result == FormatResult(f"{mark}{HOT.strip()}{end}{end}outputs:{end}  a: {{}}{end}")
