"""Documentation at a cursor, with values of the dry run."""

from __future__ import annotations

from typing import NamedTuple

from hotlint import heat_types
from hotlint.analysis.environments.file import to_plain
from hotlint.analysis.symbols import Occurrence
from hotlint.analysis.template import Resource, span_of
from hotlint.heat_types.cloud_values import kind_of
from hotlint.ide import documentation
from hotlint.ide.cursor import Cursor, calls_at, cursor_at
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.language import functions, versions
from hotlint.resource_types.schema import ResourceType
from hotlint.syntax.source import Span


class Hover(NamedTuple):
    """Markdown, and the span that it documents."""

    text: str
    span: Span


def hover(analysis: FileAnalysis, offset: int) -> Hover | None:
    """Return the documentation and value at an offset; None where there is none."""
    occurrence = analysis.name_at(offset)
    if occurrence is not None:
        text = _of_name(analysis, occurrence)
        if text:
            return Hover(text, occurrence.span)
    spot = cursor_at(analysis.document.root, offset)
    if analysis.kind != "hot" or not spot.nodes:
        return None
    text = _of_key(analysis, spot, offset) if spot.on_key else _of_value(analysis, spot, offset)
    node = spot.nodes[-1]
    return Hover(text, span_of(node).within(analysis.document.text)) if text else None


def _of_name(analysis: FileAnalysis, found: Occurrence) -> str:
    template = analysis.template
    if found.kind == "output" and found.name in template.outputs:
        return documentation.output(template.outputs[found.name], analysis)
    if found.kind == "placeholder":
        definition = analysis.names.definition_of(*found.key)
        if definition is None:
            return ""
        value = documentation.result_of(analysis.offline, template.read(definition.node))
        return f"**{documentation.escaped(found.shown)}**: placeholder\n\nValue: {value}"
    if found.kind == "pseudo":
        return documentation.pseudo(found.name)
    return documentation.explain((found.kind, found.name), analysis)


def _of_key(analysis: FileAnalysis, spot: Cursor, offset: int) -> str:
    """Return the documentation of a key: a function, a section, a field or a property."""
    name = str(spot.path[-1])
    for _, call in calls_at(analysis, offset):
        if call.node is not None and name == call.name and spot.entry is not None and call.node in spot.nodes:
            text = documentation.function(name, analysis.template.version)
            value = documentation.result_of(analysis.offline, call)
            return f"Value: {value}\n\n---\n\n{text}"
    path = spot.path
    if len(path) == 1:
        return documentation.SECTIONS.get(name, "")
    if len(path) == 3:
        kind = {"parameters": "parameter-key", "resources": "resource-key", "outputs": "output-key"}.get(
            str(path[0]), ""
        )
        if (kind, name) in documentation.FIELDS:
            return documentation.FIELDS[kind, name]
    if path[0] == "resources" and path[2:3] == ("update_policy",):
        return documentation.FIELDS.get(("update-policy", name), "")
    if path[0] == "parameters" and len(path) == 5 and path[2] == "constraints":
        return documentation.constraint_kind(name)
    return _of_property(analysis, spot)


def _of_property(analysis: FileAnalysis, spot: Cursor) -> str:
    path = spot.path
    if len(path) < 4 or path[0] != "resources" or path[2] != "properties":
        return ""
    owner = analysis.template.resources.get(str(path[1]))
    resolved = analysis.context.resolved_type(owner) if owner is not None and owner.type else None
    if resolved is None:
        return ""
    steps = tuple(s for s in path[3:] if isinstance(s, str) and s not in functions.NAMES)
    return documentation.property_text(resolved, steps, analysis.catalog)


def _of_value(analysis: FileAnalysis, spot: Cursor, offset: int) -> str:
    """Return the documentation of a value: an attribute, a version, a constraint, or the result of the call around it."""
    path = spot.path
    if path == ("heat_template_version",):
        return documentation.version(str(getattr(spot.node, "value", "")))
    if path[:1] == ("resources",) and path[2:] == ("deletion_policy",):
        return documentation.FIELDS.get(("deletion-policy", str(getattr(spot.node, "value", "")).lower()), "")
    if path[-1:] == ("custom_constraint",):
        return documentation.custom_constraint(str(getattr(spot.node, "value", "")))
    if _is_attribute(path):
        return _of_attribute(analysis, spot, offset)
    if analysis.catalog.cloud is not None and (in_cloud := _in_cloud(analysis, spot)):
        return in_cloud
    for _, call in calls_at(analysis, offset):
        value = documentation.result_of(analysis.offline, call)
        return f"`{call.name}`: {value}"
    if path[:1] == ("parameters",) and path[2:3] == ("type",):
        return f"One of {', '.join(versions.PARAMETER_TYPES)}."
    return ""


def _in_cloud(analysis: FileAnalysis, spot: Cursor) -> str:
    """Return what a name in a property, or in the default of a parameter, means in the cloud; "" for any other value."""
    path, value = spot.path, getattr(spot.node, "value", None)
    if not isinstance(value, str) or not value:
        return ""
    if path[0] == "parameters" and path[2:] == ("default",):
        constraints = analysis.template.parameters[str(path[1])].field("constraints")
        kinds = (
            [e.get("custom_constraint") for e in to_plain(constraints) if isinstance(e, dict)] if constraints else []
        )
    elif path[0] == "resources" and path[2:3] == ("properties",) and str(path[1]) in analysis.template.resources:
        kinds = [_kind_at(analysis, analysis.template.resources[str(path[1])], path[3:])]
    else:
        return ""
    known = [documentation.cloud_things(kind, value, analysis.catalog.cloud) for kind in kinds if isinstance(kind, str)]
    return next(filter(None, known), "")


def _kind_at(analysis: FileAnalysis, resource: Resource, path: tuple[str | int, ...]) -> str | None:
    """Return the kind of things of a cloud that a property names, of a resource or of the members of a group."""
    owners = [(analysis.context.resource_type(resource), path)] if resource.type else []
    uses = analysis.context.uses(resource)
    owners += [(use.kind.type, path[len(use.path) :]) for use in uses if use.path and path[: len(use.path)] == use.path]
    for owner, inner in reversed(owners):
        names = tuple(step for step in inner if isinstance(step, str))
        schema = documentation.property_of(owner, names) if isinstance(owner, ResourceType) else None
        if schema is not None:
            kind = kind_of(schema) or (kind_of(schema.items) if schema.items is not None else None)
            return kind or heat_types.of(owner.name).names_things.get(tuple(names))
    return None


def _is_attribute(path: tuple[str | int, ...]) -> bool:
    """Return whether a path leads to the argument of a function that names an attribute."""
    function = functions.get(str(path[-2])) if len(path) > 1 else None
    return function is not None and function.argument_kind(path[-1:]) == "attribute"


def _of_attribute(analysis: FileAnalysis, spot: Cursor, offset: int) -> str:
    for _, call in calls_at(analysis, offset):
        if call.function.takes("attribute") and isinstance(call.args, list) and isinstance(call.args[0], str):
            owner = analysis.template.resources.get(call.args[0])
            name = str(call.args[1])
            value = documentation.result_of(analysis.offline, call)
            text = (
                documentation.member("attribute", owner.type or "", name, analysis.catalog)
                if isinstance(owner, Resource)
                else ""
            )
            return f"{text or f'**{documentation.escaped(name)}**'}\n\nValue: {value}"
    return ""
