"""The logical path of a place, and that it is found without a look at every entry."""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

import pytest

from hotlint.syntax import logical_path as module
from hotlint.syntax.logical_path import logical_path
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source

TEXT = "a: &x {b: 1, 'c.d': [p, {q: 2}]}\ne: *x\nf: [*x, 3,4]\ng:\nh:\n- i: 5\n- j\n"


@pytest.mark.parametrize(
    ("piece", "path"),
    [
        ("a:", "a"), ("1,", "a.b"), ("p,", "a.'c.d'.0"), ("2}", "a.'c.d'.1.q"), ("*x\nf", "e"), ("*x, ", "f.0"), ("3,", "f.1"),
        ("4]", "f.2"), ("g:", "g"), ("h:", "h"), ("5", "h.0.i"), ("j", "h.1"),
    ],
)  # fmt: skip
def test_the_path_of_a_place(piece: str, path: str) -> None:
    assert logical_path(parse(Source("t.yaml", TEXT)).root, TEXT.index(piece)) == path


@pytest.mark.parametrize("line", ["k{}: 1\n", "- {}\n", "- *x\n"])
def test_a_place_is_found_without_a_look_at_every_entry(line: str) -> None:
    seen = []

    def count(frame: FrameType, event: str, argument: Any) -> Any:
        if frame.f_code.co_filename == module.__file__:
            seen.append(frame.f_lineno)
        return count

    text = "x: &x 1\nall:\n" + "".join(f"  {line.format(n)}" for n in range(3_000))
    root = parse(Source("t.yaml", text)).root
    before = sys.gettrace()
    sys.settrace(count)
    try:
        assert logical_path(root, len(text) - 4)
    finally:
        sys.settrace(before)
    assert len(seen) < 200
