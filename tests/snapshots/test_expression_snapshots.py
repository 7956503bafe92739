"""What expressions of policies yield for values that are known, partly known and unknown, and what is no expression."""

from __future__ import annotations

from typing import Any

import pytest
from snapshot_files import RecordedAnswers

from hotlint.language.values import Either, Partial, PartialText, Unknown, Value
from hotlint.policies.expressions import (
    ExpressionBudgetError,
    ExpressionError,
    ExpressionMeter,
    MessageText,
    compiled,
)
from hotlint.policies.origins import Origin, WithOrigin
from hotlint.policies.values import cel_value

ANSWERS = RecordedAnswers("expressions")
UNKNOWN = Unknown("only the cloud knows")
VALUES: dict[str, Value] = {
    "null": None, "yes": True, "no": False, "one": 1, "two": 2, "half": 0.5, "whole": 2.0, "big": 1 << 70, "word": "abc", "empty": "",
    "list": [1, "a", None], "numbers": [1, 2, 3], "none": [], "map": {"a": 1, "b": {"c": [True]}, 5: "five"}, "nothing": {},
    "unknown": UNKNOWN, "text": PartialText(("a", UNKNOWN)), "either": Either("a condition", 1, 2), "partial": Partial({"a": 1}, UNKNOWN),
    "holes": [1, UNKNOWN], "gaps": {"a": UNKNOWN, "b": 2}, "set": {7}, "date": type("Date", (), {"__str__": lambda _: "2020"})(),
    "made": WithOrigin({"a": 1, "b": [2]}, {"a": Origin("parameter", ("p",)), "b": [Origin("resource", ("r", "s"))]}),
    "called": WithOrigin([1, 2], Origin("function", ("p", "p", "q"))), "hidden": WithOrigin(UNKNOWN, {"a": [Origin("file", ("f",))]}),
}  # fmt: skip
NAMES = tuple(VALUES)
OPERANDS = ("null", "yes", "one", "half", "word", "list", "map", "unknown", "partial", "gaps")
BINARY = ("==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%", "&&", "||", "in")
EXPRESSIONS = (
    *("!x", "-x", "size(x)", "x.size()", "type(x)", "string(x)", "int(x)", "double(x)", "bool(x)", "dyn(x)", "bytes(x)"),
    *("origin(x)", "sources(x)", "has(x.a)", "has(x.z)", "x.a", "x.z", "x['a']", "x[0]", "x[-1]", "x[9]", "x.b.c[0]", "x['b']"),
    *("x ? 1 : 2", "x == null ? 'null' : 'value'", "x.matches('^a')", "matches(x, 'b')", "captures(x, '(a)(z)?')"),
    *("x.startsWith('a')", "x.endsWith('c')", "x.contains('b')", "x.exists(y, y == 1)", "x.all(y, y != 9)", "x.exists_one(y, y == 1)"),
    *("x.map(y, y)", "x.filter(y, y == 1)", "x.map(y, y + 1)", "[x, x]", "{'k': x}", "x in [x]", "[x] == [x]", "{'k': x} == {'k': 1}"),
    *("timestamp(x)", "duration(x)", "x || true", "x && false", "true || x", "false && x", "x || false", "x && true"),
)  # fmt: skip
WRONG = (
    *("", "1 +", "x ==", "nobody", "x.y.z(", "'open", "frobnicate(x)", "x.frobnicate()", "list(x)", "map(x)", "null_type(x)", "[1, 2"),
    *("has(x)", "has(1)", "x.exists(1, true)", "x.map(y)", "{1: }", "a.b.c.d()", "x" + " + x" * 3000, "(" * 200 + "x" + ")" * 200),
    *("x = 1", "x; y", "// no", "x ? 1", "1 2", "@", "x.all(y, z)", "y", "matches(x)", "x.matches()", "size()", "origin()"),
)  # fmt: skip


def _answer(text: str, names: tuple[str, ...] = NAMES) -> str:
    try:
        expression = compiled(text, names)
    except ExpressionError as exc:
        return f"refused: {exc}"
    try:
        found = expression.evaluate(_made(names), ExpressionMeter())
    except ExpressionBudgetError as exc:
        return f"too much: {exc}"
    if found.unknown is not None:
        return f"unknown: {found.unknown}"
    return f"error: {found.error}" if found.error is not None else f"{found.value!r} {sorted(expression.names)}"


def _made(names: tuple[str, ...]) -> dict[str, Any]:
    return {name: cel_value(VALUES[name]) for name in names if name in VALUES}


@pytest.mark.parametrize("operator", BINARY)
def test_operators(operator: str) -> None:
    said = []
    for a in OPERANDS:
        answers = ((b, _answer(f"{a} {operator} {b}").partition(" ['")[0]) for b in OPERANDS)
        said.append(f"{a} {operator} " + "; ".join(f"{b}: {found}" for b, found in answers))
    ANSWERS.check(f"operator: {operator}", "\n".join(said))


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_functions(expression: str) -> None:
    said = []
    for name in VALUES:
        found = cel_value(VALUES[name])
        try:
            answer = compiled(expression, ("x",)).evaluate({"x": found}, ExpressionMeter())
            said.append(f"{name}: {answer!r}")
        except ExpressionError as exc:
            said.append(f"refused: {exc}")
    ANSWERS.check(f"function: {expression}", "\n".join(said))


def test_what_is_no_expression() -> None:
    ANSWERS.check("refused: expressions", "\n".join(f"{text[:40]!r}: {_answer(text, ('x',))}" for text in WRONG))


def test_messages() -> None:
    texts = (
        "plain",
        "{{ word }} and {{ map.b.c }}",
        "{{ unknown }}",
        "{{ 1/0 }}",
        "{{ nobody }}",
        "{{ word",
        "}} {{ }}",
        "{{{{ word }}}}",
    )
    said = []
    for text in texts:
        try:
            message = MessageText(text, NAMES)
            said.append(f"{text}: {message.render(_made(NAMES), ExpressionMeter(), repr)} {sorted(message.names)}")
        except ExpressionError as exc:
            said.append(f"{text}: refused: {exc}")
    ANSWERS.check("refused: messages", "\n".join(said))


TOO_MUCH = (
    "numbers.map(a, numbers.map(b, numbers.map(c, numbers.map(d, numbers.map(e, numbers.map(f, numbers.map(g, numbers.map(h, 1))))))))",
    f"[{', '.join(['word'] * 200)}].map(a, [{', '.join(['word'] * 200)}].map(b, a + b))",
)


def test_what_takes_too_much() -> None:
    ANSWERS.check("refused: budget", "\n".join(map(_answer, TOO_MUCH)))


def test_nothing_else_is_recorded() -> None:
    names = {f"operator: {one}" for one in BINARY} | {f"function: {one}" for one in EXPRESSIONS}
    ANSWERS.keep_only(names | {"refused: expressions", "refused: messages", "refused: budget"})
