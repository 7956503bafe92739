"""What a dry run comes to, piece by piece: the outcome of a value, a resource, and what a resource consists of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from hotlint.analysis.template import Resource
from hotlint.dry_run.display import known_parts
from hotlint.language.values import Value
from hotlint.syntax.nodes import Node

if TYPE_CHECKING:
    from hotlint.analysis.uses import Use
    from hotlint.dry_run.stack_preview import Preview


class ValueResult(NamedTuple):
    """What a value came to: `value` holds what is known of it, `error` or `unknown` says why that is not all.

    `parts` are the outcomes of the entries of a section that is written as a map.
    """

    value: Value = None
    error: str | None = None
    unknown: str | None = None
    parts: dict[Any, ValueResult] | None = None

    def to_dict(self) -> dict[str, Any]:
        """{"value"}, {"error"}, or {"unknown": why, "value": the known parts}."""
        if self.error is not None:
            return {"error": self.error}
        shown = known_parts(self.value)
        return {"value": shown} if self.unknown is None else {"unknown": self.unknown, "value": shown}


class ResourceResult(NamedTuple):
    """One resource, or one member of a group (`resource` is None then, and `use` tells what it is).

    `enabled` is None where that is not known; `why` says why it is switched off, or why that is not known. `nested` is
    what it consists of. `nodes` are the nodes of the template from which the properties and the metadata come.
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
    use: Use | None = None


class NestedResult(NamedTuple):
    """What a resource consists of: a nested template, or the members of a group.

    `note` says what is left out; `failed` that this is a fault: of a template that Heat's client would not find, say.
    """

    preview: Preview | None
    members: dict[str, ResourceResult]
    note: str | None = None
    failed: bool = False


def resource_dict(found: ResourceResult) -> dict[str, Any]:
    """A resource in the contract's shape, as JSON can hold it."""
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
