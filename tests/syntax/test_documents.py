"""Documents: JSON before YAML, duplicate keys, merge keys, recovery from text that is not YAML."""

from __future__ import annotations

import pytest
from for_each import for_each

from hotlint.syntax import parser
from hotlint.syntax.nodes import Mapping, Node
from hotlint.syntax.parser import parse
from hotlint.syntax.recovery import unreliable
from hotlint.syntax.source import Source, Span


def mapping(text: str) -> Mapping:
    root = parse(Source("t", text)).root
    assert isinstance(root, Mapping)
    return root


def test_json_has_the_scalars_of_json() -> None:
    value = mapping('{"a": 1e5}').get("a")
    assert value is not None and getattr(value, "value", None) == 100000.0
    assert getattr(mapping("a: 1e5\n").get("a"), "value", None) == "1e5"


def test_a_duplicate_key_is_reported_in_json_and_yaml() -> None:
    for text in ('{"a": 1, "a": 2}', "a: 1\na: 2\n"):
        document = parse(Source("t", text))
        assert [p.slug for p in document.problems] == ["duplicate-key"]
        assert document.problems[0].related is not None
        assert not document.broken


def test_own_entries_win_over_merged_ones() -> None:
    root = mapping("base: &b {x: 1, y: 2}\nown: {<<: *b, y: 3}\n")
    own = root.get("own")
    assert isinstance(own, Mapping)
    assert {e.name: getattr(e.value, "value", None) for e in own.items()} == {"x": 1, "y": 3}


def test_a_broken_line_is_left_out_and_its_surroundings_are_unreliable() -> None:
    text = "a:\n  x: 1\nb:\n  y: 'open: [\n  z: }\nc:\n  w: 3\n"
    document = parse(Source("t", text))
    assert document.broken and document.problems and document.lost
    assert all(isinstance(span, Span) and 0 <= span.start <= span.end <= len(text) for span in unreliable(document))
    assert isinstance(document.root, Mapping) and document.root.get("a") is not None


@for_each("text", ["a: |\n", "a: |", "a: >\n\n\n", "a: |\n\nb: 1\n"])
def test_an_empty_block_is_its_sign(text: str) -> None:
    root = parse(Source("t.yaml", text)).root
    assert isinstance(root, Mapping)
    value = root.entries[0].value
    assert (value.start, value.end) == (3, 4)


@for_each("char", ["\ud800", "\udcff", "\x07", "\0", "\ufffe", "\ufeff"])
@for_each("before", ["", "a: 1\nb: ", "# ", "'", "- 日本\U0001f600"])
def test_a_character_that_yaml_refuses_is_named_where_it_is(before: str, char: str) -> None:
    """Half of a surrogate pair is not in a file, but an editor may send it."""
    problems = parse(Source("t", f"{before}{char}\nc: 1\n")).problems
    if char == "\ufeff":  # a byte order mark is ignored at the start, and text elsewhere
        assert "character" not in {problem.slug for problem in problems}
    else:
        found = [(p.slug, p.message, p.span) for p in problems if p.slug == "character"]
        message = f"character U+{ord(char):04X} is not allowed in YAML"
        assert found == [("character", message, Span(len(before), len(before) + 1))]


@for_each(
    ("text", "comments"),
    [
        ("'a # b': 1 # c\n", ["# c"]),
        ('"# a": "# b"\n# c\n', ["# c"]),
        ("- 'x # y' # z\n- '# w'\n", ["# z"]),
        ("# a\nb: | # c\n  # d\n# e\n", ["# a", "# c", "# e"]),
        ("a#b: c#d\n", []),
        ("'# only'", []),
    ],
)
def test_comments_are_outside_of_strings(text: str, comments: list[str]) -> None:
    assert [text[span.start : span.end] for span in parse(Source("t", text)).comments] == comments


def test_the_nodes_below_an_anchor_are_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of aliases of a large list take no longer than the list."""
    calls = 0
    extent = parser._Builder.extent

    def counted(builder: parser._Builder, node: Node) -> tuple[int, int]:
        nonlocal calls
        calls += 1
        return extent(builder, node)

    monkeypatch.setattr(parser._Builder, "extent", counted)
    document = parse(Source("t", f"a: &a [{'[1], ' * 100}]\nb: [{'*a, ' * 100}]\n"))
    assert not document.problems and 300 <= calls < 1000


@for_each(("levels", "expected"), [(90, []), (110, ["depth"])])
def test_aliases_nest_to_half_of_the_depth(levels: int, expected: list[str]) -> None:
    text = "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}]\n" for n in range(1, levels))
    assert [problem.slug for problem in parse(Source("t", text)).problems] == expected


@for_each("line_end", ["\n", "\r", "\r\n", "\x85", "\u2028", "\u2029", "\n\ufeff"])
@for_each("written", ["{b: c}", "[b, c]", "- b", "b: c"])
@for_each("properties", ["&x", "!t", "&x !t", "&x # d\n  !t"])
def test_a_collection_begins_after_a_comment_below_its_anchor_or_tag(
    line_end: str, written: str, properties: str
) -> None:
    """YAML 1.1 ends a comment, as a line, at any of these characters."""
    text = f"a: {properties} # c{line_end}  {written}\n"
    root = parse(Source("t.yaml", text)).root
    assert isinstance(root, Mapping)
    (entry,) = root.entries
    assert text[entry.value.start : entry.value.end] == written


def test_a_comment_below_an_anchor_ends_before_the_end_of_the_text() -> None:
    parse(Source("t.yaml", "t: &e # t\u2028 {b: c}\n          \n"))
