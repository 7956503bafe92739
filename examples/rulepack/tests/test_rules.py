"""What a bad example marks is what the rule reports, and a good one is quiet."""

import pytest
from acme_rules import RULES

from hotlint.rule import Rule, failures


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_examples(rule: type[Rule]) -> None:
    assert failures(rule()) == []
