"""Documentation of resource types, their properties and attributes."""

from __future__ import annotations

from collections.abc import Sequence

from hotlint.ide.documentation.markup import name_list
from hotlint.language import constraints
from hotlint.language.values import show
from hotlint.linter.packs.type_relations import requirements
from hotlint.resource_types.catalog import PACKAGED, Catalog
from hotlint.resource_types.descriptions import texts_of
from hotlint.resource_types.schema import Attribute, Property, ResourceType, Support


def resource_type(name: str, catalog: Catalog) -> str:
    """Return the page of a resource type; "" for an unknown one."""
    found = catalog.resource(name)
    if not isinstance(found, ResourceType):
        old = PACKAGED.resource(name)
        if old is None:
            return ""
        found = old
    lines = [f"**{name}**" + _support(found.support)]
    described = found.description or texts_of(name).description
    if described:
        lines += ["", described]
    required = [n for n, p in found.properties.items() if p.required]
    optional = [n for n, p in found.properties.items() if not p.required and p.support.status == "SUPPORTED"]
    if required:
        lines += ["", "Required: " + ", ".join(f"`{n}`" for n in required)]
    if optional:
        lines += ["", "Optional: " + name_list(optional)]
    rules = property_rules(name, catalog)
    if rules:
        lines += ["", *rules]
    attributes = [n for n, a in found.attributes.items() if a.support.status == "SUPPORTED"]
    if attributes:
        lines += ["", "Attributes: " + name_list(attributes)]
    lines += ["", f"[Reference](https://docs.openstack.org/heat/latest/template_guide/openstack.html#{name})"]
    return "\n".join(lines)


def member(kind: str, type_: str, path: str, catalog: Catalog) -> str:
    """Return the page of a property (nested ones by their path with dots) or attribute of a type; "" for an unknown one."""
    found = catalog.resource(type_)
    owner = found if isinstance(found, ResourceType) else PACKAGED.resource(type_)
    if owner is None:
        return ""
    if kind == "attribute":
        attribute = owner.attributes.get(path)
        return attribute_text(attribute, texts_of(type_).attributes.get(path, "")) if attribute is not None else ""
    steps = tuple(path.split("."))
    schema = property_of(owner, steps)
    described = texts_of(type_).properties.get(path, "")
    return property_text(path, schema, property_rules(type_, catalog, steps), described) if schema is not None else ""


def property_rules(type_: str, catalog: Catalog, path: tuple[str, ...] = ()) -> list[str]:
    """Return what a type requires of its properties, or of the one that `path` leads to, as a list in Markdown."""
    return [f"- {sentence.replace(_QUOTE, _CODE)}." for sentence in requirements(type_, catalog, path)]


_QUOTE, _CODE = "'", "`"


def property_of(owner: ResourceType, path: tuple[str, ...]) -> Property | None:
    """Return the schema of a property by the names that lead to it, list items left out; None for an unknown one."""
    properties = owner.properties
    schema: Property | None = None
    for name in path:
        if properties is None or name not in properties:
            return None
        schema = properties[name]
        inner = schema
        while inner.items is not None:
            inner = inner.items
        properties = inner.properties  # type: ignore[assignment]
    return schema


def property_text(name: str, schema: Property, rules: Sequence[str] = (), described: str = "") -> str:
    """Return the page of a property.

    `rules` are lines on how it goes together with others, `described` is its description where the schema has none.
    """
    of = f" of {schema.items.type}" if schema.type == "list" and schema.items is not None else ""
    head = f"**{name}**: {schema.type}{of}" + (", required" if schema.required else "")
    lines = [head + _support(schema.support)]
    if schema.description or described:
        lines += ["", schema.description or described]
    if schema.default is not None:
        lines += ["", f"Default: `{show(schema.default)}`"]
    lines += [f"- {constraints.get(c.kind).describe(c.args)}" for c in schema.constraints]
    lines += rules
    if schema.immutable:
        lines += ["", "It cannot be changed once the resource exists."]
    else:
        lines += [
            "",
            "A new value changes the resource in place." if schema.updatable else "A new value replaces the resource.",
        ]
    if not schema.implemented:
        lines += ["", "Heat has the property in the schema only, and refuses it."]
    inner = schema.items if schema.items is not None else schema
    if inner.properties:
        lines += [
            "",
            "Keys: " + ", ".join(f"`{n}`" + (" (required)" if p.required else "") for n, p in inner.properties.items()),
        ]
    return "\n".join(lines)


def attribute_text(attribute: Attribute, described: str = "") -> str:
    """Return the page of an attribute; `described` is its description where the schema has none."""
    lines = [
        f"**{attribute.name}**: attribute"
        + (f", {attribute.type}" if attribute.type else "")
        + _support(attribute.support)
    ]
    if attribute.description or described:
        lines += ["", attribute.description or described]
    return "\n".join(lines)


def _support(support: Support) -> str:
    if support.status == "SUPPORTED":
        return f" (from Heat {support.since})" if support.since else ""
    words = {"DEPRECATED": "deprecated", "HIDDEN": "hidden", "UNSUPPORTED": "not supported"}
    since = f" since Heat {support.since}" if support.since else ""
    instead = f", use `{support.instead}` instead" if support.instead else ""
    return f" (**{words.get(support.status, support.status.lower())}**{since}{instead})"
