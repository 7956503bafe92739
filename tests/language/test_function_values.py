"""Values of calls, and the errors where Heat fails, as read off Heat 27."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from for_each import for_each
from function_fixture import ATTRIBUTES, NEWEST, failure, resolved
from time_limits import quarter

from hotlint.analysis.environments.inputs import Given, Inputs
from hotlint.language.values import Partial, Value


@for_each(
    ("version", "call", "expected"),
    [
        (NEWEST, "get_param: n", 3),
        (NEWEST, "get_param: [j, list, 1]", 2),
        (NEWEST, "get_param: [j, list, '1']", 2),
        (NEWEST, "get_param: [j, list, 9]", ""),
        (NEWEST, "get_param: [j, nope, deeper]", ""),
        (NEWEST, "get_param: [s, 0]", "h"),
        (NEWEST, "get_param: [j, 1.5]", ""),
        ("2013-05-23", "get_attr: [net, value, ips, 0]", "10.0.0.1"),
        ("2013-05-23", "get_attr: [net, value, ips, 7]", None),
        ("2013-05-23", "get_attr: [net, value, ips, '0']", None),
        (NEWEST, "get_attr: [net, value, ips, 0]", "10.0.0.1"),
        (NEWEST, "get_resource: net", "net-ref"),
        ("2013-05-23", "list_join: [',', [a, null, b]]", "a,,b"),
        ("2013-05-23", "list_join: [',', null]", ""),
        (NEWEST, "list_join: [',', [a, [1], {b: 1, a: 2}], null, '', 0, [z]]", 'a,[1],{"a": 2, "b": 1},z'),
        (NEWEST, "str_replace: {template: $var $va, params: {$va: 2, $var: 1}}", "1 2"),
        (NEWEST, "str_replace: {template: a b, params: {a: b, b: c}}", "b c"),
        (NEWEST, "str_replace: {template: abba, params: {b: true, a: null}}", "TrueTrue"),
        (NEWEST, "str_replace: {template: x, params: {x: {b: [1], a: null}}}", '{"a": null, "b": [1]}'),
        (NEWEST, "str_replace: {template: x, params: {}}", "x"),
        (NEWEST, "str_replace_vstrict: {template: x, params: {x: 0}}", "0"),
        (NEWEST, "str_split: [',', 'a,b', -1]", "b"),
        (NEWEST, "str_split: [',', 'a,b', '1', more]", "b"),
        (NEWEST, "str_split: [null, 'a  b']", ["a", "b"]),
        (NEWEST, "str_split: [',', null, 9]", None),
        (NEWEST, "map_merge: [{a: 1, b: 2}, null, {a: 3}]", {"a": 3, "b": 2}),
        (NEWEST, "map_merge: []", {}),
        (NEWEST, "map_merge: ''", {}),
        (NEWEST, "map_replace: [{k: v, a: 1}, {keys: {k: K}, values: {1: one}}]", {"K": "v", "a": 1}),
        (NEWEST, "map_replace: [{k: [v]}, {values: {v: w}}]", {"k": ["v"]}),
        (NEWEST, "map_replace: [null, {keys: null}]", {}),
        ("2016-04-08", "repeat: {for_each: {A: [x, y], B: [1]}, template: 5}", [5, 5]),
        (NEWEST, "repeat: {for_each: {A: [x, y], B: [z]}, template: {A: B}}", [{"x": "z"}, {"y": "z"}]),
        (NEWEST, "repeat: {for_each: {A: [x, y], B: [v, w]}, template: AB, permutations: false}", ["xv", "yw"]),
        (NEWEST, "repeat: {for_each: {A: {k: 1}, B: null}, template: A}", []),
        (NEWEST, "repeat: {for_each: {A: {k: 1, l: 2}}, template: [A]}", [["k"], ["l"]]),
        (NEWEST, "repeat: {for_each: {A: [x]}, template: {get_param: [j, list]}}", [[1, 2]]),
        (NEWEST, "digest: [SHA256, a]", "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"),
        (NEWEST, "filter: [[1], [true, 1.0, 2, null]]", [2, None]),
        (NEWEST, "filter: [[a], null]", None),
        (NEWEST, "filter: [null, [a]]", ["a"]),
        (NEWEST, "list_concat: [[a], null, [a]]", ["a", "a"]),
        (NEWEST, "list_concat_unique: [[1, b], [true, b, c]]", [1, "b", "c"]),
        (NEWEST, "contains: [b, abc]", True),
        (NEWEST, "contains: [1, [true]]", True),
        (NEWEST, "make_url: {host: '[::1]', port: '80', path: 'x y'}", "//[::1]:80/x%20y"),
        (NEWEST, "make_url: {scheme: https, username: u@x, password: 'p:q', host: h}", "https://u%40x:p%3Aq@h"),
        (NEWEST, "make_url: {host: h, query: {a: b c, l: [1]}}", "//h?a=b+c&l=%5B1%5D"),
        (NEWEST, "if: [true, a, b]", "a"),
        (NEWEST, "if: [off, a, b]", "b"),
        (NEWEST, "if: [null, a, b]", "a"),
        (NEWEST, "if: [{and: ['off', nonsense]}, a, b]", "b"),
        (NEWEST, "if: [{or: ['on', nonsense]}, a, b]", "a"),
        (NEWEST, "if: ['off', a]", None),
        (NEWEST, "{k: {if: ['off', a]}, l: [{if: ['off', a]}, b]}", {"l": ["b"]}),
        (NEWEST, "equals: [1, 1]", {"equals": [1, 1]}),
        ("2015-04-30", "Fn::Select: ['1', [a, b]]", "b"),
        ("2015-04-30", "Fn::Select: [k, '{\"k\": 1}']", 1),
        ("2015-04-30", "Fn::Select: [9, [a]]", ""),
        ("2015-04-30", "Fn::Select: [0, '']", ""),
        ("2013-05-23", "Ref: s", "hello"),
        ("2013-05-23", "Ref: net", "net-ref"),
        ("2014-10-16", "str_split: [',', a]", {"str_split": [",", "a"]}),
    ],
)
def test_value(version: str, call: str, expected: Value) -> None:
    value = resolved(call.replace("[off,", "['off',"), version)
    assert value == expected and type(value) is type(expected)


@pytest.mark.parametrize("call", ["get_attr: [net]", "get_attr: [net, null]"])
def test_all_attributes_are_those_that_are_given_and_unknown_ones(call: str) -> None:
    value = resolved(call)
    assert isinstance(value, Partial) and value.known == {"value": ATTRIBUTES["net"]["value"]}


@for_each(
    ("version", "call", "said"),
    [
        (NEWEST, "get_param: []", "needs the name"),
        (NEWEST, "get_param: {a: b}", "not a mapping"),
        (NEWEST, "get_param: [1]", "not a number"),
        (NEWEST, "get_param: NOPE", "undefined parameter"),
        (NEWEST, "get_resource: NOPE", "undefined resource"),
        (NEWEST, "get_attr: [net, value, ips, 7]", "no attribute"),
        ("2013-05-23", "list_join: [',', [1]]", "not a number: 1"),
        (NEWEST, "list_join: [',', [1]]", "not a number: 1"),
        (NEWEST, "list_join: [1, [a]]", "delimiter"),
        (NEWEST, "list_join: [',', {a: b}]", "not a mapping"),
        ("2015-04-30", "str_replace: {template: x, params: {x: [1]}}", "from 2015-10-15"),
        (NEWEST, "str_replace: {template: x, params: {'': y}}", "empty placeholder"),
        (NEWEST, "str_replace: {template: 1, params: {a: y}}", "a string as its template"),
        (NEWEST, "str_replace_strict: {template: x, params: {x: 1, y: 2}}", "no 'y'"),
        (NEWEST, "str_replace_strict: {template: xy, params: {x: 1, xy: 2}}", "no 'x'"),
        (NEWEST, "str_replace_vstrict: {template: x, params: {x: []}}", "not empty"),
        (NEWEST, "str_split: [',', a, 5]", "one item in 'a', so none has the index 5"),
        (NEWEST, "str_split: [',', [a]]", "not a list"),
        (NEWEST, "str_split: ['', a]", "not empty"),
        (NEWEST, "map_merge: [{a: 1}, x]", "not a string: 'x'"),
        (NEWEST, "map_merge: abc", "a list of mappings"),
        (NEWEST, "map_replace: [{a: 1, b: 2}, {keys: {a: b}}]", "has already"),
        (NEWEST, "map_replace: [{a: 1, b: 2}, {keys: {a: c, b: c}}]", "has already"),
        (NEWEST, "map_replace: [{a: 1}, {keys: {a: [x]}}]", "not a list"),
        (NEWEST, "map_replace: [{a: 1}, {nope: {}}]", "not 'nope'"),
        ("2016-04-08", "repeat: {for_each: {A: {k: 1}}, template: A}", "not a mapping"),
        (NEWEST, "repeat: {for_each: {A: [1]}, template: A}", "strings to put in"),
        (NEWEST, "repeat: {for_each: {}, template: A}", "at least one"),
        (NEWEST, "repeat: {for_each: {A: [x], B: [y, z]}, template: A, permutations: false}", "same length"),
        (NEWEST, "repeat: {for_each: {A: {k: 1}}, template: A, permutations: false}", "lists in for_each"),
        (NEWEST, "digest: [sha265, x]", "sha256"),
        (NEWEST, "digest: [md5, '\u20ac']", "Latin-1"),
        (NEWEST, "digest: [shake_128, a]", "cannot use"),
        (NEWEST, "filter: [[a], abc]", "list to filter"),
        (NEWEST, "list_concat: [[a], {b: 1}]", "not a mapping"),
        (NEWEST, "contains: [a, {a: 1}]", "not a mapping"),
        (NEWEST, "contains: [1, abc]", "not a number"),
        (NEWEST, "make_url: {scheme: 'http:'}", "colon"),
        (NEWEST, "make_url: {host: h, port: 70000}", "70000"),
        (NEWEST, "make_url: {host: h, query: {}, fragment: null}", "fragment"),
        (NEWEST, "if: [NOPE, a, b]", "undefined condition"),
        (NEWEST, "yaql: {expression: $.data.nope(), data: {}}", "no method 'nope'"),
        (NEWEST, "yaql: {expression: nope($), data: {}}", "no function 'nope'"),
        (NEWEST, "yaql: {expression: '1 +'}", "is incomplete"),
        ("2015-04-30", "Fn::Select: [x, [a]]", "a number as the index"),
        ("2013-05-23", "Ref: NOPE", "undefined parameter or resource"),
        ("2013-05-23", "Fn::MemberListToMap: [Name, Value, [nonsense]]", "name=value"),
    ],
)
def test_error(version: str, call: str, said: str) -> None:
    assert said in failure(call, version).message


def test_error_path_leads_to_the_argument() -> None:
    assert failure("list_join: [',', [a], [b, 1]]").path == (2, 1)
    assert failure("str_replace_strict: {template: x, params: {y: 1}}").path == ("params", "y")
    assert failure("map_replace: [{a: 1, b: 2}, {keys: {a: b}}]").path == (1, "keys", "a")


def test_given_parameter_values_are_used() -> None:
    inputs = Inputs(parameters={"open": Given("x")})
    assert resolved("if: [unclear, a, b]", inputs=inputs) == "a"


@pytest.mark.slow
@pytest.mark.parametrize(
    "call",
    [
        {"repeat": {"for_each": {k: [str(n) for n in range(50)] for k in "ABCDEF"}, "template": "A"}},
        {"str_replace": {"template": "A" * 20_000, "params": {"A": "B" * 200_000}}},
        {"repeat": {"for_each": {k: [chr(ord(k) + 1) * 300] for k in "ABCDEFGH"}, "template": "A" * 300}},
    ],
    ids=["permutations", "growth", "growth of placeholders"],
)
def test_hostile_calls_exceed_the_budget(call: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    quarter(monkeypatch)
    assert failure(yaml.safe_dump(call)).slug == "budget"
