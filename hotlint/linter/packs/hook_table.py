"""The table of hooks: the rules of a linter by the method that they override, and by the function of a call."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from hotlint.common.annotations import TYPE_CHECKING
from hotlint.linter.diagnostic import Diagnostic
from hotlint.linter.rules.rule import HOOKS, Checked, Rule
from hotlint.syntax.source import Span

if TYPE_CHECKING:
    from hotlint.language.functions.base import Function

CRASH_CODE = "HOT000"
Hook = tuple[Rule, Callable[..., Checked]]


class HookTable:
    """The hooks of some rules, in the order of the rules."""

    __slots__ = ("_by_function", "_by_name")

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._by_name: dict[str, list[Hook]] = {name: [] for name in HOOKS}
        self._by_function: dict[str, tuple[list[Hook], list[Hook]]] = {}
        for rule in rules:
            for name in hooks_of(rule):
                self._by_name[name].append((rule, hook_of(rule, name)))

    def all(self, name: str) -> list[Hook]:
        """Return all hooks of a name."""
        return self._by_name[name]

    def for_call(self, function: Function) -> tuple[list[Hook], list[Hook]]:
        """Return the `check_call` and the `check_target` hooks of rules that look at calls of a function."""
        known = self._by_function.get(function.name)
        if known is None:
            checking, targeting = (
                [hook for hook in self._by_name[name] if hook[0].takes is None or function.takes(hook[0].takes)]
                for name in ("check_call", "check_target")
            )
            known = self._by_function[function.name] = checking, targeting
        return known


def hooks_of(rule: Rule) -> list[str]:
    """Return the names of the hooks that a rule overrides."""
    kind = type(rule)
    return [name for name in HOOKS if getattr(kind, name) is not getattr(Rule, name)]


def hook_of(rule: Rule, name: str) -> Callable[..., Checked]:
    """Return a hook of a rule, with a guard if the rule is from another rule pack."""
    method: Callable[..., Checked] = getattr(rule, name)
    if type(rule).__module__.startswith("hotlint_rules."):
        return method
    from hotlint.linter.packs.pack_rules import PackRule  # threads; most runs have no other pack

    return PackRule(rule, method, crash)


def crash(rule: Rule, why: str) -> Diagnostic:
    """Return the finding about a rule that failed."""
    message = f"rule {rule.code} ({rule.name}) failed on this file; please report it: {why}"
    return Diagnostic(CRASH_CODE, "warning", message, Span(0, 1), rule="rule-crash")
