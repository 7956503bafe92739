"""What is asked of properties' values, in three-valued logic."""

from __future__ import annotations

from for_each import for_each

from hotlint.language.values import OMITTED, Either, Partial, PartialText, Unknown, Value
from hotlint.resource_types.property_values import Answer, PropertyValues

CLOUD = Unknown("it depends on the cloud")


def of(value: Value, *, is_open: bool = False) -> PropertyValues:
    return PropertyValues({"p": value}, is_open=is_open)


@for_each(
    ("value", "is_set", "is_true"),
    [
        (None, False, False),
        (OMITTED, False, False),
        ("", True, False),
        (0, True, False),
        (False, True, False),
        ([], True, False),
        ({}, True, False),
        ("a", True, True),
        (1, True, True),
        ([None], True, True),
        (CLOUD, None, None),
        (Either("c", "a", "b"), True, True),
        (Either("c", "a", None), None, None),
        (Either("c", "", None), None, False),
        (Either("c", "", "a"), True, None),
        (Either("c", CLOUD, "a"), None, None),
        (PartialText(("a", CLOUD)), True, True),
        (PartialText((CLOUD, CLOUD)), True, None),
        (Partial({}, CLOUD), True, None),
        (Partial({"a": None}, CLOUD), True, True),
        (Partial([CLOUD], CLOUD), True, None),
        (Partial([CLOUD, "a"], CLOUD), True, True),
    ],
)
def test_set_and_true(value: Value, is_set: Answer, is_true: Answer) -> None:
    assert (of(value).is_set("p"), of(value).is_true("p")) == (is_set, is_true)


@for_each(
    ("value", "answer"),
    [
        ("a", True),
        ("c", False),
        (None, False),
        (CLOUD, None),
        (PartialText(("a", CLOUD)), None),
        (Either("c", "a", "b"), True),
        (Either("c", "a", "c"), None),
        (Either("c", "c", "d"), False),
    ],
)
def test_one_of(value: Value, answer: Answer) -> None:
    assert of(value).is_one_of("p", ("a", "b")) is answer


def test_what_is_missing_from_an_open_mapping_is_unknown() -> None:
    values = of("a", is_open=True)
    assert (values.is_set("p"), values.is_set("q"), values.is_true("q"), values.is_one_of("q", (None,))) == (
        True,
        None,
        None,
        None,
    )


def test_omitted_properties_are_not_among_the_names() -> None:
    values = PropertyValues({"a": 1, "b": OMITTED, "c": None})
    assert list(values.names()) == ["a", "c"]
    assert values["b"] is None


def test_items_are_the_known_mappings_with_their_paths() -> None:
    rows: Value = Partial([{"x": 1}, CLOUD, Partial({"x": 2}, CLOUD), "text"], CLOUD)
    found = list(of(rows).items("p"))
    assert [(item.path, item["x"], item.is_open) for item in found] == [(("p", 0), 1, False), (("p", 2), 2, True)]
    assert [(item.path, item["x"]) for item in of({"x": 3}).items("p")] == [(("p",), 3)]
    assert not list(of(CLOUD).items("p"))
    assert not list(of(None).items("p"))
