"""CEL expressions: values, what is not known, mistakes and budgets."""

from __future__ import annotations

import time
import tracemalloc
from typing import Any

import pytest
from for_each import for_each
from time_limits import at_most

from hotlint.language.values import OMITTED, Either, Partial, PartialText, Unknown
from hotlint.policies import expressions
from hotlint.policies.expressions import (
    Answer,
    ExpressionBudgetError,
    ExpressionError,
    ExpressionMeter,
    MessageText,
    compiled,
)
from hotlint.policies.values import cel_value

VARIABLES = ("properties",)
PROPERTIES = {
    "name": "web1", "tags": ["a"], "port": 22, "half": 1.5, "on": True, "nothing": None,
    "cidr": Unknown("it is given later"), "url": PartialText(("http://", Unknown("the address"))),
    "more": Partial({"a": 1}, Unknown("the rest")), "either": Either("large", 1, 2), "big": 1 << 70,
    "items": [Either("large", 1, OMITTED)], "keys": {"a": Either("large", 1, OMITTED), "b": 2},
}  # fmt: skip


def answer(text: str, properties: dict[str, Any] = PROPERTIES) -> Answer:
    """Return the answer of an expression."""
    return compiled(text, VARIABLES).evaluate({"properties": cel_value(properties)}, ExpressionMeter())


@for_each(
    ("text", "message"),
    [
        ("1 / 0", "it divides by zero"),
        ("1 % 0", "it divides by zero"),
        ("[1][5]", "an index is out of range"),
        ("{'a': 1}.b", "there is no key 'b'"),
        ("{'a': 1}['b']", "there is no key 'b'"),
        ("has(1)", "has() needs a selection such as properties.name"),
        ("1 + 'a'", "'+' does not support a number (1) and a string ('a')"),
        ("'a' < 1", "'<' does not support a string ('a') and a number (1)"),
        ("[1] in 1", "'in' does not support a list ([1]) and a number (1)"),
        ("'a'.matches('[')", "the argument of matches() is not a regular expression"),
        ("int('x')", "a number is too large, or a string is not a number"),
        ("1 ? 2 : 3", "the condition of '?' must be true or false"),
        ("size(1)", "size() does not support the type of its argument"),
        ("9223372036854775807 + 1", "a number is too large, or a string is not a number"),
        ("null < 1", "'<' does not support null (null) and a number (1)"),
        ("1.5 - 'x'", "'-' does not support a number (1.5) and a string ('x')"),
        ("{'a': 1} * 2", "'*' does not support a mapping ({'a': 1}) and a number (2)"),
        ("[3, 1] >= [1]", "'>=' does not support a list ([3, 1]) and a list ([1])"),
        ("true <= 'x'", "'<=' does not support a boolean (true) and a string ('x')"),
        ("'a' / 2", "'/' does not support a string ('a') and a number (2)"),
        ("'a' % 2", "'%' does not support a string ('a') and a number (2)"),
        ("!1", "an operation does not support the types of its operands"),
        ("'a'.startsWith(1)", "startsWith() does not support the type of its argument"),
    ],
)
def test_messages_of_failing_expressions(text: str, message: str) -> None:
    assert answer(text) == Answer(error=message)


@for_each(
    ("text", "value"),
    [
        ("properties.port == 22 || properties.cidr == 'x'", True),
        ("properties.cidr == 'x' || properties.port == 22", True),
        ("properties.port == 23 && properties.cidr == 'x'", False),
        ("has(properties.cidr)", True),
        ("has(properties.none)", False),
        ("has(properties.nothing)", False),
        ("has(properties.more.a)", True),
        ("'cidr' in properties", True),
        ("'x' in properties", False),
        ("properties.tags.exists(t, t == 'a' || t == properties.cidr)", True),
        ("properties == {}", False),
        ("properties.port > 20 ? 'a' : 'b'", "a"),
        ("properties.port > 20.5", True),
        ("properties.port == 22.0", True),
        ("properties.half < 2", True),
        ("1 == 'a'", False),
        ("true == 1", False),
        ("properties.port in [22, 'x']", True),
        ("properties.nothing == null", True),
        ("properties.on", True),
        ("size(properties.tags) + properties.name.size()", 5),
        ("properties.name.matches('^web[0-9]$')", True),
        ("captures(properties.name, '^([a-z]+)(x)?([0-9])')", ["web", "", "1"]),
        ("properties.name.captures('^db')", []),
        ("properties.name == 'we' + 'b1' && ('x' + properties.name).contains('web') && [1] + [2] == [1, 2]", True),
        ("properties.tags.map(t, t + '1')", ["a1"]),
        ("properties.tags.all(t, t in ['a', 'b'])", True),
        ("[[1], [2]].exists(x, x == [2])", True),
        ("{'a': {'b': 1}}.a.b == 1", True),
        ("type(properties.port) == int", True),
        ("((((((((((((((((((((1)))))))))))))))))))) == 1", True),
    ],
)
def test_values(text: str, value: Any) -> None:
    assert answer(text) == Answer(value)


@for_each(
    "text",
    [
        "properties.cidr == 'x'",
        "properties.port == 23 || properties.cidr == 'x'",
        "properties.cidr in ['a']",
        "properties.cidr.startsWith('a')",
        "properties.cidr == 'x' ? true : true",
        "properties.tags.all(t, t == properties.cidr)",
        "[properties.cidr] == ['a']",
        "properties.name + properties.cidr == 'a'",
        "size(properties.cidr) > 0",
        "has(properties.cidr.x)",
        "has(properties.more.b)",
        "properties.more.b == 1",
        "'b' in properties.more",
        "size(properties.more) == 1",
        "properties.url == 'http://a/'",
        "properties.either == 1",
        "size(properties.items) == 1",
        "properties.items == []",
        "properties.items[0] == 1",
        "size(properties.keys) == 2",
        "has(properties.keys.a)",
        "!('a' in properties.keys)",
        "properties.keys == {'b': 2}",
        "properties.cidr < 5",
        "properties.cidr == 'x' || properties.url == 'y'",
        "properties.cidr == 'x' && properties.url == 'y'",
        "properties.cidr || properties.port",
        "(properties.cidr && properties.url) || false",
        "1 + properties.cidr > 2",
        "8 / properties.cidr == 2",
        "[1, 2][properties.cidr] == 1",
        "properties.cidr[0] == 'a'",
        "[properties.cidr][0] == 'a'",
        "[1, 2].exists(x, x == properties.cidr)",
        "[properties.cidr, properties.url].all(x, x == 'a')",
    ],
)
def test_what_is_not_known(text: str) -> None:
    found = answer(text)
    assert found.unknown is not None
    assert found.error is None


@for_each(
    ("text", "message"),
    [
        ("properties.none == 1", "there is no key 'none'"),
        ("properties['none'] == 1", "there is no key 'none'"),
        ("properties.tags[5] == 'a'", "an index is out of range"),
        ("properties.name < 2", "'<' does not support a string (properties.name) and a number (2)"),
        ("1 in properties.name", "'in' does not support a number (1) and a string (properties.name)"),
        ("size(2) > 1", "size() does not support the type of its argument"),
        ("1 / 0 == 1", "it divides by zero"),
        ("9223372036854775807 + 1 == 0", "a number is too large"),
        ("properties.name.matches('(')", "is not a regular expression"),
        ("'a' ? 1 : 2", "must be true or false"),
        ("int(properties.name) == 1", "a number is too large"),
    ],
)
def test_failures(text: str, message: str) -> None:
    found = answer(text)
    assert found.error is not None
    assert message in found.error
    assert "web1" not in found.error


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("propertes.a", "uses an undefined name 'propertes' (did you mean 'properties'?)"),
        ("[1].all(q, p == 1)", "uses an undefined name 'p'; there are properties"),
        ("properties.nofunc(1)", "calls an unknown function 'nofunc'"),
        ("properties.name.startWith('a')", "calls an unknown function 'startWith' (did you mean 'startsWith'?)"),
        ("[1].reduce(r, i, 0, r + i)", "undefined name 'r'"),
        ("a.b(", "is not a CEL expression: syntax error at character 4"),
        ("", "syntax error"),
        ("1 +", "syntax error"),
        ("'abc", "syntax error"),
        ("__import__('os')", "unknown function '__import__'"),
        ("x" * 5000, "must not have more than 4,000 characters"),
        ("(" * 900 + "1" + ")" * 900, "is not a CEL expression"),
    ],
)
def test_mistakes(text: str, message: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        compiled(text, VARIABLES)
    assert message in str(caught.value)


N = f"[{', '.join(map(str, range(60)))}]"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "steps"),
    [
        (f"{N}.all(a, {N}.all(b, {N}.all(c, a + b + c >= 0)))", expressions.STEP_LIMIT),
        (f"{N}.map(x, {N}.map(y, {N}.map(z, {N}))) == []", 10_000),
        (f"{N}.all(a, {N}.exists(b, {N}.all(c, 'x'.matches('a') || true)))", 10_000),
    ],
)
def test_endless_expressions_are_stopped(monkeypatch: pytest.MonkeyPatch, text: str, steps: int) -> None:
    monkeypatch.setattr(expressions, "STEP_LIMIT", steps)
    with at_most(40), pytest.raises(ExpressionBudgetError) as caught:
        answer(text)
    assert "take longer than" in str(caught.value) or f"takes more than {steps:,} steps" in str(caught.value)


def test_the_nodes_of_an_evaluation_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expressions, "STEP_LIMIT", 50)
    answer("1 + 1 == 2")
    with pytest.raises(ExpressionBudgetError, match="takes more than 50 steps"):
        answer("1" + " + 1" * 60 + " == 61")


def test_values_that_grow_are_stopped() -> None:
    text = "properties.name"
    for _ in range(7):
        text = f"({text} + {text})"
    with pytest.raises(ExpressionBudgetError, match="more than 100,000 items or characters"):
        answer(text, {"name": "x" * 1000})


def test_a_pattern_takes_linear_time() -> None:
    start = time.process_time()
    assert answer("properties.name.matches('(a+)+$')", {"name": "a" * 5000 + "!"}) == Answer(False)
    assert time.process_time() - start < 5


def test_all_policies_together_have_a_limit() -> None:
    """Once the time is up, nothing is evaluated: twelve expressions of a few steps were, for each that was told so."""
    meter = ExpressionMeter(seconds=0.0)
    for _ in range(3):
        with pytest.raises(ExpressionBudgetError, match="longer than the 0 seconds"):
            compiled("true", VARIABLES).evaluate({"properties": None}, meter)


def test_messages_show_values() -> None:
    text = MessageText("name {{ properties.name }}, {{properties.tags}} and {{ properties.cidr }}", VARIABLES)
    assert (
        text.render({"properties": cel_value(PROPERTIES)}, ExpressionMeter(), str) == "name web1, ['a'] and <unknown>"
    )
    with pytest.raises(ExpressionError, match="is not closed"):
        MessageText("a {{ b", VARIABLES)


@pytest.mark.parametrize(
    "text",
    [
        "properties.long.map(a, properties.text + a)",
        "properties.long.map(a, properties.long + [a])",
        "[" + ", ".join(f"properties.text + '{n}'" for n in range(150)) + "]",
    ],
)
def test_what_an_expression_holds_in_all_is_limited(text: str) -> None:
    tracemalloc.start()
    with pytest.raises(ExpressionBudgetError, match="in all"):
        answer(text, {"long": ["x"] * 5_000, "text": "x" * 90_000})
    assert tracemalloc.get_traced_memory()[1] < 200 << 20
    tracemalloc.stop()


def test_the_time_of_policies_is_processor_time() -> None:
    meter = ExpressionMeter(seconds=0.05)
    time.sleep(0.1)
    assert compiled("1 == 1", VARIABLES).evaluate({}, meter).value is True
    begun = time.thread_time()
    while time.thread_time() - begun < 0.06:
        pass
    with pytest.raises(ExpressionBudgetError, match="may"):
        for _ in range(100):
            compiled("1 == 1", VARIABLES).evaluate({}, meter)


@for_each("text", ["('%(a)' + '999999999' + 'd') % {'a': 1}", "'%s' % [1]", "true + true", "1 % 0.5", "'a' * 3"])
def test_an_operator_is_no_operator_of_python(text: str) -> None:
    """Python would fill in a text of any width, before its size is counted."""
    answer = compiled(text, ()).evaluate({}, ExpressionMeter())
    assert answer.value is None
    assert "does not support" in (answer.error or "")


def test_an_integer_beside_a_float_counts_as_one() -> None:
    answers = [
        compiled(text, ()).evaluate({}, ExpressionMeter()).value
        for text in ("5 / 2.0", "2 * 1.5", "1 - 0.5", "0.5 + 1", "7 % 4")
    ]
    assert answers == [2.5, 3.0, 0.5, 1.5, 3]
