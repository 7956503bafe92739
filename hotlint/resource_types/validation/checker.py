"""Goes through the properties of a resource and collects what is wrong with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from hotlint.language.constraints import check_value
from hotlint.language.values import (
    OMITTED,
    Either,
    Partial,
    PartialText,
    Unknown,
    Value,
    describe_type,
    is_known,
    show,
)
from hotlint.resource_types.schema import Properties, Property
from hotlint.resource_types.validation import scalars
from hotlint.resource_types.validation.model import EveryItem, Level, Path, PropertyProblem, Route

if TYPE_CHECKING:
    from hotlint.resource_types.validation.translation import Translation

_BAD: Final = Unknown("it is not right")
"""Stands for a value that has a problem already, so that none follows from it."""


class Checker:
    """Goes through properties and collects problems."""

    def __init__(self, references: Mapping[str, str]) -> None:
        self.problems: list[PropertyProblem] = []
        self.references = references
        self.thorough = True
        """Whether more is looked at than types; Heat does not, where it takes a value from another property."""
        self.translation: Translation | None = None

    def is_set(self, value: Value) -> bool:
        """Whether a value surely counts as given for Heat: not empty, not zero, not false."""
        if isinstance(value, Unknown):
            about_id = len(value.origin) == 2 and value.origin[0] == "reference"
            return about_id and self.references.get(str(value.origin[1])) == "text"
        if isinstance(value, PartialText):
            return any(isinstance(part, str) for part in value.parts)
        if isinstance(value, Either):
            return self.is_set(value.if_true) and self.is_set(value.if_false)
        return value is not OMITTED and bool(value.known if isinstance(value, Partial) else value)

    def report(self, path: Path, error: Any, message: str, part: Any = "value", **more: Any) -> Value:
        self.problems.append(PropertyProblem(path, part, error, message, **more))
        return _BAD

    def level(self, level: Level) -> dict[str, Value]:
        """All properties of a mapping: the keys that are there, and those that should be."""
        schema = level.schema
        if self.thorough and not (isinstance(schema, Properties) and schema.open):
            for key in level.data:
                if key not in schema:
                    self._unknown(level, key)
        found = {}
        data, translation = level.data, self.translation
        required_or_defaulted = schema.required_or_defaulted if isinstance(schema, Properties) else schema
        concerned = translation.names.get(level.route, ()) if translation is not None else ()
        for name in schema:
            if not (name in data or name in required_or_defaulted or name in concerned):
                continue  # most properties are left out, and need no look
            if translation is None or (*level.route, name) not in translation.skipped:
                found[name] = self.property(level, name)
        return found

    def _unknown(self, level: Level, key: Any) -> None:
        from hotlint.common.suggestions import did_you_mean

        owner = f"'{level.route[-1]}'" if level.route else "This resource type"
        elsewhere = level.schema.releases_with(key) if isinstance(level.schema, Properties) else None
        if elsewhere:
            from hotlint.resource_types.releases import span

            hint = f" in this release of Heat: it has it {span(*elsewhere)}"
        else:
            hint = did_you_mean(key, (n for n, p in level.schema.items() if p.support.status != "HIDDEN"))
        self.report((*level.path, key), "unknown-property", f"{owner} has no property {show(key)}{hint}.", "key")

    def property(self, level: Level, name: Any) -> Value:
        """One property of a mapping, given or not."""
        schema = level.schema[name]
        route = (*level.route, name) if isinstance(name, str) else level.route
        path: Path = (*level.path, name)
        translation = self.translation if self.translation is not None and route in self.translation.rules else None
        value = level.data.get(name, OMITTED)
        if value is not OMITTED:
            if not schema.implemented and self.thorough:
                self.report(path, "not-implemented", f"Heat does not implement {_subject(path)}.", "key")
            if translation is not None:
                value, path = translation.apply(level, route, value, path)
            return self.convert(schema, value, path, route, lambda: self.absent(level, name, schema))
        if translation is not None:
            value, path = translation.apply(level, route, OMITTED, path)
            if value is not OMITTED and (value is not None or schema.default is not None):
                return self.aside(lambda: self.convert(schema, value, path, route))
        return self.absent(level, name, schema)

    def aside(self, call: Callable[[], Value], thorough: bool = False) -> Value:
        """What a call yields while no translation rule is active (and while only types are looked at)."""
        before = self.thorough, self.translation
        self.thorough, self.translation = before[0] and thorough, None
        try:
            return call()
        finally:
            self.thorough, self.translation = before

    def absent(self, level: Level, name: Any, schema: Property) -> Value:
        """A property that is not given: its default, which Heat's own schema keeps right."""
        if schema.default is not None:
            if schema.type not in ("map", "list"):
                return schema.default
            return self.aside(lambda: self.convert(schema, None, (*level.path, name), ()))
        if schema.required and not level.open:
            owner = f"'{level.route[-1]}'" if level.route else "This resource"
            message = f"{owner} needs the property '{name}'."
            self.report(level.path, "missing-property", message, "whole", name=name)
        return None

    def convert(
        self,
        schema: Property,
        value: Value,
        path: Path,
        route: Route,
        absent: Callable[[], Value] = lambda: None,
    ) -> Value:
        """A value that is given, converted and held against the constraints. `absent` is asked if it is OMITTED."""
        if value.__class__ is str and schema.type == "string":
            if self.thorough and schema.constraints:
                self._constrain(schema, value, value, path)
            return value
        if value is _BAD:
            return value
        if isinstance(value, Either):
            return self._either(schema, value, path, route, absent)
        if value is OMITTED:
            return absent()
        if isinstance(value, Unknown):
            return self._unseen(schema, value, path, route)
        before = len(self.problems)
        found = _CONVERSIONS[schema.type](self, schema, value, path, route)
        if not self.thorough or not schema.constraints:
            return found
        if len(self.problems) == before or not any(p.severity == "error" for p in self.problems[before:]):
            self._constrain(schema, value, found, path)
        return found

    def _constrain(self, schema: Property, given: Value, value: Value, path: Path) -> None:
        for constraint in schema.constraints:
            if isinstance(given, Partial) and constraint.kind == "length":
                continue
            error = check_value(constraint.kind, constraint.args, value, schema.type)
            if error is not None:
                if given is None:
                    error = f"{_subject(path)} is empty (null), for which Heat puts {show(value)}: {error}"
                self.report(path, "constraint", error, constraint=constraint)

    def _either(self, schema: Property, value: Either, path: Path, route: Route, absent: Callable[[], Value]) -> Value:
        """Both ways a condition may turn out: an error if both are wrong, a warning if one is."""
        before, self.problems = self.problems, []
        first = self.convert(schema, value.if_true, path, route, absent)
        true_problems, self.problems = self.problems, []
        second = self.convert(schema, value.if_false, path, route, absent)
        false_problems, self.problems = self.problems, before
        both = all(any(p.severity == "error" for p in ps) for ps in (true_problems, false_problems))
        found = true_problems + [p for p in false_problems if p not in true_problems]
        self.problems += found if both else [p._replace(severity="warning") for p in found]
        return Either(value.condition, first, second)

    def _unseen(self, schema: Property, value: Unknown, path: Path, route: Route) -> Value:
        """An unknown value. Attributes and ids have a value for Heat even before the resource exists: null, or text."""
        stands_for = value.origin[0] if value.origin else None
        seen = self.references.get(str(value.origin[1])) if stands_for == "reference" else None
        if seen == "text" and not self._fits(schema, str(value.origin[1]), path):
            return self._not_text(schema, path)
        missing = []
        if schema.type == "map" and schema.properties and (stands_for == "attribute" or seen == "null"):
            missing = [n for n, p in schema.properties.items() if p.required and p.default is None]
        for name in missing:
            message = f"Until the resource exists, this is an empty map for Heat, and {_subject(path)} needs '{name}'."
            self.report(path, "missing-property", message, "whole", name=name)
        if seen == "null" and not missing and schema.type in ("list", "map") and not schema.convertible:
            return self._not_text(schema, path, later=True)
        return value

    def _not_text(self, schema: Property, path: Path, later: bool = False) -> Value:
        message = f"{_subject(path)} must be {_WANTED[schema.type]}, and the id of a resource is text."
        return self.report(path, "wrong-type", message, later=later)

    def _fits(self, schema: Property, text: str, path: Path) -> bool:
        """Whether text can be converted to the property's type."""
        before, self.problems = self.problems, []
        self.aside(lambda: self.convert(schema, text, path, ()))
        fits, self.problems = not self.problems, before
        return fits

    def wrong(self, schema: Property, value: Value, path: Path) -> Value:
        hint = ": write it in quotes" if schema.type == "string" and isinstance(value, float) else ""
        what = describe_type(value.known if isinstance(value, Partial) else value)
        message = f"{_subject(path)} must be {_WANTED[schema.type]}, and {show(value)} is {what}{hint}."
        return self.report(path, "wrong-type", message)

    def scalar(self, schema: Property, value: Value, path: Path, route: Route) -> Value:
        try:
            found = scalars.convert(schema.type, schema.default, value)
        except (TypeError, ValueError, OverflowError):
            return self.wrong(schema, value, path)
        if isinstance(value, float) and schema.type == "integer" and found != value:
            message = f"{_subject(path)} is an integer, so Heat cuts {value} to {found}."
            self.report(path, "cut", message, severity="warning")
        return found

    def map(self, schema: Property, value: Value, path: Path, route: Route) -> Value:
        if value is None:
            value = {} if schema.default is None else schema.default
        known = value.known if isinstance(value, Partial) else value
        if not isinstance(known, Mapping):
            if schema.convertible and isinstance(value, str | PartialText | list | Partial):
                return value if not isinstance(value, list) else _as_json(value)
            return self.wrong(schema, value, path)
        if schema.properties is None:
            return value
        level = Level(schema.properties, known, path, route, isinstance(value, Partial))
        found: Value = self.level(level)
        return Partial(found, value.rest) if isinstance(value, Partial) else found

    def list(self, schema: Property, value: Value, path: Path, route: Route) -> Value:
        value = (schema.default or []) if value is None else value
        known = value.known if isinstance(value, Partial) else value
        if schema.convertible and isinstance(known, str | PartialText):
            if isinstance(known, PartialText):
                return Unknown("only part of its text is known", "list")
            known = value = known.split(",") if known else []
        if not isinstance(known, list):
            return self.wrong(schema, value, path)
        if schema.items is None:
            return value
        items = [item for item in known if item is not OMITTED]
        if (
            self.translation is None
            and schema.items.implemented
            and not any(item.__class__ is Either for item in items)
        ):
            found: Value = [self.convert(schema.items, item, (*path, i), route) for i, item in enumerate(items)]
            return Partial(found, value.rest) if isinstance(value, Partial) else found
        level = Level(EveryItem(schema.items, len(items)), dict(enumerate(items)), path, route)
        found = [*self.level(level).values()]
        return Partial(found, value.rest) if isinstance(value, Partial) else found

    def anything(self, schema: Property, value: Value, path: Path, route: Route) -> Value:
        return value


_CONVERSIONS: Final = {
    "string": Checker.scalar,
    "integer": Checker.scalar,
    "number": Checker.scalar,
    "boolean": Checker.scalar,
    "map": Checker.map,
    "list": Checker.list,
    "any": Checker.anything,
}
_WANTED: Final = {
    "string": "text",
    "integer": "an integer",
    "number": "a number",
    "boolean": "true or false",
    "map": "a map",
    "list": "a list",
}


def _as_json(value: list[Value]) -> Value:
    """What Heat hands on for a list where a map is expected: its JSON text."""
    if not is_known(value):
        return Unknown("it is handed on as JSON text", "string")
    import json

    try:
        return json.dumps(value)
    except TypeError:
        return Unknown("it is handed on as JSON text", "string")


def _subject(path: Path) -> str:
    """What a path leads to, in words."""
    named = next((step for step in reversed(path) if isinstance(step, str)), None)
    if named is None:
        return "The value"
    return f"'{named}'" if path[-1] == named else f"An item of '{named}'"
