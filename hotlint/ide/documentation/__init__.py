"""Documentation of a thing as Markdown, for hover and completions.

A thing is named as completions name it: ("function", "get_param"), ("type", "OS::Nova::Server"), ("property", type,
"networks.port"), ("attribute", type, name), ("parameter", name), ("resource", name), ("condition", name), ...
"""

from __future__ import annotations

from hotlint.ide.documentation.cloud import cloud_things
from hotlint.ide.documentation.language import constraint_kind, custom_constraint, function, pseudo, version
from hotlint.ide.documentation.markup import escaped
from hotlint.ide.documentation.schema import (
    attribute_text,
    member,
    property_of,
    property_rules,
    property_text,
    resource_type,
)
from hotlint.ide.documentation.template import condition, declaration, output, parameter, resource, result_of
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.language import versions
from hotlint.language.key_docs import FIELDS, SECTIONS

__all__ = [
    "FIELDS", "SECTIONS", "attribute_text", "cloud_things", "condition", "constraint_kind", "custom_constraint",
    "declaration", "escaped", "explain", "function", "member", "output", "parameter", "property_of",
    "property_rules", "property_text", "pseudo", "resource", "resource_type", "result_of",
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
