"""The checker: converts the properties of a resource and collects their problems (heat/engine/properties.py)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hotlint.common.annotations import Any
from hotlint.language.constraints import check_value
from hotlint.language.jinja_marks import is_placeholder
from hotlint.language.origins import PSEUDO, id_of, is_attribute, source_of
from hotlint.language.parameter_types import filled_in
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
from hotlint.resource_types.validation.model import EveryItem, Level, Path, PropertyProblem, PropertyRewriter, Route

_BAD = Unknown("it is not right")
"""Replaces a value that already has a problem, so that no other problem follows from it."""
_TEXT = frozenset({str, Unknown})
"""Classes of values that are right wherever every string is."""


class Checker:
    """Checks and converts the properties of one resource; problems are collected in `problems`.

    `owner` names the resource type, or the section, in messages. `references` has the `ResourceType.reference` of each
    resource of the template.
    """

    def __init__(self, owner: str, references: Mapping[str, str]) -> None:
        self.owner = owner
        self.references = references
        self.problems: list[PropertyProblem] = []
        self._thorough = True  # False where only types are checked, as Heat does for a value that replaces another's
        self._rewriter: PropertyRewriter | None = None

    def rewrite_with(self, rewriter: PropertyRewriter | None) -> None:
        """Rewrite properties by the rules of a type before they are checked; None: no more."""
        self._rewriter = rewriter

    def is_set(self, value: Value) -> bool:
        """Return whether Heat certainly treats a value as set: it is not empty, zero or false."""
        if isinstance(value, Unknown):
            return self.references.get(id_of(value) or "") == "text"
        if isinstance(value, PartialText):
            return any(isinstance(part, str) for part in value.parts)
        if isinstance(value, Either):
            return self.is_set(value.if_true) and self.is_set(value.if_false)
        return value is not OMITTED and bool(value.known if isinstance(value, Partial) else value)

    def report(self, path: Path, error: Any, message: str, part: Any = "value", **more: Any) -> Value:
        """Add a problem, with the fields of `PropertyProblem`, and return the value that replaces the wrong one."""
        self.problems.append(PropertyProblem(path, part, error, message, **more))
        return _BAD

    def level(self, level: Level) -> dict[str, Value]:
        """Check all properties of a level, also missing ones, and return the converted values by name."""
        schema = level.schema
        if schema.__class__ is not Properties:
            return {name: self.property(level, name) for name in schema}
        data, facts = level.data, schema.facts
        if self._thorough and not schema.open:
            for key in data:
                if key not in facts:
                    self._unknown(level, key)
        rewriter = self._rewriter
        ruled = rewriter.names.get(level.route, ()) if rewriter is not None else ()
        values: dict[str, Value] = {}
        defaults = schema.defaults
        for name in schema.set_or_needed(data, ruled):
            if rewriter is not None and (*level.route, name) in rewriter.skipped:
                continue
            if name in ruled:
                if (value := self.property(level, name)) is not None:  # the rule gave it a value
                    values[name] = value
            elif name not in data:
                values[name] = defaults[name] if name in defaults else self.property(level, name)
            elif data[name].__class__ in _TEXT and schema[name].takes_text:
                values[name] = data[name]
            else:
                values[name] = self.property(level, name)
        return values

    def _unknown(self, level: Level, key: Any) -> None:
        from hotlint.common.suggestions import did_you_mean

        elsewhere = level.schema.releases_with(key) if isinstance(level.schema, Properties) else None
        if elsewhere:
            from hotlint.resource_types.releases import span

            hint = f" in the target release of Heat: the property exists {span(*elsewhere)}"
        else:
            hint = did_you_mean(key, (n for n, p in level.schema.items() if p.support.status != "HIDDEN"))
        message = f"{self._owner(level)} has no property {show(key)}{hint}"
        self.report((*level.path, key), "unknown-property", message, "key")

    def property(self, level: Level, name: Any) -> Value:
        """Check one property of a level, set or not, and return its converted value."""
        schema = level.schema[name]
        route = (*level.route, name) if name.__class__ is str else level.route
        path: Path = (*level.path, name)
        rewriter = self._rewriter if self._rewriter is not None and route in self._rewriter.rules else None
        value = level.data.get(name, OMITTED)
        if value is not OMITTED:
            if not schema.implemented and self._thorough:
                self.report(path, "not-implemented", f"{self._subject(path)} is not implemented by Heat", "key")
            if rewriter is not None:
                value, path = rewriter.apply(level, route, value, path)
            if value is OMITTED or value.__class__ is Either:
                return self.convert(schema, value, path, route, lambda: self.absent(level, name, schema))
            return self.convert(schema, value, path, route)
        if rewriter is not None:
            value, path = rewriter.apply(level, route, OMITTED, path)
            if value is not OMITTED and (value is not None or schema.default is not None):
                return self.aside(lambda: self.convert(schema, value, path, route))
        return self.absent(level, name, schema)

    def aside(self, call: Callable[[], Value], thorough: bool = False) -> Value:
        """Return the result of a call during which nothing is rewritten, and unless `thorough` only types are checked."""
        before = self._thorough, self._rewriter
        self._thorough, self._rewriter = before[0] and thorough, None
        try:
            return call()
        finally:
            self._thorough, self._rewriter = before

    def absent(self, level: Level, name: Any, schema: Property) -> Value:
        """Return the value of a property that is not set: its default, or null; report it when it is required."""
        if schema.default is not None:
            if schema.type not in ("map", "list"):
                return schema.scalar_default
            if schema.converted_default is not None:
                return schema.converted_default
            before = len(self.problems)
            value = self.aside(lambda: self.convert(schema, None, (*level.path, name), ()))
            if len(self.problems) == before:  # a problem is reported for each resource
                schema.converted_default = value
            return value
        if schema.required and not level.open:
            message = f"{self._owner(level)} requires the property '{name}'"
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
        """Return a value converted to the property's type, after checking its constraints.

        `absent` returns the value to use where `value`, or one outcome of it, is OMITTED.
        """
        kind = value.__class__
        if kind is str and (schema.constraints or schema.type != "string") and is_placeholder(value):
            return filled_in(value)
        if kind is str and schema.type == "string":
            if self._thorough and schema.constraints:
                self._constrain(schema, value, value, path)
            return value
        if kind is Unknown:
            return value if value is _BAD else self._unknown_value(schema, value, path, route)
        if kind is Either:
            return self._either(schema, value, path, route, absent)
        if value is OMITTED:
            return absent()
        before = len(self.problems)
        converted = _CONVERSIONS[schema.type](self, schema, value, path, route)
        if not schema.constraints or not self._thorough:
            return converted
        if len(self.problems) == before or not any(p.severity == "error" for p in self.problems[before:]):
            self._constrain(schema, value, converted, path)
        return converted

    def _constrain(self, schema: Property, given: Value, value: Value, path: Path) -> None:
        """Check a converted value against the constraints of its property."""
        for constraint in schema.constraints:
            if isinstance(given, Partial) and constraint.kind == "length":
                continue
            error = check_value(constraint.kind, constraint.args, value, schema.type)
            if error is not None:
                null = f" is null, which Heat replaces with {show(value)}" if given is None else ""
                self.report(path, "constraint", f"{self._subject(path)}{null}: {error}", constraint=constraint)

    def _either(self, schema: Property, value: Either, path: Path, route: Route, absent: Callable[[], Value]) -> Value:
        """Check both outcomes of a condition: an error when both are wrong, a warning when only one is."""
        before, self.problems = self.problems, []
        first = self.convert(schema, value.if_true, path, route, absent)
        true_problems, self.problems = self.problems, []
        second = self.convert(schema, value.if_false, path, route, absent)
        false_problems, self.problems = self.problems, before
        both = all(any(p.severity == "error" for p in ps) for ps in (true_problems, false_problems))
        problems = true_problems + [p for p in false_problems if p not in true_problems]
        self.problems += problems if both else [p._replace(severity="warning") for p in problems]
        return Either(value.condition, first, second, value.origin)

    def _unknown_value(self, schema: Property, value: Unknown, path: Path, route: Route) -> Value:
        """Check an unknown value: before a resource exists, Heat has null for its attributes, and null or a string for its ID."""
        if schema.type in ("string", "any"):
            return value
        named = id_of(value)
        seen = self.references.get(named) if named is not None else None
        if named is not None and seen == "text" and not self._fits(schema, named, path):
            return self._not_an_id(schema, path)
        pseudo = source_of(value, PSEUDO)
        if pseudo is not None and _never_text(schema):
            message = f"{self._subject(path)} must be {_EXPECTED[schema.type]}, but {pseudo.name} is a string"
            return self.report(path, "wrong-type", message)
        missing = []
        if schema.type == "map" and schema.properties and (is_attribute(value) or seen == "null"):
            missing = [n for n, p in schema.properties.items() if p.required and p.default is None]
        for name in missing:
            message = (
                f"{self._subject(path)} requires '{name}', but Heat has an empty mapping here until the referenced "
                "resource exists"
            )
            self.report(path, "missing-property", message, "whole", name=name)
        if seen == "null" and not missing and schema.type in ("list", "map") and not schema.convertible:
            return self._not_an_id(schema, path, later=True)
        return value

    def _not_an_id(self, schema: Property, path: Path, later: bool = False) -> Value:
        message = f"{self._subject(path)} must be {_EXPECTED[schema.type]}, but the ID of a resource is a string"
        return self.report(path, "wrong-type", message, later=later)

    def _fits(self, schema: Property, text: str, path: Path) -> bool:
        """Return whether a string can be converted to the property's type."""
        before, self.problems = self.problems, []
        self.aside(lambda: self.convert(schema, text, path, ()))
        fits, self.problems = not self.problems, before
        return fits

    def wrong(self, schema: Property, value: Value, path: Path) -> Value:
        """Report a value that is not of the property's type."""
        hint = "; write it in quotes" if schema.type == "string" and isinstance(value, float) else ""
        actual = describe_type(value.known if isinstance(value, Partial) else value)
        given = "" if value is None else f"{show(value)} is "
        message = f"{self._subject(path)} must be {_EXPECTED[schema.type]}, but {given}{actual}{hint}"
        return self.report(path, "wrong-type", message)

    def scalar(self, schema: Property, value: Value, path: Path, route: Route) -> Value:
        """Convert a string, integer, number or boolean."""
        try:
            converted = _scalar(schema.type, schema.default, value)
        except (TypeError, ValueError, OverflowError):
            return self.wrong(schema, value, path)
        if isinstance(value, float) and schema.type == "integer" and converted != value:
            message = f"{self._subject(path)} is an integer, so Heat truncates {value} to {converted}"
            self.report(path, "cut", message, severity="warning")
        return converted

    def map(self, schema: Property, value: Value, path: Path, route: Route) -> Value:
        """Convert a mapping and the properties in it."""
        if value is None:
            value = {} if schema.default is None else schema.default
        known = value.known if isinstance(value, Partial) else value
        if not isinstance(known, (dict, Mapping)):  # a dictionary is recognized faster than an abstract class
            if schema.convertible and isinstance(value, str | PartialText | list | Partial):
                return value if not isinstance(value, list) else _as_json(value)
            return self.wrong(schema, value, path)
        if schema.properties is None:
            return value
        level = Level(schema.properties, known, path, route, isinstance(value, Partial))
        converted: Value = self.level(level)
        return Partial(converted, value.rest) if isinstance(value, Partial) else converted

    def list(self, schema: Property, value: Value, path: Path, route: Route) -> Value:
        """Convert a list and its items."""
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
        items = known if OMITTED not in known else [item for item in known if item is not OMITTED]
        if self._rewriter is None and schema.items.implemented and Either not in map(type, items):
            converted: Value = [self.convert(schema.items, item, (*path, i), route) for i, item in enumerate(items)]
            return Partial(converted, value.rest) if isinstance(value, Partial) else converted
        level = Level(EveryItem(schema.items, len(items)), dict(enumerate(items)), path, route)
        converted = [*self.level(level).values()]
        return Partial(converted, value.rest) if isinstance(value, Partial) else converted

    def anything(self, schema: Property, value: Value, path: Path, route: Route) -> Value:
        """Return a value of type "any" as it is."""
        return value

    def _owner(self, level: Level) -> str:
        """Return the name of the mapping that a level is, for messages."""
        return f"'{level.route[-1]}' of {self.owner}" if level.route else self.owner

    def _subject(self, path: Path) -> str:
        """Return the name of the value at a path, for messages."""
        named = next((step for step in reversed(path) if isinstance(step, str)), None)
        if named is None:
            return f"value of {self.owner}"
        name = f"'{named}' of {self.owner}"
        return name if path[-1] == named else f"item of {name}"


_CONVERSIONS = {
    "string": Checker.scalar,
    "integer": Checker.scalar,
    "number": Checker.scalar,
    "boolean": Checker.scalar,
    "map": Checker.map,
    "list": Checker.list,
    "any": Checker.anything,
}
_EXPECTED = {
    "string": "a string",
    "integer": "an integer",
    "number": "a number",
    "boolean": "true or false",
    "map": "a mapping",
    "list": "a list",
}


def _never_text(schema: Property) -> bool:
    """Return whether no string is a value of the property."""
    return schema.type in ("list", "map") and not schema.convertible


def _scalar(kind: str, default: Any, value: Value) -> Value:
    """Return the value as a "string", "integer", "number" or "boolean"; null becomes the default, or the type's empty value.

    Raises TypeError, ValueError or OverflowError where Heat refuses the value.
    """
    if value is None:
        value = default or _EMPTY[kind]
    if isinstance(value, PartialText):
        return _partial(kind, value)
    if kind == "string":
        return _string(value)
    if kind == "integer":
        return int(value)
    return _number(value) if kind == "number" else _boolean(value)


_EMPTY = {"string": "", "integer": 0, "number": 0, "boolean": False}


def _string(value: Value) -> str:
    if not isinstance(value, str | bool | int):
        raise TypeError
    return str(value)


def _number(value: Value) -> int | float:
    if isinstance(value, int | float):
        return value
    try:
        return int(value)
    except ValueError:
        return float(value)


def _boolean(value: Value) -> bool:
    """Return a boolean. Only words count: 1 and 0 are not booleans here, unlike in parameters."""
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.lower() in ("true", "false"):
        return value.lower() == "true"
    raise ValueError


def _partial(kind: str, value: PartialText) -> Value:
    """Convert a partly known string, which can be a number or boolean only if its known parts can be part of one."""
    if kind == "string":
        return value
    if not all(_may_be_part(part.lower(), kind) for part in value.parts if isinstance(part, str)):
        raise ValueError
    return Unknown("only part of its text is known", kind)


def _may_be_part(text: str, kind: str) -> bool:
    if kind == "boolean":
        return text in "true" or text in "false"
    others = "+-_" if kind == "integer" else "+-_.einfaty"
    return all(c in others or not (c.isascii() and c.isprintable()) or c.isdigit() or c.isspace() for c in text)


def _as_json(value: list[Value]) -> Value:
    """Return the JSON of a list, which is the value that Heat passes on for it where a mapping is expected."""
    if not is_known(value):
        return Unknown("it is passed on as a JSON string", "string")
    import json

    try:
        return json.dumps(value)
    except TypeError:
        return Unknown("it is passed on as a JSON string", "string")
