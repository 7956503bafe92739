"""Errors in calls that show without values, and the phase in which Heat finds them."""

from __future__ import annotations

from typing import Any

import yaml
from for_each import for_each
from function_fixture import NEWEST, PARAMETERS, evaluation, phases


@for_each(
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
def test_phase_of_each_error(version: str, call: str, expected: list[tuple[str, Any]]) -> None:
    assert phases(call, version) == expected


@for_each(
    ("call", "found"),
    [
        ("get_attr: [{get_param: s}, value]", True),
        ("get_attr: [{str_split: ['-', net-x, 0]}, value]", False),
        ("get_attr: [{get_param: open}, value]", False),
        ("get_resource: {get_param: l}", True),
        ("resource_facade: {get_param: s}", True),
        ("resource_facade: {get_attr: [net, value]}", True),
        ("resource_facade: {get_resource: net}", True),
        ("resource_facade: {get_resource: metadata}", False),
        ("if: [{get_param: s}, a, b]", True),
        ("if: [{get_param: b}, a, b]", False),
    ],
)
def test_early_arguments(call: str, found: bool) -> None:
    document = {
        "heat_template_version": NEWEST,
        "parameters": PARAMETERS,
        "resources": {"net": {"type": "T"}, "metadata": {"type": "T"}},
    }
    run = evaluation(document | {"outputs": {"it": {"value": yaml.safe_load(call)}}})
    ((_, read),) = [(part, call) for part, call in run.template.calls() if call.parent is None]
    assert bool(list(read.function.check_early(read, run))) is found


def test_condition_functions_are_checked_too() -> None:
    assert phases("and: [true]", context="condition") == [("parse", ())]
    assert phases("not: null", context="condition") == [("parse", ())]
    assert phases("equals: [1]", context="condition") == [("parse", ())]
