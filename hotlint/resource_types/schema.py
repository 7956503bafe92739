"""What a resource type is, and how its facts are written down.

The facts are JSON, one small file a type, read when a template first uses the type (`hotlint/resource_types/extraction` writes them,
`make catalog` runs it). Objects here are views of these facts, built as they are looked at: a type with hundreds of
nested properties costs what is used of it. They never change, and hold no cycles.

A type       {"type", "module", "class", "support": S, "releases": R, "origin": "environment", "snapshot": true,
              "any_properties": true, "any_attributes": true, "dynamic": KIND, "reference": "null" | "unknown",
              "translations": [T], "retype": {"property", "by", "types"},
              "properties": {name: P}, "attributes": {name: A}, "update_policy": {name: P}, "open": [...],
              "past": {"properties", "attributes", "update_policy", "before": release, "facts"}}
P, property  {"type", "required": true, "default", "constraints": [C], "update": "in-place", "immutable": true,
              "implemented": false, "convert": true, "properties": {name: P} | "items": P, "open": true,
              "support": S, "releases": R, "past": {"properties", "was": [[release, facts], ...]},
              "description"}
A, attribute {"type", "cache": false, "support": S, "releases": R, "description"}
C            {"length" | "range": {"min", "max"}} | {"modulo": {"step", "offset"}} | {"allowed_values": [...]}
             | {"allowed_pattern": "..."} | {"custom": "nova.flavor"}
S, support   {"status": "DEPRECATED" | "HIDDEN" | "UNSUPPORTED", "since": release, "instead": name, "previous": S}
R            [first, last] release of openstack-heat in which it exists; absent where it exists in all in which what it
             belongs to exists. What the newest release does not have is in "past", by section; and of a type that is
             only a placeholder now, "facts" of the releases "before". "was" has the type, constraints and required
             of a property that differed up to a release, the oldest first. tools/releases.py writes all these
T            {"rule": "replace" | "add" | "delete", "path": [...], "from" | "name" | "value", "custom", "when": name}
What a value is by default is left out. The index, types.json, is described in hotlint/resource_types/extraction/__main__.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

Facts = dict[str, Any]
Covers = Callable[[Sequence[str] | None], bool]
"""Whether a range of releases has the release that counts."""
Holds = Callable[[str], bool]
"""Whether the release that counts is no older than a given one."""


class Constraint:
    """A limit on a property's value: `kind` and `args` are as in a HOT template's `constraints`."""

    # Plain classes with slots: making a NamedTuple takes longer than reading the facts of a type.
    __slots__ = ("args", "kind")

    def __init__(self, facts: Facts) -> None:
        kind, self.args = next((k, v) for k, v in facts.items() if k != "description")
        self.kind: str = "custom_constraint" if kind == "custom" else kind

    def __repr__(self) -> str:
        return f"Constraint({self.kind}: {self.args!r})"


class Support:
    """How well something is supported: status in Heat's words, since which release, what to use instead.

    `message` is the cloud's own, known only after `hotlint catalog import`. `previous` is the status before.
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


_SUPPORTED: Final = Support({})


class _View:
    """Facts with a name."""

    __slots__ = ("facts", "name")

    def __init__(self, name: str, facts: Facts) -> None:
        self.name = name
        self.facts = facts

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"

    @property
    def support(self) -> Support:
        facts = self.facts.get("support")
        return Support(facts) if facts else _SUPPORTED

    @property
    def releases(self) -> tuple[str, str] | None:
        """First and last release of openstack-heat in which it exists; None when it exists in all that are known."""
        found = self.facts.get("releases")
        return (found[0], found[1]) if found else None

    @property
    def description(self) -> str | None:
        """A sentence of the cloud's own, known only after `hotlint catalog import`."""
        return self.facts.get("description")


class Attribute(_View):
    """What get_attr can ask for. `type` is "string", "map", "list", "integer", "boolean" or None (not told)."""

    __slots__ = ()

    @property
    def type(self) -> str | None:
        return self.facts.get("type")


class Property(_View):
    """The schema of one property.

    `type` is "string", "integer", "number", "boolean", "map", "list" or "any". `default` is None where there is none
    (Heat itself does not tell a default of null from none). `implemented` is false for what is in the schema for show
    only: Heat refuses it. `convertible` says whether a list may come as text with commas, a map as text or list:
    parameters of a nested template.
    """

    __slots__ = ("_constraints", "_items", "_properties", "convertible", "default", "implemented", "required", "type")
    _constraints: tuple[Constraint, ...]
    _items: Property | None
    _properties: Properties | None

    def __init__(self, name: str, facts: Facts) -> None:
        super().__init__(name, facts)
        # What is asked of every property that a template gives is at hand; the rest is looked at when asked.
        self.type: str = facts.get("type", "any")
        self.required: bool = facts.get("required", False)
        self.default: Any = facts.get("default")
        self.implemented: bool = facts.get("implemented", True)
        self.convertible: bool = facts.get("convert", False)

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        try:
            return self._constraints
        except AttributeError:
            self._constraints = tuple(Constraint(c) for c in self.facts.get("constraints", ()))
            return self._constraints

    @property
    def updatable(self) -> bool:
        """Whether a new value changes the resource in place; otherwise Heat replaces it (or refuses, if immutable)."""
        return self.facts.get("update") == "in-place"

    @property
    def immutable(self) -> bool:
        return self.facts.get("immutable", False)  # type: ignore[no-any-return]

    @property
    def properties(self) -> Properties | None:
        """The properties of a map that has a schema, None for every other property."""
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
        """The schema of every item of a list that has one, None for every other property."""
        try:
            return self._items
        except AttributeError:
            nested = self.facts.get("items")
            self._items = None if nested is None else Property("*", nested)
            return self._items


class Properties(Mapping[str, Property]):
    """Properties by name, in the schema's order. `open`: there may be more than are known, so none is unknown."""

    __slots__ = ("_built", "_facts", "_outdated", "_past", "_telling", "open")

    def __init__(self, facts: dict[str, Facts], is_open: bool = False, past: dict[str, Facts] | None = None) -> None:
        self._facts = facts
        self._past = past or {}
        self._built: dict[str, Property] = {}
        self._telling: frozenset[str] | None = None
        self._outdated: frozenset[str] | None = None
        self.open = is_open

    def __getitem__(self, name: str) -> Property:
        found = self._built.get(name)
        if found is None:
            found = self._built[name] = Property(name, self._facts[name])
        return found

    def __contains__(self, name: object) -> bool:
        return name in self._facts

    @property
    def required_or_defaulted(self) -> frozenset[str]:
        """Names whose absence means something: those that are required, or have a default."""
        if self._telling is None:
            self._telling = frozenset(n for n, f in self._facts.items() if f.get("required") or "default" in f)
        return self._telling

    @property
    def outdated(self) -> frozenset[str]:
        """Names of those that are hidden, deprecated or unsupported, or hold properties that are."""
        if self._outdated is None:
            self._outdated = frozenset(n for n, f in self._facts.items() if _is_outdated(f))
        return self._outdated

    def releases_with(self, name: str) -> tuple[str, str] | None:
        """First and last release that have a property which is not among these; None when none is known to."""
        found = self._past.get(name, {}).get("releases")
        return (found[0], found[1]) if found else None

    def __iter__(self) -> Iterator[str]:
        return iter(self._facts)

    def __len__(self) -> int:
        return len(self._facts)


def _is_outdated(facts: Facts) -> bool:
    inner = [*facts.get("properties", {}).values(), *([facts["items"]] if "items" in facts else ())]
    return "support" in facts or any(map(_is_outdated, inner))


class ResourceType(_View):
    """A resource type that is known."""

    __slots__ = ("_attributes", "_base", "_properties", "_update_policy")

    def __init__(self, name: str, facts: Facts, base_attributes: dict[str, Facts]) -> None:
        super().__init__(name, facts)
        self._base = base_attributes
        is_open, past = facts.get("open", ()), facts.get("past", {})
        self._properties = Properties(facts.get("properties", {}), "properties" in is_open, past.get("properties"))
        self._update_policy = Properties(
            facts.get("update_policy", {}), "update_policy" in is_open, past.get("update_policy")
        )
        self._attributes: dict[str, Attribute] | None = None

    @property
    def properties(self) -> Properties:
        return self._properties

    @property
    def update_policy(self) -> Properties:
        """The schema of the resource's `update_policy` section; empty where Heat knows none, and refuses all."""
        return self._update_policy

    @property
    def attributes(self) -> dict[str, Attribute]:
        """Attributes by name, those of every type (`show`) last."""
        if self._attributes is None:
            facts = {**self.facts.get("attributes", {}), **self._base}
            self._attributes = {name: Attribute(name, a) for name, a in facts.items()}
        return self._attributes

    def releases_with_attribute(self, name: str) -> tuple[str, str] | None:
        """First and last release in which the type has an attribute that it has not here; None when none is known to."""
        found = self.facts.get("past", {}).get("attributes", {}).get(name, {}).get("releases")
        return (found[0], found[1]) if found else None

    def at(self, covers: Covers, holds: Holds) -> ResourceType:
        """The type as another release has it: see hotlint/catalogue/past.py."""
        from hotlint.resource_types.release_view import facts_at

        return ResourceType(self.name, facts_at(self.facts, covers, holds), self._base)

    @property
    def any_properties(self) -> bool:
        """Whether Heat takes whatever properties there are, and looks at none (OS::Heat::None, placeholders)."""
        return self.facts.get("any_properties", False)  # type: ignore[no-any-return]

    @property
    def any_attributes(self) -> bool:
        """Whether Heat lets get_attr name any attribute before it deploys, as the type itself decides then."""
        return self.facts.get("any_attributes", False) or "attributes" in self.facts.get("open", ())

    @property
    def dynamic(self) -> str | None:
        """How attributes outside the schema come about: a key of `DYNAMIC`."""
        return self.facts.get("dynamic")

    @property
    def placeholder(self) -> bool:
        """Whether the type only remains so that old stacks can be handled, and does nothing."""
        return self.any_properties and self.support.status == "HIDDEN"

    @property
    def snapshot(self) -> bool:
        """Whether `deletion_policy: Snapshot` is supported."""
        return self.facts.get("snapshot", False)  # type: ignore[no-any-return]

    @property
    def translations(self) -> tuple[Facts, ...]:
        """How Heat rewrites properties before it checks them (T in the module's documentation)."""
        return tuple(self.facts.get("translations", ()))

    @property
    def retype(self) -> Facts | None:
        """{"property", "by", "types"}: the type of one property follows the value of another."""
        return self.facts.get("retype")

    @property
    def reference(self) -> str:
        """What Heat has for get_resource before the resource exists: "text", "null" or "unknown"."""
        return self.facts.get("reference", "text")  # type: ignore[no-any-return]

    @property
    def from_environment(self) -> bool:
        """Whether the type is a template that only the default environment of Heat's packages registers."""
        return self.facts.get("origin") == "environment"


DYNAMIC: Final = {
    "null": "any name, always null",
    "members": "any attribute of the members, as a list; resource.<index>[.<attribute>]",
    "scaled": "outputs and outputs_list with a path; resource.<index>[.<attribute>]",
    "deployment": "the outputs of the deployed software config",
    "deployments": "the outputs of the deployed software config, as a map with a key for each server",
    "outputs": "Outputs.<name of an output of the nested stack>",
    "template": "the outputs of the template; resource.<name>.<attribute>",
}
