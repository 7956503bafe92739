"""Comparisons of expected values with those of a dry run, which may be known in part only."""

from __future__ import annotations

from typing import Any

import pytest
from for_each import for_each

from hotlint.language.origins import ValueSource
from hotlint.language.sandbox import client
from hotlint.language.values import OMITTED, Either, Partial, PartialText, Unknown, Value
from hotlint.suites.comparison import TooSlowError, contains, found_in, matches_anyway, referred, same

NAME = Unknown("it is not known", "string", ValueSource("attribute", "net", ("name",)))
OTHER = Unknown("it is not known", "string", ValueSource("attribute", "port", ("name",)))
NET, PORT = (
    Unknown("", "string", ValueSource("reference", "net")),
    Unknown("", "string", ValueSource("reference", "port")),
)
GIVEN = Unknown("", "string", ValueSource("parameter", "image"))
MIDDLE = PartialText(("http://", NAME, "/web"))
ENDS = PartialText((NAME, "-and-", OTHER))


@for_each(
    ("actual", "expected", "answer"),
    [
        (True, True, True), (True, 1, False), (1, True, False), (0, False, False), (False, False, True),
        (1, 1.0, True), (1, "1", False), (None, None, True), (None, "", False),
        ([1, 2], [1, 2], True), ([1], [True], False), ([1, 2], [1], False), ([], {}, False), ([1], "1", False),
        ({"a": 1}, {"a": 1}, True), ({"a": 1}, {"a": True}, False), ({"a": 1}, {"b": 1}, False),
        ({"a": 1}, {"a": 1, "b": 2}, False), ({"a": 1, "b": 2}, {"a": 1, "b": 3}, False), ({"a": 1}, [1], False),
        (NAME, "x", None), ([1, NAME], [1, "x"], None), ([1, NAME], [2, "x"], False), (MIDDLE, "ftp://x/web", False),
        ("x", NAME, None), ([1, "x"], [1, NAME], None), ("ftp://x/web", MIDDLE, False),
    ],
)  # fmt: skip
def test_values_are_the_same_only_with_the_same_type(actual: Value, expected: Any, answer: bool | None) -> None:
    assert same(actual, expected) is answer


@for_each(
    ("actual", "expected", "answer"),
    [
        (MIDDLE, "tp:", True), (MIDDLE, "/w", True), (MIDDLE, "ftp", None), (MIDDLE, 1, None), (MIDDLE, ["http://"], None),
        (NAME, "x", None), (Either("c", "x", "x"), "x", None),
        (Partial({"a": 1}, NAME), {"a": 1}, True), (Partial({"a": 1}, NAME), {"a": 2}, None),
        (Partial([1], NAME), 1, True), (Partial([1], NAME), 2, None),
        ({"a": Either("c", 1, OMITTED), "b": 2}, {"a": 1}, None), ({"a": Either("c", 1, OMITTED), "b": 2}, {"b": 2}, True),
        ({"a": Either("c", 1, OMITTED)}, "a", None), ([Either("c", 1, OMITTED)], 1, None), ([Either("c", 1, OMITTED)], 2, False),
        ("text", "ex", True), ("text", "xe", False), ("1", 1, False),
        ([1, "a"], "a", True), ([1, "a"], True, False), ([[1]], 1, False), ([], 1, False),
        ([1, NAME], 1, True), ([NAME, 1], 1, True), ([1, NAME], "x", None), ([1, NAME], 2, None),
        ({"a": 1, "b": 2}, {"a": 1}, True), ({"a": 1, "b": 2}, {"a": 1, "b": 3}, False), ({"a": 1}, {"c": 1}, False),
        ({"a": NAME, "b": 2}, {"a": "x"}, None), ({"a": NAME, "b": 2}, {"a": "x", "b": 3}, False), ({"a": 1}, {}, True),
        ({"a": 1}, "a", True), ({"a": 1}, "b", False), ({1: 1}, 1, False), (5, "5", False), (None, None, False),
    ],
)  # fmt: skip
def test_a_value_contains_another(actual: Value, expected: Any, answer: bool | None) -> None:
    assert contains(actual, expected) is answer


@for_each(
    ("value", "names"),
    [
        ("net", {}), (5, {}), (None, {}), (GIVEN, {}), (Unknown("no origin"), {}),
        (NET, {"net": True}), (NAME, {"net": True}),
        (PartialText(("a", NET, PORT)), {"net": True, "port": True}),
        ({"a": [NET], "b": {"c": PORT}}, {"net": True, "port": True}),
        (Partial({"a": NET}, OTHER), {"net": True, "port": True}),
        (Either("c", NET, NET), {"net": True}), (Either("c", NET, "x"), {"net": False}), (Either("c", "x", NET), {"net": False}),
        (Either("c", NET, PORT), {"net": False, "port": False}),
        ([Either("c", NET, "x")], {"net": False}),
        ([Either("c", NET, "x"), NET], {"net": True}), ([NET, Either("c", NET, "x")], {"net": True}),
        (Either("c", [Either("d", NET, "x")], NET), {"net": False}),
    ],
)  # fmt: skip
def test_resources_that_a_value_refers_to(value: Value, names: dict[str, bool]) -> None:
    assert referred(value) == names


@for_each(
    ("pattern", "text", "answer"),
    [
        # in any known piece
        ("http", MIDDLE, True), ("web", MIDDLE, True), ("t+p", MIDDLE, True), ("x", MIDDLE, None), ("x|web", MIDDLE, True),
        ("and", ENDS, True), ("x", ENDS, None), ("(?:web|x)", MIDDLE, True),
        # at the start
        ("^http", MIDDLE, True), ("^web", MIDDLE, False), ("^http://a", MIDDLE, None), ("^https", MIDDLE, False),
        ("^h", MIDDLE, True), ("^[a-z]+:", MIDDLE, True), ("^[a-z]+x", MIDDLE, None), ("^", MIDDLE, True),
        ("^x", ENDS, None), ("^x*h", MIDDLE, True), ("^x?z", MIDDLE, None), ("^x{0}z", MIDDLE, None), ("^hx+", MIDDLE, None),
        ("^hxx+", MIDDLE, False),
        ("^xy*", MIDDLE, False), ("^ht*p", MIDDLE, True),
        # at the end
        ("web$", MIDDLE, True), ("http$", MIDDLE, False), ("a/web$", MIDDLE, None), ("xweb$", MIDDLE, False), ("$", MIDDLE, True),
        ("x$", ENDS, None), ("[wx]eb$", MIDDLE, True), ("[xy]$", MIDDLE, None), (r"w\$", MIDDLE, None), (r"\\$", MIDDLE, None),
        (r"x\x62$", MIDDLE, None), (r"x\.b$", MIDDLE, None), (r"\.c$", MIDDLE, False), (r"x\-b$", MIDDLE, None),
        (r"x\-c$", MIDDLE, False), (r"\d$", MIDDLE, None), (r"\bb$", MIDDLE, None), ("(?:x)b$", MIDDLE, None),
        ("x{2b$", MIDDLE, None),
        ("web\n$", MIDDLE, None), ("web$", PartialText((NAME, "/web\n")), True), ("b$", PartialText((NAME, "eb\n")), True),
        ("ab$", PartialText((NAME, "b\n")), None), ("xa$", PartialText((NAME, "b\n")), False),
        # at both
        ("^http://.*/web$", MIDDLE, None), ("^http://x/web$", MIDDLE, None), ("^ftp.*web$", MIDDLE, False),
        ("^http.*ftp$", MIDDLE, False), ("^http$", MIDDLE, False),
        # what is around it counts
        ("(?=h)http", MIDDLE, None), ("(?i)HTTP", MIDDLE, None), (r"\bweb", MIDDLE, None), (r"\Aweb", MIDDLE, None),
        (r"web\Z", MIDDLE, None),
        (r"\Bweb", MIDDLE, None), ("a^b", MIDDLE, None), ("a$b", MIDDLE, None), ("[^x]eb", MIDDLE, True),
        ("^ftp|x", MIDDLE, None), ("ftp|x$", MIDDLE, None),
        ("t*+p", MIDDLE, None), ("t++p", MIDDLE, None), ("t?+p", MIDDLE, None), ("t{1}+p", MIDDLE, None), (r"\w+", MIDDLE, True),
    ],
)  # fmt: skip
def test_known_pieces_may_decide_whether_a_pattern_is_found(
    pattern: str, text: PartialText, answer: bool | None
) -> None:
    assert matches_anyway(pattern, text) is answer


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """The patterns and texts that the sandbox is asked for: it finds none."""
    found: list[tuple[str, str]] = []

    def match(pattern: str, text: str) -> bool:
        found.append((pattern, text))
        return False

    monkeypatch.setattr(client, "match", match)
    return found


@pytest.mark.parametrize(
    ("pattern", "answer"),
    [
        ("aaa", True), ("a*a", True), ("a+a?", True), ("a{2}a{2}", True), ("a|b", True), ("[(]a", False), ("(a)(b)", False),
        (r"a\+\*\?", False), (r"a\\*a+", True), (r"(a)\0", False), ("(?i)AA", True),
    ],
)  # fmt: skip
def test_a_simple_pattern_needs_no_sandbox(asked: list[tuple[str, str]], pattern: str, answer: bool) -> None:
    assert found_in(pattern, "a" * 2_000) is answer
    assert asked == []


@pytest.mark.parametrize(
    ("pattern", "text", "given"),
    [
        ("a*b*c*", "x", "(?s:.*?)(?:a*b*c*)(?s:.*)"),
        ("(a)*", "x", "(?s:.*?)(?:(a)*)(?s:.*)"),
        ("(a)+", "x", "(?s:.*?)(?:(a)+)(?s:.*)"),
        ("(a){2}", "x", "(?s:.*?)(?:(a){2})(?s:.*)"),
        ("(a)?", "x", "(?s:.*?)(?:(a)?)(?s:.*)"),
        (r"(a)\1", "x", r"(?s:.*?)(?:(a)\1)(?s:.*)"),
        ("(?P<n>a)(?P=n)", "x", "(?s:.*?)(?:(?P<n>a)(?P=n))(?s:.*)"),
        ("(?im)(a)+", "x", "(?im)(?s:.*?)(?:(a)+)(?s:.*)"),
        ("a", "x" * 2_001, "(?s:.*?)(?:a)(?s:.*)"),
    ],
)
def test_a_pattern_that_may_take_long_runs_in_the_sandbox(
    asked: list[tuple[str, str]], pattern: str, text: str, given: str
) -> None:
    assert found_in(pattern, text) is False
    assert asked == [(given, text)]


def test_a_pattern_that_takes_too_long_is_named_by_its_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "match", lambda pattern, text: None)
    with pytest.raises(TooSlowError) as caught:
        found_in("(a)+" + "b" * 57, "x")
    assert str(caught.value) == f"the regular expression '(a)+{'b' * 56}' takes longer than a test may"
