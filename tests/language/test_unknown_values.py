"""Known parts of values that are not wholly known."""

from __future__ import annotations

import pytest
from function_fixture import OPEN, failure, resolved, text

from hotlint.analysis.environments.inputs import Inputs
from hotlint.language.values import Either, EvaluationError, Partial, PartialText, Unknown, Value, is_known


@pytest.mark.parametrize(
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
    assert resolved(call.replace("[on,", "['on',")) == expected


def test_merged_map_keeps_its_known_keys() -> None:
    value = resolved("map_merge: [{a: 1}, {get_param: openmap}, {b: 2}]")
    assert isinstance(value, Partial) and value.rest.origin == ("parameter", "openmap")
    assert isinstance(value.known["a"], Unknown) and value.known["b"] == 2


def test_list_with_unknown_items() -> None:
    value = resolved("list_concat: [[a], {get_param: openlist}, [b]]")
    assert isinstance(value, Partial) and [value.known[0], value.known[2]] == ["a", "b"]
    joined = resolved("list_join: [',', {list_concat: [[a, b], {get_param: openlist}, [c]]}]")
    assert isinstance(joined, PartialText) and joined.parts[0] == "a,b" and joined.parts[2] == "c"


def test_undecided_condition_yields_both_branches() -> None:
    value = resolved("if: [unclear, {k: a}, {k: b}]")
    assert value == Either("'unclear'", {"k": "a"}, {"k": "b"})
    failing = resolved("if: [unclear, a, {digest: [nope, x]}]")
    assert failing.if_true == "a" and "would fail" in failing.if_false.reason
    assert not is_known(resolved("list_join: [',', [{if: [unclear, a, b]}]]"))


def test_undecided_conditions_that_are_certain_anyway() -> None:
    assert resolved("if: [c, a, b]", c={"and": ["unclear", "off"]}) == "b"
    assert resolved("if: [c, a, b]", c={"or": ["unclear", "on"]}) == "a"
    assert isinstance(resolved("if: [c, a, b]", c={"not": "unclear"}), Either)
    assert resolved("if: [c, a, b]", c={"equals": [{"get_param": "open"}, {"get_param": "open"}]}) == "a"


@pytest.mark.parametrize(
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
        f"the {what} of the resource that uses this template", None, ("facade", what)
    )
    with pytest.raises(EvaluationError, match="works only in a nested template"):
        resolved(f"resource_facade: {what}", inputs=Inputs(root=True))
