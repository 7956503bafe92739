"""Origins: what a value that is not known comes from, and when two are the same value."""

from __future__ import annotations

from typing import Any

import pytest
from for_each import for_each
from function_fixture import resolved

from hotlint.analysis.environments.inputs import Given, Inputs
from hotlint.language.origins import (
    Result,
    ValueSource,
    id_of,
    is_attribute,
    is_hidden,
    origin_of,
    part_of,
    result,
    source_of,
    sources_of,
    with_sources,
)
from hotlint.language.values import Either, Partial, PartialText, Unknown, Value, equal
from hotlint.stacks.references import scoped

ID = ValueSource("reference", "net")
OTHER_ID = ValueSource("reference", "server")
NAME = ValueSource("attribute", "net", ("name",))
NET, SERVER = "{get_resource: net}", "{get_resource: server}"
SECRET = ValueSource("parameter", "secret", hidden=True)


def value(call: str) -> Value:
    return resolved(call, inputs=Inputs())


# Each makes one string of X, then one list, and so on: what any function makes of an id is not that id.
COMPUTED = {
    "str_split": "str_split: [',', X]",
    "item": "str_split: [',', X, 0]",
    "list_join": "list_join: [',', [X], [X]]",
    "list_join of a list": "list_join: [',', {str_split: [',', X]}]",
    "repeat": "repeat: {for_each: {<%a%>: {str_split: [',', X]}}, template: <%a%>}",
    "yaql": "yaql: {expression: '$.data.toUpper()', data: X}",
    "digest": "digest: [md5, X]",
    "list_concat": "list_concat: [{str_split: [',', X]}, [a]]",
    "list_concat_unique": "list_concat_unique: [{str_split: [',', X]}, [a]]",
    "filter": "filter: [[a], {str_split: [',', X]}]",
    "filter of a list": "filter: [[X], [a]]",
    "map_merge": "map_merge: [{yaql: {expression: 'dict(a => $.data)', data: X}}, {b: 1}]",
    "map_replace": "map_replace: [{a: b}, {keys: {a: X}}]",
    "str_replace": "str_replace: {template: a-%x%, params: {'%x%': X}}",
    "make_url": "make_url: {host: X}",
    "contains": "contains: [a, X]",
    "a part": "yaql: {expression: '$.data.split(\",\")[0]', data: X}",
    "JSON": "list_join: ['', [[X]]]",
}


@pytest.mark.parametrize("name", COMPUTED)
def test_what_is_computed_from_an_id_is_no_id(name: str) -> None:
    made = value(COMPUTED[name].replace("X", NET))
    assert set(sources_of(made)) == {ID}
    assert not any(id_of(part) for part in [made, *(made if isinstance(made, list) else [])])
    parts = made.parts if isinstance(made, PartialText) and name not in ("make_url", "JSON") else ()
    assert all(id_of(part) == "net" for part in parts if isinstance(part, Unknown))
    hidden = with_sources(origin_of(made), lambda _: SECRET)
    assert hidden is None or is_hidden(Unknown("", None, hidden))


@pytest.mark.parametrize("name", COMPUTED)
def test_results_are_the_same_for_the_same_function_of_the_same_values(name: str) -> None:
    def made(argument: str) -> Value:
        return value(COMPUTED[name].replace("X", argument))

    answer = equal(made(NET), made(NET))
    is_sure = name not in (
        "list_concat",
        "list_concat_unique",
        "filter",
        "filter of a list",
        "map_merge",
        "map_replace",
    )
    assert answer is (True if is_sure else None)  # a Partial is no value that is known to be the same
    assert equal(made(NET), made(SERVER)) is None


@for_each(
    ("one", "other"),
    [
        ("str_split: [',', X, 0]", "str_split: [',', X, 1]"), ("str_split: [',', X]", "str_split: [';', X]"),
        ("list_join: [',', L]", "list_join: [';', L]"), ("digest: [md5, X]", "digest: [sha1, X]"),
        ("digest: [md5, X]", "X"), ("get_param: [openmap, a]", "get_param: [openmap, b]"),
        ("get_param: [openmap, a]", "get_param: openmap"),
        ("yaql: {expression: 'random() + $.data', data: X}", "yaql: {expression: 'random() + $.data', data: X}"),
        ("get_attr: [net, a]", "get_attr: [net, b]"), ("get_attr: [{get_param: open}, a]", "get_attr: [{get_param: open}, a]"),
        ("yaql: {expression: '$.data[0]', data: L}", "yaql: {expression: '$.data[1]', data: L}"),
        ("digest: [md5, {if: [unclear, X, Y]}]", "digest: [md5, {if: [unclear, Y, X]}]"),
        ("map_merge: [{a: 1}, {get_param: openmap}]", "map_merge: [{a: 2}, {get_param: openmap}]"),
        ("digest: [md5, {list_join: ['', [X, Y]]}]", "digest: [md5, {list_join: ['', [Y, X]]}]"),
    ],
)  # fmt: skip
def test_values_that_need_not_be_the_same(one: str, other: str) -> None:
    def of(call: str) -> Value:
        call = call if call != "X" else "list_join: ['', [X]]"
        return value(call.replace("X", NET).replace("Y", SERVER).replace("L", "{get_param: openlist}"))

    assert equal(of(one), of(other)) is None


@for_each(
    "call",
    [
        "get_resource: net", "if: [on, {get_resource: net}]", "list_join: [',', [{get_resource: net}]]", "get_attr: [net, a, 0]",
        "get_param: [openmap, a]", "str_split: [',', {get_attr: [net, name]}, 1]",
        "yaql: {expression: '$.data.a', data: {get_param: openmap}}",
        "digest: [md5, {if: [unclear, {get_resource: net}, {get_resource: server}]}]",
        "digest: [md5, {list_join: ['', [a, {get_resource: net}]]}]",
    ],
)  # fmt: skip
def test_values_that_are_the_same_each_time(call: str) -> None:
    call = call.replace("[on,", "['on',")
    assert equal(value(call), value(call)) is True
    outside = [scoped(value(call), "../") for _ in range(2)]
    assert equal(*outside) is True and equal(outside[0], value(call)) is not True
    assert scoped(outside[0], "kid/") == value(call)


def test_items_of_a_list_of_unknown_length_are_not_the_same() -> None:
    first, second = value("list_concat: [{get_param: openlist}, {get_param: openlist}]").known
    assert equal(first, second) is None


def test_every_kind_of_value_has_its_sources_in_order() -> None:
    rest = Unknown("", None, result("f", Unknown("", None, NAME)))
    marks: Any = {"a": [PartialText(("x", Unknown("", None, ID)))], "b": Partial([], rest)}
    either = Either("c", marks, 1, SECRET)
    assert list(sources_of(either)) == [ID, NAME, SECRET]
    assert is_hidden(either) and not is_hidden(marks) and not is_hidden("text")
    assert list(sources_of(["text", 5, None, Unknown("nothing is known")])) == []


def test_text_may_stand_for_a_source() -> None:
    class Given(str):
        origin = ID

    given = Given("net-id")
    assert (id_of(given), id_of("net-id"), list(sources_of([given]))) == ("net", None, [ID])


def test_parts_and_kinds() -> None:
    assert part_of(NAME, 0) == NAME._replace(path=("name", 0)) and part_of(None, "a") is None
    made = result("f", Unknown("", None, NAME))
    part = part_of(made, "a")
    assert isinstance(part, Result) and part.sources == (NAME,) and part not in (made, part_of(made, "b"))
    assert part == part_of(made, "a") and result("f", once=False) != result("f", once=False)
    attribute = Unknown("", None, NAME)
    assert is_attribute(attribute) and source_of(attribute, "reference") is None
    assert id_of(Unknown("", None, ID._replace(path=(0,)))) is None


@pytest.mark.parametrize("name", [*COMPUTED, "a condition", "a part of a text"])
def test_what_is_made_of_a_hidden_value_is_hidden(name: str) -> None:
    """An evaluation may be given an unknown hidden value in the place of a parameter: all that depends on it says so."""
    others = {
        "a condition": "if: [{equals: [X, a]}, b, c]",
        "a part of a text": "str_split: ['-', {str_replace: {template: a-%s%, params: {'%s%': X}}}, 1]",
    }
    call = (COMPUTED | others)[name].replace("X", "{get_param: open}")
    given = Given(Unknown("it is hidden", "string", ValueSource("parameter", "open", hidden=True)))
    made = resolved(call, inputs=Inputs(parameters={"open": given}))
    assert is_hidden(made) and not is_hidden(value(call))
    assert is_hidden(scoped(made, "../")) and set(sources_of(made)) == {ValueSource("parameter", "open")}


def test_what_does_not_depend_on_a_hidden_value_stays_known() -> None:
    given = Given(Unknown("it is hidden", "string", ValueSource("parameter", "open", hidden=True)))
    calls = {
        "str_split: ['-', {str_replace: {template: a-%s%, params: {'%s%': {get_param: open}}}}, 0]": "a",
        "yaql: {expression: $.data.len(), data: [{get_param: open}, b]}": 2,
        "list_join: [',', [a, b]]": "a,b",
        "get_param: s": "hello",
    }
    for call, expected in calls.items():
        assert resolved(call, inputs=Inputs(parameters={"open": given})) == expected
