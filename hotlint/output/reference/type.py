"""The page of a resource type, from the catalog."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from textwrap import dedent

from hotlint import heat_types
from hotlint.analysis.environments.registry import ResolvedType
from hotlint.common.printable import code_span, without_markup
from hotlint.dry_run.update_effects import always_replaced, usual_effect
from hotlint.heat_types.base import HeatType
from hotlint.language import constraints
from hotlint.language.constraints import custom
from hotlint.language.key_docs import FIELDS
from hotlint.language.values import show
from hotlint.linter.packs.type_relations import rules_of
from hotlint.resource_types.catalog import Attribute, Property, ResourceType, Support
from hotlint.resource_types.meanings import example_of, meaning, meanings_of, purpose
from hotlint.resource_types.predicted_attributes import facts_of


def type_page(resource: ResourceType, requirements: Sequence[str] = ()) -> str:
    """Return the page in Markdown, ending in a newline.

    `requirements` are sentences on how properties go together.
    """
    name, known = resource.name, rules_of(resource.name) or heat_types.NOTHING
    neighbors = ", ".join(f"`{neighbor}`" for neighbor in meanings_of(name).neighbors)
    parts = [f"# {without_markup(name)}", support_line(resource.support), purpose(resource)]
    parts += [f"Usual neighbors: {neighbors}."] if neighbors else []
    parts.append(_sentence(resource))
    if example := example_of(name):
        parts += ["## Example", f"```yaml\n{example.rstrip()}\n```"]
    if resource.properties:
        parts += ["## Properties", "\n".join(_properties(resource, resource.properties))]
    if resource.update_policy:
        parts += ["## Update policy", "\n".join(_properties(None, resource.update_policy))]
    parts += _rules(requirements)
    demands, settings = service_demands(known)
    parts += ["## What the service refuses"] if demands or settings else []
    for said, clauses in (("requires that:", demands), ("of some clouds also requires that:", settings)):
        if clauses:
            parts += [f"{known.service} {said}", "\n".join(f"- {clause}" for clause in clauses)]
    if known.asks:
        parts += ["## Not checked", "\n".join(f"- Heat asks {clause}." for clause in known.asks)]
    if resource.attributes:
        parts += ["## Attributes", "\n".join(_attribute(resource, a) for _, a in sorted(resource.attributes.items()))]
    if meanings_of(name).makes:
        parts.append(f"Heat's own page: <{heat_types.heat_page(name)}>")
    return "\n\n".join(p for p in parts if p) + "\n"


def service_demands(known: HeatType) -> tuple[list[str], list[str]]:
    """Return what the service of a type requires, on every cloud and on some: clauses in which names are code."""
    limits = [(limit.kind == "setting", limit.describe()) for limit in known.limits]
    clauses = [(False, clause) for clause in known.service_demands], [(True, clause) for clause in known.settings]
    found = [(setting, re.sub(r"(?<!\w)'([^']+)'", r"`\1`", c)) for setting, c in (*limits, *clauses[0], *clauses[1])]
    return [c for setting, c in found if not setting], [c for setting, c in found if setting]


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
            if attribute is None:
                return None
            return f"# {without_markup(f'{resource.name}.{path}')}\n\nAttribute: {_attribute(resource, attribute)[2:].rstrip('.')}.\n"
        items = found.items
        properties = found.properties or (items.properties if items is not None else None) or {}
    assert found is not None
    usual = usual_effect(ResolvedType(resource), path.split(".")[0])
    parts = [
        f"# {without_markup(f'{resource.name}.{path}')}",
        ", ".join(_facts(found, "" if "." in path else usual.in_short)),
        meaning(resource.name, "properties", path, found),
        " ".join([*_named(found), usual.in_words]),
    ]
    if path in resource.attributes:
        parts.append(f"{code_span(path)} is an attribute as well.")
    if properties:
        parts += ["## Properties", dedent("\n".join(_properties(resource, properties, path)))]
    parts += _rules(requirements)
    return "\n\n".join(p for p in parts if p) + "\n"


def _sentence(resource: ResourceType) -> str:
    """Return what the properties of a type mean for its user, in words."""
    required = [code_span(name) for name, prop in resource.properties.items() if prop.required]
    kind = ResolvedType(resource)
    replacing = sum(
        usual_effect(kind, n).action == "replace"
        for n, p in resource.properties.items()
        if p.support.status != "HIDDEN"
    )
    replaced = always_replaced(kind, resource.properties.defaults)
    sentences = [f"It requires {', '.join(required) or 'no property'}."] if resource.properties else []
    sentences += [f"A new value of {replacing} of its properties replaces the resource."] if replacing else []
    sentences += [f"{replaced[0].upper()}{replaced[1:]}."] if replaced else []
    sentences += ["It supports `deletion_policy: Snapshot`."] if resource.snapshot else []
    return " ".join(sentences)


def _named(prop: Property) -> Iterator[str]:
    """Yield what the values of a property name in a cloud."""
    for constraint in prop.constraints:
        named = custom.get(str(constraint.args)) if constraint.kind == "custom_constraint" else None
        if named is not None:
            yield named.doc


def support_line(support: Support) -> str:
    """`Deprecated since 10.0.0: use X.`, or nothing for what is supported."""
    if support.status == "SUPPORTED":
        return f"Since {without_markup(support.since)} of openstack-heat." if support.since else ""
    since = f" since {without_markup(support.since)}" if support.since else ""
    instead = f": use {code_span(support.instead)} instead" if support.instead else ""
    return f"{without_markup(support.status.capitalize())}{since}{instead}."


def _properties(owner: ResourceType | None, properties: Mapping[str, Property], within: str = "") -> Iterator[str]:
    """Yield a row a property; `owner` is None for those of an update policy, `within` the path of the property around."""
    depth = within.count(".") + 1 if within else 0
    for name, prop in sorted(properties.items(), key=lambda item: (not item[1].required, item[0])):
        if prop.support.status == "HIDDEN":
            continue
        path = f"{within}.{name}" if within else name
        usual = usual_effect(ResolvedType(owner), name) if owner is not None and not within else None
        means = (
            FIELDS.get(("update-policy", name), "") if owner is None else meaning(owner.name, "properties", path, prop)
        )
        said = " ".join(filter(None, (means, usual.note if usual is not None else "")))
        facts = ", ".join(_facts(prop, usual.in_short if usual is not None else ""))
        yield f"{'  ' * depth}- {code_span(name)} ({facts}){': ' if said else ''}{said}"
        if depth < 6:
            items = prop.items
            yield from _properties(
                owner, prop.properties or (items.properties if items is not None else None) or {}, path
            )


def _facts(prop: Property, in_short: str) -> Iterator[str]:
    """Type, limits and support; `in_short` is what a new value does to the resource, "" where the outer property says so."""
    yield prop.type
    if prop.required:
        yield "required"
    if prop.default is not None:
        yield f"default {code_span(show(prop.default))}"
    for constraint in prop.constraints:
        yield constraints.get(constraint.kind).describe(constraint.args)
    if in_short:
        yield in_short
    if prop.support.status != "SUPPORTED":
        yield support_line(prop.support).rstrip(".").lower()


def _attribute(resource: ResourceType, attribute: Attribute) -> str:
    note = support_line(attribute.support).rstrip(".").lower() if attribute.support.status != "SUPPORTED" else ""
    source = facts_of(resource.name).get(attribute.name)
    echoed = attribute.name if attribute.name in heat_types.of(resource.name).echoes else ""
    source_name = echoed or (source["property"] if source is not None else "")
    before = (
        f"Known before creation from `{source_name}`." if source_name else "Known before creation." if source else ""
    )
    said = " ".join(filter(None, (meaning(resource.name, "attributes", attribute.name, attribute), before)))
    return f"- {code_span(attribute.name)}" + (f" ({note})" if note else "") + (f": {said}" if said else "")
