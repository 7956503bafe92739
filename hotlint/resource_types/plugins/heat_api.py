"""The modules of Heat that plugins import: schemas, constraints, support, the base class of resources.

Names, arguments and defaults are those of properties, attributes, constraints, support, resource and translation in
heat/engine. Everything is created anew for each reading, since a plugin may change the modules that it imports.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hotlint.language import constraints
from hotlint.language.constraints.model import ConstraintKind
from hotlint.resource_types.plugins.attributes import members
from hotlint.resource_types.plugins.operators import plain
from hotlint.resource_types.plugins.schema_objects import (
    AttributeSchema,
    DeclaredConstraint,
    DeclaredSupport,
    PropertySchema,
)
from hotlint.resource_types.plugins.values import UNKNOWN, Arguments, Builtin, Class, Map, Module, Runtime, Seq, Value

_TYPES = {kind.upper(): kind for kind in ("Integer", "String", "Number", "Boolean", "Map", "List", "Any")}
_STATUSES = ("UNKNOWN", "SUPPORTED", "DEPRECATED", "UNSUPPORTED", "HIDDEN")
_ACTIONS = ("INIT", "CREATE", "DELETE", "UPDATE", "ROLLBACK", "SUSPEND", "RESUME", "ADOPT", "SNAPSHOT", "CHECK")
_RULES = {"ADD": "Add", "REPLACE": "Replace", "DELETE": "Delete", "RESOLVE": "Resolve"}
_PROPERTY_KEYS = ("type", "description", "default", "schema", "required", "constraints", "update_allowed", "immutable")
_LEGACY_KEYS = {
    "REQUIRED": "Required", "IMPLEMENTED": "Implemented", "DEFAULT": "Default", "TYPE": "Type", "SCHEMA": "Schema",
    "ALLOWED_PATTERN": "AllowedPattern", "MIN_VALUE": "MinValue", "MAX_VALUE": "MaxValue",
    "ALLOWED_VALUES": "AllowedValues", "MIN_LENGTH": "MinLength", "MAX_LENGTH": "MaxLength",
    "DESCRIPTION": "Description", "UPDATE_ALLOWED": "UpdateAllowed", "IMMUTABLE": "Immutable",
}  # fmt: skip


def heat_modules() -> dict[str, dict[str, Value]]:
    """Return the names of each module of Heat, by dotted name of the module."""
    show = Map({"show": AttributeSchema("Map", "cache_none")})
    properties = Class("Schema", "heat.engine.properties", names=_constants(_PROPERTY_KEYS), make=_property)
    properties.names.update(_TYPES)
    attributes = Class("Schema", "heat.engine.attributes", make=_attribute)
    attributes.names.update({**_TYPES, "CACHE_LOCAL": "cache_local", "CACHE_NONE": "cache_none", "UNKNOWN": None})
    rule = Class("TranslationRule", "heat.engine.translation", names=dict(_RULES), make=_translation_rule)
    support = Class("SupportStatus", "heat.engine.support", make=_support)
    resource = Class("Resource", "heat.engine.resource", names=_resource_names(show))
    translate = Builtin("_", lambda _run, passed: passed.get(0, "message", UNKNOWN))
    return {
        "heat.engine.properties": {"Schema": properties, **_LEGACY_KEYS},
        "heat.engine.attributes": {"Schema": attributes, "SHOW_ATTR": "show", "BASE_ATTRIBUTES": Seq(["show"])},
        "heat.engine.constraints": _constraints(),
        "heat.engine.support": {"SupportStatus": support, **dict(zip(_STATUSES, _STATUSES, strict=True))},
        "heat.engine.resource": {"Resource": resource},
        "heat.engine.translation": {"TranslationRule": rule},
        "heat.common.i18n": dict.fromkeys(("_", "_LI", "_LW", "_LE", "_LC"), translate),
    }


def _constants(names: tuple[str, ...]) -> dict[str, Value]:
    return {name.upper(): name for name in names}


def _resource_names(show: Map) -> dict[str, Value]:
    return {
        "SHOW": "show",
        "properties_schema": Map(),
        "attributes_schema": Map(),
        "base_attributes_schema": show,
        "update_policy_schema": Map(),
        "update_allowed_properties": Seq([], "tuple"),
        "support_status": DeclaredSupport(),
        "entity": None,
        "default_client_name": None,
        **{name: name for name in (*_ACTIONS, "IN_PROGRESS", "FAILED", "COMPLETE")},
    }


def _property(_run: Runtime, passed: Arguments) -> Value:
    get = passed.get
    return PropertySchema(
        type=get(0, "data_type", UNKNOWN),
        default=get(2, "default"),
        schema=get(3, "schema"),
        required=get(4, "required", False),
        constraints=get(5, "constraints"),
        implemented=get(6, "implemented", True),
        update_allowed=get(7, "update_allowed", False),
        immutable=get(8, "immutable", False),
        support_status=get(9, "support_status"),
    )


def _attribute(_run: Runtime, passed: Arguments) -> Value:
    return AttributeSchema(passed.get(3, "type"), passed.get(2, "cache_mode"), passed.get(1, "support_status"))


def _support(_run: Runtime, passed: Arguments) -> Value:
    return DeclaredSupport(
        passed.get(0, "status", "SUPPORTED"),
        passed.get(1, "message"),
        passed.get(2, "version"),
        passed.get(3, "previous_status"),
    )


def _translation_rule(run: Runtime, passed: Arguments) -> Value:
    """Return a translation rule as in the facts, as a `DeclaredConstraint` of kind "translation"."""
    named = ("value", "name", "from"), ((3, "value"), (4, "value_name"), (5, "value_path"))
    try:
        rule = plain(passed.get(1, "rule", UNKNOWN), run.budget)
        facts: dict[str, Any] = {"rule": str(rule).lower()}
        if facts["rule"] != "resolve":
            facts["path"] = plain(passed.get(2, "translation_path", UNKNOWN), run.budget)
            for key, (position, name) in zip(*named, strict=True):
                value = plain(passed.get(position, name), run.budget)
                facts.update({key: value} if value else {})
            custom = plain(passed.get(9, "custom_value_path"), run.budget)
            facts.update({"custom": custom} if custom else {})
    except LookupError:
        return UNKNOWN
    return DeclaredConstraint("translation", facts)


def _constraints() -> dict[str, Value]:
    schema = Class("Schema", "heat.engine.constraints", names={**_TYPES, **_constants(_PROPERTY_KEYS)}, open=True)
    makers = {kind.heat_class: _maker(kind) for kind in map(constraints.get, constraints.NAMES)}
    known = {name: Class(name, "heat.engine.constraints", make=maker) for name, maker in makers.items()}
    return {**known, "Schema": schema, "BaseCustomConstraint": Class("BaseCustomConstraint", "heat.engine.constraints")}


def _maker(kind: ConstraintKind) -> Callable[[Runtime, Arguments], Value]:
    """Return the constructor of a class of constraints: it yields their facts in a DeclaredConstraint."""
    if kind.keys:
        return _limits(kind.name, *kind.keys)
    if kind.name == "allowed_values":
        return _allowed_values
    return _string("custom" if kind.name == "custom_constraint" else kind.name, *kind.heat_arguments)


def _limits(kind: str, first: str, second: str) -> Callable[[Runtime, Arguments], Value]:
    def make(_run: Runtime, passed: Arguments) -> Value:
        limits = {first: passed.get(0, first), second: passed.get(1, second)}
        known = {name: limit for name, limit in limits.items() if limit is not None}
        return DeclaredConstraint(kind, known if known and all(map(_is_number, known.values())) else None)

    return make


def _allowed_values(run: Runtime, passed: Arguments) -> Value:
    try:
        return DeclaredConstraint("allowed_values", plain(members(run, passed.get(0, "allowed", UNKNOWN)), run.budget))
    except LookupError:
        return DeclaredConstraint("allowed_values", None)


def _string(kind: str, name: str) -> Callable[[Runtime, Arguments], Value]:
    def make(_run: Runtime, passed: Arguments) -> Value:
        text = passed.get(0, name, UNKNOWN)
        return DeclaredConstraint(kind, text if isinstance(text, str) else None)

    return make


def from_legacy(schema: Map) -> PropertySchema:
    """Return a property from the dictionary form of old plugins, such as `{"Type": "String", "Required": True}`."""

    def get(name: str, default: Value = None) -> Value:
        return schema.entries.get(name, UNKNOWN if schema.open else default)

    limits = [
        DeclaredConstraint(kind, {key: _number(get(name)) for key, name in names.items() if name in schema.entries})
        for kind, names in (
            ("range", {"min": "MinValue", "max": "MaxValue"}),
            ("length", {"min": "MinLength", "max": "MaxLength"}),
        )
    ]
    known: list[Value] = [limit for limit in limits if limit.value and all(map(_is_number, limit.value.values()))]
    allowed, pattern = get("AllowedValues"), get("AllowedPattern")
    if isinstance(allowed, Seq) and all(isinstance(item, (str, int, float)) for item in allowed.items):
        known.append(DeclaredConstraint("allowed_values", None if allowed.open else list(allowed.items)))
    if isinstance(pattern, str):
        known.append(DeclaredConstraint("allowed_pattern", pattern))
    return PropertySchema(
        type=get("Type", UNKNOWN),
        default=get("Default"),
        schema=get("Schema"),
        required=get("Required", False),
        constraints=Seq(known),
        implemented=get("Implemented", True),
        update_allowed=get("UpdateAllowed", False),
        immutable=get("Immutable", False),
    )


def _number(value: Value) -> Value:
    """Return a limit, which old plugins may write as a string."""
    return int(value) if isinstance(value, str) and value.isdecimal() and len(value) < 20 else value


def _is_number(value: Value) -> bool:
    return isinstance(value, (int, float))


def known_modules(python: dict[str, dict[str, Value]]) -> dict[str, Module]:
    """Return all modules that the reader provides, those of Heat and of Python, by dotted name."""
    return {name: Module(name, names=names) for name, names in {**python, **heat_modules()}.items()}
