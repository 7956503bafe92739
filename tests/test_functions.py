"""Functions: what each version has, what each call yields, where Heat fails, and what stays known of the unknown.

What Heat yields here was read off Heat 27; tools/compare_functions.py holds thousands of random calls against it.
"""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from hotlint.analysis.budget import Budget, Meter
from hotlint.analysis.evaluator import Evaluation
from hotlint.analysis.inputs import Given, Inputs
from hotlint.analysis.template import Template
from hotlint.language import functions, versions
from hotlint.language.functions.yaql_syntax import is_plainly_valid
from hotlint.language.values import Either, EvaluationError, Partial, PartialText, Unknown, Value, is_known
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source

NEWEST = versions.NEWEST
PARAMETERS = {
    "s": {"type": "string", "default": "hello"},
    "n": {"type": "number", "default": 3},
    "l": {"type": "comma_delimited_list", "default": "a,b,c"},
    "j": {"type": "json", "default": {"k": "v", "list": [1, 2], "z": None}},
    "b": {"type": "boolean", "default": "yes"},
    "open": {"type": "string"},
    "opennumber": {"type": "number"},
    "openlist": {"type": "comma_delimited_list"},
    "openmap": {"type": "json"},
}
ATTRIBUTES = {"net": {"value": {"ips": ["10.0.0.1"], "n": 3, "none": None}, "__ref__": "net-ref"}}


def evaluation(document: dict[str, Any], inputs: Inputs | None = None) -> Evaluation:
    text = yaml.safe_dump(document, sort_keys=False)
    return Evaluation(
        Template(parse(Source("test.yaml", text))), inputs or Inputs(attributes=ATTRIBUTES), Meter(Budget())
    )


def resolved(call: str, version: str = NEWEST, inputs: Inputs | None = None, **conditions: Any) -> Value:
    """The value of a call written as YAML, in a template with the parameters and resources above."""
    document: dict[str, Any] = {"heat_template_version": version, "parameters": PARAMETERS}
    if version >= "2016-10-14":
        document["conditions"] = {"on": True, "off": False, "unclear": {"equals": [{"get_param": "open"}, "x"]}}
        document["conditions"] |= conditions
    kind = {"type": "OS::Heat::Value", "properties": {"value": 1}}
    document["resources"] = {"net": kind, "server": kind}
    document["outputs"] = {"it": {"value": yaml.safe_load(call)}}
    run = evaluation(document, inputs)
    part = run.template.part(run.template.outputs["it"], "value")
    assert part is not None
    return run.value(part)


def failure(call: str, version: str = NEWEST) -> EvaluationError:
    with pytest.raises(EvaluationError) as caught:
        resolved(call, version)
    return caught.value


def phases(call: str, version: str = NEWEST, context: str = "value") -> list[tuple[str, tuple[str | int, ...]]]:
    """(phase, path) of each fault that is found without values."""
    document = parse(Source("t", f"heat_template_version: {version}\n"))
    source = parse(Source("t", call)).root
    assert source is not None
    read = Template(document).read(source, context)
    return [(found.phase, found.path) for found in read.function.check(read, version)]


# -- versions --------------------------------------------------------------------------------------------------------

FN = {"Fn::Base64", "Fn::GetAZs", "Fn::Join", "Fn::MemberListToMap", "Fn::Replace", "Fn::ResourceFacade", "Fn::Split"}
FIRST = {"get_param", "get_resource", "get_attr", "get_file", "list_join", "str_replace", "resource_facade"}
ADDED = {
    "2013-05-23": FIRST | FN | {"Ref", "Fn::Select"},
    "2014-10-16": set(),
    "2015-04-30": {"repeat", "digest"},
    "2015-10-15": {"str_split"},
    "2016-04-08": {"map_merge"},
    "2016-10-14": {"yaql", "map_replace", "if"},
    "2017-02-24": {"filter", "str_replace_strict"},
    "2017-09-01": {"make_url", "list_concat", "list_concat_unique", "contains", "str_replace_vstrict"},
    "2018-03-02": set(),
    "2018-08-31": set(),
    "2021-04-16": set(),
}
REMOVED = {"2014-10-16": FN | {"Ref"}, "2015-10-15": {"Fn::Select"}}


def test_every_version_has_its_functions() -> None:
    expected: set[str] = set()
    for version in versions.VERSIONS:
        expected = (expected | ADDED[version]) - REMOVED.get(version, set())
        assert set(functions.available(version)) == expected, version


def test_conditions_have_few_functions() -> None:
    basic = {"get_param", "equals", "not", "and", "or"}
    assert set(functions.available("2016-04-08", "condition")) == set()
    assert set(functions.available("2016-10-14", "condition")) == basic
    assert set(functions.available("2017-09-01", "condition")) == basic | {"yaql", "contains"}


@pytest.mark.parametrize(
    ("name", "version", "context", "status"),
    [
        ("Fn::Join", "2014-10-16", "value", "removed"),
        ("Fn::Join", "2018-08-31", "condition", "removed"),
        ("repeat", "2014-10-16", "value", "future"),
        ("equals", NEWEST, "value", "future"),
        ("list_join", NEWEST, "condition", "not-in-conditions"),
        ("nope", NEWEST, "value", None),
    ],
)
def test_status(name: str, version: str, context: str, status: str | None) -> None:
    assert functions.status(name, version, context) == status


# -- documentation ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(functions.NAMES))
def test_the_example_yields_what_it_says(name: str) -> None:
    function = functions.get(name)
    assert function is not None and function.summary and function.form and function.parameters and function.snippet
    given = yaml.safe_load(function.given) or {}
    document: dict[str, Any] = {"heat_template_version": function.until or NEWEST, "parameters": {}}
    kinds = {str: "string", int: "number", list: "comma_delimited_list", dict: "json"}
    for parameter, value in given.get("parameters", {}).items():
        document["parameters"][parameter] = {"type": kinds[type(value)], "default": value}
    attributes = given.get("attributes", {})
    document["resources"] = {name: {"type": "OS::Heat::Value"} for name in attributes}
    files, facade = given.get("files", {}), given.get("facade", {})
    inputs = Inputs(attributes=attributes, file=files.get, facade=facade.get)
    place = "value" if function.value else "condition"
    if not function.until:
        document["conditions"] = given.get("conditions", {})
    if function.value:
        document["outputs"] = {"it": {"value": yaml.safe_load(function.example)}}
    else:
        document["conditions"]["it"] = yaml.safe_load(function.example)
    run = evaluation(document, inputs)
    owner = run.template.outputs["it"] if function.value else run.template.conditions["it"]
    part = run.template.part(owner, place)
    assert part is not None and part.calls
    expected = yaml.safe_load(function.result)
    value = run.value(part)
    assert value == expected if expected != "?" else not is_known(value)
    for call in part.calls:
        assert list(call.function.check(call, run.version)) == []


def test_keys_of_examples_are_known() -> None:
    for name in functions.NAMES:
        function = functions.get(name)
        assert function is not None
        (written,) = yaml.safe_load(function.example)
        assert written == name == function.name


# -- what Heat yields ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
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
        (NEWEST, "get_attr: [net]", {"value": ATTRIBUTES["net"]["value"]}),
        (NEWEST, "get_attr: [net, null]", {"value": ATTRIBUTES["net"]["value"]}),
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
        (NEWEST, "map_replace: [{k: v, a: 1}, {keys: {k: K}, values: {1: one}}]", {"K": "v", "a": "one"}),
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


@pytest.mark.parametrize(
    ("version", "call", "said"),
    [
        (NEWEST, "get_param: []", "needs the name"),
        (NEWEST, "get_param: {a: b}", "not a map"),
        (NEWEST, "get_param: [1]", "not a number"),
        (NEWEST, "get_param: NOPE", "undefined parameter"),
        (NEWEST, "get_resource: NOPE", "undefined resource"),
        (NEWEST, "get_attr: [net, value, ips, 7]", "no attribute"),
        ("2013-05-23", "list_join: [',', [1]]", "not a number: 1"),
        (NEWEST, "list_join: [',', [1]]", "not a number: 1"),
        (NEWEST, "list_join: [1, [a]]", "delimiter"),
        (NEWEST, "list_join: [',', {a: b}]", "not a map"),
        (NEWEST, "list_join: [',', [{1: a, b: c}]]", "as JSON"),
        ("2015-04-30", "str_replace: {template: x, params: {x: [1]}}", "from 2015-10-15"),
        (NEWEST, "str_replace: {template: x, params: {'': y}}", "empty placeholder"),
        (NEWEST, "str_replace: {template: x, params: {1: y}}", "in quotes"),
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
        ("2016-04-08", "repeat: {for_each: {A: {k: 1}}, template: A}", "not a map"),
        (NEWEST, "repeat: {for_each: {A: [1]}, template: A}", "strings to put in"),
        (NEWEST, "repeat: {for_each: {}, template: A}", "at least one"),
        (NEWEST, "repeat: {for_each: {A: [x], B: [y, z]}, template: A, permutations: false}", "same length"),
        (NEWEST, "repeat: {for_each: {A: {k: 1}}, template: A, permutations: false}", "lists in for_each"),
        (NEWEST, "digest: [sha265, x]", "sha256"),
        (NEWEST, "digest: [md5, '\u20ac']", "Latin-1"),
        (NEWEST, "digest: [shake_128, a]", "cannot use"),
        (NEWEST, "filter: [[a], abc]", "list to filter"),
        (NEWEST, "list_concat: [[a], {b: 1}]", "not a map"),
        (NEWEST, "contains: [a, {a: 1}]", "not a map"),
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
def test_fault(version: str, call: str, said: str) -> None:
    assert said in failure(call, version).message


def test_a_fault_leads_to_its_place() -> None:
    assert failure("list_join: [',', [a], [b, 1]]").path == (2, 1)
    assert failure("str_replace_strict: {template: x, params: {y: 1}}").path == ("params", "y")
    assert failure("map_replace: [{a: 1, b: 2}, {keys: {a: b}}]").path == (1, "keys", "a")


# -- what stays known of the unknown ---------------------------------------------------------------------------------

OPEN = Unknown("no value is given for the parameter 'open'", "string", ("parameter", "open"))


def text(*parts: Any) -> PartialText:
    return PartialText(tuple(OPEN._replace(type=part.type) if isinstance(part, Unknown) else part for part in parts))


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
def test_the_known_part_stays(call: str, expected: Value) -> None:
    assert resolved(call.replace("[on,", "['on',")) == expected


def test_a_merged_map_keeps_its_known_keys() -> None:
    value = resolved("map_merge: [{a: 1}, {get_param: openmap}, {b: 2}]")
    assert isinstance(value, Partial) and value.rest.origin == ("parameter", "openmap")
    assert isinstance(value.known["a"], Unknown) and value.known["b"] == 2


def test_a_list_with_an_unknown_stretch() -> None:
    value = resolved("list_concat: [[a], {get_param: openlist}, [b]]")
    assert isinstance(value, Partial) and [value.known[0], value.known[2]] == ["a", "b"]
    joined = resolved("list_join: [',', {list_concat: [[a, b], {get_param: openlist}, [c]]}]")
    assert isinstance(joined, PartialText) and joined.parts[0] == "a,b" and joined.parts[2] == "c"


def test_an_unclear_condition_shows_both_branches() -> None:
    value = resolved("if: [unclear, {k: a}, {k: b}]")
    assert value == Either("'unclear'", {"k": "a"}, {"k": "b"})
    failing = resolved("if: [unclear, a, {digest: [nope, x]}]")
    assert failing.if_true == "a" and "would fail" in failing.if_false.reason
    assert not is_known(resolved("list_join: [',', [{if: [unclear, a, b]}]]"))


def test_what_is_certain_of_unclear_conditions() -> None:
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
def test_a_type_that_never_fits_is_a_fault(call: str) -> None:
    assert "the parameter 'open" in failure(call).message


def test_given_values_are_used() -> None:
    inputs = Inputs(parameters={"open": Given("x")})
    assert resolved("if: [unclear, a, b]", inputs=inputs) == "a"


# -- what is found without values ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("version", "call", "expected"),
    [
        (NEWEST, "get_attr: net", [("parse", ())]),
        (NEWEST, "get_attr: [net]", []),
        ("2015-04-30", "get_attr: [net]", [("parse", ())]),
        (NEWEST, "get_attr: [[net], value]", [("validate", (0,))]),
        (NEWEST, "get_resource: [net]", [("depend", ())]),
        (NEWEST, "get_param: {a: b}", [("resolve", ())]),
        ("2015-04-30", "list_join: [',', [a], [b]]", [("parse", ())]),
        (NEWEST, "list_join: {get_param: l}", [("parse", ())]),
        (NEWEST, "list_join: [',', [1]]", [("resolve", (1, 0))]),
        (NEWEST, "list_join: [',', [{get_param: n}]]", []),
        (NEWEST, "str_replace: {template: x}", [("parse", ())]),
        (NEWEST, "str_replace: {template: x, params: [a]}", [("parse", ("params",))]),
        (NEWEST, "str_replace: {template: x, params: {get_param: j}}", []),
        (NEWEST, "repeat: {for_each: [a], template: x}", [("validate", ("for_each",))]),
        (NEWEST, "repeat: {for_each: {a: [b]}, template: a, permutations: 'no'}", [("parse", ("permutations",))]),
        ("2016-10-14", "repeat: {for_each: {a: [b]}, template: a, permutations: 'no'}", []),
        (NEWEST, "digest: [nope, {get_param: s}]", [("resolve", (0,))]),
        (NEWEST, "make_url: {host: 5}", [("validate", ("host",))]),
        (NEWEST, "make_url: {hots: h}", [("validate", ("hots",))]),
        (NEWEST, "yaql: {expression: '$.data.('}", [("validate", ("expression",))]),
        (NEWEST, "yaql: {expression: $.data, more: 1}", [("parse", ("more",))]),
        ("2018-08-31", "if: [on, a]", [("parse", ())]),
        (NEWEST, "if: [[on], a, b]", [("parse", (0,))]),
        (NEWEST, "if: ['on', a]", []),
        (NEWEST, "resource_facade: nope", [("parse", ())]),
        ("2013-05-23", "Ref: [a]", [("parse", ())]),
    ],
)
def test_what_heat_finds_and_when(version: str, call: str, expected: list[tuple[str, Any]]) -> None:
    assert phases(call, version) == expected


@pytest.mark.parametrize(
    ("call", "found"),
    [
        ("get_attr: [{get_param: s}, value]", True),
        ("get_attr: [{str_split: ['-', net-x, 0]}, value]", False),
        ("get_attr: [{get_param: open}, value]", False),
        ("get_resource: {get_param: l}", True),
        ("resource_facade: {get_param: s}", True),
        ("if: [{get_param: s}, a, b]", True),
        ("if: [{get_param: b}, a, b]", False),
    ],
)
def test_what_heat_resolves_before_it_deploys(call: str, found: bool) -> None:
    document = {"heat_template_version": NEWEST, "parameters": PARAMETERS, "resources": {"net": {"type": "T"}}}
    run = evaluation(document | {"outputs": {"it": {"value": yaml.safe_load(call)}}})
    ((_, read),) = [(part, call) for part, call in run.template.calls() if call.parent is None]
    assert bool(list(read.function.check_early(read, run))) is found


def test_condition_functions_are_checked_too() -> None:
    assert phases("and: [true]", context="condition") == [("parse", ())]
    assert phases("not: null", context="condition") == [("parse", ())]
    assert phases("equals: [1]", context="condition") == [("parse", ())]


def test_targets() -> None:
    document = Template(parse(Source("t", f"heat_template_version: {NEWEST}\n")))

    def targets(call: str) -> list[tuple[str, str, tuple[str | int, ...]]]:
        root = parse(Source("t", call)).root
        assert root is not None
        read = document.read(root, "value")
        return [tuple(target) for target in read.function.targets(read)]

    assert targets("get_param: [j, k]") == [("parameter", "j", (0,))]
    assert targets("get_attr: [net, value]") == [("resource", "net", (0,))]
    assert targets("if: [prod, a, b]") == [("condition", "prod", (0,))]
    assert targets("get_file: x.sh") == [("file", "x.sh", ())]
    assert targets("get_param: {get_param: s}") == []


# -- hostile calls ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "call",
    [
        {"repeat": {"for_each": {k: [str(n) for n in range(50)] for k in "ABCDEF"}, "template": "A"}},
        {"str_replace": {"template": "A" * 20_000, "params": {"A": "B" * 200_000}}},
        {"repeat": {"for_each": {k: [chr(ord(k) + 1) * 300] for k in "ABCDEFGH"}, "template": "A" * 300}},
    ],
    ids=["permutations", "growth", "growth of placeholders"],
)
def test_hostile_calls_meet_the_budget(call: dict[str, Any]) -> None:
    assert failure(yaml.safe_dump(call)).slug == "budget"


# -- yaql expressions told without yaql -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "expression",
    ["$", "$.data.x", "$.data.l.select(int($)).max()", "dict($.data.l.select([$, 1]))", "{a => 1, b => [2, $x]}",
     "not $.data.a and -1 < $.data.b[0].c", "$.data.where($ != 'it is').orderBy($.n)", "let(x => 1) -> $x + 1"],
)  # fmt: skip
def test_plain_yaql(expression: str) -> None:
    assert is_plainly_valid(expression)


@pytest.mark.parametrize(
    "expression", ["", "$.data.(", "1 +", "f(a => 1, 2)", "(1, 2)", "a b", "'\\x'", "(" * 100 + "1" + ")" * 100, "x{1}"]
)
def test_yaql_that_is_left_to_yaql(expression: str) -> None:
    assert not is_plainly_valid(expression)
