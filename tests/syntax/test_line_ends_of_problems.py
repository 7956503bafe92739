"""The problems of broken YAML end before the ending of their line, whatever that is."""

from __future__ import annotations

from for_each import for_each

from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source


@for_each("end", ["\n", "\r\n"])
@for_each(
    "text",
    [
        "a: w\nb:\n  c: d\n  ne\ntwork: private\n",
        "a:\n    b: 1\n  cd\n",
        "a:\n  b: 1\n    c\n d\n",
        "a: 'x\nb: 1\n",
        "a: [1\nb: 2\n",
    ],
)
def test_no_problem_holds_a_carriage_return(text: str, end: str) -> None:
    written = text.replace("\n", end)
    problems = parse(Source("t.yaml", written)).problems
    assert problems
    assert not any("\r" in written[p.span.start : p.span.end] for p in problems)
