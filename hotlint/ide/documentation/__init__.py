"""Documentation of a thing as Markdown, for hover and completions.

A thing is named as completions name it: ("function", "get_param"), ("type", "OS::Nova::Server"), ("property", type,
"networks.port"), ("attribute", type, name), ("parameter", name), ("resource", name), ("condition", name), ...
"""

from __future__ import annotations

from hotlint.cloud.facts import KINDS, CloudFacts, Thing
from hotlint.ide.documentation.language import constraint_kind, custom_constraint, function, pseudo, version
from hotlint.ide.documentation.markup import code, escaped
from hotlint.ide.documentation.schema import (
    member,
    property_of,
    property_text,
    resource_type,
)
from hotlint.ide.documentation.template import condition, declaration, output, parameter, resource, result_of
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.language import versions
from hotlint.language.key_docs import FIELDS, SECTIONS

__all__ = [
    "FIELDS", "SECTIONS", "cloud_things", "condition", "constraint_kind", "custom_constraint",
    "declaration", "escaped", "explain", "function", "member", "output", "parameter", "property_of",
    "property_text", "pseudo", "resource", "resource_type", "result_of",
    "version",
]  # fmt: skip


def explain(about: tuple[str, ...], analysis: FileAnalysis) -> str:
    """Return the Markdown page of a thing; "" for an unknown one."""
    kind, name = about[0], about[1] if len(about) > 1 else ""
    template = analysis.template
    if kind == "function":
        return function(name, analysis.template.version)
    if kind == "type":
        return resource_type(name, analysis.catalog)
    if kind in ("property", "attribute") and len(about) > 2:
        return member(kind, name, about[2], analysis.catalog)
    if kind == "parameter" and name in template.parameters:
        return parameter(template.parameters[name], analysis)
    if kind == "parameter" and name in versions.PSEUDO_PARAMETERS:
        return pseudo(name)
    if kind == "resource" and name in template.resources:
        return resource(template.resources[name], analysis)
    if kind == "condition" and name in template.conditions:
        return condition(template.conditions[name], analysis)
    if kind == "constraint":
        return constraint_kind(name)
    if kind == "cloud" and len(about) > 2:
        return cloud_things(name, about[2], analysis.catalog.cloud)
    if kind == "custom":
        return custom_constraint(name)
    if kind == "section":
        return SECTIONS.get(name, "")
    if kind == "version":
        return version(name)
    return FIELDS.get((kind, name), "")


_LEFT_OUT = ("name", "id", "network_id", "external_network_id")


def cloud_things(kind: str, value: str, cloud: CloudFacts | None) -> str:
    """Return the page of what a name or an id means in a cloud; "" where the snapshot does not know such things."""
    if cloud is None or not cloud.is_known(kind):
        return ""
    found = cloud.find(kind, value)
    name = escaped(cloud.name)
    if not found:
        return f"Cloud **{name}** has no {KINDS[kind][1]} {code(value)}"
    head = f"{len(found)} of that name in cloud **{name}**\n\n" if len(found) > 1 else ""
    return head + "\n\n".join(_page(thing, cloud) for thing in found[:5])


def _page(thing: Thing, cloud: CloudFacts) -> str:
    summary = f": {escaped(thing.summary)}" if thing.summary else ""
    lines = [f"**{escaped(thing.name)}**, {thing.noun} of cloud **{escaped(cloud.name)}**{summary}"]
    fields = {key: value for key, value in thing.entry.items() if key not in _LEFT_OUT and value not in (None, [], "")}
    lines += (
        ["", *(f"- {escaped(key.replace('_', ' '))}: {code(_shown(value))}" for key, value in fields.items())]
        if fields
        else []
    )
    if thing.kind == "neutron.network":
        lines += [f"- subnet {escaped(s.name)}: {escaped(s.summary)}" for s in cloud.subnets_of(thing)[:10]]
    return "\n".join([*lines, *([f"- id: {code(thing.id)}"] if thing.id else [])])


def _shown(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(str(item) for item in value[:10]) + (", ..." if len(value) > 10 else "")
    return "yes" if value is True else "no" if value is False else " ".join(str(value).split())
