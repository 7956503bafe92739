"""Values that constraints allow or refuse, also where they are partly known."""

from __future__ import annotations

from typing import Any

from for_each import for_each

from hotlint.language.constraints import check_value
from hotlint.language.values import OMITTED, Either, Partial, PartialText, Unknown

CLOUD = Unknown("only the cloud knows")


@for_each(
    ("kind", "args", "value", "value_type", "fine"),
    [
        ("length", {"min": 3}, "m1", "string", False),
        ("length", {"min": 2}, "m1", "string", True),
        ("length", {"max": 1}, ["a", "b"], "comma_delimited_list", False),
        ("length", {"min": 1}, {}, "json", False),
        ("length", {"min": 1}, 5, "string", False),
        ("length", {"min": "1"}, "", "string", False),
        ("range", {"min": 1, "max": 9}, 9, "number", True),
        ("range", {"min": 1, "max": 9}, "10", "number", False),
        ("range", {"max": 9}, "9.0", "number", True),
        ("range", {"min": 1}, True, "number", True),
        ("range", {"min": 1}, [1], "number", False),
        ("range", {"min": 1}, float("nan"), "number", True),
        ("modulo", {"step": 2, "offset": 1}, 3, "number", True),
        ("modulo", {"step": 2, "offset": 1}, "4", "number", False),
        ("modulo", {"step": -3, "offset": -1}, 5, "number", True),
        ("allowed_values", [1, 2], "2", "number", True),
        ("allowed_values", [1, 2], "2", "string", True),
        ("allowed_values", ["1.0"], 1, "number", True),
        ("allowed_values", ["1"], 1.0, "integer", False),
        ("allowed_values", [True], "true", "string", False),
        ("allowed_values", [True], "yes", "boolean", True),
        ("allowed_values", ["a", "b"], ["a", "a"], "comma_delimited_list", True),
        ("allowed_values", ["a", "b"], ["a", "c"], "comma_delimited_list", False),
        ("allowed_values", [1], ["1"], "comma_delimited_list", False),
        ("allowed_values", [], [], "list", True),
        ("allowed_values", [1, "x"], 1, "number", False),
        ("allowed_values", ["a"], None, None, False),
        ("allowed_pattern", "[a-z]+", "abc", "string", True),
        ("allowed_pattern", "[a-z]+", "abc1", "string", False),
        ("allowed_pattern", "^[a-z]+$", "abc\n", "string", False),
        ("allowed_pattern", "a|ab", "ab", "string", False),
        ("allowed_pattern", "[0-9]+", 5, "string", False),
        ("allowed_pattern", r"(?P<x>a)(?P=x)?", "ab", "string", False),
        ("custom_constraint", "nova.flavor", "no such flavor", "string", True),
        ("custom_constraint", "no.such", "x", "string", True),
    ],
)
def test_values(kind: str, args: Any, value: Any, value_type: str | None, fine: bool) -> None:
    message = check_value(kind, args, value, value_type)
    assert (message is None) == fine, message


KINDS = {
    "length": {"min": 2, "max": 3},
    "range": {"min": 2, "max": 3},
    "modulo": {"step": 2, "offset": 1},
    "allowed_values": [1, "ab", True, "2.0"],
    "allowed_pattern": "[a-c0-3]{2,}",
    "custom_constraint": "ip_addr",
}
TYPES = (None, "string", "number", "integer", "json", "map", "comma_delimited_list", "list", "boolean", "any")
CONSTRAINED: tuple[Any, ...] = (
    "",
    "ab",
    "abcd",
    "1",
    "2.0",
    "1.0",
    "yes",
    1,
    2,
    4,
    2.0,
    True,
    [],
    ["ab"],
    [1, 2, 3, 4],
    {},
    {"a": 1},
)


@for_each("value_type", TYPES)
@for_each("kind", KINDS)
def test_a_value_of_two_is_wrong_when_both_are(kind: str, value_type: str | None) -> None:
    """Which one it is depends on a condition. The message is that of the first, and the type counts for both."""
    args = KINDS[kind]
    messages = [check_value(kind, args, value, value_type) for value in CONSTRAINED]
    for first, message in zip(CONSTRAINED, messages, strict=True):
        for second, other in zip(CONSTRAINED, messages, strict=True):
            both = None if other is None else message
            assert check_value(kind, args, Either("c", first, second), value_type) == both


def test_messages_name_what_would_be_right() -> None:
    assert check_value("length", {"min": 3}, "m1") == ("'m1' is shorter than the minimum length (3 characters)")
    assert check_value("allowed_values", ["m1.small", "m1.large"], "m1.smal", "string") == (
        "'m1.smal' is not one of the allowed values: 'm1.small', 'm1.large' (did you mean 'm1.small'?)"
    )
    assert check_value("modulo", {"step": 2, "offset": 1}, 4) == (
        "4 is not one of the values that 'modulo' allows: 1, 3, 5, ..."
    )
    assert check_value("custom_constraint", "ip_addr", "10.0.0.01") == (
        "'10.0.0.01' is not an IP address as Heat wants it: write '10.0.0.1', without leading zeros"
        " (custom constraint ip_addr)"
    )


@for_each("args", [None, 3, "x", [], {}, {"min": "x"}, {"min": None}, {"max": 1.5}, [None]])
@for_each("kind", ["length", "range", "modulo", "allowed_pattern", "custom_constraint"])
def test_malformed_arguments_refuse_no_value(kind: str, args: Any) -> None:
    if (kind, args) not in [("range", {"max": 1.5}), ("allowed_pattern", "x")]:
        assert check_value(kind, args, "abc") is None


def test_partly_known_values() -> None:
    ab = PartialText(("ab", CLOUD, "c"))
    assert check_value("length", {"max": 2}, ab, "string") is not None
    assert check_value("length", {"min": 9, "max": 3}, ab, "string") is None
    assert check_value("length", {"max": 1}, [CLOUD, CLOUD], "list") is not None
    assert check_value("length", {"max": 1}, [CLOUD, OMITTED], "list") is None
    assert check_value("length", {"min": 9}, Partial(["a"], CLOUD), "list") is None
    assert check_value("length", {"max": 1}, Partial(["a", "b", CLOUD], CLOUD), "list") is not None
    assert check_value("length", {"max": 0}, Partial({"a": 1}, CLOUD), "map") is not None
    assert check_value("allowed_values", ["abxc"], ab, "string") is None
    assert check_value("allowed_values", ["axc", "b"], ab, "string") is not None
    assert check_value("allowed_values", ["a"], [CLOUD, "b"], "list") is not None
    assert check_value("allowed_values", ["a"], [CLOUD, "a"], "list") is None
    assert check_value("allowed_values", ["a"], Either("big", "b", "c"), "string") is not None
    assert check_value("allowed_values", ["a"], Either("big", "b", "a"), "string") is None
    assert check_value("allowed_values", ["a"], Either("big", "b", OMITTED), "string") is None
    anything: list[tuple[str, Any]] = [
        ("range", {"min": 1}), ("modulo", {"step": 2, "offset": 1}), ("allowed_pattern", "x"),
        ("custom_constraint", "ip_addr"), ("allowed_values", ["a"]), ("length", {"min": 1}),
    ]  # fmt: skip
    for kind, args in anything:
        assert check_value(kind, args, CLOUD, "string") is None
