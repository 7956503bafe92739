"""The rules of all installed rule packs.

A pack's entry point names a module with a list `RULES` of rule classes; see `hotlint.linter.packs`.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import NamedTuple

from hotlint.linter.packs import RulePack, installed_packs
from hotlint.linter.rule import Rule
from hotlint.linter.type_rules import NO_TYPE_RULES, TypeRulesTable


class DuplicateCodeError(Exception):
    """Two rules claim one code or one name."""


class PackProblem(NamedTuple):
    """A rule pack that could not be loaded."""

    pack: str
    message: str


class Registry(NamedTuple):
    """Rules in the order of their codes, and the packs that failed to load."""

    rules: tuple[Rule, ...]
    problems: tuple[PackProblem, ...]
    type_rules: TypeRulesTable = NO_TYPE_RULES

    def find(self, name: str) -> Rule | None:
        """The rule of that code or name, in any case."""
        folded = name.casefold()
        return next((r for r in self.rules if folded in (r.code.casefold(), r.name.casefold())), None)


_loaded: Registry | None = None


def load() -> Registry:
    """All rules, loaded once a process. Raises DuplicateCodeError."""
    global _loaded
    if _loaded is None:
        _loaded = _load(installed_packs())
    return _loaded


def _load(packs: Iterable[RulePack]) -> Registry:
    rules: dict[str, Rule] = {}
    names: dict[str, str] = {}
    type_rules: dict[str, str] = {}
    problems = []
    for pack in packs:
        try:
            module, _, attribute = pack.target.partition(":")
            loaded = import_module(module)
            made = [kind() for kind in getattr(loaded, attribute or "RULES")]
            type_rules.update(getattr(loaded, "TYPE_RULES", {}))
        except Exception as exc:  # a pack is foreign code: whatever it raises is its problem, not ours
            problems.append(PackProblem(pack.name, f"{type(exc).__name__}: {exc}"))
            continue
        for rule in made:
            if rule.code in rules or rule.name in names:
                other = rules.get(rule.code) or rules[names[rule.name]]
                raise DuplicateCodeError(f"{_where(rule)} and {_where(other)} both claim {rule.code} {rule.name}")
            rules[rule.code], names[rule.name] = rule, rule.code
    return Registry(tuple(rules[code] for code in sorted(rules)), tuple(problems), TypeRulesTable(type_rules))


def _where(rule: Rule) -> str:
    return f"{type(rule).__module__}.{type(rule).__name__}"
