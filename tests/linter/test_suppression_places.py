"""Where suppressions are, what they cover, and the one edit that repairs each: in code points of the text."""

from __future__ import annotations

import pytest
from for_each import for_each

from hotlint.linter.checking.engine import Engine
from hotlint.linter.diagnostic import Diagnostic
from hotlint.linter.suppression import (
    Suppression,
    apply_suppressions,
    ends_by_start,
    malformed_suppressions,
    suppressions_in,
)
from hotlint.syntax.edits import Edit
from hotlint.syntax.nodes import Document
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source, Span


def document(text: str) -> Document:
    """Return a parsed text."""
    return parse(Source("t.yaml", text))


def shown(text: str) -> list[tuple[str, str, str, bool]]:
    """Return the suppressions of a text: selector, its text, the text of the scope, and whether it is for the file."""
    found = suppressions_in(document(text))
    return [(s.selector, text[slice(*s.span)], text[slice(*s.scope)], s.in_file) for s in found]


NAMES = ("X1", "Y2", "z-1")


@for_each(
    ("text", "wanted"),
    [
        ("a: 1\n# b\n", []),
        ("a: 1  # hotlint: disable=X1\n", [("X1", "a: 1  # hotlint: disable=X1")]),
        ("b: 2\na: 1  # hotlint: disable=X1, Y2 ,\tz-1\nc: 3\n", [(n, "a: 1  # hotlint: disable=X1, Y2 ,\tz-1") for n in NAMES]),
        ("a: 1  #hotlint:disable  =  X1 -- why\n", [("X1", "a: 1  #hotlint:disable  =  X1 -- why")]),
        ("a: 1  # hotlint: disable=X1 # and\n", [("X1", "a: 1  # hotlint: disable=X1 # and")]),
        ("a: 1  # hotlint: disable=X1,,X1\n", [("X1", "a: 1  # hotlint: disable=X1,,X1")] * 2),
        ("a:  # hotlint: disable=X1\n  b: 1\n  c: 2\nd: 3\n", [("X1", "a:  # hotlint: disable=X1\n  b: 1\n  c: 2")]),
        ("a:\n  - b: 1  # hotlint: disable=X1\n    c: 2\n  - d\n", [("X1", "  - b: 1  # hotlint: disable=X1\n    c: 2")]),
        ("a: [b,  # hotlint: disable=X1\n  c]\n", [("X1", "a: [b,  # hotlint: disable=X1\n  c]")]),
        ("# hotlint: disable=X1\na:\n  b: 1\n", [("X1", "# hotlint: disable=X1")]),
        ("# hotlint: disable-next-line=X1\na:\n  b: 1\n", [("X1", "a:")]),
        ("a: 1\n# hotlint: disable-next-line=X1\n\n", [("X1", "")]),
        ("a: 1\nb: 2  # hotlint: disable-next-line=X1\n", [("X1", "")]),
        ("a: 1\nb: 2  # hotlint: disable-next-line=X1", [("X1", "")]),
        ("a: 1\n# hotlint: disable X1\n# hotlint: disable=\n# see hotlint: disable=X1\n", []),
    ],
)  # fmt: skip
def test_places_and_scopes(text: str, wanted: list[tuple[str, str]]) -> None:
    found = [(selector, written, scope.rstrip("\n"), in_file) for selector, written, scope, in_file in shown(text)]
    assert found == [(selector, selector, scope, False) for selector, scope in wanted]


def test_a_suppression_of_the_file_is_for_all_of_it() -> None:
    text = "a: 1\nb: 2  # hotlint: disable-file=X1,y\nc: 3\n"
    assert shown(text) == [("X1", "X1", text, True), ("y", "y", text, True)]


@for_each(
    ("text", "wanted"),
    [
        ("a: 1 # hotlint: x  \n", ["# hotlint: x"]),
        ("a: 1 #hotlint:# b\n", ["#hotlint:"]),
        ("a: 1 # hotlint: disable=X1\nb: 1 # hotlint: disabl=X1\n# hotlint: y # z\n", ["# hotlint: disabl=X1", "# hotlint: y"]),
        ("a: '# hotlint: x'\n# b hotlint: x\n", []),
        ("a: 1\n", []),
    ],
)  # fmt: skip
def test_malformed_comments(text: str, wanted: list[str]) -> None:
    assert [text[slice(*span)] for span in malformed_suppressions(document(text))] == wanted


@for_each(
    ("text", "ends"),
    [
        ("", {}),
        ("a: 1\nbc: [x, yz]\n", {0: 4, 5: 16, 10: 11, 13: 15}),
        ("- a: 1\n  b: 2\n- [c]\n", {2: 13, 9: 13, 16: 19, 17: 18}),
        ("a:\n  b:\n    c: 1\n  d: 2\n", {0: 23, 5: 16, 12: 16, 19: 23}),
    ],
)
def test_the_ends_of_what_starts_somewhere(text: str, ends: dict[int, int]) -> None:
    assert ends_by_start(document(text).root) == ends


def one(selector: str, start: int, end: int, *, in_file: bool = False) -> Suppression:
    """Return a suppression with a scope, written where no other is."""
    return Suppression(selector, Span(1_000 + start, 1_001 + end), Span(start, end), in_file)


def finding(offset: int, code: str = "HOT301", rule: str = "unknown-parameter") -> Diagnostic:
    """Return a finding at an offset."""
    return Diagnostic(code, "error", "m", Span(offset, offset + 50), rule=rule)


@for_each(
    ("suppressions", "covered"),
    [
        ([one("HOT301", 10, 20)], [10, 15, 20]),
        ([one("HOT301", 0, 3)], [0, 3]),
        ([one("HOT301", 5, 40), one("HOT301", 10, 12)], [5, 9, 10, 15, 20, 21, 30]),
        ([one("HOT301", 10, 12), one("HOT301", 5, 30), one("HOT301", 20, 22)], [5, 9, 10, 15, 20, 21, 30]),
        ([one("HOT301", 0, 9), one("HOT301", 21, 29)], [0, 3, 5, 9, 21]),
        ([one("H", 10, 10)], [10]),
        ([one("hot3", 10, 10), one("UNKNOWN-parameter", 15, 15), one("All", 20, 20)], [10, 15, 20]),
        ([one("HOT302", 0, 50), one("OT301", 0, 50), one("unknown", 0, 50), one("HOT3011", 0, 50)], []),
        ([one("hOT30", 0, 0, in_file=True)], [0, 3, 5, 9, 10, 15, 20, 21, 30]),
    ],
)
def test_what_suppressions_cover(suppressions: list[Suppression], covered: list[int]) -> None:
    offsets = [0, 3, 5, 9, 10, 15, 20, 21, 30]
    kept, _ = apply_suppressions([finding(offset) for offset in offsets], suppressions)
    assert [d.span.start for d in kept] == [offset for offset in offsets if offset not in covered]


def test_which_suppressions_are_unused() -> None:
    used = [one("HOT301", 0, 40), one("hot3", 10, 20), one("unknown-parameter", 15, 16), one("all", 0, 60)]
    unused = [one("HOT301", 50, 60), one("HOT302", 0, 60), one("HOT302", 0, 9, in_file=True)]
    in_file = [one("HOT30", 0, 9, in_file=True), one("hot30", 0, 9, in_file=True)]
    given = [unused[0], used[0], in_file[0], unused[1], used[1], used[2], in_file[1], used[3], unused[2]]
    assert apply_suppressions([finding(15)], given) == ([], unused)
    assert apply_suppressions([], given) == ([], given)
    assert apply_suppressions([finding(15)], []) == ([finding(15)], [])


HEAD = "heat_template_version: 2018-08-31"
USE = f"{HEAD}\noutputs: {{a: {{value: {{get_param: x}}}}}}"
REMOVED = "Remove the comment"
REDUCED = "Remove 'HOT302' from the comment"


@pytest.mark.parametrize(
    ("text", "title", "fixed"),
    [
        (f"{HEAD}  # hotlint: disable=HOT301\n", REMOVED, f"{HEAD}\n"),
        (f"{HEAD}  # hotlint: disable=HOT301", REMOVED, HEAD),
        (f"# hotlint: disable=HOT301\n{HEAD}\n", REMOVED, f"{HEAD}\n"),
        (f"\ufeff# hotlint: disable=HOT301\n{HEAD}\n", REMOVED, f"\ufeff{HEAD}\n"),
        (f"{HEAD}\n  # hotlint: disable=HOT301", REMOVED, f"{HEAD}\n"),
        (f"{HEAD}\n# hotlint: disable=HOT301\n\n", REMOVED, f"{HEAD}\n\n"),
        (f"# first\n{HEAD}  # hotlint: disable=HOT301  \n# last\n", REMOVED, f"# first\n{HEAD}\n# last\n"),
        (f"{HEAD} # hotlint: disable=HOT301 -- a b\n", "Remove 'HOT301' from the comment", f"{HEAD} # -- a b\n"),
        (f"{HEAD} # hotlint: disable=HOT301,\n", REMOVED, f"{HEAD}\n"),
        (f"{HEAD} # hotlint: disable=, HOT301 ,\n", REMOVED, f"{HEAD}\n"),
        (f"{HEAD} # hotlint: disable=HOT301 # a\n", "Remove 'HOT301' from the comment", f"{HEAD} # a\n"),
        (f"{HEAD} # hotlint: disable=HOT301-- a\n", "Remove 'HOT301' from the comment", f"{HEAD} # -- a\n"),
        (f"{USE} # hotlint: disable=HOT301 , HOT302 , -- a\n", REDUCED, f"{USE} # hotlint: disable=HOT301 -- a\n"),
        (f"{USE} # hotlint: disable=HOT302 ,,HOT301\n", REDUCED, f"{USE} # hotlint: disable=HOT301\n"),
        (f"{HEAD}\r  # hotlint: disable=HOT301\rdescription: d\r", REMOVED, f"{HEAD}\rdescription: d\r"),
        (f"{HEAD}\r\n  # hotlint: disable=HOT301\r\ndescription: d\r\n", REMOVED, f"{HEAD}\r\ndescription: d\r\n"),
        (f"{HEAD} # hotlint: disable=unused-paramteer\n", "Change to 'unused-parameter'", f"{HEAD} # hotlint: disable=unused-parameter\n"),
    ],
)  # fmt: skip
def test_the_fix_of_a_comment(text: str, title: str, fixed: str) -> None:
    result = Engine(use_config=False).check_file("t.yaml", text)
    assert result is not None
    (found,) = [d for d in result.diagnostics if d.code == "HOT091"]
    (fix,) = found.fixes
    (edit,) = fix.edits
    assert isinstance(edit, Edit)
    assert (fix.title, fix.safety) == (title, "safe")
    assert text[: edit.span.start] + edit.text + text[edit.span.end :] == fixed
