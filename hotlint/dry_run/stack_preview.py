"""The dry run of a whole template: parameters, conditions, resources and outputs, evaluated as far as possible.

Nested templates and members of groups have previews of their own, with the values that their parent passes. Nothing here
raises: a part on which Heat would fail has an error as its result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from hotlint.analysis.budget import BudgetError
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.composition.value_origins import attribute_origins, prediction
from hotlint.analysis.environments.file import to_plain
from hotlint.analysis.template import Named, Output, Parameter, Part, Resource
from hotlint.dry_run.expansion import (
    ExpandedResource,
    GroupMember,
    MemberStack,
    TemplateResource,
    TemplateStack,
    expanded,
)
from hotlint.dry_run.redaction import Redaction, SecretProperty, Secrets, given_values
from hotlint.dry_run.results import NestedResult, ResourceResult, ValueResult, resource_dict
from hotlint.language.functions.base import STRUCTURED, Snippet
from hotlint.language.values import MARKS, OMITTED, EvaluationError, Unknown, Value, first_unknown, is_known
from hotlint.stacks.records import Absent
from hotlint.syntax.nodes import Sequence

NESTED_LIMIT = 200
"""Nested templates of one preview."""
MEMBER_LIMIT = 50
"""Members of a group that are shown; a note says how many more there are."""
SHOWN_COST = 2
"""Units of the budget for a value that is shown: writing it takes some 10 microseconds and half a kilobyte."""


class _Shared:
    """What the previews of a template and of all templates nested in it share: what is shown, and how many may follow."""

    __slots__ = ("is_secret", "left", "show_hidden")

    def __init__(self, show_hidden: bool) -> None:
        self.show_hidden = show_hidden
        self.is_secret: SecretProperty | None = None
        self.left = NESTED_LIMIT


class _Inside(NamedTuple):
    """What is shown of the stack within a resource: the preview of a template, or members. See `NestedResult` for the rest."""

    preview: Preview | None = None
    members: tuple[tuple[GroupMember, _Inside | None], ...] = ()
    note: str | None = None
    failed: bool = False

    def nested(self) -> Iterator[Preview]:
        """Yield the previews, those of members of inner groups included."""
        if self.preview is not None:
            yield self.preview
        for _, inside in self.members:
            yield from inside.nested() if inside is not None else ()


class Preview:
    """The results of a template in its context, evaluated on first use, within the meter of that context.

    Attributes that are known offline count when the context is `offline`. For a nested template, `parent` is the preview
    that uses it, and `stack` the record that it shows.
    """

    def __init__(
        self,
        context: TemplateContext,
        *,
        show_hidden: bool = False,
        parent: Preview | None = None,
        stack: TemplateStack | None = None,
    ) -> None:
        self.context = context
        self.parent = parent
        self.stack = stack if stack is not None else expanded(context).root
        self._shared: _Shared = parent._shared if parent is not None else _Shared(show_hidden)
        self._redaction: Redaction | None = None
        self._secrets: Secrets | None = None
        self._within: dict[str, _Inside | None] | None = None
        self._parameters: dict[str, ValueResult] | None = None
        self._conditions: dict[str, ValueResult] | None = None
        self._resources: dict[str, ResourceResult] | None = None
        self._outputs: dict[str, ValueResult] | None = None

    @property
    def show_hidden(self) -> bool:
        """Whether the values of hidden parameters are shown."""
        return self._shared.show_hidden

    @property
    def redaction(self) -> Redaction:
        """What may be shown of the dry run."""
        if self._redaction is None:
            outermost: Preview = self
            while outermost.parent is not None:
                outermost = outermost.parent
            outermost.prepare()
            self._redaction = Redaction(self.context, off=self.show_hidden, is_secret=self._shared.is_secret)
        return self._redaction

    def foreign(self, text: str) -> str:
        """Return a text that a service or Heat has written of the stack: long values that come from something hidden are redacted."""
        if self._secrets is None:
            self._secrets = Secrets()
            for stack in (self, *self.previews()) if not self.show_hidden else ():
                self._secrets.update(stack.redaction.everywhere())
                for found in stack.resources().values():
                    stack.redaction.add_record(self._secrets, found.record)
        return self._secrets.foreign(text)

    def hide_properties(self, is_secret: SecretProperty) -> None:
        """Show no property that is secret: see `Redaction`."""
        self._shared.is_secret = is_secret

    def prepare(self) -> None:
        """Find all nested templates, so that it is known what is hidden before anything is shown."""
        if self._within is not None:
            return
        self._within = {}
        for record in self.stack.resources.values():
            if record.enabled is not False:
                within = self._inside(record)
                if isinstance(within, Absent):
                    within = _Inside(note=within.why, failed=within.failed)
                self._within[record.name] = within
                for nested in within.nested() if within is not None else ():
                    nested.prepare()

    def parameters(self) -> dict[str, ValueResult]:
        """Return the result of each parameter: its value as Heat converts it, or why it is invalid."""
        if self._parameters is None:
            self._parameters = {p.name: self._parameter(p) for p in self.context.template.parameters.values()}
        return self._parameters

    def _parameter(self, parameter: Parameter) -> ValueResult:
        found = self.evaluate(lambda context: context.evaluation.parameter(parameter.name))
        problem = self._parameter_problem(parameter) if found.error is None else None
        return found if problem is None else ValueResult(error=self.redaction.message_about(parameter, problem))

    def _parameter_problem(self, parameter: Parameter) -> str | None:
        """Return why a parameter's value is invalid (its type, a constraint); None for a valid or unknown value."""
        value = next(given_values(self.context, parameter), None)
        if value is None or parameter.type is None or isinstance(value, MARKS):
            return None
        from hotlint.language.parameter_types import check_given

        constraints = parameter.field("constraints")
        entries = [to_plain(c) for c in constraints.items] if isinstance(constraints, Sequence) else []
        found = check_given(parameter.type, value, entries, self.context.template.version, name=parameter.name)
        return found[0].message if found else None

    def conditions(self) -> dict[str, ValueResult]:
        """Return the result of each condition."""
        if self._conditions is None:
            self._conditions = {n: self._condition(n) for n in self.context.template.conditions}
        return self._conditions

    def _condition(self, name: str) -> ValueResult:
        part = self.context.template.part(self.context.template.conditions[name], "condition")
        return self.evaluate(
            lambda context: context.evaluation.named_condition(name), part.snippet if part is not None else None
        )

    def resources(self) -> dict[str, ResourceResult]:
        """Return the result of each resource, disabled ones included."""
        if self._resources is None:
            self._resources = {n: self._resource(r) for n, r in self.stack.resources.items()}
        return self._resources

    def outputs(self) -> dict[str, ValueResult]:
        """Return the result of each output; null for a disabled one."""
        if self._outputs is None:
            self._outputs = {n: self._output_result(o) for n, o in self.context.template.outputs.items()}
        return self._outputs

    def to_dict(self) -> dict[str, Any]:
        """Return all results in the shape of `hotlint preview --format json`."""
        return {
            "parameters": {n: o.to_dict() for n, o in self.parameters().items()},
            "conditions": {n: o.to_dict() for n, o in self.conditions().items()},
            "resources": {n: resource_dict(r) for n, r in self.resources().items()},
            "outputs": {n: o.to_dict() for n, o in self.outputs().items()},
        }

    def evaluate(self, work: Callable[[TemplateContext], Value], snippet: Snippet = None) -> ValueResult:
        """Return the result of what `work` computes from a context, redacted; of `snippet`, which a message is about.

        Raises nothing for an EvaluationError.
        """
        redaction = self.redaction
        try:
            value = work(self.context)
            self._charge(value)
            value = redaction.of(value, work)
            known = is_known(value)
        except EvaluationError as exc:
            if isinstance(exc, BudgetError) and self.context.evaluation.meter.exhausted:
                return ValueResult(Unknown(exc.message), unknown=exc.message)  # Heat has no such budget
            origins = attribute_origins(self.context, snippet)
            message = redaction.message(exc.message, snippet)
            return ValueResult(error=f"{message} ({', '.join(origins)})" if origins else message)
        except RecursionError:
            return ValueResult(error="this is nested too deeply to be resolved")
        if known:
            return ValueResult(value)
        reason = first_unknown(value)
        unknown = redaction.message(reason.reason, snippet) if reason is not None else "it is not known"
        return ValueResult(value, unknown=unknown)

    def resolve(self, snippet: Snippet, *, nullable: bool = False) -> ValueResult:
        """Return the result of a snippet of the template; `nullable` as in `Evaluation.resolve`."""
        return self.evaluate(lambda context: context.evaluation.resolve(snippet, nullable=nullable), snippet)

    def _charge(self, value: Value) -> None:
        """Count a value that is shown against the budget: one value in memory may be shown a thousand times."""
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
                self.context.evaluation.spend(SHOWN_COST * amount)
                amount = 0
        self.context.evaluation.spend(SHOWN_COST * amount)

    # -- resources ---------------------------------------------------------------------------------------------------

    def _resource(self, record: TemplateResource) -> ResourceResult:
        resource = record.resource
        enabled, why = self.enabled(resource)
        properties, metadata = (self._section(resource, name) for name in ("properties", "metadata"))
        nested = None if enabled is False else self._nested(resource)
        nodes = {n: resource.fields[n].value for n in ("properties", "metadata") if n in resource.fields}
        return ResourceResult(
            resource.name, resource.type, enabled, why, properties, metadata, nested, resource, nodes, record
        )

    def _section(self, owner: Named, name: str) -> ValueResult:
        part = self.context.template.part(owner, name)
        return self.section(part.snippet) if part is not None else ValueResult({})

    def section(self, snippet: Snippet) -> ValueResult:
        """Return the result of a part of a resource, entry by entry where it is written as a mapping."""
        if not isinstance(snippet, dict):
            return self._predicted(self.resolve(snippet), snippet)
        parts = {k: self._predicted(self.resolve(v, nullable=True), v) for k, v in snippet.items()}
        parts = {k: o for k, o in parts.items() if o.value is not OMITTED}
        error = next((o.error for o in parts.values() if o.error is not None), None)
        unknown = next((o.unknown for o in parts.values() if o.unknown is not None), None)
        value = {k: o.value for k, o in parts.items()}
        predicted = next((o.predicted for o in parts.values() if o.predicted is not None), None)
        return ValueResult(value, error, unknown, parts, predicted)

    def _predicted(self, found: ValueResult, snippet: Snippet) -> ValueResult:
        """Return a result with the reason where the snippet reads predicted attributes."""
        if found.error is not None or isinstance(found.value, Unknown) or snippet.__class__ not in STRUCTURED:
            return found
        reason = prediction(self.context, snippet)
        return found if reason is None else found._replace(predicted=reason)

    def _output_result(self, output: Output) -> ValueResult:
        part = self.context.template.part(output, "value")
        if part is None or not self.context.evaluation.is_enabled(output):
            return ValueResult()
        found = self.resolve(part.snippet)
        return found if found.value is None else self._predicted(found, part.snippet)

    def enabled(self, owner: Resource | Output) -> tuple[bool | None, str | None]:
        """Return whether a resource or output exists (None: not known), and the reason where it may not, else None."""
        part = self.context.template.part(owner, "condition")
        by_name = part is not None and isinstance(part.snippet, str)
        named = f"the condition '{part.snippet}'" if by_name and part is not None else "its condition"
        try:
            value = self.context.evaluation.condition_value(owner)
        except EvaluationError as exc:
            return None, f"{named} fails: {self._said(exc.message, part)}"
        if isinstance(value, bool):
            return value, None if value else f"{named} is false"
        unknown = first_unknown(value)
        return None, f"{named} is not known: {self._said(unknown.reason, part) if unknown else ''}"

    def _said(self, message: str, condition: Part | None) -> str:
        """Return a message about a condition."""
        snippet = condition.snippet if condition is not None else None
        named = self.context.template.conditions.get(snippet) if isinstance(snippet, str) else None
        part = self.context.template.part(named, "condition") if named is not None else None
        return self.redaction.message(message, part.snippet if part is not None else snippet)

    # -- nested stacks ----------------------------------------------------------------------------------------------

    def _inside(self, record: ExpandedResource) -> _Inside | Absent | None:
        """Return what is shown of the stack within a resource. Nested templates and inner groups count against the limit."""
        is_member = isinstance(record, GroupMember)
        if self._shared.left <= 0:
            if record.uses_template:
                return Absent(f"more than {NESTED_LIMIT} nested templates are not shown")
            if is_member:
                return None
        stack = record.inside
        if stack is None or isinstance(stack, Absent):
            return stack
        if isinstance(stack, TemplateStack):
            self._shared.left -= 1
            return _Inside(Preview(stack.context, parent=self, stack=stack))
        self._shared.left -= is_member
        return self._members(stack)

    def _members(self, stack: MemberStack) -> _Inside:
        """Return the members of a group; of a group whose size is not known, one member."""
        notes = []
        if stack.count is None:
            notes.append("how many members there are is not known; one is shown")
        elif stack.count > MEMBER_LIMIT:
            notes.append(f"{stack.count - MEMBER_LIMIT} more members of {stack.count} are not shown")
        members = [(member, self._inside(member)) for member in stack.first(MEMBER_LIMIT)]
        absent = [inside for _, inside in members if isinstance(inside, Absent)]
        note = "; ".join(dict.fromkeys([*notes, *(one.why for one in absent)]))
        shown = tuple((member, None if isinstance(inside, Absent) else inside) for member, inside in members)
        return _Inside(None, shown, note or None, any(one.failed for one in absent))

    def _nested(self, resource: Resource) -> NestedResult | None:
        self.prepare()
        within = (self._within or {}).get(resource.name)
        return self._nested_result(within, resource) if within is not None else None

    def _nested_result(self, within: _Inside, resource: Resource) -> NestedResult:
        members = {member.name: self._member(member, inside) for member, inside in within.members}
        part = self.context.template.part(resource, "properties")
        note = self.redaction.message(within.note, part.snippet) if within.note and part is not None else within.note
        return NestedResult(within.preview, members, note, within.failed)

    def _member(self, member: GroupMember, inside: _Inside | None) -> ResourceResult:
        properties = self._given(member)
        metadata = self._of_member(member, lambda record: {} if record.metadata is None else record.metadata)
        nested = self._nested_result(inside, member.resource) if inside is not None else None
        place = member.written_at()
        nodes = {"properties": place.node} if place is not None else {}
        return ResourceResult(
            member.name, member.written_type, True, None, properties, metadata, nested, None, nodes, member
        )

    def _given(self, member: GroupMember) -> ValueResult:
        """Return the properties of a member of a group."""
        try:
            self.context.evaluation.spend(1)
        except EvaluationError as exc:
            return ValueResult(error=exc.message)
        values = member.given
        if values is None:
            unknown = Unknown("what the members are given is not known")
            return ValueResult(unknown, unknown=unknown.reason)
        parts = {k: self._of_member(member, partial(_given, k)) for k in values}
        error = next((o.error for o in parts.values() if o.error is not None), None)
        reason = next((o.unknown for o in parts.values() if o.unknown is not None), None)
        return ValueResult({k: o.value for k, o in parts.items()}, error, reason, parts)

    def _of_member(self, member: GroupMember, work: Callable[[ExpandedResource], Value]) -> ValueResult:
        return self.evaluate(
            lambda context: work(self.redaction.twin(member) if context is not self.context else member)
        )

    def previews(self) -> Iterator[Preview]:
        """Yield the previews of the templates that this one uses."""
        self.prepare()
        for within in (self._within or {}).values():
            yield from within.nested() if within is not None else ()


def _given(name: str, record: ExpandedResource) -> Value:
    return (record.given or {})[name]
