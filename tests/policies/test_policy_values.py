"""Values of CEL expressions: each operator with each kind of value, what is not known in them, and what they count."""

from __future__ import annotations

from typing import Any

import pytest
from for_each import for_each

from hotlint.language.values import Either, Partial, PartialText, Unknown
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

VARIABLES = ("properties", "name")
PROPERTIES = {
    "name": "web1", "tags": ["a"], "port": 22, "none": None, "map": {"a": 1}, "on": True, "set": {1}, "pair": (1, 2),
    "later": Unknown("it is given later"), "last": Unknown("it comes last"), "url": PartialText(("http://", Unknown("the address"))),
    "more": Partial({"a": 1}, Unknown("the rest")), "items": Partial([1], Unknown("the items")), "either": Either("large", 1, 2),
    "unknown": [Unknown("the first"), Unknown("the second")], "of": {"a": Unknown("of a")},
    "largest": (1 << 63) - 1, "above": 1 << 63, "least": -(1 << 63), "below": -(1 << 63) - 1, "date": bytearray(b"d"),
}  # fmt: skip
NO_OVERLOAD = "an operation does not support the types of its operands"
NO_VALUE = "it cannot be evaluated with these values"
BY_ZERO = "it divides by zero"


def answer(text: str, meter: ExpressionMeter | None = None) -> Answer:
    """Return the answer of an expression about PROPERTIES."""
    return compiled(text, VARIABLES).evaluate({"properties": cel_value(PROPERTIES)}, meter or ExpressionMeter())


@for_each(
    ("text", "value"),
    [
        ("type(properties.largest) == int && type(properties.least) == int", True),
        ("type(properties.above) == double && type(properties.below) == double", True),
        ("type(properties.more) == map && type(type(1)) == type", True),
        ("[type(1), type(properties.more), 1u]", ["int", "map", 1]),
        (".size('ab') + .properties.more.a", 3),
        ("string(true) + string(1) + string('a')", "true1a"),
        ("properties.above", float(1 << 63)),
        ("properties.date", "bytearray(b'd')"),
        ("[properties.set, properties.pair]", [[1], [1, 2]]),
        ("properties.more", {"a": 1}),
        ("properties.of", {"a": "<unknown>"}),
        ("properties.unknown", ["<unknown>", "<unknown>"]),
        ("{'a': 1 / 0, 'b': properties.later}", {"a": "<error>", "b": "<unknown>"}),
        ("[true, 1, 1.0, 'x', null]", [True, 1, 1.0, "x", None]),
        ("{1: 2}[1]", 2),
        ("properties.name[0]", "w"),
        ("properties['na' + 'me']", "web1"),
        ("1 != 1.0", False),
        ("1.5 != 1", True),
        ("1 == true || true == 1 || '1' == 1 || null == 1", False),
        ("null == null && true == true && 1.5 == 1.5", True),
        ("{'a': 1} == {'a': 1, 'b': 2} || {'a': 1} == {'b': 1} || {'a': 1} == {'a': 2}", False),
        ("{'a': [1, {'b': 2}]} == {'a': [1.0, {'b': 2}]}", True),
        ("[1] == [1, 2] || [1, 2] == [1] || [1, 2] == [1, 3] || [2, 1] == [3, 1]", False),
        ("[] == [] && {} == {} && [1, 'a'] == [1, 'a']", True),
        ("[] == {} || [1] == 1 || {'a': 1} == ['a']", False),
        ("{'a': 1} != {'a': 1} || [1] != [1]", False),
        ("'a' in {'a': 1} && !('b' in {'a': 1}) && 'a' in properties.more", True),
        ("1.0 in [2, 1] && !(3 in [2, 1]) && [1] in [[1]]", True),
        ("1 in []", False),
        ("3 / 2", 1),
        ("3 / 2.0", 1.5),
        ("3.0 / 2", 1.5),
        ("5 - 7", -2),
        ("1.5 - 1", 0.5),
        ("2 * 3", 6),
        ("1 + 2", 3),
        ("1 + 0.5", 1.5),
        ("0.5 + 1", 1.5),
        ("-5 % 3", -2),
        ("5u % 3u == 2u", True),
        ("'a' + 'b'", "ab"),
        ("[1] + ['a']", [1, "a"]),
        ("type('a' + 'b') == string && type([1] + [2]) == list", True),
        ("[1 < 1.5, 1.5 < 1, 1 < 1, 1 <= 1, 2 <= 1.5]", [True, False, False, True, False]),
        ("['a' < 'b', 'b' < 'a', 'a' <= 'a', 'b' <= 'a']", [True, False, True, False]),
        ("[2 > 1, 1 > 1, 1 >= 1, 1 >= 2]", [True, False, True, False]),
        ("[false < true, true < false, true >= true, true > true]", [True, False, True, False]),
        ("true || 1", True),
        ("1 || true", True),
        ("false && 1 || 1 && false", False),
        ("true || 1 / 0 == 1", True),
        ("1 / 0 == 1 && false", False),
        ("[[1, 2].exists_one(x, x == 1), [1, 1].exists_one(x, x == 1)]", [True, False]),
        ("[1, 2].filter(x, x == 1)", [1]),
        ("properties.map.all(key, key == 'a') && !properties.map.exists(key, key == 1)", True),
        ("[[].all(x, false), [].exists(x, true)]", [True, False]),
        ("[1, 2].all(x, x > 0 && x < 3) && !([1, 2].all(x, x > 1))", True),
        ("[1, 2].exists(x, x > 1) && !([1, 2].exists(x, x > 2))", True),
        ("[1, properties.later == 1 ? 1 : 1].size() == 2 || true", True),
        ("[properties.map.a, properties.port].exists(x, x == properties.later || x == 22)", True),
        ("[0, 1].all(x, x == properties.later && x == 1)", False),
        ("[[1, 2]].all(a, a.all(b, b in a))", True),
        ("size('abc') + size([1]) + size({'a': 1}) + [1].size()", 6),
        ("[has(properties.map.a), has(properties.map.b), has(properties.none.x), has(properties.name.x)]", [True, False, False, False]),
        ("has((1 / 0).a)", False),
        ("(has(properties.map.a))", True),
        ("has(properties.map) && has(properties.unknown) && has(properties.more.a) && !has(properties.none)", True),
        ("'abc'.matches('b') && !matches('abc', '^b')", True),
        ("'abc'.captures('(b)(x)?')", ["b", ""]),
        ("[captures('abc', 'z'), captures('abc', 'b'), captures('abc', '(a)(b)')]", [[], [], ["a", "b"]]),
        ("true ? 1 : 1 / 0", 1),
        ("false ? 1 : 2", 2),
        ("[origin(1), origin(properties.name), origin(null)]", ["function", "function", "literal"]),
        ("sources(properties)", []),
        ("dyn(1) == 1 && int('5') == 5 && string(1) == '1'", True),
    ],
)  # fmt: skip
def test_values(text: str, value: Any) -> None:
    found = answer(text)
    assert found == Answer(value)
    assert type(found.value) is type(value)


@for_each(
    ("text", "reason"),
    [
        ("properties.later", "it is given later"),
        ("properties.url", "the address"),
        ("properties.either", "it depends on the condition large"),
        ("properties.items", "the items"),
        ("properties.more.b", "the rest"),
        ("properties.more['b']", "the rest"),
        ("'b' in properties.more", "the rest"),
        ("size(properties.more)", "the rest"),
        ("has(properties.more.b)", "the rest"),
        ("properties.more == {'a': 1}", "the rest"),
        ("{'a': 1} == properties.more", "the rest"),
        ("{'a': 1} != properties.more", "the rest"),
        ("[properties.later]", "it is given later"),
        ("properties.of == {'a': 1}", "of a"),
        ("properties.of != {'a': 1}", "of a"),
        ("properties.unknown == [1, 2]", "the first"),
        ("properties.unknown != [1, 2]", "the first"),
        ("[1, 2] == properties.unknown", "the first"),
        ("1 in properties.unknown", "the first"),
        ("properties.unknown.exists(x, x == 1)", "the first"),
        ("properties.unknown.all(x, x == 1)", "the first"),
        ("properties.later == properties.last", "it is given later"),
        ("properties.last == properties.later", "it comes last"),
        ("properties.later in [1]", "it is given later"),
        ("1 in properties.later", "it is given later"),
        ("properties.later in properties.last", "it comes last"),
        ("properties.later < properties.last", "it is given later"),
        ("1 > properties.last", "it comes last"),
        ("1 - properties.last", "it comes last"),
        ("properties.later + properties.last", "it is given later"),
        ("properties.later || properties.last", "it is given later"),
        ("1 || properties.later", "it is given later"),
        ("(1 / 0 == 1) || properties.later", "it is given later"),
        ("(1 / 0 == 1) && properties.later", "it is given later"),
        ("properties.later && (1 / 0 == 1)", "it is given later"),
        ("!properties.later", "it is given later"),
        ("-properties.later", "it is given later"),
        ("properties.later ? 1 : 2", "it is given later"),
        ("properties.later.all(x, true)", "it is given later"),
        ("properties.later.map(x, 1)", "it is given later"),
        ("properties.later.matches('a')", "it is given later"),
        ("'a'.matches(properties.later)", "it is given later"),
        ("'a'.captures(properties.later)", "it is given later"),
        ("has(properties.later.a)", "it is given later"),
        ("string(properties.later)", "it is given later"),
        ("[1, 2][properties.later]", "it is given later"),
    ],
)
def test_reasons_of_what_is_not_known(text: str, reason: str) -> None:
    assert answer(text) == Answer(unknown=reason)


@for_each(
    ("text", "error"),
    [
        ("[1][-1]", "an index is out of range"),
        ("string(null)", "string() does not support the type of its argument"),
        ("string(int)", "string() does not support the type of its argument"),
        ("1 / 0 in [1]", BY_ZERO),
        ("1 in [1 / 0]", BY_ZERO),
        ("1 / 0 != 1", BY_ZERO),
        ("1 / 0 > 1", BY_ZERO),
        ("size(1 / 0)", BY_ZERO),
        ("[1 / 0]", BY_ZERO),
        ("(1 / 0).all(x, true)", BY_ZERO),
        ("(1 / 0 == 1) ? 1 : 2", BY_ZERO),
        ("true ? 1 / 0 : 2", BY_ZERO),
        ("[1, 2].map(x, x / 0)", BY_ZERO),
        ("(1 / 0 == 1) || 'x'", BY_ZERO),
        ("(1 / 0 == 1) || int('x') == 1", BY_ZERO),
        ("'x' || 1", NO_OVERLOAD),
        ("'x' && 1", NO_OVERLOAD),
        ("-'a'", NO_OVERLOAD),
        ("[1]['a']", NO_OVERLOAD),
        ("{1: 2}[3]", "there is no key '3'"),
        ("properties.map.b.c", "there is no key 'b'"),
        ("[1][1]", "an index is out of range"),
        ("properties.port.all(x, true)", NO_VALUE),
        ("properties.port.a", NO_VALUE),
        ("properties.all()", NO_VALUE),
        ("[1].all(x)", NO_VALUE),
        ("[1, 2].all(x, x)", NO_VALUE),
        ("origin(1, 2)", NO_VALUE),
        ("sources()", NO_VALUE),
        ("name", NO_VALUE),
        ("has(properties)", "has() needs a selection such as properties.name"),
        ("has(1 + 1)", "has() needs a selection such as properties.name"),
        ("'a'.captures('(')", "the argument of matches() is not a regular expression"),
        ("'a'.getFullYear()", "getFullYear() does not support the type of its argument"),
        ("5 % 3u", "'%' does not support a number (5) and a value (3u)"),
        ("1.5 % 2", "'%' does not support a number (1.5) and a number (2)"),
        ("1 - true", "'-' does not support a number (1) and a boolean (true)"),
        ("true - 1", "'-' does not support a boolean (true) and a number (1)"),
        ("1 < true", "'<' does not support a number (1) and a boolean (true)"),
        ("true > 1", "'>' does not support a boolean (true) and a number (1)"),
        ("[1] + 'a'", "'+' does not support a list ([1]) and a string ('a')"),
        ("1 in 'a'", "'in' does not support a number (1) and a string ('a')"),
        ("properties.more * 2", "'*' does not support a mapping (properties.more) and a number (2)"),
        ("null <= 'a'", "'<=' does not support null (null) and a string ('a')"),
        ("1 >= 'a'", "'>=' does not support a number (1) and a string ('a')"),
        (f"'{'x' * 70}' > 1", f"'>' does not support a string ('{'x' * 59}) and a number (1)"),
        ("+".join(["1"] * 150), "the expression is nested too deeply"),
    ],
)  # fmt: skip
def test_reasons_of_failures(text: str, error: str) -> None:
    assert answer(text) == Answer(error=error)


@for_each(
    ("text", "mistake"),
    [
        ("1 2", "'1 2' is not a CEL expression: syntax error at character 3"),
        ("", "'' is not a CEL expression: syntax error at character 1"),
        ("(" * 100 + "1" + ")" * 100, f"'{'(' * 60}' is not a CEL expression: nested too deeply"),
        ("first + second", "'first + second' uses an undefined name 'first'; there are properties, name"),
        ("nme  ==\n 1", "'nme == 1' uses an undefined name 'nme' (did you mean 'name'?)"),
        ("nowhere == soze(1)", "'nowhere == soze(1)' uses an undefined name 'nowhere'; there are properties, name"),
        ("soze(1)", "'soze(1)' calls an unknown function 'soze' (did you mean 'size'?)"),
        (".nothing(1)", "'.nothing(1)' calls an unknown function 'nothing'"),
        ("map(1)", "'map(1)' calls an unknown function 'map'; write items.map(item, ...)"),
        ("size", "'size' uses an undefined name 'size'; there are properties, name"),
        ("name ==\n\n $", "'name == $' is not a CEL expression: syntax error in line 3 at character 2"),
        ("null_type(1)", "'null_type(1)' calls an unknown function 'null_type'"),
        ("[1].all(x, true) && x", "'[1].all(x, true) && x' uses an undefined name 'x'; there are properties, name"),
        ("[x].all(x, true)", "'[x].all(x, true)' uses an undefined name 'x'; there are properties, name"),
        ("[1].all(a, [1].all(b, c))", "'[1].all(a, [1].all(b, c))' uses an undefined name 'c'; there are properties, name"),
        ("'a'.contains(x)", "''a'.contains(x)' uses an undefined name 'x'; there are properties, name"),
        (f"'{'x' * 3999}'", "an expression must not have more than 4,000 characters"),
    ],
)  # fmt: skip
def test_messages_of_mistakes(text: str, mistake: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        compiled(text, VARIABLES)
    assert str(caught.value) == mistake


def test_an_expression_has_the_names_that_no_macro_binds() -> None:
    text = "[properties].all(name, name == 1) && [1].map(x, x + 1) == []"
    assert compiled(text, VARIABLES).names == {"properties"}
    assert compiled("size(name) == 1 && properties.name", VARIABLES).names == {"properties", "name"}
    assert MessageText("{{ name }} of {{ [1].map(x, properties) }}", VARIABLES).names == {"properties", "name"}
    assert MessageText("no value", VARIABLES).names == frozenset()


def test_an_expression_may_have_four_thousand_characters() -> None:
    assert answer(f"'{'x' * 3998}'") == Answer("x" * 3998)


def test_messages_keep_what_is_around_their_expressions() -> None:
    def rendered(text: str) -> str:
        return MessageText(text, VARIABLES).render({"properties": cel_value(PROPERTIES)}, ExpressionMeter(), str)

    assert rendered("a {{properties.port}}{{ properties.on }} b }} c") == "a 22True b }} c"
    assert rendered("{{ 1 / 0 }} and {{ properties.url }}.") == "<unknown> and <unknown>."
    assert rendered("") == ""


def steps(text: str) -> int:
    """Return how many steps an expression takes."""
    meter = ExpressionMeter()
    answer(text, meter)
    return expressions.STEP_LIMIT - meter.left


def made(text: str) -> int:
    """Return the size of all values that an expression makes."""
    meter = ExpressionMeter()
    answer(text, meter)
    return expressions.MADE_LIMIT - meter.room


def test_each_node_is_a_step() -> None:
    """A level of precedence without an operator of its own is none, and a round of a macro counts as ten more."""
    assert [steps(f"[{', '.join(['1'] * count)}]") for count in (1, 2, 10)] == [4, 6, 22]
    assert (steps("1"), steps("-1"), steps("(1)"), steps("((1))")) == (2, 2, 3, 4)
    assert (steps("true"), steps("!true"), steps("true && true"), steps("true ? 1 : 2")) == (2, 4, 5, 5)
    assert (steps("1 == 1"), steps("1 + 1"), steps("1 + 1 + 1"), steps("2 * 1 + 1")) == (6, 6, 10, 10)
    assert (steps("[].map(x, x)"), steps("[1].map(x, x)"), steps("[1, 1].map(x, x)")) == (2, 16, 29)
    assert (steps("[].all(x, x)"), steps("[1].all(x, x == 1)")) == (2, 20)


def test_each_value_that_is_made_counts_by_its_size() -> None:
    assert (made("1"), made("'abc'"), made("[1, 2]"), made("'ab'.size()")) == (0, 6, 4, 4)


def test_limits_of_an_expression(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expressions, "STEP_LIMIT", 1_006)
    assert answer("1 == 1").value is True
    monkeypatch.setattr(expressions, "STEP_LIMIT", 5)
    with pytest.raises(ExpressionBudgetError, match=r"^the expression takes more than 5 steps$"):
        answer("1 == 1")
    monkeypatch.setattr(expressions, "STEP_LIMIT", 6)
    assert answer("1 == 1").value is True
    monkeypatch.setattr(expressions, "MADE_LIMIT", 6)
    assert answer("'abc'").value == "abc"
    monkeypatch.setattr(expressions, "MADE_LIMIT", 5)
    with pytest.raises(ExpressionBudgetError, match=r"^the expression makes more than 5 items and characters in all$"):
        answer("'abc'")


def test_the_size_of_one_value_is_limited() -> None:
    def sized(size: int) -> Answer:
        values = {"properties": cel_value({"half": "x" * 50_000, "rest": "x" * (size - 50_000)})}
        return compiled("size(properties.half + properties.rest)", VARIABLES).evaluate(values, ExpressionMeter())

    assert sized(100_000) == Answer(100_000)
    message = r"^the expression makes a value of more than 100,000 items or characters$"
    with pytest.raises(ExpressionBudgetError, match=message):
        sized(100_001)


def test_the_clock_is_read_once_in_a_hundred_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    times: list[int] = []

    def clock() -> float:
        times.append(0)
        return 100.0 if len(times) == 1 else 105.0

    monkeypatch.setattr(expressions, "thread_time", clock)
    meter = ExpressionMeter()
    answer(f"[{', '.join(['1'] * 10)}]", meter)
    assert len(times) == 2  # when the meter is made, and at the first step
    for _ in range(10):
        answer(f"[{', '.join(['1'] * 10)}]", meter)
    assert len(times) == 4
    later = iter([100.0, 105.1])
    monkeypatch.setattr(expressions, "thread_time", lambda: next(later))
    with pytest.raises(ExpressionBudgetError, match=r"^the policies take longer than the 5 seconds that they may$"):
        answer("1")
