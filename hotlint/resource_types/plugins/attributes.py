"""The items and attributes of values."""

from __future__ import annotations

from collections.abc import Callable

from hotlint.resource_types.plugins.containers import METHODS
from hotlint.resource_types.plugins.operators import value_of
from hotlint.resource_types.plugins.schema_objects import (
    AttributeSchema,
    DeclaredConstraint,
    DeclaredSupport,
    PropertySchema,
)
from hotlint.resource_types.plugins.values import (
    MISSING,
    UNKNOWN,
    Bound,
    Builtin,
    Class,
    Instance,
    Map,
    Module,
    PluginFunction,
    Runtime,
    Seq,
    Super,
    UnreadValue,
    Value,
    lookup,
)

_ENUMS = ("enum.Enum", "enum.StrEnum", "enum.IntEnum")


def members(run: Runtime, value: Value) -> Seq:
    """Return the items of an iterable value; an open, empty list when they are not known."""
    if isinstance(value, Seq):
        run.budget.spend(1 + len(value.items) // 8)
        return value
    if isinstance(value, Map):
        run.budget.spend(1 + len(value.entries) // 8)
        return Seq([value_of(key) for key in value.entries], "list", value.open)
    if isinstance(value, str):
        run.budget.spend(1 + len(value) // 8)
        return Seq(list(value))
    if isinstance(value, Class) and _is_enum(value):
        return Seq([item for name, item in value.names.items() if not name.startswith("_")])
    return Seq([], "list", open=True)


def attribute(run: Runtime, value: Value, name: str) -> Value:
    """Return `value.name`; Unknown where it is not known."""
    for kind, reader in _READERS.items():
        if isinstance(value, kind):
            return reader(run, value, name)
    methods = METHODS.get(type(value))
    if methods and name in methods:
        known = methods[name]
        return Builtin(name, lambda inner, passed: known(inner, value, passed))
    return value if name == "value" and isinstance(value, (str, int)) else UNKNOWN


def _of_module(run: Runtime, module: Module, name: str) -> Value:
    found = module.names.get(name, MISSING)
    if found is not MISSING:
        return found
    inner = run.modules.find(run, f"{module.name}.{name}")
    return inner or UnreadValue(f"{module.name}.{name}")


def _of_unknown(run: Runtime, value: UnreadValue, name: str) -> Value:
    if not value.path:
        return UNKNOWN
    path = f"{value.path}.{name}"
    inner = run.modules.find(run, path) if value.module else None
    return inner or UnreadValue(path, module=value.module and run.modules.is_package(path))


def _of_class(_run: Runtime, cls: Class, name: str) -> Value:
    if name == "__name__":
        return cls.name
    return _tied(lookup(cls, name), cls, cls, name)


def _of_instance(_run: Runtime, instance: Instance, name: str) -> Value:
    if name in instance.names:
        return instance.names[name]
    if name == "__class__":
        return instance.of
    return _tied(lookup(instance.of, name), instance, instance.of, name)


def _of_super(_run: Runtime, parent: Super, name: str) -> Value:
    rest = iter(parent.owner.lineage[1:])
    for base in rest:
        if not isinstance(base, Class):
            return UNKNOWN
        if name in base.names:
            return _tied(base.names[name], parent.receiver, base, name)
    return UNKNOWN


def _tied(found: Value, receiver: Value, owner: Class, name: str) -> Value:
    """Return a method bound to its receiver; any other attribute as it is."""
    if found is MISSING:
        return UNKNOWN
    if not isinstance(found, PluginFunction):
        return found
    holder = next((base for base in owner.lineage if isinstance(base, Class) and base.names.get(name) is found), owner)
    if found.kind == "class":
        return Bound(found, receiver.of if isinstance(receiver, Instance) else receiver, holder)
    if found.kind == "static" or isinstance(receiver, Class):
        return found
    return UNKNOWN if found.kind == "property" else Bound(found, receiver, holder)


def _of_property(_run: Runtime, schema: PropertySchema, name: str) -> Value:
    return getattr(schema, name, UNKNOWN) if name in PropertySchema.__dataclass_fields__ else UNKNOWN


def _of_attribute(_run: Runtime, schema: AttributeSchema, name: str) -> Value:
    return getattr(schema, name, UNKNOWN) if name in AttributeSchema.__dataclass_fields__ else UNKNOWN


def _of_constraint(_run: Runtime, constraint: DeclaredConstraint, name: str) -> Value:
    if name == "allowed" and constraint.kind == "allowed_values" and isinstance(constraint.value, list):
        return Seq(list(constraint.value), "tuple")
    if name in ("min", "max") and isinstance(constraint.value, dict):
        return constraint.value.get(name)
    return constraint.value if name in ("pattern", "name") and isinstance(constraint.value, str) else UNKNOWN


def _of_support(_run: Runtime, support: DeclaredSupport, name: str) -> Value:
    return support.previous if name == "previous_status" else getattr(support, name, UNKNOWN)


def _is_enum(cls: Class) -> bool:
    return any(isinstance(base, UnreadValue) and base.path in _ENUMS for base in cls.lineage)


_READERS: dict[type, Callable[[Runtime, Value, str], Value]] = {
    Module: _of_module,
    UnreadValue: _of_unknown,
    Class: _of_class,
    Instance: _of_instance,
    Super: _of_super,
    PropertySchema: _of_property,
    AttributeSchema: _of_attribute,
    DeclaredConstraint: _of_constraint,
    DeclaredSupport: _of_support,
}
