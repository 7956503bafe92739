"""The table of hooks: it finds the rules that look at a file, a set of keys, or a function.

The table imports a rule only when it first calls one of its hooks.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from hotlint.common.annotations import TYPE_CHECKING, Any
from hotlint.linter.diagnostic import Diagnostic
from hotlint.linter.packs.manifest import DeferredRule
from hotlint.linter.rules.rule import HOOKS, Checked, Rule
from hotlint.syntax.source import Span

if TYPE_CHECKING:
    from hotlint.analysis.template import Named
    from hotlint.language.functions.base import Call

CRASH_CODE = "HOT000"
Hook = tuple[Rule, Callable[..., Checked]]
RulesByHook = dict[str, list[Rule]]
KEY_SETS_LIMIT = 10_000
"""The number of key sets for which the table remembers the rules."""


class HookTable:
    """The rules of a linter by hook, with lookups by file, set of keys, and function."""

    __slots__ = ("_by_function", "_by_keys", "_by_parts", "_by_resolved", "_found", "_parts", "rules")

    def __init__(self, rules: RulesByHook) -> None:
        self.rules = rules
        self._found: dict[str, list[Hook]] = {}
        self._parts: dict[str, frozenset[str]] = {}
        self._by_parts: dict[tuple[str, frozenset[str]], list[Hook]] = {}
        self._by_keys: dict[tuple[Any, ...], list[Hook]] = {}
        self._by_resolved: dict[bool, list[Hook]] = {}
        self._by_function: dict[tuple[str, bool], tuple[list[Hook], list[Hook]]] = {}

    def has(self, name: str) -> bool:
        """Return whether any rule has a hook."""
        return name in self.rules

    def all(self, name: str) -> list[Hook]:
        """Return all hooks of a name."""
        hooks = self._found.get(name)
        if hooks is None:
            hooks = self._found[name] = [(rule, hook_of(rule, name)) for rule in self.rules.get(name, ())]
        return hooks

    def for_file(self, name: str, parts: frozenset[str]) -> list[Hook]:
        """Return the hooks of a name whose rules look at a file with these parts (see `hotlint.linter.packs.file_parts`)."""
        looked_at = self._parts.get(name)
        if looked_at is None:
            found = (rule.looks_at for rule in self.rules.get(name, ()))
            looked_at = self._parts[name] = frozenset[str]().union(*found)
        key = (name, parts & looked_at)
        hooks = self._by_parts.get(key)
        if hooks is None:
            wanted = (r for r in self.rules.get(name, ()) if not r.looks_at or not r.looks_at.isdisjoint(parts))
            hooks = self._by_parts[key] = [(rule, hook_of(rule, name)) for rule in wanted]
        return hooks

    def for_owner(self, name: str, owner: Named, version: str) -> list[Hook]:
        """Return the hooks of a name whose rules look at parameters, resources or outputs with the owner's keys."""
        key = (name, version, *owner.fields)
        hooks = self._by_keys.get(key)
        if hooks is None:
            if len(self._by_keys) >= KEY_SETS_LIMIT:
                self._by_keys.clear()
            wanted = (r for r in self.rules.get(name, ()) if r.wants_keys(owner.fields.keys(), version))
            hooks = self._by_keys[key] = [(rule, hook_of(rule, name)) for rule in wanted]
        return hooks

    def for_part(self, is_resolved: bool) -> list[Hook]:
        """Return the `check_part` hooks for a part: one whose calls all have values, or one with an unresolved call."""
        hooks = self._by_resolved.get(is_resolved)
        if hooks is None:
            wanted = (r for r in self.rules.get("check_part", ()) if not (is_resolved and r.only_unresolved))
            hooks = self._by_resolved[is_resolved] = [(rule, hook_of(rule, "check_part")) for rule in wanted]
        return hooks

    def for_call(self, call: Call, is_computed: bool) -> tuple[list[Hook], list[Hook]]:
        """Return the `check_call` and the `check_target` hooks of rules that look at calls of this function.

        `is_computed`: the arguments contain another call.
        """
        key = (call.function.name, is_computed)
        known = self._by_function.get(key)
        if known is None:
            checking, targeting = (
                [r for r in self.rules.get(name, ()) if r.wants_call(call.function)]
                for name in ("check_call", "check_target")
            )
            known = self._by_function[key] = (
                [(r, hook_of(r, "check_call")) for r in checking if is_computed or not r.only_computed],
                [(r, hook_of(r, "check_target")) for r in targeting],
            )
        return known


@cache
def hooks_of(rule: Rule) -> tuple[str, ...]:
    """Return the names of the hooks that a rule overrides."""
    if isinstance(rule, DeferredRule):
        return rule.hooks
    return tuple(name for name in HOOKS if getattr(type(rule), name) is not getattr(Rule, name))


def hook_of(rule: Rule, name: str) -> Callable[..., Checked]:
    """Return a hook of a rule, with a guard if the rule is from another rule pack. Imports a deferred rule."""
    own = rule.rule if isinstance(rule, DeferredRule) else rule
    method: Callable[..., Checked] = getattr(own, name)
    if type(own).__module__.startswith("hotlint_rules."):
        return method
    from hotlint.linter.packs.pack_rules import PackRule

    return PackRule(rule, method, crash)


def crash(rule: Rule, why: str) -> Diagnostic:
    """Return the finding about a rule that failed."""
    message = f"rule {rule.code} ({rule.name}) failed on this file; please report it: {why}"
    return Diagnostic(CRASH_CODE, "warning", message, Span(0, 1), rule="rule-crash")
