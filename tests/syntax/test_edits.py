"""Edits of a text: in order, each once, and never over each other."""

from __future__ import annotations

import pytest
from for_each import for_each

from hotlint.syntax.edits import Edit, apply_edits
from hotlint.syntax.source import Span

ABC = (Edit(Span(0, 1), "A"), Edit(Span(1, 1), "-"), Edit(Span(1, 2), "B"), Edit(Span(3, 3), "\n"))


@pytest.mark.parametrize("edits", [ABC, ABC[::-1], (*ABC, *ABC)])
def test_edits_that_meet_are_made_in_order(edits: tuple[Edit, ...]) -> None:
    assert apply_edits("abcd", edits) == "A-Bc\nd"
    assert apply_edits("abcd\r\n", edits) == "A-Bc\r\nd\r\n"


@for_each("other", [Span(1, 3), Span(0, 2), Span(2, 3), Span(0, 5)])
def test_edits_that_overlap_are_refused(other: Span) -> None:
    with pytest.raises(ValueError, match="overlap"):
        apply_edits("abcde", [Edit(other, "x"), Edit(Span(1, 3), "y")])
