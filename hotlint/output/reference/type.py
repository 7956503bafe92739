"""The page of a resource type, from the catalog."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import dedent

from hotlint.language import constraints
from hotlint.language.constraints import custom
from hotlint.language.values import show
from hotlint.resource_types.catalog import Attribute, Property, ResourceType, Support


def type_page(resource: ResourceType, requirements: Sequence[str] = (), asks: Sequence[str] = ()) -> str:
    """Return the page in Markdown, ending in a newline.

    `requirements` are sentences on how properties go together; `asks` is what Heat asks a cloud for.
    """
    parts = [f"# {resource.name}", support_line(resource.support), _sentence(resource)]
    for title, properties in (("Properties", resource.properties), ("Update policy", resource.update_policy)):
        if properties:
            parts += [f"## {title}", "\n".join(_properties(properties, 0))]
    parts += _rules(requirements)
    if asks:
        parts += ["## Not checked", "\n".join(f"- Heat asks {clause}." for clause in asks)]
    if resource.attributes:
        parts += ["## Attributes", "\n".join(_attribute(a) for _, a in sorted(resource.attributes.items()))]
    return "\n\n".join(p for p in parts if p) + "\n"


def _rules(requirements: Sequence[str]) -> list[str]:
    return ["## Rules", "\n".join(f"- {sentence}." for sentence in requirements)] if requirements else []


def property_page(resource: ResourceType, path: str, requirements: Sequence[str] = ()) -> str | None:
    """Return the page of a property, such as `networks.port`, or an attribute in Markdown; None if the type has neither.

    `requirements` are sentences on how it goes together with others.
    """
    found: Property | None = None
    properties: Mapping[str, Property] = resource.properties
    for name in path.split("."):
        found = properties.get(name)
        if found is None:
            attribute = resource.attributes.get(path)
            return (
                f"# {resource.name}.{path}\n\nAttribute: {_attribute(attribute)[2:]}.\n"
                if attribute is not None
                else None
            )
        items = found.items
        properties = found.properties or (items.properties if items is not None else None) or {}
    assert found is not None
    top = "." not in path
    parts = [f"# {resource.name}.{path}", ", ".join(_facts(found, top=top)), " ".join(_sentences(found, top=top))]
    if top and path in resource.attributes:
        parts.append(f"`{path}` is an attribute as well.")
    if properties:
        parts += ["## Properties", dedent("\n".join(_properties(properties, 1)))]
    parts += _rules(requirements)
    return "\n\n".join(p for p in parts if p) + "\n"


def _sentence(resource: ResourceType) -> str:
    """Return what the properties of a type mean for its user, in words; "" for a type without properties."""
    if not resource.properties:
        return ""
    required = [f"`{name}`" for name, prop in resource.properties.items() if prop.required]
    replacing = sum(
        not (p.updatable or p.immutable) for p in resource.properties.values() if p.support.status != "HIDDEN"
    )
    needs = f"It requires {', '.join(required)}." if required else "It requires no property."
    replaced = f" A new value of {replacing} of its properties replaces the resource." if replacing else ""
    return needs + replaced + (" It supports `deletion_policy: Snapshot`." if resource.snapshot else "")


def _sentences(prop: Property, *, top: bool) -> Iterator[str]:
    """Yield what the values of a property mean, and what a new value does."""
    for constraint in prop.constraints:
        named = custom.get(str(constraint.args)) if constraint.kind == "custom_constraint" else None
        if named is not None:
            yield named.doc
    if top and prop.immutable:
        yield "Heat refuses a new value once the resource exists."
    elif top:
        yield "A new value changes the resource in place." if prop.updatable else "A new value replaces the resource."


def support_line(support: Support) -> str:
    """`Deprecated since 10.0.0: use X.`, or nothing for what is supported."""
    if support.status == "SUPPORTED":
        return f"Since {support.since} of openstack-heat." if support.since else ""
    since = f" since {support.since}" if support.since else ""
    instead = f": use `{support.instead}` instead" if support.instead else ""
    return f"{support.status.capitalize()}{since}{instead}."


def _properties(properties: Mapping[str, Property], depth: int) -> Iterator[str]:
    ordered = sorted(properties.items(), key=lambda item: (not item[1].required, item[0]))
    for name, prop in ordered:
        if prop.support.status == "HIDDEN":
            continue
        yield f"{'  ' * depth}- `{name}` ({', '.join(_facts(prop, top=depth == 0))})"
        if depth < 6:
            items = prop.items
            nested = prop.properties or (items.properties if items is not None else None)
            yield from _properties(nested or {}, depth + 1)


def _facts(prop: Property, *, top: bool) -> Iterator[str]:
    """Type, limits and support; for a property of the resource itself also what a new value does to the resource."""
    yield prop.type
    if prop.required:
        yield "required"
    if prop.default is not None:
        yield f"default {show(prop.default)}"
    for constraint in prop.constraints:
        yield constraints.get(constraint.kind).describe(constraint.args)
    if top:
        yield "may not change" if prop.immutable else "updated in place" if prop.updatable else "a change replaces it"
    if prop.support.status != "SUPPORTED":
        yield support_line(prop.support).rstrip(".").lower()


def _attribute(attribute: Attribute) -> str:
    note = support_line(attribute.support).rstrip(".").lower() if attribute.support.status != "SUPPORTED" else ""
    return f"- `{attribute.name}`" + (f" ({note})" if note else "")
