"""Formatting in editors: whole documents, ranges, and the line that a line break begins."""

from __future__ import annotations

from for_each import for_each
from ide_fixture import analysis, at

from hotlint.ide.formatting import document_edits, range_edits, typed_edits
from hotlint.syntax.edits import apply_edits
from hotlint.syntax.source import Span

TEXT = """\
heat_template_version: 2018-08-31

resources:
  a:
    properties:  {}
    type: OS::Heat::None

  b:
      type: OS::Heat::None
      properties: { x: 1 }
"""


def test_a_document_is_formatted_by_edits_of_lines() -> None:
    edits = document_edits(analysis(TEXT))
    text = apply_edits(TEXT, edits)
    assert text == TEXT.replace("    properties:  {}\n    type: OS::Heat::None", "    type: OS::Heat::None\n    properties: {}").replace(
        "      type: OS::Heat::None\n      properties: { x: 1 }", "    type: OS::Heat::None\n    properties: {x: 1}"
    )  # fmt: skip
    assert document_edits(analysis(text)) == []
    assert all(edit.span.start >= TEXT.index("    properties") for edit in edits)


@for_each("end", ["\n", "\r\n"])
def test_an_edit_is_what_changes_in_a_line(end: str) -> None:
    text = TEXT.replace("    properties:  {}\n    type: OS::Heat::None\n", "    type:  OS::Heat::None\n    ").replace(
        "\n", end
    )
    edits = [e for e in document_edits(analysis(text)) if e.span.start < text.index("  b:")]
    assert [(text[e.span.start : e.span.end], e.text) for e in edits] == [(" ", ""), ("    ", "")]


def test_a_range_is_formatted_alone() -> None:
    start = TEXT.index("  b:")
    text = apply_edits(TEXT, range_edits(analysis(TEXT), Span(start, len(TEXT))))
    assert text.startswith(TEXT[:start])
    assert "properties: {x: 1}" in text


def test_a_range_is_left_alone_where_a_part_would_change_the_meaning() -> None:
    start = TEXT.index("      type: OS::Heat::None\n      properties")
    assert apply_edits(TEXT, range_edits(analysis(TEXT), Span(start, start + 5))) in (
        TEXT,
        apply_edits(TEXT, range_edits(analysis(TEXT), Span(start, len(TEXT)))),
    )


@for_each(
    ("marked", "line"),
    [
        ("resources:\n$0", "  "),
        ("resources:\n  a:\n  $0", "    "),
        ("resources:\n  a:  # why\n$0", "    "),
        ("resources:\n  a:\n    type: X\n    $0", None),
        ("resources:\n  a:\n    list:\n      - b: 1\n$0", "        "),
        ("resources:\n  a:\n    list:\n      - b:\n$0", "          "),
        ("resources:\n  a: |\n$0", "    "),
        ("resources:\n  a: |\n    x: y:\n$0\n", None),
        ("\n$0", None),
    ],
)
def test_a_new_line_is_indented(marked: str, line: str | None) -> None:
    document, offset = at(marked)
    edits = typed_edits(document, offset)
    assert [e.text for e in edits] == ([] if line is None else [line])
