"""What there is to say of a thing, as Markdown: for hover and for the documentation of completions.

A thing is named as completions name it: ("function", "get_param"), ("type", "OS::Nova::Server"), ("property", type,
"networks.port"), ("attribute", type, name), ("parameter", name), ("resource", name), ("condition", name), ...
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hotlint.analysis.evaluator import Given
from hotlint.analysis.template import Condition, Output, Parameter, Resource
from hotlint.dry_run.display import MASK
from hotlint.ide.snapshot import Snapshot
from hotlint.language import constraints, functions, versions
from hotlint.language.values import EvaluationError, Value, first_unknown, is_known, show
from hotlint.resource_types.catalog import PACKAGED, Catalog
from hotlint.resource_types.schema import Attribute, Property, ResourceType, Support
from hotlint.syntax.nodes import Mapping, Node, Scalar, Sequence

SHOWN = 400
"""Characters of a value that are shown."""

SECTIONS = {
    "heat_template_version": "The version of HOT that the template is written in: it decides which functions and keys there are.",
    "description": "What the template is for.",
    "parameter_groups": "Parameters in groups, in the order in which a user interface asks for them.",
    "parameters": "The inputs of the template.",
    "conditions": "Named conditions on parameters, for resources, outputs and the function `if`.",
    "resources": "What is made.",
    "outputs": "What a user, or the template around this one, is told.",
}
FIELDS = {
    ("parameter-key", "type"): "One of string, number, comma_delimited_list, json, boolean.",
    ("parameter-key", "label"): "A short name for people.",
    ("parameter-key", "description"): "What the parameter is for.",
    ("parameter-key", "default"): "The value where none is given. Without it the parameter must be given.",
    ("parameter-key", "hidden"): "`true` has Heat show the value as stars.",
    ("parameter-key", "constraints"): "What a value must be like, each with an optional description.",
    ("parameter-key", "immutable"): "`true` has an update with another value refused.",
    ("parameter-key", "tags"): "Words that describe the parameter.",
    ("resource-key", "type"): "A resource type, or the path of a nested template.",
    ("resource-key", "properties"): "What the resource is to be like; the type decides what there is.",
    ("resource-key", "metadata"): "Data kept with the resource.",
    ("resource-key", "depends_on"): "Resources that must be there first, beside those that are referred to.",
    ("resource-key", "update_policy"): "How members are replaced in an update, for types that have members.",
    (
        "resource-key",
        "deletion_policy",
    ): "What becomes of the thing itself when the resource is deleted: Delete, Retain or Snapshot.",
    ("resource-key", "external_id"): "The id of a thing that exists already: Heat refers to it and leaves it alone.",
    ("resource-key", "condition"): "The resource is made only where this holds.",
    ("resource-key", "description"): "What the resource is for.",
    ("output-key", "value"): "The value.",
    ("output-key", "description"): "What the output tells.",
    ("output-key", "condition"): "The output exists only where this holds.",
}


def explain(about: tuple[str, ...], snapshot: Snapshot) -> str:
    """Markdown on a thing; empty when there is nothing to say."""
    kind, name = about[0], about[1] if len(about) > 1 else ""
    template = snapshot.template
    if kind == "function":
        return function(name, snapshot.template.version)
    if kind == "type":
        return resource_type(name, snapshot.catalog)
    if kind in ("property", "attribute") and len(about) > 2:
        return member(kind, name, about[2], snapshot.catalog)
    if kind == "parameter" and name in template.parameters:
        return parameter(template.parameters[name], snapshot)
    if kind == "parameter" and name in versions.PSEUDO_PARAMETERS:
        return pseudo(name)
    if kind == "resource" and name in template.resources:
        return resource(template.resources[name], snapshot)
    if kind == "condition" and name in template.conditions:
        return condition(template.conditions[name], snapshot)
    if kind == "constraint":
        return constraint_kind(name)
    if kind == "custom":
        return custom_constraint(name)
    if kind == "section":
        return SECTIONS.get(name, "")
    if kind == "version":
        return version(name)
    return FIELDS.get((kind, name), "")


def function(name: str, current: str) -> str:
    found = functions.get(name)
    if found is None:
        return ""
    lines = [f"**{name}**: {found.summary}", "", _yaml(found.form)]
    if found.parameters:
        lines += [f"- `{n}`: {what}" for n, what in found.parameters]
    until = f" to {found.until}" if found.until else ""
    span = f"From {versions.display_name(found.since)}{until}."
    if found.replaced_by:
        span += f" Use `{found.replaced_by}` instead."
    if found.condition_since:
        span += f" In conditions from {found.condition_since}."
    if (
        functions.status(name, current) in ("future", "removed")
        and functions.status(name, current, "condition") != "available"
    ):
        span += f" **Not in this template's version, {current}.**"
    lines += ["", span]
    lines += [f"- {since}: {what}" for since, what in found.changes]
    lines += ["", "Example:", _yaml(found.example), "yields", _yaml(found.result)]
    return "\n".join(lines)


def resource_type(name: str, catalog: Catalog) -> str:
    found = catalog.resource(name)
    if not isinstance(found, ResourceType):
        old = PACKAGED.resource(name)
        if old is None:
            return ""
        found = old
    lines = [f"**{name}**" + _support(found.support)]
    if found.description:
        lines.append(found.description)
    required = [n for n, p in found.properties.items() if p.required]
    optional = [n for n, p in found.properties.items() if not p.required and p.support.status == "SUPPORTED"]
    if required:
        lines += ["", "Required: " + ", ".join(f"`{n}`" for n in required)]
    if optional:
        lines += ["", "Optional: " + _listed(optional)]
    attributes = [n for n, a in found.attributes.items() if a.support.status == "SUPPORTED"]
    if attributes:
        lines += ["", "Attributes: " + _listed(attributes)]
    lines += ["", f"[Reference](https://docs.openstack.org/heat/latest/template_guide/openstack.html#{name})"]
    return "\n".join(lines)


def _listed(names: list[str], most: int = 40) -> str:
    more = f", and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(f"`{n}`" for n in names[:most]) + more


def member(kind: str, type_: str, path: str, catalog: Catalog) -> str:
    """A property (nested ones by their path with dots) or an attribute of a type."""
    found = catalog.resource(type_)
    owner = found if isinstance(found, ResourceType) else PACKAGED.resource(type_)
    if owner is None:
        return ""
    if kind == "attribute":
        attribute = owner.attributes.get(path)
        return attribute_text(attribute) if attribute is not None else ""
    schema = property_of(owner, tuple(path.split(".")))
    return property_text(path, schema) if schema is not None else ""


def property_of(owner: ResourceType, path: tuple[str, ...]) -> Property | None:
    """The schema of a property by the names that lead to it; items of lists are stepped through."""
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


def property_text(name: str, schema: Property) -> str:
    of = f" of {schema.items.type}" if schema.type == "list" and schema.items is not None else ""
    head = f"**{name}**: {schema.type}{of}" + (", required" if schema.required else "")
    lines = [head + _support(schema.support)]
    if schema.description:
        lines += ["", schema.description]
    if schema.default is not None:
        lines += ["", f"Default: `{show(schema.default)}`"]
    lines += [f"- {constraints.get(c.kind).describe(c.args)}" for c in schema.constraints]
    if schema.immutable:
        lines += ["", "It cannot be changed once the resource exists."]
    else:
        lines += [
            "",
            "A new value changes the resource in place."
            if schema.updatable
            else "A new value has the resource replaced.",
        ]
    if not schema.implemented:
        lines += ["", "Heat has it in the schema only, and refuses it."]
    inner = schema.items if schema.items is not None else schema
    if inner.properties:
        lines += [
            "",
            "Keys: " + ", ".join(f"`{n}`" + (" (required)" if p.required else "") for n, p in inner.properties.items()),
        ]
    return "\n".join(lines)


def attribute_text(attribute: Attribute) -> str:
    lines = [
        f"**{attribute.name}**: attribute"
        + (f", {attribute.type}" if attribute.type else "")
        + _support(attribute.support)
    ]
    if attribute.description:
        lines += ["", attribute.description]
    return "\n".join(lines)


def _support(support: Support) -> str:
    if support.status == "SUPPORTED":
        return f" (from Heat {support.since})" if support.since else ""
    words = {"DEPRECATED": "deprecated", "HIDDEN": "not to be used any more", "UNSUPPORTED": "not supported"}
    since = f" since Heat {support.since}" if support.since else ""
    instead = f", use `{support.instead}` instead" if support.instead else ""
    return f" (**{words.get(support.status, support.status.lower())}**{since}{instead})"


def constraint_kind(name: str) -> str:
    if name not in constraints.NAMES:
        return ""
    kind = constraints.get(name)
    return f"**{name}**: {kind.doc}\n\nFor {', '.join(kind.types)}.\n\n{_yaml(kind.example)}"


def custom_constraint(name: str) -> str:
    from hotlint.language.constraints import custom

    found = custom.get(name)
    return f"**{name}**: {found.doc}" if found else ""


def version(name: str) -> str:
    date = versions.canonical(name)
    if date is None:
        return ""
    new = [f for f in functions.NAMES if (got := functions.get(f)) is not None and got.since == date]
    brought = (
        "\n\nIt brought " + ", ".join(f"`{f}`" for f in sorted(new)) + "."
        if new and date != versions.VERSIONS[0]
        else ""
    )
    return f"**{name}**: HOT of {versions.RELEASES[date]} ({date}).{brought}"


def pseudo(name: str) -> str:
    what = {
        "OS::stack_name": "the name of the stack",
        "OS::stack_id": "the id of the stack",
        "OS::project_id": "the id of the project",
    }
    return f"**{name}**: {what[name]}, which Heat provides."


# -- things of the template ------------------------------------------------------------------------------------------


def parameter(found: Parameter, snapshot: Snapshot) -> str:
    lines = [f"**{found.name}**: parameter, {found.type or 'of no type'}" + (", hidden" if found.hidden else "")]
    if found.text("description"):
        lines += ["", str(found.text("description"))]
    if found.has_default:
        default = MASK if found.hidden else _plain(found.field("default"))
        lines += ["", f"Default: `{default}`"]
    rules = [f"- {kind}: `{_plain(entry.value)}`" for kind, entry, _ in found.constraints()]
    lines += ["", *rules] if rules else []
    given: Given | None = snapshot.evaluation.given(found.name)
    if given is not None:
        origin = f" (from {given.origin})" if given.origin else ""
        lines += ["", f"Value: `{MASK if found.hidden else show(given.value, SHOWN)}`{origin}"]
    return "\n".join(lines)


def resource(found: Resource, snapshot: Snapshot) -> str:
    lines = [f"**{found.name}**: resource, {found.type or 'of no type'}"]
    if found.text("description"):
        lines += ["", str(found.text("description"))]
    if "condition" in found.fields:
        lines += ["", f"Exists: {outcome(snapshot, snapshot.evaluation.enabled, found)}"]
    kind = snapshot.unit.resource_type(found) if found.type else None
    if isinstance(kind, ResourceType):
        attributes = [n for n, a in kind.attributes.items() if a.support.status == "SUPPORTED"]
        lines += ["", "Attributes: " + _listed(attributes)]
    return "\n".join(lines)


def condition(found: Condition, snapshot: Snapshot) -> str:
    head = f"**{found.name}**: condition\n\n{_yaml(_plain(found.node))}\n"
    return head + f"Now: {outcome(snapshot, snapshot.evaluation.named_condition, found.name)}"


def output(found: Output, snapshot: Snapshot) -> str:
    lines = [f"**{found.name}**: output"]
    if found.text("description"):
        lines += ["", str(found.text("description"))]
    part = snapshot.template.part(found, "value")
    if part is not None:
        lines += ["", f"Value: {outcome(snapshot, snapshot.evaluation.value, part)}"]
    return "\n".join(lines)


def outcome(snapshot: Snapshot, work: Callable[..., Value], *args: Any) -> str:
    """What `work` yields for `args`, or why that is not known, or why Heat would fail. Secrets are masked."""
    try:
        value = snapshot.mask(work(*args))
    except EvaluationError as exc:
        return f"would fail: {snapshot.mask.text(exc.message)}"
    if is_known(value):
        return f"`{_one_line(value)}`"
    reason = first_unknown(value)
    known = f"`{_one_line(value)}`, " if not isinstance(value, type(reason)) else ""
    return f"{known}not known{' in part' if known else ''}: {reason.reason if reason else 'it depends on the cloud'}"


def _one_line(value: Value) -> str:
    return show(value, SHOWN).replace("`", "'")


def _plain(node: Node | None) -> str:
    """A node as it would be written on one line."""
    if node is None:
        return ""
    if isinstance(node, Scalar):
        return show(node.value, SHOWN)
    if isinstance(node, Sequence):
        return "[" + ", ".join(map(_plain, node.items)) + "]"
    assert isinstance(node, Mapping)
    return "{" + ", ".join(f"{e.name}: {_plain(e.value)}" for e in node.items()) + "}"


def _yaml(text: str) -> str:
    return f"```yaml\n{text.rstrip()}\n```"
