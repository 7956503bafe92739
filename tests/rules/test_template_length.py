"""The length of a template as Heat counts it never exceeds the limit that is computed from its text."""

from __future__ import annotations

from for_each import for_each
from hotlint_rules.composition.refused_file import _length, length_limit

from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source

TEXTS = [
    "{a,b,c,d}",
    "[[],[],{},'']",
    "- \n- \n- no\n- 1.e+15",
    "? \n: no\nno: no\n1.e+15: 1.e+15\n",
    r'"\0\e\L\_": "\t\x00"',
    'a: |\n  it\'s\n  "quoted"\n\n\tx\n',
    "a: \u200b\u2028é\U0001f600\U000e0001\n",
    "heat_template_version: 2018-08-31\nresources:\n  a: {type: OS::Heat::None, depends_on: [b, c]}\n",
]


@for_each("text", TEXTS)
@for_each("times", [1, 50])
def test_the_limit_holds(text: str, times: int) -> None:
    whole = text if times == 1 else "\n".join(f"k{n}:\n{_indented(text)}" for n in range(times))
    document = parse(Source("t.yaml", whole))
    assert _length(document) <= length_limit(whole)


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.split("\n"))
