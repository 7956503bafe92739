"""Every rule's examples: what a bad one marks is what the rule reports, and a good one is quiet."""

import shutil

import pytest

from hotlint.linter.checking.testing import failures
from hotlint.linter.packs import registry
from hotlint.linter.rules.rule import Rule

RULES = registry.load().rules


@pytest.mark.parametrize("rule", RULES, ids=lambda r: r.code)
def test_examples(rule: Rule) -> None:
    if rule.code == "HOT767" and shutil.which("bash") is None:
        pytest.skip("the rule asks bash, which this machine does not have")
    assert failures(rule) == []


@pytest.mark.parametrize("rule", RULES, ids=lambda r: r.code)
def test_a_rule_documents_itself(rule: Rule) -> None:
    assert rule.__doc__ and rule.bad and rule.good
    assert rule.name == rule.name.lower().replace("_", "-")


def test_packs_load() -> None:
    assert registry.load().problems == ()
