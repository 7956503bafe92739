"""The table of hooks: which rules look at a file, at keys, at a part and at a call, each found once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hotlint.analysis.template import Named
from hotlint.linter.diagnostic import Diagnostic
from hotlint.linter.packs import hook_table
from hotlint.linter.packs.hook_table import Hook, HookTable, crash, hook_of, hooks_of
from hotlint.linter.packs.pack_rules import PackRule
from hotlint.linter.packs.registry import load_deferred
from hotlint.linter.rules.rule import Rule
from hotlint.syntax.nodes import Mapping, Scalar
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source, Span


def rule(rule_name: str, **facts: Any) -> Rule:
    """Return a rule with a name and these declarations."""
    kind = type(rule_name, (Rule,), {"code": rule_name.upper(), "name": rule_name, "severity": "info", **facts})
    made: Rule = kind()
    return made


def names(hooks: list[Hook]) -> str:
    """Return the names of the rules of hooks."""
    assert all(isinstance(method, PackRule) for _, method in hooks)
    return " ".join(one.name for one, _ in hooks)


def owner(text: str) -> Named:
    """Return an entry with the keys of a mapping."""
    root = parse(Source("t.yaml", f"it: {text}\n")).root
    assert isinstance(root, Mapping)
    entry = next(iter(root.items()))
    assert isinstance(entry.key, Scalar)
    return Named("it", entry.key, entry.value)


def test_rules_by_the_parts_of_a_file() -> None:
    rules = [rule("any"), rule("a", looks_at=frozenset("a")), rule("ab", looks_at=frozenset("ab"))]
    table = HookTable({"check_template": rules, "check_document": rules[:2]})
    wanted = {"": "any", "a": "any a ab", "b": "any ab", "c": "any", "ac": "any a ab"}
    for parts, found in wanted.items():
        assert names(table.for_file("check_template", frozenset(parts))) == found
    assert names(table.for_file("check_document", frozenset("ab"))) == "any a"
    assert table.for_file("check_template", frozenset("ac")) is table.for_file("check_template", frozenset("adc"))
    assert table.for_file("check_output", frozenset("a")) == []
    assert (table.has("check_template"), table.has("check_output")) == (True, False)
    assert names(table.all("check_document")) == "any a"
    assert table.all("check_document") is table.all("check_document")
    assert table.all("check_output") == []


def test_rules_by_the_keys_of_an_owner(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = [rule("any"), rule("needs", needs=frozenset("ab")), rule("new", known_keys={"a": "2014-10-16"})]
    table = HookTable({"check_output": rules, "check_resource": rules[1:2]})
    monkeypatch.setattr(hook_table, "KEY_SETS_LIMIT", 2)
    for _ in range(2):
        assert names(table.for_owner("check_output", owner("{a: 1}"), "2014-10-16")) == "any needs"
        assert names(table.for_owner("check_output", owner("{a: 1}"), "2013-05-23")) == "any needs new"
        assert names(table.for_owner("check_output", owner("{c: 1}"), "2014-10-16")) == "any new"
        assert names(table.for_owner("check_resource", owner("{c: 1}"), "2014-10-16")) == ""
    kept = table.for_owner("check_output", owner("{}"), "")
    assert table.for_owner("check_output", owner("{}"), "") is kept
    for key in "cd":
        table.for_owner("check_output", owner(f"{{{key}: 1}}"), "")
    assert table.for_owner("check_output", owner("{}"), "") is not kept


def test_rules_by_whether_a_part_is_resolved() -> None:
    table = HookTable({"check_part": [rule("any"), rule("open", only_unresolved=True)]})
    for _ in range(2):
        assert names(table.for_part(True)) == "any"
        assert names(table.for_part(False)) == "any open"
    assert HookTable({}).for_part(False) == []


class _Call:
    """A call of a function, as the table sees it."""

    def __init__(self, name: str) -> None:
        self.function = type("Function", (), {"name": name})


def test_rules_by_the_function_of_a_call() -> None:
    def only(name: str) -> Callable[[Any, Any], bool]:
        return lambda _, function: bool(function.name == name)

    rules = [rule("any"), rule("ref", wants_call=only("get_param")), rule("far", only_computed=True)]
    table = HookTable({"check_call": rules, "check_target": [*rules[1:], rule("last", wants_call=only("get_attr"))]})
    for _ in range(2):
        for name, is_computed, checking, targeting in (
            ("get_param", True, "any ref far", "ref far"),
            ("get_param", False, "any ref", "ref far"),
            ("get_attr", True, "any far", "far last"),
            ("list_join", False, "any", "far"),
        ):
            found = table.for_call(_Call(name), is_computed)  # type: ignore[arg-type]
            assert tuple(map(names, found)) == (checking, targeting), name
    assert table.for_call(_Call("get_attr"), True) is table.for_call(_Call("get_attr"), True)  # type: ignore[arg-type]
    assert HookTable({"check_call": rules}).for_call(_Call("x"), False)[1] == []  # type: ignore[arg-type]


def test_the_hooks_of_a_rule() -> None:
    def nothing(*_: object) -> tuple[()]:
        return ()

    assert hooks_of(rule("none")) == ()
    assert hooks_of(rule("two", check_output=nothing, check_document=nothing)) == ("check_document", "check_output")
    deferred = next(one for one in load_deferred().rules if one.code == "HOT301")
    assert hooks_of(deferred) == hooks_of(deferred.rule) != ()  # type: ignore[attr-defined]
    own = hook_of(deferred, hooks_of(deferred)[0])
    assert not isinstance(own, PackRule)
    assert own.__self__ is deferred.rule  # type: ignore[attr-defined]


def test_the_finding_about_a_rule_that_failed() -> None:
    message = "rule A1 (a1) failed on this file; please report it: why"
    assert crash(rule("a1"), "why") == Diagnostic("HOT000", "warning", message, Span(0, 1), rule="rule-crash")
