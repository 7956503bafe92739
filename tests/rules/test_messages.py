"""Messages of rules: one style, one line, their subject first, so that each is complete alone in every output format."""

from __future__ import annotations

import re
from functools import cache

import pytest
from time_limits import quarter

from hotlint.linter.checking.testing import example_diagnostics
from hotlint.linter.diagnostic import Diagnostic
from hotlint.linter.packs import registry
from hotlint.linter.rules.rule import Rule

RULES = registry.load().rules
_START = re.compile(r"[a-z0-9'`]|(?:Heat|YAML|JSON|ResourceChain)\b|[A-Z]\w*::|Fn::|Ref\b")
"""How a message starts: a lower-case word, a quoted or special name, a function, or a resource type."""
_PRONOUN = re.compile(r"(?:this|that|it|here|there|these|the|a|an|what|no)\b", re.I)
"""Words that name no subject."""


@cache
def _found(rule: Rule) -> list[Diagnostic]:
    with pytest.MonkeyPatch.context() as patch:
        quarter(patch)  # HOT702 uses up its budget
        return [d for example in rule.bad for d in example_diagnostics(rule, example)]


def _messages(rule: Rule) -> list[str]:
    found = _found(rule)
    return [text for d in found for text in (d.message, *(r.message for r in d.related), *(f.title for f in d.fixes))]


@pytest.mark.parametrize("rule", RULES, ids=lambda r: r.code)
def test_messages_hold_to_one_style(rule: Rule) -> None:
    for message in _messages(rule):
        assert "\n" not in message
        assert not message.endswith("."), message
        assert "  " not in message


@pytest.mark.parametrize("rule", RULES, ids=lambda r: r.code)
def test_messages_start_with_their_subject(rule: Rule) -> None:
    for diagnostic in _found(rule):
        assert _START.match(diagnostic.message), diagnostic.message
        assert not _PRONOUN.match(diagnostic.message) or diagnostic.message.startswith("no value satisfies")


@pytest.mark.parametrize("rule", RULES, ids=lambda r: r.code)
def test_a_rule_is_documented_in_sentences(rule: Rule) -> None:
    summary, _, rest = (rule.__doc__ or "").partition("\n")
    assert re.match(r"[A-Z`a-z]", summary) and summary.endswith(".")
    assert not rest.strip() or rest.startswith("\n")


def test_a_list_without_brackets_is_said_to_be_one() -> None:
    """In braces, no indentation is wrong: `{get_attr: key, value}` has a key without a value."""
    rule = next(rule for rule in RULES if rule.code == "HOT409")
    (found,) = example_diagnostics(rule, rule.bad[1])
    assert found.message.endswith("write a list of arguments: {get_attr: [key, value]}")
