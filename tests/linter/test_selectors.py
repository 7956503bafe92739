"""Selectors of rules, and what is said about those that match none."""

from __future__ import annotations

from for_each import for_each

from hotlint.linter.rules.rule import Rule
from hotlint.linter.settings.selectors import KnownRules, known_rules, matches, specificity


class First(Rule):
    """A rule of two profiles."""

    code, name, severity = "X002", "first-thing", "error"
    profiles = {"strict": "error", "calm": "info"}


class Second(Rule):
    """A rule of one of them."""

    code, name, severity = "X001", "second-thing", "info"
    profiles = {"strict": "warning"}


@for_each(
    ("selectors", "how_much"),
    [
        ("", -1),
        ("all", 1),
        ("ALL", 1),
        ("al", -1),
        ("X", 2),
        ("x00", 4),
        ("X001", 100),
        ("x001", 100),
        ("Second-Thing", 100),
        ("second", -1),
        ("001", -1),
        ("X0011", -1),
        ("all X0", 3),
        ("X0 all", 3),
        ("X X00 X0", 4),
        ("X2 X", 2),
        ("all X X001", 100),
    ],
)
def test_the_most_specific_selector_counts(selectors: str, how_much: int) -> None:
    assert specificity(selectors.split(), "X001", "second-thing") == how_much
    assert [matches(s, "X001", "second-thing") for s in selectors.split()] == [
        specificity((s,), "X001", "second-thing") > 0 for s in selectors.split()
    ]


def test_what_rules_are_known_by() -> None:
    rules = (rule for rule in (First(), Second()))
    assert known_rules(rules) == KnownRules(("X002", "X001"), ("first-thing", "second-thing"), ("calm", "strict"))
    assert KnownRules() == ((), (), ())


KNOWN = known_rules([First(), Second()]).and_codes(code for code in ("SITE1", "SITE2"))


@for_each(
    "selector", ["all", "ALL", "X002", "x002", "X", "site", "SITE2", "first-thing", "First-Thing", "second-thing"]
)
def test_a_selector_that_matches_something_is_no_problem(selector: str) -> None:
    assert KNOWN.problem(selector) is None


@for_each(
    ("selector", "hint"),
    [
        ("first", " (did you mean 'first-thing'?)"),
        ("X003", " (did you mean 'X002' or 'X001'?)"),
        ("SITE3", " (did you mean 'SITE1' or 'SITE2'?)"),
        ("secnd-thing", " (did you mean 'second-thing'?)"),
        ("nothing like it", ""),
    ],
)
def test_a_selector_that_matches_nothing_is_told_what_is_near(selector: str, hint: str) -> None:
    assert KNOWN.problem(selector) == f"no rule has the code or name '{selector}'{hint}"


@for_each(
    ("profile", "problem"),
    [
        ("calm", None),
        ("strict", None),
        ("stric", "no rule belongs to a profile 'stric' (did you mean 'strict'?)"),
        ("Calm", "no rule belongs to a profile 'Calm' (did you mean 'calm'?)"),
        ("security", "no rule belongs to a profile 'security' (there is calm, strict)"),
    ],
)
def test_profiles_are_those_of_rules(profile: str, problem: str | None) -> None:
    assert KNOWN.profile_problem(profile) == problem
    assert KnownRules().problem("X") == "no rule has the code or name 'X'"
