"""The rules by which Heat rewrites properties before it checks them (heat/engine/translation.py).

Most of them let a property be set under another name. The rules are facts of a type (T in
`hotlint.resource_types.facts`): "replace" lets another property, `from` at the top or its sibling `name`, replace the one
at `path`; "add" appends items to the list at `path`; "delete" ignores the property at `path`. A property that replaces
another, or is ignored, is not checked on its own.
"""

from __future__ import annotations

from collections.abc import Mapping

from hotlint.common.annotations import TYPE_CHECKING, Any
from hotlint.language.origins import id_of
from hotlint.language.values import MARKS, OMITTED, Unknown, Value

if TYPE_CHECKING:
    from hotlint.resource_types.facts import Facts
    from hotlint.resource_types.schema import Property
    from hotlint.resource_types.validation.checker import Checker
    from hotlint.resource_types.validation.model import Level, Path, Route


class Translation:
    """The rules of a type, applied to the properties of one resource. A `PropertyRewriter`."""

    def __init__(self, rules: tuple[Facts, ...], checker: Checker, top: Level) -> None:
        self._checker = checker
        self._top = top
        self._settings: dict[str, Value] = {}
        self.rules: dict[Route, list[Facts]] = {}
        self.names: dict[Route, set[str]] = {}
        self.skipped: set[Route] = set()
        for rule in rules:
            if "when" in rule and not self._is_set(rule["when"]):
                continue
            path = tuple(rule["path"])
            if not _has(top.schema, path):
                continue  # a plugin's subclass may leave out what an inherited rule names
            self.rules.setdefault(path, []).append(rule)
            self.names.setdefault(path[:-1], set()).add(path[-1])
            if rule["rule"] == "delete":
                self.skipped.add(path)
            elif rule["rule"] == "replace":
                source = (*path[:-1], rule["name"]) if "name" in rule else tuple(rule.get("from", ()))
                self.skipped.add((*source, *rule.get("custom", ())))

    def _is_set(self, name: str) -> bool:
        """Return whether a property at the top is set on its own; an unknown value counts as not set."""
        if name not in self._settings:
            self._settings[name] = self._untranslated(name)
        value = self._settings[name]
        named = id_of(value)
        if named is not None:  # Heat asks for the rules so early that the ID of every resource is still its name
            return named in self._checker.references
        return self._checker.is_set(value)

    def _untranslated(self, name: str, thorough: bool = False) -> Value:
        """Return the value of a property at the top, without any rewriting; None for one that the type does not have."""
        if name not in self._top.schema:
            return None
        return self._checker.aside(lambda: self._checker.property(self._top, name), thorough)

    def apply(self, level: Level, route: Route, value: Value, path: Path) -> tuple[Value, Path]:
        """Return the rewritten value of a property (`value` is OMITTED for one that is not set), and its path."""
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
        # Heat applies the rule to the list, and then to its items, where it fails, even for a list that was empty.
        other, name = rule.get("when", "another property"), path[-1]
        message = f"'{other}' and '{name}' of {self._checker.owner} cannot be set together; keep only '{name}'"
        return self._checker.report((other,) if "when" in rule else path, "conflict", message, "key")

    def _fill(self, value: Any) -> Any:
        """Return the value of a rule, with each {"get": name} in it replaced by the value of that property."""
        if isinstance(value, list):
            return [self._fill(item) for item in value]
        if not isinstance(value, dict):
            return value
        if value.keys() == {"get"}:
            return self._settings.get(value["get"])
        return {key: self._fill(item) for key, item in value.items()}

    def _replace(self, level: Level, rule: Facts, value: Value, path: Path) -> tuple[Value, Path]:
        if "name" in rule:
            steps = (rule["name"], *rule.get("custom", ()))
            other = _dig(level.data, steps)
            other_path = (*level.path, *steps)
        else:
            steps = tuple(rule.get("from", ()))
            other = self._untranslated(steps[0], thorough=value is OMITTED)
            other_path = steps
        if self._checker.is_set(other) and self._checker.is_set(value):
            message = (
                f"'{steps[0]}' and '{path[-1]}' are two names of one property of {self._checker.owner}; "
                f"keep only '{path[-1]}'"
            )
            return self._checker.report(other_path, "conflict", message, "key"), other_path
        return (other, other_path) if other is not None else (value, path)


def _has(schema: Mapping[str, Property] | None, path: Route) -> bool:
    """Return whether a schema has the property at a path of names, through lists."""
    for name in path:
        if schema is None or name not in schema:
            return False
        found = schema[name]
        schema = (found.items if found.items is not None else found).properties
    return True


def _dig(value: Value, steps: tuple[str, ...]) -> Value:
    """Return the value at a path of keys; None where a key is missing, Unknown below an unknown value."""
    for step in steps:
        if isinstance(value, MARKS):
            return Unknown("what it is in is not known")
        if not isinstance(value, (dict, Mapping)):
            return None
        value = value.get(step)
    return value
