"""The table of hooks: which rules override a method, and which look at a call."""

from __future__ import annotations

from typing import Any

from hotlint.language import functions
from hotlint.linter.checking.run import Hook, HookTable, crash, hook_of, hooks_of
from hotlint.linter.diagnostic import Diagnostic
from hotlint.linter.packs.pack_rules import PackRule
from hotlint.linter.packs.registry import load
from hotlint.linter.rules.rule import Rule
from hotlint.syntax.source import Span


def rule(rule_name: str, **facts: Any) -> Rule:
    """Return a rule with a name and these declarations."""
    kind = type(rule_name, (Rule,), {"code": rule_name.upper(), "name": rule_name, "severity": "info", **facts})
    made: Rule = kind()
    return made


def names(hooks: list[Hook]) -> str:
    """Return the names of the rules of hooks."""
    assert all(isinstance(method, PackRule) for _, method in hooks)
    return " ".join(one.name for one, _ in hooks)


def test_hooks_by_their_names() -> None:
    def nothing(*_: object) -> tuple[()]:
        return ()

    rules = [rule("a", check_output=nothing), rule("b"), rule("c", check_output=nothing, check_document=nothing)]
    table = HookTable(rules)
    assert (names(table.all("check_output")), names(table.all("check_document"))) == ("a c", "c")
    assert table.all("check_template") == []


def test_rules_by_the_function_of_a_call() -> None:
    def nothing(*_: object) -> tuple[()]:
        return ()

    both = {"check_call": nothing, "check_target": nothing}
    rules = [
        rule("any", **both),
        rule("parameter", takes="parameter", **both),
        rule("attribute", takes="attribute", **both),
    ]
    table = HookTable([*rules, rule("last", takes="attribute", check_target=nothing)])
    for _ in range(2):
        for name, checking, targeting in (
            ("get_param", "any parameter", "any parameter"),
            ("get_attr", "any attribute", "any attribute last"),
            ("list_join", "any", "any"),
        ):
            function = functions.get(name, "value")
            assert function is not None
            assert tuple(map(names, table.for_call(function))) == (checking, targeting), name


def test_the_hooks_of_a_rule() -> None:
    def nothing(*_: object) -> tuple[()]:
        return ()

    assert hooks_of(rule("none")) == []
    assert hooks_of(rule("two", check_output=nothing, check_document=nothing)) == ["check_document", "check_output"]
    own = next(one for one in load().rules if one.code == "HOT301")
    method = hook_of(own, hooks_of(own)[0])
    assert not isinstance(method, PackRule)
    assert method.__self__ is own  # type: ignore[attr-defined]


def test_the_finding_about_a_rule_that_failed() -> None:
    message = "rule A1 (a1) failed on this file; please report it: why"
    assert crash(rule("a1"), "why") == Diagnostic("HOT000", "warning", message, Span(0, 1), rule="rule-crash")
