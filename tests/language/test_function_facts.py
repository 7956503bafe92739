"""Versions, examples and references of each function."""

from __future__ import annotations

import sys
from typing import Any

import pytest
import yaml
from for_each import for_each
from function_fixture import NEWEST, evaluation

from hotlint.analysis.environments.inputs import Inputs, given_attributes
from hotlint.analysis.template import Template
from hotlint.language import functions, versions
from hotlint.language.functions.base import OfflineRun
from hotlint.language.values import is_known
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source

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


def test_functions_available_in_each_version() -> None:
    assert tuple(ADDED) == versions.VERSIONS, "each version has a row, from the HOT specification"
    expected: set[str] = set()
    for version in versions.VERSIONS:
        expected = (expected | ADDED[version]) - REMOVED.get(version, set())
        assert set(functions.available(version, "value")) == expected, version


def test_functions_available_in_conditions() -> None:
    basic = {"get_param", "equals", "not", "and", "or"}
    assert set(functions.available("2016-04-08", "condition")) == set()
    assert set(functions.available("2016-10-14", "condition")) == basic
    assert set(functions.available("2017-09-01", "condition")) == basic | {"yaql", "contains"}


@for_each(
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


@pytest.mark.parametrize("name", sorted(functions.NAMES))
def test_example_yields_its_result(name: str) -> None:
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
    inputs = Inputs(attributes=given_attributes(attributes), file=files.get, facade=facade.get)
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
        assert list(call.function.check(call, OfflineRun(run.version))) == []


@pytest.mark.parametrize("name", sorted(functions.NAMES))
def test_example_calls_the_function(name: str) -> None:
    function = functions.get(name)
    assert function is not None
    (called,) = yaml.safe_load(function.example)
    assert called == name == function.name
    module = sys.modules[type(function).__module__]
    for fact in (module.__doc__, function.summary, function.form, function.snippet, function.given, function.result):
        assert fact is not None and "TODO" not in fact, fact
    assert "TODO" not in str(function.parameters)


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
