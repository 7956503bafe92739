"""The rules of all installed rule packs.

A pack's entry point names a module with a list `RULES` of rule classes; see `hotlint.linter.packs.installed`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from importlib import import_module
from io import StringIO

from hotlint.common.records import NamedTuple
from hotlint.linter.diagnostic import SEVERITIES
from hotlint.linter.packs.installed import RulePack, installed_packs
from hotlint.linter.rules.rule import Rule
from hotlint.linter.rules.type_rules import NO_TYPE_RULES, TypeRulesTable

_OWN_PACK = "hotlint_rules"


def find_rule(rules: Iterable[Rule], name: str) -> Rule | None:
    """Return the rule with a code or a name, in any case; None if there is none."""
    folded = name.casefold()
    return next((r for r in rules if folded in (r.code.casefold(), r.name.casefold())), None)


class DuplicateCodeError(Exception):
    """Two rules have the same code, or the same name."""


class PackProblem(NamedTuple):
    """A rule pack that could not be loaded."""

    pack: str
    message: str


class Registry(NamedTuple):
    """All rules in the order of their codes, and the packs that could not be loaded."""

    rules: tuple[Rule, ...]
    problems: tuple[PackProblem, ...]
    type_rules: TypeRulesTable = NO_TYPE_RULES

    def find(self, name: str) -> Rule | None:
        """Return the rule with a code or a name, in any case; None if there is none."""
        return find_rule(self.rules, name)


@cache
def load() -> Registry:
    """Return the rules of the installed rule packs, imported once per process. Raises DuplicateCodeError."""
    return load_packs(installed_packs())


def load_packs(packs: Iterable[RulePack]) -> Registry:
    """Return the rules of rule packs.

    If a pack raises an exception, the registry records a problem and loads the remaining packs. Raises DuplicateCodeError.
    """
    rules: dict[str, Rule] = {}
    names: dict[str, str] = {}
    type_rules: dict[str, str] = {}
    problems, has_own = [], False
    for pack in packs:
        try:
            pack_rules, types = _loaded(pack)
        except _PackError as exc:
            problems.append(PackProblem(pack.name, str(exc)))
            continue
        type_rules.update(types)
        has_own = has_own or pack.target == _OWN_PACK
        for rule in pack_rules:
            if rule.code in rules or rule.name in names:
                other = rules.get(rule.code) or rules[names[rule.name]]
                message = (
                    f"{_location(rule)} and {_location(other)} have the same code or name: {rule.code} {rule.name}"
                )
                raise DuplicateCodeError(message)
            rules[rule.code], names[rule.name] = rule, rule.code
    table = TypeRulesTable(type_rules, has_own=has_own)
    return Registry(tuple(rules[code] for code in sorted(rules)), tuple(problems), table)


class _PackError(Exception):
    """A rule pack that cannot be loaded; the message says why."""


def _loaded(pack: RulePack) -> tuple[Sequence[Rule], dict[str, str]]:
    """Return the rules of a pack, and the modules of its type rules. Raises _PackError."""
    module, _, attribute = pack.target.partition(":")
    if module == _OWN_PACK:
        loaded = import_module(module)
        return [kind() for kind in loaded.RULES], {}  # its types are those of hotlint.heat_types
    return _loaded_foreign(module, attribute)


def _loaded_foreign(module: str, attribute: str) -> tuple[list[Rule], dict[str, str]]:
    from hotlint.linter.packs.pack_rules import LOAD_SECONDS, failure_of  # threads; most runs have no other pack

    rules: list[Rule] = []
    types: dict[str, str] = {}

    def load() -> None:
        loaded = import_module(module)
        rules.extend(kind() for kind in getattr(loaded, attribute or "RULES"))
        types.update(getattr(loaded, "TYPE_RULES", {}))

    why = failure_of(load, LOAD_SECONDS, StringIO())
    if why is not None:
        raise _PackError(why)
    for rule in rules:
        if not (isinstance(rule, Rule) and isinstance(rule.code, str) and isinstance(rule.name, str)):
            raise _PackError(f"{type(rule).__name__} is no rule with a code and a name")
        for severity in (rule.severity, *rule.profiles.values()):
            if severity not in SEVERITIES:
                raise _PackError(
                    f"rule {rule.code} has the severity {severity!r}, which is none of {', '.join(SEVERITIES)}"
                )
    return rules, types


def _location(rule: Rule) -> str:
    return f"{type(rule).__module__}.{type(rule).__name__}"
