"""The results of a dry run, piece by piece: of a value, a resource, and a nested stack."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, Protocol

from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.template import Output, Resource
from hotlint.dry_run.expansion import ExpandedResource, TemplateStack
from hotlint.dry_run.redaction import Redaction
from hotlint.language.functions.base import Snippet
from hotlint.language.origins import OF_RESOURCES, PARAMETER, PSEUDO, first_source
from hotlint.language.values import MARKS, OMITTED, Either, Partial, PartialText, Unknown, Value
from hotlint.syntax.nodes import Node


def label(unknown: Unknown) -> str:
    """Return a short label of an unknown value, for use within text: `<server.first_address>`, `<image>`."""
    source = first_source(unknown.origin)
    if source is None:
        return "<unknown>"
    named = ".".join(map(str, (source.name, *source.path)))
    return f"<{named}>" if source.kind in (*OF_RESOURCES, PARAMETER, PSEUDO) else f"<{source.kind} {named}>"


def known_parts(value: Value) -> Any:
    """Return a value as JSON can represent it: all known parts, and labels in angle brackets for unknown ones."""
    if isinstance(value, dict):
        return {_text_key(k): known_parts(v) for k, v in value.items()}
    if isinstance(value, list | tuple) and not isinstance(value, MARKS):
        return [known_parts(v) for v in value]
    if isinstance(value, set):
        return sorted((known_parts(v) for v in value), key=str)
    if isinstance(value, Unknown):
        return label(value)
    if isinstance(value, PartialText):
        return "".join(p if isinstance(p, str) else label(p) for p in value.parts)
    if isinstance(value, Either):
        return {f"<if {value.condition}>": known_parts(value.if_true), "<otherwise>": known_parts(value.if_false)}
    if isinstance(value, Partial):
        return _partial(value)
    return "<omitted>" if value is OMITTED else value


def _text_key(key: Any) -> Any:
    return key if isinstance(key, str | int | float | bool) or key is None else str(key)


def _partial(value: Partial) -> Any:
    known = known_parts(value.known)
    if isinstance(known, dict):
        return {**known, label(value.rest): "..."}
    return known


class StackResult(Protocol):
    """The results of one stack; `stack_preview.Preview` evaluates them on first use."""

    @property
    def context(self) -> TemplateContext: ...
    @property
    def redaction(self) -> Redaction: ...
    @property
    def show_hidden(self) -> bool: ...
    @property
    def parent(self) -> StackResult | None: ...
    @property
    def stack(self) -> TemplateStack: ...
    def parameters(self) -> Mapping[str, ValueResult]: ...
    def conditions(self) -> Mapping[str, ValueResult]: ...
    def resources(self) -> Mapping[str, ResourceResult]: ...
    def outputs(self) -> Mapping[str, ValueResult]: ...
    def previews(self) -> Iterator[StackResult]: ...
    def enabled(self, owner: Resource | Output) -> tuple[bool | None, str | None]: ...
    def section(self, snippet: Snippet) -> ValueResult: ...
    def evaluate(self, work: Callable[[TemplateContext], Value], snippet: Snippet = None) -> ValueResult: ...
    def resolve(self, snippet: Snippet) -> ValueResult: ...
    def to_dict(self) -> dict[str, Any]: ...


class ValueResult(NamedTuple):
    """The result of a value: `value` holds its known parts, `error` or `unknown` says why it is not complete.

    `parts` are the results of the entries of a section that is written as a mapping, None for any other value.
    `predicted` says why the value is predicted: it holds an attribute that follows from the properties of a resource.
    """

    value: Value = None
    error: str | None = None
    unknown: str | None = None
    parts: dict[Any, ValueResult] | None = None
    predicted: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return {"value"}, {"error"}, or {"unknown": why, "value": the known parts}, as JSON can represent it.

        A predicted value also has {"predicted": why}.
        """
        if self.error is not None:
            return {"error": self.error}
        known = known_parts(self.value)
        said = {"value": known} if self.unknown is None else {"unknown": self.unknown, "value": known}
        return said if self.predicted is None else {**said, "predicted": self.predicted}


class ResourceResult(NamedTuple):
    """The result of a resource, or of a member of a group (`resource` is None then).

    `enabled` is None where that is not known; `why` says why the resource is disabled, or why that is not known.
    `nested` is its nested stack or its members, None for any other resource. `nodes` are the nodes of the template that
    the properties and the metadata are written in.
    """

    name: str
    type: str | None
    enabled: bool | None
    why: str | None
    properties: ValueResult
    metadata: ValueResult
    nested: NestedResult | None
    resource: Resource | None
    nodes: Mapping[str, Node]
    record: ExpandedResource


class NestedResult(NamedTuple):
    """The result of what a resource creates: a nested stack, or the members of a group.

    `note` says what is left out, None for nothing; `failed`: what is left out is an error, such as a missing template.
    """

    preview: StackResult | None
    members: dict[str, ResourceResult]
    note: str | None = None
    failed: bool = False


def every_result(results: Mapping[str, ResourceResult]) -> Iterator[ResourceResult]:
    """Yield the results of resources, disabled ones included, each followed by those of the stack within it."""
    for found in results.values():
        yield found
        if found.nested is not None:
            stack = found.nested.preview
            yield from every_result(stack.resources() if stack is not None else found.nested.members)


def resource_dict(found: ResourceResult) -> dict[str, Any]:
    """Return a resource in the shape of `hotlint preview --format json`."""
    fields: dict[str, Any] = {
        "type": found.type,
        "enabled": found.enabled,
        "properties": found.properties.to_dict(),
        "metadata": found.metadata.to_dict(),
    }
    if found.why is not None:
        fields["why"] = found.why
    if found.nested is not None:
        fields["nested"] = _nested_dict(found.nested)
    return fields


def _nested_dict(found: NestedResult) -> dict[str, Any]:
    fields = (
        found.preview.to_dict()
        if found.preview
        else {"resources": {n: resource_dict(r) for n, r in found.members.items()}}
    )
    return {**fields, "note": found.note} if found.note else fields
