"""Known parts of values that are not wholly known."""

from __future__ import annotations

import re
from typing import Any

import pytest
from for_each import for_each
from function_fixture import OPEN, evaluation, failure, resolved, text, without_origins

from hotlint.analysis.environments.inputs import Inputs
from hotlint.language.functions.value_access import take
from hotlint.language.origins import ValueSource, sources_of
from hotlint.language.values import (
    OMITTED,
    Either,
    EvaluationError,
    Partial,
    PartialText,
    Unknown,
    Value,
    equal,
    is_known,
)

UNCLEAR = Unknown("it depends on the condition 'unclear'")
UNCLEAR_LIST = UNCLEAR._replace(type="list")
OPENMAP = Unknown("no value is given for the parameter 'openmap'", "map", ValueSource("parameter", "openmap"))
MAYBE = Either("c", "a", OMITTED)


@for_each(
    ("call", "expected"),
    [
        ("list_join: ['-', [a, {get_param: open}, b]]", text("a-", OPEN, "-b")),
        ("list_join: ['-', [a, {x: {get_param: open}}]]", text('a-{"x": ', OPEN._replace(type=None), "}")),
        ("str_replace: {template: <A>, params: {A: {get_param: open}}}", text("<", OPEN, ">")),
        ("str_replace_vstrict: {template: <A>, params: {A: {get_param: open}}}", text("<", OPEN, ">")),
        ("str_split: ['-', {list_join: ['-', [a, {get_param: open}]]}, 0]", "a"),
        ("repeat: {for_each: {A: [x, {get_param: open}]}, template: <A>}", ["<x>", text("<", OPEN, ">")]),
        ("contains: [x, [{get_param: open}, x]]", True),
        ("make_url: {scheme: http, host: {get_param: open}, port: 80}",
         text("http://", OPEN._replace(type=None), ":80")),
        ("list_concat: [[a], [{get_param: open}]]", ["a", OPEN]),
        ("digest: [md5, {get_param: open}]", OPEN),
        ("if: [on, a, {get_param: open}]", "a"),
        ("if: [unclear, a, a]", "a"),
        ("yaql: {expression: $.data.l.len(), data: {l: [{get_param: open}], x: {get_param: open}}}", 1),
    ],
)  # fmt: skip
def test_known_parts_are_kept(call: str, expected: Value) -> None:
    assert without_origins(resolved(call.replace("[on,", "['on',"))) == without_origins(expected)


def test_merged_map_keeps_its_known_keys() -> None:
    value = resolved("map_merge: [{a: 1}, {get_param: openmap}, {b: 2}]")
    assert isinstance(value, Partial) and set(sources_of(value)) == {OPENMAP.origin}
    assert isinstance(value.known["a"], Unknown) and value.known["b"] == 2


def test_list_with_unknown_items() -> None:
    value = resolved("list_concat: [[a], {get_param: openlist}, [b]]")
    assert isinstance(value, Partial) and [value.known[0], value.known[2]] == ["a", "b"]
    joined = resolved("list_join: [',', {list_concat: [[a, b], {get_param: openlist}, [c]]}]")
    assert isinstance(joined, PartialText) and joined.parts[0] == "a,b" and joined.parts[2] == "c"


def test_undecided_condition_yields_both_branches() -> None:
    value = resolved("if: [unclear, {k: a}, {k: b}]")
    assert value == Either("'unclear'", {"k": "a"}, {"k": "b"}, value.origin) and [*sources_of(value)] == [OPEN.origin]
    failing = resolved("if: [unclear, a, {digest: [nope, x]}]")
    assert failing.if_true == "a" and "would fail" in failing.if_false.reason
    assert not is_known(resolved("list_join: [',', [{if: [unclear, a, b]}]]"))


@for_each(
    ("call", "expected"),
    [
        ("list_concat: [[{if: [unclear, a]}], [b]]", [Either("'unclear'", "a", OMITTED), "b"]),
        ("list_concat_unique: [[{if: [unclear, a]}], [a]]", Partial([Either("'unclear'", "a", OMITTED), UNCLEAR_LIST], UNCLEAR_LIST)),
        ("list_join: [',', [{if: [unclear, a]}, b]]", PartialText((UNCLEAR._replace(type="string"), "b"))),
        ("filter: [[{if: [unclear, a]}], [a, b]]", Partial([UNCLEAR_LIST, "b"], UNCLEAR_LIST)),
        ("map_merge: [{k: 1}, {k: {if: [unclear, 2]}}]", {"k": Either("'unclear'", 2, 1)}),
        ("map_merge: [{k: {if: [unclear, 2]}}, {j: 1}]", {"k": Either("'unclear'", 2, OMITTED), "j": 1}),
        ("map_merge: [{get_param: openmap}, {k: {if: [unclear, 2]}}]", Partial({"k": UNCLEAR}, OPENMAP)),
        ("map_merge: [{k: {if: [unclear, 1]}}, {k: {if: [unclear, 2]}}]", {"k": UNCLEAR}),
        ("map_replace: [{k: {if: [unclear, a, b]}}, {values: {a: {if: [unclear, c]}}}]",
         {"k": Either("'unclear'", UNCLEAR, "b")}),
        ("map_replace: [{k: a}, {values: {a: {if: [unclear, b]}}}]", {"k": Either("'unclear'", "b", "a")}),
        ("map_replace: [{k: {if: [unclear, a]}}, {values: {a: b}}]", {"k": Either("'unclear'", "b", OMITTED)}),
        ("repeat: {for_each: {A: [{if: [unclear, a]}, b]}, template: A}", UNCLEAR_LIST),
        ("repeat: {for_each: {A: [x]}, template: [{if: [unclear, A]}]}", [[Either("'unclear'", "x", OMITTED)]]),
        ("str_replace_strict: {template: t, params: {A: {if: [unclear, a]}}}", "t"),
        ("yaql: {expression: $.data.len(), data: [{if: [unclear, a]}]}", UNCLEAR),
        ("yaql: {expression: $.data.len(), data: {k: {if: [unclear, a]}}}", UNCLEAR),
        ("list_join: [',', [{k: {if: [unclear, a]}}]]", UNCLEAR),
    ],
)  # fmt: skip
def test_items_and_keys_that_may_be_left_out(call: str, expected: Value) -> None:
    assert without_origins(resolved(call)) == without_origins(expected)


@for_each(
    ("a", "b", "expected"),
    [
        ([MAYBE], [], None), ([MAYBE], ["a"], None), ([MAYBE, "b"], ["b"], None), ([MAYBE], {}, False),
        ({"k": MAYBE}, {}, None), ({"k": MAYBE}, {"k": "a"}, None), (["b"], ["b"], True), (MAYBE, "b", False),
    ],
)  # fmt: skip
def test_comparing_what_may_be_left_out(a: Value, b: Value, expected: bool | None) -> None:
    assert equal(a, b) is expected and equal(b, a) is expected


@for_each(
    ("path", "expected"),
    [
        (["j", 0], "z"), (["j", 1], UNCLEAR), (["j", 2], UNCLEAR), (["k", "x"], Either("c", "a", "")), (["k", "y"], "y"),
    ],
)  # fmt: skip
def test_a_path_into_what_may_be_left_out(path: list[Value], expected: Value) -> None:
    value: Value = {"j": ["z", MAYBE, "b"], "k": {"x": MAYBE, "y": "y"}}
    for step in path:
        value = take(value, step, "", number_text=False)
    assert value == expected or (expected == UNCLEAR and isinstance(value, Unknown))


def test_a_template_to_repeat_that_is_partly_known() -> None:
    unclear = resolved("repeat: {for_each: {A: [x, y]}, template: {if: [unclear, <A>, {k: A}]}}")
    assert without_origins(unclear) == [Either("'unclear'", "<x>", {"k": "x"}), Either("'unclear'", "<y>", {"k": "y"})]
    more = resolved("repeat: {for_each: {A: [x]}, template: {list_concat: [[A], {get_param: openlist}]}}")
    assert isinstance(more[0], Partial) and more[0].known[0] == "x"
    fails = resolved("repeat: {for_each: {A: [1]}, template: {if: [unclear, A, 2]}}")
    assert without_origins(fails) == [Unknown("it depends on the condition 'unclear'")]


def test_undecided_conditions_that_are_certain_anyway() -> None:
    assert resolved("if: [c, a, b]", c={"and": ["unclear", "off"]}) == "b"
    assert resolved("if: [c, a, b]", c={"or": ["unclear", "on"]}) == "a"
    assert isinstance(resolved("if: [c, a, b]", c={"not": "unclear"}), Either)
    assert resolved("if: [c, a, b]", c={"equals": [{"get_param": "open"}, {"get_param": "open"}]}) == "a"


@for_each(
    "call",
    [
        "list_join: ['-', [a, {get_param: opennumber}]]",
        "map_merge: [{get_param: openlist}]",
        "list_concat: [{get_param: open}]",
        "repeat: {for_each: {A: {get_param: open}}, template: A}",
        "digest: [md5, {get_param: opennumber}]",
        "make_url: {host: {get_param: openlist}}",
    ],
)
def test_type_that_never_matches_is_an_error(call: str) -> None:
    assert "the parameter 'open" in failure(call).message


@pytest.mark.parametrize("what", ["metadata", "update_policy", "deletion_policy"])
def test_what_uses_a_template_is_unknown(what: str) -> None:
    """Any template may be a nested one; the one that an environment is given for is not."""
    assert resolved(f"resource_facade: {what}") == Unknown(
        f"the {what} of the resource that uses this template", None, ValueSource("facade", what)
    )
    with pytest.raises(EvaluationError, match="works only in a nested template"):
        resolved(f"resource_facade: {what}", inputs=Inputs(root=True))


FORMS: dict[str, Any] = {
    "lone text": {"str_replace": {"template": "%n%", "params": {"%n%": "X"}}},
    "text": {"str_replace": {"template": "a-%n%", "params": {"%n%": "X"}}},
    "template": {"str_replace": {"template": "X", "params": {"a": "b"}}},
    "split": {"str_split": [",", "X"]},
    "first": {"str_split": [",", "X", 0]},
    "join": {"list_join": ["-", ["X", "a"]]},
    "join list": {"list_join": ["-", "X"]},
    "digest": {"digest": ["md5", "X"]},
    "repeat": {"repeat": {"template": "%n%", "for_each": {"%n%": "X"}}},
    "repeat text": {"repeat": {"template": "a%n%", "for_each": {"%n%": ["X"]}}},
    "merge": {"map_merge": ["X", {"a": 1}]},
    "replace": {"map_replace": [{"a": "b"}, {"values": {"b": "X"}}]},
    "filter": {"filter": [["a"], "X"]},
    "filter list": {"filter": [["a"], ["X"]]},
    "concat": {"list_concat": ["X", ["a"]]},
    "unique": {"list_concat_unique": [["X"], ["a"]]},
    "path": {"make_url": {"path": "X"}},
    "query": {"make_url": {"host": "h", "query": "X"}},
    "contains": {"contains": ["a", "X"]},
    "if": {"if": ["on", "X", "b"]},
    "yaql": {"yaql": {"expression": "$.data.x", "data": {"x": "X"}}},
}
GIVEN: dict[str, list[Any]] = {
    "string": ["a", "", "7", "a,b", "/x"],
    "number": [0, 1, 80, 1.5],
    "boolean": [True, False],
    "json": [{}, {"a": "b"}, {"a": 1, "b": [1]}, [], ["a", 1]],
    "comma_delimited_list": ["a", "a,b", ""],
}
KINDS: dict[str, Any] = {"string": str, "number": (int, float), "list": list, "map": dict, "boolean": bool}
KINDS |= {"json": (dict, list), "comma_delimited_list": list}


def of(form: Any, argument: Any) -> Any:
    if isinstance(form, dict):
        return {key: of(value, argument) for key, value in form.items()}
    return [of(value, argument) for value in form] if isinstance(form, list) else argument if form == "X" else form


def may_become(value: Value, known: Value) -> bool:
    """Whether a value that is not wholly known may turn out to be a known one."""
    if isinstance(value, Unknown):
        return value.type is None or isinstance(known, KINDS[value.type])
    if isinstance(value, PartialText):
        pattern = "".join(re.escape(part) if isinstance(part, str) else ".*" for part in value.parts)
        return isinstance(known, str) and re.fullmatch(pattern, known, re.DOTALL) is not None
    if isinstance(value, Either):
        return may_become(value.if_true, known) or may_become(value.if_false, known)
    if isinstance(value, Partial):
        return isinstance(known, type(value.known))
    if isinstance(value, dict):
        return isinstance(known, dict) and all(k in known and may_become(v, known[k]) for k, v in value.items())
    if isinstance(value, list):
        return isinstance(known, list) and len(value) == len(known) and all(map(may_become, value, known))
    return bool(value == known)


@pytest.mark.parametrize("kind", GIVEN)
def test_what_is_known_without_a_value_holds_for_every_value(kind: str) -> None:
    """Functions of functions of a parameter: an error, a type or a known part holds whatever value is given."""
    outputs = {f"{a} of {b}": of(FORMS[a], of(FORMS[b], {"get_param": "x"})) for a in FORMS for b in FORMS}

    def results(given: dict[str, Any]) -> dict[str, Value | EvaluationError]:
        document = {
            "heat_template_version": "2018-08-31",
            "parameters": {"x": {"type": kind, **given}},
            "conditions": {"on": True},
            "outputs": {name: {"value": value} for name, value in outputs.items()},
        }
        run, found = evaluation(document, Inputs()), dict[str, Value | EvaluationError]()
        for name, output in run.template.outputs.items():
            part = run.template.part(output, "value")
            assert part is not None
            try:
                found[name] = run.value(part)
            except EvaluationError as exc:
                found[name] = exc
        return found

    without = results({})
    for value in GIVEN[kind]:
        for name, known in results({"default": value}).items():
            if not isinstance(known, EvaluationError):
                told = without[name]
                assert not isinstance(told, EvaluationError) and may_become(told, known), (name, value, told, known)
