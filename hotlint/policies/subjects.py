"""The resources, parameters and outputs of a dry run that policies are about, nested stacks and groups included."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from hotlint.analysis.symbols import name_span
from hotlint.analysis.template import Output, Resource, node_at
from hotlint.dry_run.results import ResourceResult, StackResult
from hotlint.dry_run.stack_preview import Preview
from hotlint.language.values import EvaluationError, Unknown, Value
from hotlint.resource_types.catalog import ResourceType
from hotlint.resource_types.validation import check_properties
from hotlint.syntax.nodes import Entry, Node
from hotlint.syntax.source import Span

SUBJECT_LIMIT = 5_000
"""Resources of one stack that are looked at, those of nested stacks counted."""


class PolicySubject(NamedTuple):
    """A resource, parameter or output, with the values that an expression may use.

    `matched` is what the patterns of a policy are compared with: a type or a name. `file` and `span` are its place in its
    own template; `root_span` the place in the outermost template that leads to it. `node` is the node of its properties.
    `stack` is the dry run that it is part of. `enabled` None: whether it exists is not known.
    """

    kind: str
    path: str
    matched: str
    values: Mapping[str, Value]
    file: str
    span: Span
    root_span: Span
    node: Node | None
    stack: StackResult
    enabled: bool | None = True


def subjects(preview: Preview) -> Iterator[PolicySubject]:
    """Yield everything in a dry run that a policy may be about; what is disabled is left out."""
    left = SUBJECT_LIMIT
    for subject in _of_stack(preview, "", None):
        yield subject
        left -= 1
        if left <= 0:
            return


def _of_stack(stack: StackResult, prefix: str, root: Span | None) -> Iterator[PolicySubject]:
    context = stack.context
    parameters = {name: _parameter(stack, name) for name in context.template.parameters}
    for parameter in context.template.parameters.values() if not prefix else ():
        span = name_span(parameter.key)
        value = parameters[parameter.name]
        values = {
            "name": parameter.name, "type": parameter.type or "", "value": value,
            "description": parameter.text("description") or "", "hidden": parameter.hidden,
            "has_default": parameter.has_default,
        }  # fmt: skip
        yield PolicySubject("parameters", parameter.name, parameter.name, values, context.path, span, span, None, stack)
    for found in stack.resources().values():
        if found.enabled is not False and found.resource is not None:
            yield from _of_resource(stack, found, prefix, root, parameters)
    for output in context.template.outputs.values() if not prefix else ():
        enabled, _ = stack.enabled(output)
        if enabled is not False:
            span = name_span(output.key)
            values = {
                "name": output.name, "value": _output(stack, output),
                "description": output.text("description") or "", "parameters": parameters,
            }  # fmt: skip
            yield PolicySubject(
                "outputs", output.name, output.name, values, context.path, span, span, None, stack, enabled
            )


def _of_resource(
    stack: StackResult, found: ResourceResult, prefix: str, root: Span | None, parameters: Mapping[str, Value]
) -> Iterator[PolicySubject]:
    assert found.resource is not None
    span = name_span(found.resource.key)
    at = root or span
    path = f"{prefix}{found.name}"
    kind = stack.context.resolved_type(found.resource).type
    values = {
        "name": found.name, "path": path, "type": found.type or "", "properties": _properties(stack, found.resource),
        "metadata": found.metadata.value, "parameters": parameters,
    }  # fmt: skip
    matched = kind.name if isinstance(kind, ResourceType) and "::" in kind.name else found.type or ""
    node = found.nodes.get("properties")
    yield PolicySubject("resources", path, matched, values, stack.context.path, span, at, node, stack, found.enabled)
    yield from _nested(stack, found, path, span, at, parameters, found.enabled)


def _nested(
    stack: StackResult,
    found: ResourceResult,
    path: str,
    span: Span,
    root: Span,
    parameters: Mapping[str, Value],
    enabled: bool | None,
) -> Iterator[PolicySubject]:
    if found.nested is None:
        return
    if found.nested.preview is not None:
        yield from _of_stack(found.nested.preview, f"{path}.", root)
    for member in found.nested.members.values():
        inner = f"{path}.{member.name}"
        values = {
            "name": member.name, "path": inner, "type": member.type or "", "properties": _of_member(member),
            "metadata": member.metadata.value, "parameters": parameters,
        }  # fmt: skip
        node = member.nodes.get("properties")
        yield PolicySubject(
            "resources", inner, member.type or "", values, stack.context.path, span, root, node, stack, enabled
        )
        yield from _nested(stack, member, inner, span, root, parameters, enabled)


def _parameter(stack: StackResult, name: str) -> Value:
    try:
        value = stack.context.evaluation.parameter(name)
    except EvaluationError as exc:
        return Unknown(exc.message)
    return value


def _output(stack: StackResult, output: Output) -> Value:
    part = stack.context.template.part(output, "value")
    try:
        return stack.context.evaluation.value(part) if part is not None else None
    except EvaluationError as exc:
        return Unknown(f"it cannot be evaluated: {exc.message}")


def _properties(stack: StackResult, resource: Resource) -> Value:
    """Return the properties of a resource as Heat passes them to it; those that are not given are left out."""
    checked = stack.context.properties(resource)
    if checked is not None:
        return _given(checked.values)
    part = stack.context.template.part(resource, "properties")
    values, _ = stack.context.section(part.snippet if part is not None else {})
    return _given(values) if values is not None else Unknown("its properties are not known")


def _of_member(member: ResourceResult) -> Value:
    use = member.use
    values = use.values(member.name) if use is not None else None
    if use is None or values is None:
        return Unknown("what the members are given is not known")
    if isinstance(use.kind.type, ResourceType):
        return _given(check_properties(use.kind.type, values).values)
    return _given(values)


def _given(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def place_of(subject: PolicySubject, at: str | None) -> Span:
    """Return the span that a violation is reported at, in the subject's own file: a property, or else the name."""
    if at is None or subject.node is None:
        return subject.span
    steps = tuple(int(step) if step.isdigit() else step for step in at.replace("[", ".").replace("]", "").split("."))
    entry: Entry | None = node_at(subject.node, steps)[1]
    return Span(entry.key.start, entry.key.end) if entry is not None else subject.span
