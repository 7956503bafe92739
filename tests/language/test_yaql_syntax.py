"""yaql expressions that are accepted without yaql's own parser."""

from __future__ import annotations

from for_each import for_each

from hotlint.language.functions.yaql_syntax import is_plainly_valid


@for_each(
    "expression",
    ["$", "$.data.x", "$.data.l.select(int($)).max()", "dict($.data.l.select([$, 1]))", "{a => 1, b => [2, $x]}",
     "not $.data.a and -1 < $.data.b[0].c", "$.data.where($ != 'it is').orderBy($.n)", "let(x => 1) -> $x + 1"],
)  # fmt: skip
def test_accepted_without_yaql(expression: str) -> None:
    assert is_plainly_valid(expression)


@for_each(
    "expression", ["", "$.data.(", "1 +", "f(a => 1, 2)", "(1, 2)", "a b", "'\\x'", "(" * 100 + "1" + ")" * 100, "x{1}"]
)
def test_left_to_yaql(expression: str) -> None:
    assert not is_plainly_valid(expression)
