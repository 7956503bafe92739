"""The dry run of a whole template: parameters, conditions, resources and outputs, resolved as far as they can be.

Nested templates and groups are subtrees, each a template of its own with what its parent passes. Nothing here raises: a
part that Heat would fail on says so in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from hotlint.analysis.context import TemplateContext
from hotlint.analysis.environment import to_plain
from hotlint.analysis.group_members import uses_within
from hotlint.analysis.template import Named, Output, Parameter, Resource, node_at
from hotlint.analysis.uses import DEPTH_LIMIT, Use
from hotlint.dry_run.display import MASK, Redactor
from hotlint.dry_run.nesting import NestedStacks, NestedUnavailable, nested_stacks_of
from hotlint.dry_run.results import NestedResult, ResourceResult, ValueResult, resource_dict
from hotlint.language.functions.base import Call, Snippet
from hotlint.language.values import MARKS, OMITTED, EvaluationError, Unknown, Value, first_unknown, is_known
from hotlint.syntax.nodes import Sequence

NESTED_LIMIT = 200
"""Nested templates of one preview."""
SHOWN_COST = 4
"""Units of the budget for a value that is shown: writing it costs more than working it out."""


class _Shared:
    """What the previews of a template and of all templates within it have in common."""

    __slots__ = ("left", "mask", "show_hidden")

    def __init__(self, show_hidden: bool) -> None:
        self.show_hidden = show_hidden
        self.mask = Redactor()
        self.left = NESTED_LIMIT


class Preview:
    """What a template resolves to.

    Attributes that are known offline count when the unit was made `offline`. `parent` and `via` (the names of the
    resource there and of the member, if it is a group) tell where a nested template is used, `use` how.
    """

    def __init__(
        self,
        unit: TemplateContext,
        *,
        show_hidden: bool = False,
        parent: Preview | None = None,
        via: tuple[str, str | None] = ("", None),
        use: Use | None = None,
    ) -> None:
        self.unit = unit
        self.parent = parent
        self.via = via
        self.use = use
        self.depth: int = parent.depth + 1 if parent is not None else 0
        self._shared: _Shared = parent._shared if parent is not None else _Shared(show_hidden)
        self._within: dict[str, NestedStacks | None] | None = None
        self._parameters: dict[str, ValueResult] | None = None
        self._conditions: dict[str, ValueResult] | None = None
        self._resources: dict[str, ResourceResult] | None = None
        self._outputs: dict[str, ValueResult] | None = None

    @property
    def show_hidden(self) -> bool:
        return self._shared.show_hidden

    @property
    def mask(self) -> Redactor:
        """Hides the values of hidden parameters, unless they are to be shown."""
        self.prepare()
        return self._shared.mask

    def prepare(self) -> None:
        """Find all templates within this one, so that their secrets are known before anything is shown."""
        if self._within is not None:
            return
        self._within = {}
        if not self.show_hidden:
            hidden = [p for p in self.unit.template.parameters.values() if p.hidden]
            self._shared.mask.add([self.unit.evaluation.parameter(p.name) for p in hidden])
            self._shared.mask.add([self._raw(p) for p in hidden])  # as messages show it, should it not fit
        for resource in self.unit.template.resources.values():
            if self.unit.evaluation.is_enabled(resource):
                within = self._within[resource.name] = self._find(resource)
                for nested in within.nested() if within is not None else ():
                    nested.prepare()

    def parameters(self) -> dict[str, ValueResult]:
        if self._parameters is None:
            self._parameters = {p.name: self._parameter(p) for p in self.unit.template.parameters.values()}
        return self._parameters

    def _parameter(self, parameter: Parameter) -> ValueResult:
        found = self.outcome(self.unit.evaluation.parameter, parameter.name)
        problem = self._misfit(parameter) if found.error is None else None
        if problem is not None:
            return ValueResult(error=self.mask.text(problem))
        if parameter.hidden and not self.show_hidden and found.error is None and is_known(found.value):
            return ValueResult(MASK)
        return found

    def _raw(self, parameter: Parameter) -> Value:
        """A parameter's value as it is given, or its default."""
        given = self.unit.evaluation.given(parameter.name)
        if given is not None:
            return given.value
        default = parameter.field("default")
        return to_plain(default) if default is not None else None

    def _misfit(self, parameter: Parameter) -> str | None:
        """What is wrong with the value that a parameter has: of another type, or against a constraint."""
        value = self._raw(parameter)
        if value is None or parameter.type is None or isinstance(value, MARKS):
            return None
        from hotlint.language.parameter_types import check_given

        constraints = parameter.field("constraints")
        entries = [to_plain(c) for c in constraints.items] if isinstance(constraints, Sequence) else []
        found = check_given(parameter.type, value, entries, self.unit.template.version, name=parameter.name)
        return found[0].message if found else None

    def conditions(self) -> dict[str, ValueResult]:
        if self._conditions is None:
            evaluate = self.unit.evaluation.named_condition
            self._conditions = {n: self.outcome(evaluate, n) for n in self.unit.template.conditions}
        return self._conditions

    def resources(self) -> dict[str, ResourceResult]:
        if self._resources is None:
            self._resources = {n: self._resource(r) for n, r in self.unit.template.resources.items()}
        return self._resources

    def outputs(self) -> dict[str, ValueResult]:
        if self._outputs is None:
            self._outputs = {n: self.outcome(self._output, o) for n, o in self.unit.template.outputs.items()}
        return self._outputs

    def to_dict(self) -> dict[str, Any]:
        """All of it in the contract's shape, as JSON can hold it."""
        return {
            "parameters": {n: o.to_dict() for n, o in self.parameters().items()},
            "conditions": {n: o.to_dict() for n, o in self.conditions().items()},
            "resources": {n: resource_dict(r) for n, r in self.resources().items()},
            "outputs": {n: o.to_dict() for n, o in self.outputs().items()},
        }

    def outcome(self, work: Callable[..., Value], *args: Any) -> ValueResult:
        """What `work` yields for `args`, secrets masked."""
        mask = self.mask
        try:
            value = work(*args)
            self._weigh(value)
            value = mask(value)
            known = is_known(value)
        except EvaluationError as exc:
            return ValueResult(error=mask.text(exc.message))
        except RecursionError:
            return ValueResult(error="this is nested too deeply to be resolved")
        if known:
            return ValueResult(value)
        reason = first_unknown(value)
        return ValueResult(value, unknown=mask.text(reason.reason) if reason else "it is not known")

    def _weigh(self, value: Value) -> None:
        """Count what is shown against the budget: what is one value in memory may be shown a thousand times."""
        amount = 1
        stack = [value]
        while stack:
            item = stack.pop()
            if isinstance(item, str):
                amount += len(item) // 100
            elif isinstance(item, dict):
                amount += len(item)
                stack += item
                stack += item.values()
            elif isinstance(item, list | set) or item.__class__ in MARKS:
                amount += len(item)
                stack += item
            if amount > 1000:
                self.unit.evaluation.spend(SHOWN_COST * amount)
                amount = 0
        self.unit.evaluation.spend(SHOWN_COST * amount)

    # -- resources ---------------------------------------------------------------------------------------------------

    def _resource(self, resource: Resource) -> ResourceResult:
        enabled, why = self.enabled(resource)
        properties, metadata = (self._section(resource, name) for name in ("properties", "metadata"))
        nested = None if enabled is False else self._nested(resource)
        nodes = {n: resource.fields[n].value for n in ("properties", "metadata") if n in resource.fields}
        return ResourceResult(resource.name, resource.type, enabled, why, properties, metadata, nested, resource, nodes)

    def _section(self, owner: Named, name: str) -> ValueResult:
        part = self.unit.template.part(owner, name)
        return self.section(part.snippet) if part is not None else ValueResult({})

    def section(self, snippet: Snippet) -> ValueResult:
        """A part of a resource, entry by entry where it is written as a map."""
        if not isinstance(snippet, dict):
            return self.outcome(self.unit.evaluation.resolve, snippet)
        parts = {k: self.outcome(self._entry, v) for k, v in snippet.items()}
        parts = {k: o for k, o in parts.items() if o.value is not OMITTED}
        error = next((o.error for o in parts.values() if o.error is not None), None)
        unknown = next((o.unknown for o in parts.values() if o.unknown is not None), None)
        value = {self.mask(k) if isinstance(k, str) else k: o.value for k, o in parts.items()}
        return ValueResult(value, error, unknown, parts)

    def _entry(self, snippet: Snippet) -> Value:
        return self.unit.evaluation.resolve(snippet, nullable=True)

    def _output(self, output: Output) -> Value:
        part = self.unit.template.part(output, "value")
        live = self.unit.evaluation.is_enabled(output)
        return self.unit.evaluation.value(part) if part is not None and live else None

    def enabled(self, owner: Resource | Output) -> tuple[bool | None, str | None]:
        """Whether a resource or output exists (None: not known), and the reason where it may not."""
        part = self.unit.template.part(owner, "condition")
        by_name = part is not None and isinstance(part.snippet, str)
        named = f"the condition '{part.snippet}'" if by_name and part is not None else "its condition"
        try:
            value = self.unit.evaluation.condition_value(owner)
        except EvaluationError as exc:
            return None, f"{named} fails: {self.mask.text(exc.message)}"
        if isinstance(value, bool):
            return value, None if value else f"{named} is false"
        unknown = first_unknown(value)
        return None, f"{named} is not known: {self.mask.text(unknown.reason) if unknown else ''}"

    # -- what is within resources ------------------------------------------------------------------------------------

    def _find(self, resource: Resource) -> NestedStacks | None:
        try:
            return nested_stacks_of(self.unit.uses(resource), lambda use, member: self._child(resource, use, member))
        except EvaluationError as exc:
            return NestedStacks([], {}, self._shared.mask.text(exc.message), False, failed=True)
        except RecursionError:
            return NestedStacks([], {}, "this is nested too deeply to be resolved", False, failed=True)

    def _child(
        self, resource: Resource, use: Use, member: str | None
    ) -> Preview | NestedStacks | NestedUnavailable | None:
        """The preview of a template that is used, or the group that a member is; else why there is none."""
        location = use.kind.location
        if location is None:
            inner = (
                uses_within(self.unit, resource, use, member) if member is not None and self._shared.left > 0 else []
            )
            self._shared.left -= 1 if inner else 0
            return nested_stacks_of(inner, lambda use, member: self._child(resource, use, member))
        if self._shared.left <= 0:
            return NestedUnavailable(f"more than {NESTED_LIMIT} nested templates are not shown")
        if use.depth >= DEPTH_LIMIT:
            return NestedUnavailable(
                f"stacks within stacks go deeper than the {DEPTH_LIMIT} that Heat allows", failed=True
            )
        unit = self.unit.child_of(resource, use, member)
        if unit is None:
            why = getattr(use.kind.type, "reason", None) or f"the template {location.path or location.url} is not read"
            return NestedUnavailable(why, failed=location.path is not None)
        self._shared.left -= 1
        return Preview(
            unit, parent=self, via=(resource.name, "/".join((*use.via, member)) if member else member), use=use
        )

    def _nested(self, resource: Resource) -> NestedResult | None:
        self.prepare()
        within = (self._within or {}).get(resource.name)
        return self._subtree(resource, within) if within is not None else None

    def _subtree(self, resource: Resource, within: NestedStacks) -> NestedResult:
        if not within.is_group:
            return NestedResult(within.previews.get(""), {}, within.note, within.failed)
        members = {name: self._member(resource, name, use, within) for name, use in within.uses}
        return NestedResult(None, members, within.note, within.failed)

    def _member(self, resource: Resource, name: str, use: Use, within: NestedStacks) -> ResourceResult:
        properties = self._given(use, name)
        metadata = self.outcome(_same, {} if use.metadata is None else use.metadata)
        preview, group = within.previews.get(name), within.groups.get(name)
        nested = (
            NestedResult(preview, {})
            if preview is not None
            else self._subtree(resource, group)
            if group is not None
            else None
        )
        node = node_at(resource.fields["properties"].value, use.path)[0] if "properties" in resource.fields else None
        nodes = {"properties": node} if node is not None else {}
        return ResourceResult(name, use.type_name, True, None, properties, metadata, nested, None, nodes, use)

    def _given(self, use: Use, name: str) -> ValueResult:
        """The properties of a member."""
        try:
            self.unit.evaluation.spend(1)
        except EvaluationError as exc:
            return ValueResult(error=exc.message)
        values = use.values(name)
        if values is None:
            unknown = Unknown("what the members are given is not known")
            return ValueResult(unknown, unknown=unknown.reason)
        parts = {k: self.outcome(_same, v) for k, v in values.items()}
        error = next((o.error for o in parts.values() if o.error is not None), None)
        reason = next((o.unknown for o in parts.values() if o.unknown is not None), None)
        return ValueResult({k: o.value for k, o in parts.items()}, error, reason, parts)

    def previews(self) -> Iterator[Preview]:
        """The previews of the templates that this one uses."""
        self.prepare()
        for within in (self._within or {}).values():
            yield from within.nested() if within is not None else ()


def _same(value: Value) -> Value:
    return value


def calls_of(preview: Preview, owner: Named) -> Iterator[Call]:
    """The calls in a resource or output that count: those in a branch that is not taken do not."""
    for part in preview.unit.template.parts_of(owner):
        yield from (call for call in part.calls if preview.unit.evaluation.is_taken(call))


def errors(preview: Preview, prefix: str = "") -> Iterator[tuple[str, str]]:
    """Where a dry run fails as Heat would, as paths, and why; nested templates included."""
    for section, found in (
        ("parameters", preview.parameters()),
        ("conditions", preview.conditions()),
        ("outputs", preview.outputs()),
    ):
        for name, outcome in found.items():
            if outcome.error is not None:
                yield f"{prefix}{section}.{name}", outcome.error
    yield from _faults_of(preview.resources(), f"{prefix}resources.")


def _faults_of(resources: Mapping[str, ResourceResult], prefix: str) -> Iterator[tuple[str, str]]:
    for name, found in resources.items():
        if found.enabled is False:
            continue
        for field, outcome in (("properties", found.properties), ("metadata", found.metadata)):
            for key, part in (outcome.parts or {"": outcome}).items():
                if part.error is not None:
                    yield f"{prefix}{name}.{field}{f'.{key}' if key != '' else ''}", part.error
        if found.nested is not None:
            if found.nested.failed:
                yield f"{prefix}{name}", found.nested.note or "what it consists of cannot be told"
            if found.nested.preview is not None:
                yield from errors(found.nested.preview, f"{prefix}{name}.nested.")
            yield from _faults_of(found.nested.members, f"{prefix}{name}.nested.resources.")
