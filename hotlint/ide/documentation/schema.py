"""Documentation of resource types, their properties and attributes."""

from __future__ import annotations

from hotlint import heat_types
from hotlint.analysis.environments.registry import ResolvedType
from hotlint.dry_run.update_effects import always_replaced, usual_effect
from hotlint.ide.documentation.markup import code, escaped, name_list
from hotlint.language import constraints
from hotlint.language.values import show
from hotlint.linter.packs.type_relations import requirements
from hotlint.resource_types.catalog import PACKAGED, Catalog
from hotlint.resource_types.meanings import meaning, meanings_of, purpose
from hotlint.resource_types.schema import Attribute, Property, ResourceType, Support


def resource_type(name: str, catalog: Catalog) -> str:
    """Return the page of a resource type; "" for an unknown one."""
    found = catalog.resource(name)
    if not isinstance(found, ResourceType):
        old = PACKAGED.resource(name)
        if old is None:
            return ""
        found = old
    lines = [f"**{escaped(name)}**" + _support(found.support)]
    if described := purpose(found):
        lines += ["", described]
    if neighbors := meanings_of(name).neighbors:
        lines += ["", "Usual neighbors: " + name_list(list(neighbors))]
    required = [n for n, p in found.properties.items() if p.required]
    optional = [n for n, p in found.properties.items() if not p.required and p.support.status == "SUPPORTED"]
    if replaced := always_replaced(ResolvedType(found), found.properties.defaults):
        lines += ["", f"{replaced[0].upper()}{replaced[1:]}."]
    if required:
        lines += ["", "Required: " + ", ".join(map(code, required))]
    if optional:
        lines += ["", "Optional: " + name_list(optional)]
    rules = property_rules(name, catalog)
    if rules:
        lines += ["", *rules]
    attributes = [n for n, a in found.attributes.items() if a.support.status == "SUPPORTED"]
    if attributes:
        lines += ["", "Attributes: " + name_list(attributes)]
    lines += ["", f"[Reference]({heat_types.heat_page(name)})"]
    return "\n".join(lines)


def member(kind: str, type_: str, path: str, catalog: Catalog) -> str:
    """Return the page of a property (nested ones by their path with dots) or attribute of a type; "" for an unknown one."""
    found = catalog.resource(type_)
    owner = found if isinstance(found, ResourceType) else PACKAGED.resource(type_)
    if owner is None:
        return ""
    if kind == "attribute":
        attribute = owner.attributes.get(path)
        return attribute_text(attribute, meaning(type_, "attributes", path, attribute)) if attribute is not None else ""
    return property_text(ResolvedType(owner), tuple(path.split(".")), catalog)


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


def property_text(kind: ResolvedType, path: tuple[str, ...], catalog: Catalog) -> str:
    """Return the page of a property by the names that lead to it; "" for an unknown one."""
    owner, name, is_template = kind.type, ".".join(path), kind.location is not None
    schema = property_of(owner, path) if isinstance(owner, ResourceType) else None
    if schema is None:
        return ""
    of = f" of {schema.items.type}" if schema.type == "list" and schema.items is not None else ""
    head = f"**{escaped(name)}**: {schema.type}{of}" + (", required" if schema.required else "")
    lines = [head + _support(schema.support)]
    if described := meaning(owner.name, "properties", name, schema):
        lines += ["", described]
    if schema.default is not None:
        lines += ["", f"Default: {code(show(schema.default))}"]
    lines += [f"- {constraints.get(c.kind).describe(c.args)}" for c in schema.constraints]
    lines += () if is_template else property_rules(owner.name, catalog, path)
    if not schema.implemented:
        lines += ["", "Heat has the property in the schema only, and refuses it."]
    else:
        lines += ["", usual_effect(kind, path[0]).in_words]
    inner = schema.items if schema.items is not None else schema
    if inner.properties:
        lines += [
            "",
            "Keys: " + ", ".join(code(n) + (" (required)" if p.required else "") for n, p in inner.properties.items()),
        ]
    return "\n".join(lines)


def attribute_text(attribute: Attribute, described: str) -> str:
    """Return the page of an attribute; `described` is its meaning."""
    lines = [
        f"**{escaped(attribute.name)}**: attribute"
        + (f", {attribute.type}" if attribute.type else "")
        + _support(attribute.support)
    ]
    if described:
        lines += ["", described]
    return "\n".join(lines)


def _support(support: Support) -> str:
    if support.status == "SUPPORTED":
        return f" (from Heat {escaped(support.since)})" if support.since else ""
    words = {"DEPRECATED": "deprecated", "HIDDEN": "hidden", "UNSUPPORTED": "not supported"}
    since = f" since Heat {escaped(support.since)}" if support.since else ""
    instead = f", use {code(support.instead)} instead" if support.instead else ""
    return f" (**{words.get(support.status, escaped(support.status.lower()))}**{since}{instead})"
