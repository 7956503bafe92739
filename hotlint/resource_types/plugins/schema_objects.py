"""Heat's schema objects as plugins create them: properties, attributes, constraints, support."""

from __future__ import annotations

from dataclasses import dataclass

from hotlint.resource_types.plugins.values import UNKNOWN, Value


@dataclass(slots=True, eq=False)
class PropertySchema:
    """A `properties.Schema(...)` (heat/engine/properties.py); every field may be Unknown."""

    type: Value = UNKNOWN
    default: Value = None
    schema: Value = None
    required: Value = False
    constraints: Value = None
    implemented: Value = True
    update_allowed: Value = False
    immutable: Value = False
    support_status: Value = None


@dataclass(slots=True, eq=False)
class AttributeSchema:
    """An `attributes.Schema(...)` (heat/engine/attributes.py); every field may be Unknown."""

    type: Value = None
    cache_mode: Value = None
    support_status: Value = None


@dataclass(slots=True, eq=False)
class DeclaredConstraint:
    """A constraint of a property (heat/engine/constraints.py) as in the facts; its value is None when not known."""

    kind: str
    value: Value


@dataclass(slots=True, eq=False)
class DeclaredSupport:
    """A `support.SupportStatus(...)` (heat/engine/support.py); every field may be Unknown."""

    status: Value = "SUPPORTED"
    message: Value = None
    version: Value = None
    previous: Value = None
    instead: str | None = None
    """The name of the replacement, where it is known without reading the message."""
