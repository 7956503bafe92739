"""How Heat rewrites properties before it checks them, mostly so that other spellings of a property are accepted.

The rules are facts of the catalogue (`translations` of a type). "replace" lets another property, `from` at the top or
`name` beside it, stand for the one at `path`; "add" puts more items into the list at `path`; "delete" ignores what is
at `path`. What stands for another, or is ignored, is not checked on its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from hotlint.language.values import MARKS, OMITTED, Unknown, Value

if TYPE_CHECKING:
    from hotlint.resource_types.facts import Facts
    from hotlint.resource_types.validation.checker import Checker
    from hotlint.resource_types.validation.model import Level, Path, Route

_ORDER = ("add", "replace", "delete")


def _order(rule: Facts) -> int:
    return _ORDER.index(rule["rule"])


class Translation:
    """The rules of a type, for one resource."""

    def __init__(self, rules: tuple[Facts, ...], checker: Checker, top: Level) -> None:
        self.checker = checker
        self.top = top
        self.rules: dict[Route, list[Facts]] = {}
        self.names: dict[Route, set[str]] = {}  # of the properties that rules are for, by what they are in
        self.skipped: set[Route] = set()
        self.settings: dict[str, Value] = {}
        for rule in rules if len(rules) < 2 else sorted(rules, key=_order):
            if "when" in rule and not self._is_set(rule["when"]):
                continue
            path = tuple(rule["path"])
            self.rules.setdefault(path, []).append(rule)
            self.names.setdefault(path[:-1], set()).add(path[-1])
            if rule["rule"] == "delete":
                self.skipped.add(path)
            elif rule["rule"] == "replace":
                beside = (*path[:-1], rule["name"]) if "name" in rule else tuple(rule.get("from", ()))
                self.skipped.add((*beside, *rule.get("custom", ())))

    def _is_set(self, name: str) -> bool:
        """Whether a property has a value that counts, by itself. An unknown one is taken not to."""
        if name not in self.settings:
            here = name in self.top.schema
            self.settings[name] = self.checker.aside(lambda: self.checker.property(self.top, name)) if here else None
        value = self.settings[name]
        if isinstance(value, Unknown) and len(value.origin) == 2 and value.origin[0] == "reference":
            # Heat asks for its rules so early that the id of every resource is still its name.
            return str(value.origin[1]) in self.checker.references
        return self.checker.is_set(value)

    def apply(self, level: Level, route: Route, value: Value, path: Path) -> tuple[Value, Path]:
        """The value that the rules for this property make of the given one (OMITTED: none), and where it stands."""
        for rule in self.rules[route]:
            if rule["rule"] == "delete":
                value = None
            elif rule["rule"] == "add":
                value = self._add(level, rule, value, path)
            else:
                value, path = self._replace(level, rule, value, path)
        return value, path

    def _add(self, level: Level, rule: Facts, value: Value, path: Path) -> Value:
        if value is OMITTED or (level.schema[path[-1]].items is None and isinstance(value, list)):
            return [*(value if isinstance(value, list) else []), *self._fill(rule["value"])]
        # Heat applies the rule to the list, and then to its items, where it fails: even for a list that was empty.
        other, name = rule.get("when", "another property"), path[-1]
        message = f"'{other}' and '{name}' cannot be given together: give only '{name}'."
        return self.checker.report((other,) if "when" in rule else path, "conflict", message, "key")

    def _fill(self, value: Any) -> Any:
        """A rule's value, in which {"get": name} stands for the value of a property."""
        if isinstance(value, list):
            return [self._fill(item) for item in value]
        if not isinstance(value, dict):
            return value
        if value.keys() == {"get"}:
            return self.settings.get(value["get"])
        return {key: self._fill(item) for key, item in value.items()}

    def _replace(self, level: Level, rule: Facts, value: Value, path: Path) -> tuple[Value, Path]:
        if "name" in rule:
            steps = (rule["name"], *rule.get("custom", ()))
            other = _dig(level.data, steps)
            other_path = (*level.path, *steps)
        else:
            steps = tuple(rule.get("from", ()))
            alone = value is OMITTED
            other = self.checker.aside(lambda: self.checker.property(self.top, steps[0]), thorough=alone)
            other_path = steps
        if self.checker.is_set(other) and self.checker.is_set(value):
            message = f"'{steps[0]}' and '{path[-1]}' are two names of one property: give only '{path[-1]}'."
            return self.checker.report(other_path, "conflict", message, "key"), other_path
        return (other, other_path) if other is not None else (value, path)


def _dig(value: Value, steps: tuple[str, ...]) -> Value:
    """What is found along keys, as it stands; None where a step leads nowhere."""
    for step in steps:
        if isinstance(value, MARKS):
            return Unknown("what it is in is not known")
        if not isinstance(value, Mapping):
            return None
        value = value.get(step)
    return value
