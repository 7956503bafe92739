"""Constraints: their form as Heat reads it, what they say of values, and matching that cannot hang."""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from string import ascii_lowercase
from typing import Any

import pytest
import yaml

from hotlint.language import constraints, versions
from hotlint.language.constraints import check_value, custom, pattern_matching
from hotlint.language.constraints.constraint_list import check_entry, check_list, check_together
from hotlint.language.values import OMITTED, Either, Partial, PartialText, Unknown

NEWEST = versions.NEWEST
CLOUD = Unknown("only the cloud knows")


def errors(entry: Any, parameter_type: str | None = None, version: str | None = NEWEST) -> list[tuple[str, str]]:
    return [(p.severity, p.kind) for p in check_entry(entry, parameter_type, version)]


@pytest.mark.parametrize(
    ("parameter_type", "entry"),
    [
        ("string", {"length": {"min": 1, "max": 3}}),
        ("string", {"length": {"max": "3"}, "description": "short"}),
        ("string", {"length": {"min": 1, "max": None}, "description": None}),
        ("json", {"length": {"min": 1}}),
        ("comma_delimited_list", {"length": {"min": 1}}),
        ("number", {"range": {"min": 1.5}}),
        ("number", {"range": {"max": "1e3"}}),
        ("number", {"modulo": {"step": 2, "offset": 1}}),
        ("number", {"modulo": {"step": -3.0, "offset": "-1"}}),
        ("number", {"allowed_values": [1, "2", 3.5]}),
        ("boolean", {"allowed_values": ["yes", True, 1]}),
        ("string", {"allowed_values": ["a", 1, 1.5]}),
        ("string", {"allowed_pattern": "(?i)[a-z]+"}),
        ("string", {"allowed_pattern": ""}),
        ("string", {"custom_constraint": "nova.flavor"}),
        ("string", {"custom_constraint": "ip_addr"}),
    ],
)
def test_entries_that_heat_takes_are_fine(parameter_type: str, entry: Any) -> None:
    assert errors(entry, parameter_type) == []


@pytest.mark.parametrize(
    ("parameter_type", "entry", "severity", "error", "path"),
    [
        ("string", "length", "error", "not-a-mapping", ()),
        ("string", {}, "error", "no-constraint", ()),
        ("string", {"description": "x"}, "error", "no-constraint", ()),
        ("string", {"nope": 1}, "error", "unknown-constraint-kind", ("nope",)),
        ("string", {"length": {"min": 1}, "nope": 1}, "error", "unknown-constraint-kind", ("nope",)),
        ("string", {"length": 3}, "error", "not-a-mapping", ("length",)),
        ("string", {"length": None}, "error", "not-a-mapping", ("length",)),
        ("string", {"length": {}}, "error", "no-limit", ("length",)),
        ("string", {"length": {"min": None}}, "error", "no-limit", ("length",)),
        ("string", {"length": {"min": 1, "low": 1}}, "error", "unknown-limit", ("length", "low")),
        ("string", {"length": {"min": "a"}}, "error", "limit-not-number", ("length", "min")),
        ("string", {"length": {"max": [1]}}, "error", "limit-not-number", ("length", "max")),
        ("string", {"length": {"max": 1.5}}, "error", "limit-not-integer", ("length", "max")),
        ("string", {"length": {"max": 2.0}}, "error", "limit-not-integer", ("length", "max")),
        ("string", {"length": {"min": 5, "max": 1}}, "warning", "contradictory-limits", ("length",)),
        ("string", {"length": {"max": -1}}, "warning", "contradictory-limits", ("length",)),
        ("string", {"length": {"min": True}}, "warning", "limit-not-number", ("length", "min")),
        ("number", {"length": {"min": 1}}, "error", "wrong-type-for-constraint", ("length",)),
        ("string", {"range": {"min": 1}}, "error", "wrong-type-for-constraint", ("range",)),
        ("number", {"range": {"min": 9, "max": 1}}, "warning", "contradictory-limits", ("range",)),
        ("number", {"modulo": {"step": 2}}, "error", "no-limit", ("modulo",)),
        ("number", {"modulo": {"step": 0, "offset": 0}}, "error", "impossible-modulo", ("modulo", "step")),
        ("number", {"modulo": {"step": 2, "offset": 2}}, "error", "impossible-modulo", ("modulo", "offset")),
        ("number", {"modulo": {"step": 3, "offset": -1}}, "error", "impossible-modulo", ("modulo", "offset")),
        ("number", {"modulo": {"step": 2.5, "offset": 1}}, "error", "limit-not-integer", ("modulo", "step")),
        ("number", {"modulo": {"step": float("inf"), "offset": 1}}, "error", "limit-not-integer", ("modulo", "step")),
        ("string", {"allowed_values": "a"}, "error", "not-a-list", ("allowed_values",)),
        ("string", {"allowed_values": []}, "warning", "no-allowed-value", ("allowed_values",)),
        ("string", {"allowed_values": ["a", True]}, "warning", "allowed-value-not-text", ("allowed_values", 1)),
        ("number", {"allowed_values": [1, "x"]}, "error", "allowed-value-wrong-type", ("allowed_values", 1)),
        ("boolean", {"allowed_values": ["maybe"]}, "error", "allowed-value-wrong-type", ("allowed_values", 0)),
        ("json", {"allowed_values": [{}]}, "error", "wrong-type-for-constraint", ("allowed_values",)),
        (
            "comma_delimited_list", {"allowed_values": [1]},
            "warning", "allowed-value-never-matches", ("allowed_values", 0),
        ),
        ("string", {"allowed_pattern": ["a"]}, "error", "pattern-not-text", ("allowed_pattern",)),
        ("string", {"allowed_pattern": "[a-"}, "error", "bad-regex", ("allowed_pattern",)),
        ("string", {"allowed_pattern": r"\p{L}"}, "error", "bad-regex", ("allowed_pattern",)),
        ("string", {"allowed_pattern": "(" * 5000}, "error", "bad-regex", ("allowed_pattern",)),
        ("string", {"allowed_pattern": "[[:alpha:]]+"}, "warning", "posix-class", ("allowed_pattern",)),
        ("number", {"allowed_pattern": "1+"}, "error", "wrong-type-for-constraint", ("allowed_pattern",)),
        ("string", {"custom_constraint": "ip_adr"}, "error", "unknown-custom-constraint", ("custom_constraint",)),
        ("string", {"custom_constraint": 3}, "error", "custom-constraint-not-text", ("custom_constraint",)),
        ("json", {"custom_constraint": "ip_addr"}, "error", "wrong-type-for-constraint", ("custom_constraint",)),
        (
            "string", {"length": {"max": 3}, "description": ["a"]},
            "warning", "description-not-text", ("description",),
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_with_an_entry_and_where(
    parameter_type: str, entry: Any, severity: str, error: str, path: tuple[str | int, ...]
) -> None:
    problems = check_entry(entry, parameter_type, NEWEST)
    assert [(p.severity, p.kind, p.path) for p in problems] == [(severity, error, path)]
    assert problems[0].message[-1] != "." and problems[0].message[0] in "'`" + ascii_lowercase + "H"


def test_suggestions_are_what_would_be_right_there() -> None:
    def suggestion(entry: Any) -> str | None:
        return check_entry(entry, "string", NEWEST)[0].suggestion

    assert suggestion({"lenght": {"min": 1}}) == "length"
    assert suggestion({"pattern": "a"}) == "allowed_pattern"
    assert suggestion({"length": {"minimum": 1}}) == "min"
    assert suggestion({"custom_constraint": "nova.flavour"}) == "nova.flavor"
    assert suggestion({"min": 1}) is None
    assert "length or range" in check_entry({"min": 1})[0].message


def test_modulo_came_with_a_version() -> None:
    modulo = {"modulo": {"step": 2, "offset": 1}}
    assert errors(modulo, "number", "2016-10-14") == [("error", "constraint-not-in-version")]
    assert errors(modulo, "number", "2017-02-24") == errors(modulo, "number", None) == []


def test_of_several_kinds_in_an_entry_one_counts() -> None:
    both = {"length": {"max": 3}, "range": {"max": "x"}}
    assert errors(both, "string") == [
        ("error", "wrong-type-for-constraint"), ("error", "limit-not-number"), ("warning", "several-constraints"),
    ]  # fmt: skip
    assert errors({"length": {"max": "x"}, "range": {"max": 3}}, "number") == [("warning", "several-constraints")]
    # A version that has no modulo passes it over.
    old = {"modulo": {"step": 0}, "range": {"max": 3}}
    assert errors(old, "number", "2013-05-23") == [("warning", "several-constraints")]


def test_plugins_add_custom_constraints() -> None:
    entry = {"custom_constraint": "acme.rack"}
    assert errors(entry, "string") == [("error", "unknown-custom-constraint")]
    assert check_entry(entry, "string", NEWEST, {"acme.rack"}) == []


def test_a_list_of_constraints_as_a_whole() -> None:
    assert check_list(None) == check_list([]) == []
    assert [p.kind for p in check_list({"length": {"min": 1}})] == ["constraints-not-a-list"]
    problems = check_list([{"length": {"min": 1}}, {"length": {}}], "string", NEWEST)
    assert [(p.kind, p.path) for p in problems] == [("no-limit", (1, "length"))]


def test_entries_that_contradict_each_other_are_warned_of() -> None:
    def together(parameter_type: str, *entries: Any) -> list[tuple[int, str]]:
        found = check_together(entries, parameter_type, NEWEST)
        assert all(p.severity == "warning" for _, p in found)
        return [(i, p.kind) for i, p in found]

    assert together("number", {"range": {"min": 5}}, {"range": {"max": 3}}) == [(1, "contradictory-limits")]
    assert together("number", {"range": {"min": 5}}, {"range": {"max": 5}}) == []
    assert together("string", {"allowed_values": ["a", "abcd"]}, {"length": {"max": 3}}) == [
        (0, "allowed-value-refused")
    ]
    assert together("string", {"allowed_values": [1, 12]}, {"allowed_pattern": "[0-9]"}) == [
        (0, "allowed-value-refused")
    ]
    assert together("comma_delimited_list", {"allowed_values": ["abcd"]}, {"length": {"max": 3}}) == []
    assert together("string", {"allowed_values": "x"}, {"length": None}, "x") == []


@pytest.mark.parametrize(
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
def test_verdict_on_values(kind: str, args: Any, value: Any, value_type: str | None, fine: bool) -> None:
    message = check_value(kind, args, value, value_type)
    assert (message is None) == fine, message


def test_messages_say_what_would_be_right() -> None:
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


@pytest.mark.parametrize("args", [None, 3, "x", [], {}, {"min": "x"}, {"min": None}, {"max": 1.5}, [None]])
@pytest.mark.parametrize("kind", ["length", "range", "modulo", "allowed_pattern", "custom_constraint"])
def test_arguments_of_the_wrong_form_say_nothing_of_values(kind: str, args: Any) -> None:
    if (kind, args) not in [("range", {"max": 1.5}), ("allowed_pattern", "x")]:
        assert check_value(kind, args, "abc") is None


def test_values_that_are_partly_known_are_judged_by_what_is_known() -> None:
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


TOMORROW = (datetime.now(UTC) + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M:%SZ")


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        (
            "ip_addr",
            ["10.0.0.1", "2001:db8::1", "::", "2001:DB8::1"],
            ["", "010.0.0.1", "10.0.0", "10.0.0.256", "10.0.0.1/24", " 10.0.0.1", "fe80::1%eth0", 1, ["10.0.0.1"]],
        ),
        (
            "net_cidr",
            ["10.0.0.0/24", "10.0.0.5/24", "2001:db8::/32", "0.0.0.0/0"],
            ["10.0.0.0", "10/8", "10.0.0.0/33", "10.0.0.0/255.255.255.0", "10.0.0.0/ 8", "x", "", 10],
        ),
        ("ip_or_cidr", ["10.0.0.1", "10.0.0.0/24", "::1"], ["10.0.0.0/33", "x", "", 5, []]),
        ("mac_addr", ["fa:16:3e:00:00:01", "fa-16-3e-00-00-01", "FA163E000001"], ["fa:16", "zz", "", 5]),
        (
            "dns_name",
            ["", "example.com", "example.com.", "1.2", "a" * 63, None],
            ["Example.com", "-a", "a-", "a..b", ".", "a_b", "a" * 64, "a.123.", ("a" * 60 + ".") * 5, 5],
        ),
        ("rel_dns_name", ["", "a.b"], ["a.b.", ("a" * 50 + ".") * 5 + "a", 5, ["a"]]),
        ("dns_domain", ["", "a.b."], ["a.b", "A.b.", 5]),
        (
            "cron_expression",
            ["", "0 4 * * 1", "*/5 * * * *", "@daily", "* * * * * *", "0 0 * jan mon-fri"],
            ["x", "* * * *", "60 * * * *", "1-999999999 * * * *", 5, ["0 4 * * 1"]],
        ),
        ("timezone", ["", "Europe/Berlin", "UTC"], ["Europe/berlinn", "../UTC", "/etc/passwd", "America", 5]),
        (
            "iso_8601",
            ["2030", "2030-1", "20300131", "2030-01-31T12:00:00Z", "2030-01-31 12:00:00.5+02:00", "1999-01-01"],
            ["", "203001", "2030-13-01", "2030-02-30", "2030-01-31T25:00", "2030-W01", "x", 2030],
        ),
        ("expiration", ["", TOMORROW, f" {TOMORROW} ", "9999-01-01"], ["1999-01-01", "x", 2030, "9999-12-31T23:59-10"]),
        ("json_string", ["", "{}", "[1]", "NaN", '"x"', None], ["{a: 1}", "'a'", "[1,]", "[" * 100_000, 5, ["{}"]]),
    ],
)
def test_custom_constraints_that_need_no_cloud(name: str, right: list[Any], wrong: list[Any]) -> None:
    assert [v for v in right if check_value("custom_constraint", name, v) is not None] == []
    assert [v for v in wrong if check_value("custom_constraint", name, v) is None] == []


def test_every_constraint_has_documentation_and_its_example_is_clean() -> None:
    for name in constraints.NAMES:
        kind = constraints.get(name)
        assert kind.name == name
        assert kind.since == ("2017-02-24" if name == "modulo" else "2013-05-23")
        assert set(kind.ranks) <= set(kind.types) <= set(versions.PARAMETER_TYPES)
        assert kind.doc.endswith(".")
        (parameter,) = yaml.safe_load(kind.example).values()
        assert check_list(parameter["constraints"], parameter["type"], NEWEST) == []
        assert name in parameter["constraints"][0]
    with pytest.raises(KeyError):
        constraints.get("model")


def test_every_custom_constraint_is_listed_once_with_a_line_of_documentation() -> None:
    everything = custom.everything()
    assert len(everything) == 70
    assert sum(c.check is not None for c in everything.values()) == 12
    assert list(everything) == sorted(everything)
    for name, found in everything.items():
        assert custom.get(name) is found
        assert found.doc.endswith(".") and "\n" not in found.doc
    assert custom.get("no.such") is None


CATASTROPHES = [
    ("(a+)+$", "a" * 40 + "!"),
    ("(a|aa)+$", "a" * 60 + "!"),
    ("(a|a?)+$", "a" * 40 + "!"),
    ("(.*)*x", "a" * 40),
    ("^(([a-z])+.)+[A-Z]([a-z])+$", "a" * 60),
    ("(x+x+)+y", "x" * 40),
    ("(?i)(b?[^b]*)*?c", "a1" * 100),
    (".*.*.*.*.*.*x", "a" * 300),
    ("(?=(a+)+b)a*", "a" * 40),
    (r"(?P<x>a*)(?P<y>a*)*(?P=x)!", "a" * 40),
]


@pytest.mark.parametrize(("pattern", "text"), CATASTROPHES)
def test_patterns_that_may_take_for_ever_are_left_to_the_guard(pattern: str, text: str) -> None:
    assert pattern_matching.safe_fullmatch(pattern, text) is None
    assert check_value("allowed_pattern", pattern, text) is None
    asked: list[tuple[str, str]] = []

    def guard(*question: str) -> bool:
        asked.append((question[0], question[1]))
        return False

    pattern_matching.set_guard(guard)
    try:
        assert check_value("allowed_pattern", pattern, text) is not None
    finally:
        pattern_matching.set_guard(None)
    assert asked == [(pattern, text)]


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("([a-zA-Z0-9]+\\.)+[a-z]{2,4}", "www.example.example.com"),
        ("^[a-zA-Z0-9._%+-]+@(?:[a-zA-Z0-9-]+\\.)+[a-zA-Z]{2,4}$", "someone.somewhere@mail.example.com"),
        ("((25[0-5]|2[0-4]\\d|1?\\d?\\d)\\.){3}(25[0-5]|2[0-4]\\d|1?\\d?\\d)", "192.168.100.200"),
        ('^(?!.*["\\r\\n\\f]).*$', "a" * 500),
        ("(?=^.{6,255}$)((?=.*\\d)(?=.*[A-Z])(?=.*[a-z])|(?=.*[^A-Za-z0-9]))^.*", "Sup3rS3cretP4ssw0rd!"),
        ("[a-z0-9\\-]*", "a" * 5000),
        ("(?:a|b)*", "ab" * 200),
        ("(?i)straße+", "STRASSEe"),
        ("(a)?(?(1)b|c)", "ab"),
        ("(?<=a)b|ab", "ab"),
        ("[[a]+", "[a"),
        ("\\d{1,3}(\\.\\d{1,3}){3}", "not an address"),
    ],
)
@pytest.mark.filterwarnings("ignore:Possible nested set")
def test_patterns_of_everyday_are_matched_at_once(pattern: str, text: str) -> None:
    match = re.match(pattern, text)
    assert pattern_matching.safe_fullmatch(pattern, text) is (match is not None and match.end() == len(text))


def test_nothing_heavy_is_imported_before_it_is_needed() -> None:
    code = (
        "import sys, hotlint.language.constraints.constraint_list as e\n"
        "e.check_list([{'length': {'min': 1}}, {'custom_constraint': 'ip_addr'}], 'string', None)\n"
        "e.check_value('allowed_values', ['a'], 'a', 'string')\n"
        "print([m for m in ('netaddr', 'croniter', 'zoneinfo', 'difflib', 'json', 'dataclasses') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_wall_decides_what_is_not_decided_here_and_never_for_long() -> None:
    code = (
        "import time, hotlint.language.constraints.pattern_matching as m\n"
        "print(m.safe_fullmatch('(a+)+', 'a' * 40))\n"
        "start = time.monotonic()\n"
        "print({m.safe_fullmatch('(a+)+$', 'a' * n + '!') for n in range(40, 100)})\n"
        "print(time.monotonic() - start < 10)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "{None}", "True"]
