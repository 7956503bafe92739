"""Rules that hotlint imports only if a file has what they look at.

The manifest of hotlint's own rule pack (`manifest.json`, written by tools/generate/rule_manifest.py) lists the code, name,
hooks and declarations of each rule. A small template needs about 40 of 130 rules. Other rule packs have no manifest, so
hotlint imports their rules at once.
"""

from __future__ import annotations

import os
from importlib import import_module

from hotlint.common.annotations import TYPE_CHECKING, Any
from hotlint.common.records import NamedTuple
from hotlint.linter.rules.rule import HOOKS, Rule

if TYPE_CHECKING:
    from hotlint.language.functions.base import Function

FILE = "manifest.json"
ATTRIBUTES = (
    "code", "name", "severity", "category", "profiles", "default", "since", "needs", "lacks", "looks_at", "resource_types",
    "only_computed", "only_unresolved", "refused_by",
)  # fmt: skip
"""The attributes of a rule that the manifest holds as they are; sets and tuples are lists there."""
_SETS = ("needs", "lacks", "looks_at", "resource_types")


class Manifest(NamedTuple):
    """The rules of a pack, and the modules of its type rules (see `TypeRulesTable`)."""

    rules: list[DeferredRule]
    type_rules: dict[str, str]


class DeferredRule(Rule):
    """A rule that has not been imported yet, with the facts of its entry in the manifest.

    `hooks` are the names of its hooks. `rule` imports the rule, which has the examples and the documentation.
    """

    hooks: tuple[str, ...]

    def __init__(self, entry: dict[str, Any]) -> None:
        lists = {name: frozenset(entry.get(name, ())) for name in _SETS}
        self.__dict__.update(entry, hooks=tuple(entry["hooks"]), **lists)
        self._location: str = entry["location"]
        self._functions: list[str] | None = entry.get("functions")
        self._rule: Rule | None = None

    @property
    def rule(self) -> Rule:
        """The rule itself. The first access imports it."""
        if self._rule is None:
            module, _, kind = self._location.partition(":")
            self._rule = getattr(import_module(module), kind)()
        return self._rule

    @property
    def location(self) -> str:
        """The module and the class of the rule, as module.Class."""
        return self._location.replace(":", ".")

    def wants_call(self, function: Function) -> bool:
        """Return whether the rule looks at calls of a function."""
        return self._functions is None or function.name in self._functions


def read_manifest(folder: str) -> Manifest:
    """Return the manifest in the folder of a rule pack. Raises OSError, ValueError and KeyError."""
    from json import loads

    with open(os.path.join(folder, FILE), encoding="utf-8") as file:
        content = loads(file.read())
    return Manifest([DeferredRule(entry) for entry in content["rules"]], content["type_rules"])


def entry_of(rule: Rule, functions: list[Function]) -> dict[str, Any]:
    """Return the entry of a rule in the manifest; `functions` are all functions of HOT.

    The entry omits attributes with the default of `Rule`. Raises ValueError for a rule that decides in code what it looks at.
    """
    kind = type(rule)
    if kind.wants_keys is not Rule.wants_keys:
        raise ValueError(f"{kind.__name__} overrides wants_keys: say what it looks at by needs, lacks or known_keys")
    entry: dict[str, Any] = {"location": f"{kind.__module__}:{kind.__name__}"}
    for name in ATTRIBUTES:
        value = getattr(rule, name)
        if value != getattr(Rule, name, None):
            entry[name] = sorted(value) if isinstance(value, frozenset) else value
    if rule.known_keys is not None:
        entry["known_keys"] = dict(rule.known_keys)
    entry["hooks"] = [name for name in HOOKS if getattr(kind, name) is not getattr(Rule, name)]
    if kind.wants_call is not Rule.wants_call:
        entry["functions"] = sorted(f.name for f in functions if rule.wants_call(f))
    return entry
