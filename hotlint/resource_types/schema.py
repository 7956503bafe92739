"""Resource types as views of their facts: properties, attributes, constraints, support status.

The form of the facts is described in `hotlint.resource_types.facts`. A view is built when it is first looked at, so a type
with hundreds of nested properties costs only what is used of it. Views never change, and hold no reference cycles.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from hotlint.common.annotations import Any
from hotlint.language.constraints.custom import judged_by
from hotlint.resource_types.facts import Facts, IsAvailable, IsReached


class Constraint:
    """A constraint of a property (heat/engine/constraints.py).

    `kind` is its name in the `constraints` of a HOT template ("range", "custom_constraint", ...), `args` the value there.
    """

    # Plain classes with slots: creating a NamedTuple class takes longer than reading the facts of a type.
    __slots__ = ("args", "kind")

    def __init__(self, facts: Facts) -> None:
        kind, self.args = next((k, v) for k, v in facts.items() if k != "description")
        self.kind: str = "custom_constraint" if kind == "custom" else kind

    def __repr__(self) -> str:
        return f"Constraint({self.kind}: {self.args!r})"


OUTDATED = {"DEPRECATED": "deprecated", "HIDDEN": "hidden", "UNSUPPORTED": "unsupported"}
"""Each status of what should no longer be used, in words."""


class Support:
    """The support status of a type, property or attribute (heat/engine/support.py).

    `status` is "SUPPORTED", "DEPRECATED", "HIDDEN" or "UNSUPPORTED". `since` is the release number from which it holds,
    `instead` the name of a replacement, `message` the cloud's own sentence, known only after `hotlint catalog import`,
    and `previous` the status before this one; each is None where there is none.
    """

    __slots__ = ("instead", "message", "previous", "since", "status")

    def __init__(self, facts: Facts) -> None:
        self.status: str = facts.get("status", "SUPPORTED")
        self.since: str | None = facts.get("since")
        self.instead: str | None = facts.get("instead")
        self.message: str | None = facts.get("message")
        self.previous: Support | None = Support(facts["previous"]) if "previous" in facts else None

    def __repr__(self) -> str:
        return f"Support({self.status}, since={self.since}, instead={self.instead}, previous={self.previous})"


_SUPPORTED = Support({})


class _View:
    """Base of the named views of facts."""

    __slots__ = ("facts", "name")

    def __init__(self, name: str, facts: Facts) -> None:
        self.name = name
        self.facts = facts

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"

    @property
    def support(self) -> Support:
        """The support status; plainly supported where the facts have none."""
        facts = self.facts.get("support")
        return Support(facts) if facts else _SUPPORTED

    @property
    def releases(self) -> tuple[str, str] | None:
        """First and last release of openstack-heat that has it; None when all known releases have it."""
        return _span(self.facts)

    @property
    def description(self) -> str | None:
        """The cloud's own description; None before `hotlint catalog import`, or when the cloud has none."""
        return self.facts.get("description")


class Attribute(_View):
    """The schema of one attribute, as `get_attr` reads it (heat/engine/attributes.py)."""

    __slots__ = ()

    @property
    def type(self) -> str | None:
        """The type: "string", "map", "list", "integer" or "boolean"; None when the schema does not name one."""
        return self.facts.get("type")


class Property(_View):
    """The schema of one property (heat/engine/properties.py).

    `type` is "string", "integer", "number", "boolean", "map", "list" or "any". `default` is None where there is none
    (Heat itself does not distinguish a default of null). When `implemented` is False, Heat refuses the property.
    `convertible` properties, the parameters of a nested template, also take a comma-separated string for a list, and
    a string or list for a mapping. `constraints` are in the order in which Heat checks them; `takes_text`: every string is right,
    whatever it says. `converted_default` is the default of a map or list once a check has converted it, None until then.
    """

    __slots__ = (
        "_items", "_properties", "constraints", "converted_default", "convertible", "default", "implemented", "required",
        "takes_text", "type",
    )  # fmt: skip
    _items: Property | None
    _properties: Properties | None

    def __init__(self, name: str, facts: Facts) -> None:
        super().__init__(name, facts)
        # Read for every property that a template sets; everything else is read on demand.
        self.type: str = facts.get("type", "any")
        self.required: bool = facts.get("required", False)
        self.default: Any = facts.get("default")
        self.converted_default: Any = None
        self.implemented: bool = facts.get("implemented", True)
        self.convertible: bool = facts.get("convert", False)
        self.constraints = tuple(map(Constraint, facts["constraints"])) if "constraints" in facts else ()
        self.takes_text = self.type == "string" and self.implemented and not self.constraints

    @property
    def scalar_default(self) -> Any:
        """The default of a property of a scalar type, converted to that type: Heat has "False" for some booleans."""
        if self.default.__class__ is str and self.type == "boolean":
            return self.default.lower() == "true"
        return self.default

    @property
    def updatable(self) -> bool:
        """Whether a new value updates the resource in place; otherwise Heat replaces it (or refuses, if immutable)."""
        return self.facts.get("update") == "in-place"

    @property
    def immutable(self) -> bool:
        """Whether Heat refuses a new value in a stack update."""
        return self.facts.get("immutable", False)  # type: ignore[no-any-return]

    @property
    def properties(self) -> Properties | None:
        """The properties of a mapping that has a schema; None for every other property."""
        try:
            return self._properties
        except AttributeError:
            nested = self.facts.get("properties")
            self._properties = (
                None
                if nested is None
                else Properties(nested, self.facts.get("open", False), self.facts.get("past", {}).get("properties"))
            )
            return self._properties

    @property
    def items(self) -> Property | None:
        """The schema of every item of a list that has one; None for every other property."""
        try:
            return self._items
        except AttributeError:
            nested = self.facts.get("items")
            self._items = None if nested is None else Property("*", nested)
            return self._items


class Properties(Mapping[str, Property]):
    """Properties by name, in the schema's order.

    `facts` are the facts of each. When `open` is True the type may have more properties than are known, so that no name is reported
    as unknown.
    """

    __slots__ = ("_built", "_defaults", "_outdated", "_past", "_required_or_defaulted", "facts", "open")

    def __init__(self, facts: dict[str, Facts], is_open: bool = False, past: dict[str, Facts] | None = None) -> None:
        self.facts = facts
        self._past = past or {}
        self._built: dict[str, Property] = {}
        self._required_or_defaulted: frozenset[str] | None = None
        self._outdated: frozenset[str] | None = None
        self._defaults: dict[str, Any] | None = None
        self.open = is_open

    def __getitem__(self, name: str) -> Property:
        built = self._built.get(name)
        if built is None:
            built = self._built[name] = Property(name, self.facts[name])
        return built

    def __contains__(self, name: object) -> bool:
        return name in self.facts

    @property
    def required_or_defaulted(self) -> frozenset[str]:
        """The names of properties that are required or have a default, so that leaving them out has an effect."""
        if self._required_or_defaulted is None:
            self._required_or_defaulted = frozenset(
                n for n, f in self.facts.items() if f.get("required") or "default" in f
            )
        return self._required_or_defaulted

    @property
    def defaults(self) -> dict[str, Any]:
        """The defaults of the properties of scalar types that have one, as `Property.scalar_default`."""
        if self._defaults is None:
            named = ((n, self[n]) for n, f in self.facts.items() if f.get("default") is not None)
            self._defaults = {n: p.scalar_default for n, p in named if p.type not in ("map", "list")}
        return self._defaults

    def set_or_needed(self, data: Mapping[str, object], ruled: Collection[str] = ()) -> list[str]:
        """Return the names that are set in `data`, are `ruled`, or have an effect when they are left out, in the schema's order."""
        needed = self.required_or_defaulted
        return [name for name in self.facts if name in data or name in needed or name in ruled]

    @property
    def outdated(self) -> frozenset[str]:
        """The names of properties with a support status other than plain support, or with such nested properties."""
        if self._outdated is None:
            self._outdated = frozenset(n for n, f in self.facts.items() if _is_outdated(f))
        return self._outdated

    def releases_with(self, name: str) -> tuple[str, str] | None:
        """Return the first and last release that have a property missing here; None when no release is known to."""
        return _span(self._past.get(name, {}))

    def __iter__(self) -> Iterator[str]:
        return iter(self.facts)

    def __len__(self) -> int:
        return len(self.facts)


def _span(facts: Facts) -> tuple[str, str] | None:
    """Return the first and last release of facts that name them."""
    releases = facts.get("releases")
    return (releases[0], releases[1]) if releases else None


def _is_outdated(facts: Facts) -> bool:
    nested = [*facts.get("properties", {}).values(), *([facts["items"]] if "items" in facts else ())]
    return "support" in facts or any(map(_is_outdated, nested))


def _translation_order(rule: Facts) -> int:
    return ("add", "replace", "delete").index(rule["rule"])


class ResourceType(_View):
    """A resource type whose schema is known: its properties, attributes and behavior (heat/engine/resource.py).

    `translations` are the rules by which Heat rewrites properties before it checks them, in the order in which it applies them
    (heat/engine/translation.py); T in `facts`.
    """

    __slots__ = ("_attributes", "_base", "_properties", "_update_policy", "translations")

    def __init__(self, name: str, facts: Facts, base_attributes: dict[str, Facts]) -> None:
        super().__init__(name, facts)
        self._base = base_attributes
        is_open, past = facts.get("open", ()), facts.get("past", {})
        self._properties = Properties(facts.get("properties", {}), "properties" in is_open, past.get("properties"))
        self._update_policy = Properties(
            facts.get("update_policy", {}), "update_policy" in is_open, past.get("update_policy")
        )
        self._attributes: dict[str, Attribute] | None = None
        self.translations: tuple[Facts, ...] = tuple(sorted(facts.get("translations", ()), key=_translation_order))

    @property
    def properties(self) -> Properties:
        """The schema of the resource's `properties` section."""
        return self._properties

    @property
    def update_policy(self) -> Properties:
        """The schema of the resource's `update_policy` section; empty where Heat accepts no update policy."""
        return self._update_policy

    @property
    def attributes(self) -> dict[str, Attribute]:
        """Attributes by name; the one that every type has, `show`, comes last."""
        if self._attributes is None:
            facts = {**self.facts.get("attributes", {}), **self._base}
            self._attributes = {name: Attribute(name, a) for name, a in facts.items()}
        return self._attributes

    def releases_with_attribute(self, name: str) -> tuple[str, str] | None:
        """Return the first and last release in which the type has an attribute missing here; None when none has."""
        return _span(self.facts.get("past", {}).get("attributes", {}).get(name, {}))

    def at(self, is_available: IsAvailable, is_reached: IsReached) -> ResourceType:
        """Return the type as another release has it."""
        return ResourceType(self.name, facts_at(self.facts, is_available, is_reached), self._base)

    @property
    def any_properties(self) -> bool:
        """Whether Heat accepts every property without looking at it (OS::Heat::None, placeholders)."""
        return self.facts.get("any_properties", False)  # type: ignore[no-any-return]

    @property
    def any_attributes(self) -> bool:
        """Whether get_attr may name any attribute, because the type's own code looks it up while Heat deploys."""
        return self.facts.get("any_attributes", False) or "attributes" in self.facts.get("open", ())

    @property
    def dynamic(self) -> str | None:
        """The way in which attributes outside the schema are computed: KIND in `facts`; None when there are none."""
        return self.facts.get("dynamic")

    @property
    def placeholder(self) -> bool:
        """Whether the type does nothing, and remains only so that Heat can handle old stacks."""
        return self.any_properties and self.support.status == "HIDDEN"

    @property
    def snapshot(self) -> bool:
        """Whether the type supports `deletion_policy: Snapshot`."""
        return self.facts.get("snapshot", False)  # type: ignore[no-any-return]

    @property
    def retype(self) -> Facts | None:
        """{"property", "by", "types"} where the type of one property follows the value of another; None elsewhere."""
        return self.facts.get("retype")

    @property
    def reference(self) -> str:
        """The value of get_resource before the resource exists: "text" (a string), "null" or "unknown"."""
        return self.facts.get("reference", "text")  # type: ignore[no-any-return]

    @property
    def from_environment(self) -> bool:
        """Whether the type is a template that is registered by the default environment of Heat's packages."""
        return self.facts.get("origin") == "environment"


_SECTIONS = ("properties", "attributes", "update_policy")
_PLACEHOLDER = ("any_properties", "any_attributes", "dynamic", "reference")


def facts_at(facts: Facts, is_available: IsAvailable, is_reached: IsReached) -> Facts:
    """Return the facts of a type or property in the target release that the two functions ask about."""
    past = facts.get("past", {})
    result = {key: value for key, value in facts.items() if key != "past"}
    missing: Facts = {}
    if "before" in past and not is_reached(past["before"]):
        result = {key: value for key, value in result.items() if key not in _PLACEHOLDER}
        result.update(past["facts"])
    was: Facts = next((facts for last, facts in past.get("was", ()) if is_available(("0", last))), {})
    result = {key: value for key, value in {**result, **was}.items() if value is not None}
    for section in _SECTIONS:
        every = {**facts.get(section, {}), **past.get(section, {})}
        present = {
            n: facts_at(f, is_available, is_reached) for n, f in every.items() if is_available(f.get("releases"))
        }
        absent = {name: f for name, f in every.items() if name not in present}
        if present or section in facts:
            result[section] = present
        missing.update({section: absent} if absent else {})
    if "constraints" in result:
        result["constraints"] = [
            {**c, "custom": judged_by(c["custom"], is_reached)} if "custom" in c else c for c in result["constraints"]
        ]
    if "items" in facts:
        result["items"] = facts_at(facts["items"], is_available, is_reached)
    if "support" in facts:
        result["support"] = _support_at(facts["support"], is_reached)
    return {**result, **({"past": missing} if missing else {})}


def _support_at(support: Facts, is_reached: IsReached) -> Facts:
    """Return the status in the target release: something deprecated since a later one is not deprecated yet."""
    while "since" in support and "status" in support and not is_reached(support["since"]):
        support = support.get("previous", {})
    return support
