"""The public names for rules: each is there, and a check imports nothing for those that only tests of rules need."""

from __future__ import annotations

import subprocess
import sys

import pytest
from for_each import for_each

import hotlint.rule
from hotlint.analysis.template import Output
from hotlint.linter.rules.rule import HOOKS


def test_all_names_are_there() -> None:
    assert all(hasattr(hotlint.rule, name) for name in hotlint.rule.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'failure'"):
        hotlint.rule.failure  # type: ignore[attr-defined] # noqa: B018


def test_the_rule_api_does_not_import_what_runs_rules() -> None:
    code = "import sys, hotlint.rule; print([n for n in sys.modules if n.startswith('hotlint.linter.checking') or n == 'typing'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


HEAD = "heat_template_version: 2018-08-31\n"


class Marked(hotlint.rule.Rule):
    """Outputs are marked, to test what is said about wrong examples."""

    code = "TEST001"
    name = "marked"
    severity = "warning"
    bad = [
        hotlint.rule.Example(HEAD + "outputs:\n  a: {value: 1}\n  b: {value: 2}\n"),
        hotlint.rule.Example(HEAD + "outputs:\n  a: {value: 1}\n  ^\n  b: {value: 2}\n"),
        hotlint.rule.Example(HEAD + "outputs:\n  a: {value: 1}\n  ^\n", fixed=HEAD + "outputs:\n  c: {value: 1}\n"),
        hotlint.rule.Example(HEAD + "outputs:\n  a: {value: 1}\n  ^\n", fixed=HEAD + "outputs:\n  x: {value: 1}\n"),
    ]
    good = [hotlint.rule.Example(HEAD + "outputs: {}\n"), hotlint.rule.Example(HEAD + "outputs: {a: {value: 1}}\n")]

    def check_output(self, output: Output, ctx: hotlint.rule.RuleContext) -> hotlint.rule.Checked:
        fix = hotlint.rule.Fix("Call it x", (hotlint.rule.Edit(output.key.span, "x"),), "safe")
        yield ctx.report(output.key, "it is there", fix=fix)


def test_wrong_examples_are_named() -> None:
    assert hotlint.rule.failures(Marked()) == [
        "TEST001: a bad example marks nothing",
        """TEST001: marked ["45:'a'"], reported ["45:'a'", "61:'b'"]""",
        "TEST001: its fixes give " + repr(HEAD + "outputs:\n  x: {value: 1}\n"),
        "TEST001: a good example is reported: it is there",
    ]


class Plain(hotlint.rule.Rule):
    """A rule that states nothing."""


@for_each("hook", HOOKS)
def test_a_hook_that_a_rule_leaves_to_its_base_reports_nothing(hook: str) -> None:
    given = getattr(hotlint.rule.Rule, hook).__code__.co_argcount - 1
    assert [*getattr(Marked() if hook != "check_output" else Plain(), hook)(*[None] * given)] == []


def test_what_a_rule_does_not_state() -> None:
    rule = hotlint.rule.Rule
    assert (rule.default, rule.profiles, rule.category, rule.refused_by, rule.since) == (
        True,
        {},
        "correctness",
        "heat",
        "0.2",
    )
    assert (rule.bad, rule.good, rule.takes) == ([], [], None)
