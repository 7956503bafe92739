"""The dry run of a whole template: parameters, conditions, resources and outputs, resolved as far as they can be.

Nested templates and groups are subtrees, each a template of its own with what its parent passes. Nothing here raises: a
part that Heat would fail on says so in its place.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from hotlint.shown import MASK, Mask, known_parts
from hotlint.template import Named, Output, Parameter, Resource
from hotlint.unit import Unit
from hotlint.values import Fault, Value, first_unknown, is_known

MEMBER_LIMIT = 50
"""Members of a group that are shown; how many more there are is said."""
NESTED_LIMIT = 200
"""Nested templates of one preview."""


class Outcome(NamedTuple):
    """What a value came to: `value` holds what is known of it, `error` or `unknown` says why that is not all."""

    value: Value = None
    error: str | None = None
    unknown: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """{"value"}, {"error"}, or {"unknown": why, "value": the known parts}."""
        if self.error is not None:
            return {"error": self.error}
        shown = known_parts(self.value)
        return {"value": shown} if self.unknown is None else {"unknown": self.unknown, "value": shown}


class Rehearsed(NamedTuple):
    """One resource. `why` says why it is switched off, or why that is not known; `nested` is what it consists of."""

    name: str
    type: str | None
    enabled: bool | None
    why: str | None
    properties: Outcome
    metadata: Outcome
    nested: Subtree | None
    resource: Resource | None


class Subtree(NamedTuple):
    """What a resource consists of: a nested template, or the members of a group. `note` says what is left out."""

    preview: Preview | None
    members: dict[str, Rehearsed]
    note: str | None = None


class Preview:
    """What a template resolves to."""

    def __init__(self, unit: Unit, *, show_hidden: bool = False, _left: list[int] | None = None) -> None:
        self.unit = unit
        self.show_hidden = show_hidden
        self._left = _left if _left is not None else [NESTED_LIMIT]
        self._mask: Mask | None = None
        self._resources: dict[str, Rehearsed] | None = None

    @property
    def mask(self) -> Mask:
        """Hides the values of hidden parameters, unless they are to be shown."""
        if self._mask is None:
            hidden = [] if self.show_hidden else [p for p in self.unit.template.parameters.values() if p.hidden]
            self._mask = Mask([self.unit.evaluation.parameter(p.name) for p in hidden])
        return self._mask

    def parameters(self) -> dict[str, Outcome]:
        return {p.name: self._parameter(p) for p in self.unit.template.parameters.values()}

    def _parameter(self, parameter: Parameter) -> Outcome:
        found = self.outcome(self.unit.evaluation.parameter, parameter.name)
        if parameter.hidden and not self.show_hidden and found.error is None and is_known(found.value):
            return Outcome(MASK)
        return found

    def conditions(self) -> dict[str, Outcome]:
        return {n: self.outcome(self.unit.evaluation.named_condition, n) for n in self.unit.template.conditions}

    def resources(self) -> dict[str, Rehearsed]:
        if self._resources is None:
            self._resources = {n: self._resource(r) for n, r in self.unit.template.resources.items()}
        return self._resources

    def outputs(self) -> dict[str, Outcome]:
        return {n: self.outcome(self._output, o) for n, o in self.unit.template.outputs.items()}

    def to_dict(self) -> dict[str, Any]:
        """All of it in the contract's shape, as JSON can hold it."""
        return {
            "parameters": {n: o.to_dict() for n, o in self.parameters().items()},
            "conditions": {n: o.to_dict() for n, o in self.conditions().items()},
            "resources": {n: _resource_dict(r) for n, r in self.resources().items()},
            "outputs": {n: o.to_dict() for n, o in self.outputs().items()},
        }

    def outcome(self, work: Callable[..., Value], *args: Any) -> Outcome:
        """What `work` yields for `args`, secrets masked."""
        try:
            value = self.mask(work(*args))
        except Fault as exc:
            return Outcome(error=exc.message)
        except RecursionError:
            return Outcome(error="this is nested too deeply to be resolved")
        if is_known(value):
            return Outcome(value)
        reason = first_unknown(value)
        return Outcome(value, unknown=reason.reason if reason else "it is not known")

    def _resource(self, resource: Resource) -> Rehearsed:
        enabled, why = self.enabled(resource)
        properties, metadata = (self._section(resource, name) for name in ("properties", "metadata"))
        nested = None if enabled is False else self._nested(resource)
        return Rehearsed(resource.name, resource.type, enabled, why, properties, metadata, nested, resource)

    def _section(self, owner: Named, name: str) -> Outcome:
        part = self.unit.template.part(owner, name)
        return self.outcome(self.unit.evaluation.value, part) if part is not None else Outcome({})

    def _output(self, output: Output) -> Value:
        part = self.unit.template.part(output, "value")
        live = self.unit.evaluation.live(output)
        return self.unit.evaluation.value(part) if part is not None and live else None

    def enabled(self, owner: Resource | Output) -> tuple[bool | None, str | None]:
        """Whether a resource or output exists (None: not known), and the reason where it may not."""
        part = self.unit.template.part(owner, "condition")
        named = f"the condition '{part.snippet}'" if part is not None and isinstance(part.snippet, str) else "its condition"
        try:
            value = self.unit.evaluation.enabled(owner)
        except Fault as exc:
            return None, f"{named} fails: {exc.message}"
        if isinstance(value, bool):
            return value, None if value else f"{named} is false"
        unknown = first_unknown(value)
        return None, f"{named} is not known: {unknown.reason if unknown else ''}"

    def _nested(self, resource: Resource) -> Subtree | None:
        expand = getattr(self.unit, "nested", None)
        if expand is None:
            return None
        return None

    def child(self, unit: Unit) -> Preview | None:
        """The preview of a nested template; None when there are too many of them."""
        self._left[0] -= 1
        return Preview(unit, show_hidden=self.show_hidden, _left=self._left) if self._left[0] >= 0 else None


def _resource_dict(found: Rehearsed) -> dict[str, Any]:
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


def _nested_dict(found: Subtree) -> dict[str, Any]:
    fields = found.preview.to_dict() if found.preview else {"resources": {n: _resource_dict(r) for n, r in found.members.items()}}
    return {**fields, "note": found.note} if found.note else fields

