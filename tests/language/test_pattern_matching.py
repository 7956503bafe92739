"""Regular expressions of templates: matched at once where that is harmless, otherwise in the sandbox."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from for_each import for_each

from hotlint.language.constraints import pattern_matching

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


@for_each(("pattern", "text"), CATASTROPHES)
def test_patterns_that_may_backtrack_go_to_the_guard(pattern: str, text: str) -> None:
    asked: list[tuple[str, str]] = []

    def guard(*question: str) -> bool | None:
        asked.append((question[0], question[1]))
        return None

    assert pattern_matching.safe_fullmatch(pattern, text, guard) is None
    assert asked == [(pattern, text)]


@pytest.mark.parametrize(
    ("kind", "other"), [(r"\d", "a"), (r"\s", "a"), (r"\w", "-"), (r"\D", "1"), (r"\S", " "), (r"\W", "a")]
)
def test_what_a_class_of_characters_surely_is_not_is_known(kind: str, other: str) -> None:
    """What cannot match at all is decided at once, in a set and outside of one; what can may go through many ways."""
    hostile = {False: [f"({kind}+)+x", f"([{kind}.]+)+x"], True: [f"([^{kind}]+)+x"]}
    for inverted, patterns in hostile.items():
        member = next(c for c in "a1 -" if (re.match(kind, c) is None) == inverted)
        stranger = next(c for c in "a1 -" if (re.match(kind, c) is None) != inverted)
        for pattern in patterns:
            assert pattern_matching.safe_fullmatch(pattern, stranger * 60, lambda *_: None) is False
            assert pattern_matching.safe_fullmatch(pattern, member * 60, lambda *_: None) is None
    assert re.match(kind, other) is None


def test_a_branch_that_always_fails_has_no_ways() -> None:
    for pattern, text in (("(?:(?!)|a)+b", "a" * 60 + "b"), ("a(?!)|ab", "ab"), ("(?!)*a", "a")):
        match = re.fullmatch(pattern, text)
        assert pattern_matching.safe_fullmatch(pattern, text) is (match is not None)


@pytest.mark.parametrize("matches", [True, False, None])
def test_guard_decides(matches: bool | None) -> None:
    assert pattern_matching.safe_fullmatch(*CATASTROPHES[0], lambda pattern, text: matches) is matches


@for_each(
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
def test_usual_patterns_are_matched_in_process(pattern: str, text: str) -> None:
    match = re.match(pattern, text)
    assert pattern_matching.safe_fullmatch(pattern, text) is (match is not None and match.end() == len(text))


def test_nothing_heavy_is_imported_before_it_is_needed() -> None:
    code = (
        "import sys, hotlint.language.constraints.constraint_list as e\n"
        "e.check_entry({'length': {'min': 1}}, 'string'), e.check_entry({'custom_constraint': 'ip_addr'}, 'string')\n"
        "e.check_value('allowed_values', ['a'], 'a', 'string')\n"
        "print([m for m in ('ipaddress', 'croniter', 'zoneinfo', 'difflib', 'json', 'dataclasses') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_sandbox_decides_within_its_time_limit() -> None:
    code = (
        "import time, hotlint.common.time_limit as t, hotlint.language.sandbox.client as s\n"
        "import hotlint.language.constraints.pattern_matching as m\n"
        "t._elsewhere = t.TimeAllowance(0.5)\n"
        "print(m.safe_fullmatch('(a+)+', 'a' * 40))\n"
        "start = time.process_time()\n"
        "print({m.safe_fullmatch('(a+)+$', 'a' * n + '!') for n in range(40, 100)})\n"
        "print(time.process_time() - start + s.worked() < 10)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "{None}", "True"]
