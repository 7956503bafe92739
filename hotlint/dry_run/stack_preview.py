"""The dry run of a whole template: parameters, conditions, resources and outputs, evaluated as far as possible.

Nested templates and members of groups have previews of their own, with the values that their parent passes. Nothing here
raises: a part on which Heat would fail has an error as its result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hotlint.analysis.budget import BudgetError
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.composition.uses import DEPTH_LIMIT, Use
from hotlint.analysis.environments.file import to_plain
from hotlint.analysis.evaluator import calls_in
from hotlint.analysis.template import Named, Output, Parameter, Resource, node_at
from hotlint.dry_run.nesting import NestedStacks, NestedUnavailable, nested_stacks_of
from hotlint.dry_run.redaction import REDACTED, Redactor
from hotlint.dry_run.results import NestedResult, ResourceResult, ValueResult, resource_dict
from hotlint.dry_run.secrets import add_secrets, raw_value
from hotlint.language.functions.base import STRUCTURED, Snippet
from hotlint.language.values import MARKS, OMITTED, EvaluationError, Unknown, Value, first_unknown, is_known
from hotlint.syntax.nodes import Sequence


def reasons_in(context: TemplateContext, snippet: Snippet, seen: frozenset[str] = frozenset()) -> Iterator[str]:
    """Yield why values that a snippet reads are predicted, also where another resource or an output hands them on.

    `seen` are the names of the resources that have handed it on.
    """
    for call in calls_in(snippet):
        if call.function.takes("attribute") and isinstance(call.args, list) and len(call.args) > 1:
            wanted = call.args[1]
            owner = next((context.template.resources.get(target.name) for target in call.targets), None)
            if owner is not None and isinstance(wanted, str) and context.evaluation.succeeded(call):
                reason = context.prediction(owner.name, wanted)
                if reason is not None:
                    yield reason
                elif owner.name not in seen:
                    yield from _handed_on(context, owner, wanted, seen | {owner.name})


def _handed_on(context: TemplateContext, owner: Resource, wanted: str, seen: frozenset[str]) -> Iterator[str]:
    """Yield why an attribute is predicted that shows a property or an output, of a group that of the first member."""
    use = next(iter(context.uses(owner)), None)
    if use is None:
        part = context.template.part(owner, "properties")
        if part is not None and isinstance(part.snippet, dict) and wanted in part.snippet:
            yield from reasons_in(context, part.snippet[wanted], seen)
        return
    member = next(iter(use.names(1)), None) if use.member else None
    if use.kind.location is None or (use.member and member is None):
        return
    child = context.child_of(owner, use, member)
    name = wanted.split(".", 2)[2] if wanted.startswith("resource.") and wanted.count(".") > 1 else wanted
    output = child.template.outputs.get(name) if child is not None else None
    found = child.template.part(output, "value") if child is not None and output is not None else None
    if child is not None and found is not None:
        yield from reasons_in(child, found.snippet)


NESTED_LIMIT = 200
"""Nested templates of one preview."""
SHOWN_COST = 2
"""Units of the budget for a value that is shown: writing it takes some 10 microseconds and half a kilobyte."""


class _Shared:
    """What the previews of a template and of all templates nested in it share: the redactor, and how many may follow."""

    __slots__ = ("left", "redactor", "show_hidden")

    def __init__(self, show_hidden: bool) -> None:
        self.show_hidden = show_hidden
        self.redactor = Redactor()
        self.left = NESTED_LIMIT


class Preview:
    """The results of a template in its context, evaluated on first use, within the meter of that context.

    Attributes that are known offline count when the context is `offline`. For a nested template, `parent` is the preview
    that uses it, `via` the names of the resource there and of the member of a group (else None), and `use` the use.
    """

    def __init__(
        self,
        context: TemplateContext,
        *,
        show_hidden: bool = False,
        parent: Preview | None = None,
        via: tuple[str, str | None] = ("", None),
        use: Use | None = None,
    ) -> None:
        self.context = context
        self.parent = parent
        self.via = via
        self.use = use
        self.depth: int = parent.depth + 1 if parent is not None else 0
        self._shared: _Shared = parent._shared if parent is not None else _Shared(show_hidden)
        self._within: dict[str, NestedStacks[Preview] | None] | None = None
        self._parameters: dict[str, ValueResult] | None = None
        self._conditions: dict[str, ValueResult] | None = None
        self._resources: dict[str, ResourceResult] | None = None
        self._outputs: dict[str, ValueResult] | None = None

    @property
    def show_hidden(self) -> bool:
        """Whether the values of hidden parameters are shown."""
        return self._shared.show_hidden

    @property
    def redactor(self) -> Redactor:
        """Redacts the values of hidden parameters, unless `show_hidden`."""
        self.prepare()
        return self._shared.redactor

    def prepare(self) -> None:
        """Find all nested templates, so that their secrets are known before anything is shown."""
        if self._within is not None:
            return
        self._within = {}
        if not self.show_hidden:
            add_secrets(self._shared.redactor, self.context)
        for resource in self.context.template.resources.values():
            if self.context.evaluation.is_enabled(resource):
                within = self._within[resource.name] = self._nested_stacks(resource)
                for nested in within.nested() if within is not None else ():
                    nested.prepare()

    def parameters(self) -> dict[str, ValueResult]:
        """Return the result of each parameter: its value as Heat converts it, or why it is invalid."""
        if self._parameters is None:
            self._parameters = {p.name: self._parameter(p) for p in self.context.template.parameters.values()}
        return self._parameters

    def _parameter(self, parameter: Parameter) -> ValueResult:
        found = self.evaluate(self.context.evaluation.parameter, parameter.name)
        problem = self._parameter_problem(parameter) if found.error is None else None
        if problem is not None:
            return ValueResult(error=self.redactor.message(problem))
        if parameter.hidden and not self.show_hidden and found.error is None and is_known(found.value):
            return ValueResult(REDACTED)
        return found

    def _parameter_problem(self, parameter: Parameter) -> str | None:
        """Return why a parameter's value is invalid (its type, a constraint); None for a valid or unknown value."""
        value = raw_value(self.context, parameter)
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
            evaluate = self.context.evaluation.named_condition
            self._conditions = {n: self.evaluate(evaluate, n) for n in self.context.template.conditions}
        return self._conditions

    def resources(self) -> dict[str, ResourceResult]:
        """Return the result of each resource, disabled ones included."""
        if self._resources is None:
            self._resources = {n: self._resource(r) for n, r in self.context.template.resources.items()}
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

    def evaluate(self, work: Callable[..., Value], *args: Any) -> ValueResult:
        """Return the result of `work(*args)`, secrets redacted. Raises nothing for an EvaluationError."""
        redactor = self.redactor
        try:
            value = work(*args)
            self._charge(value)
            value = redactor(value)
            known = is_known(value)
        except EvaluationError as exc:
            if isinstance(exc, BudgetError) and self.context.evaluation.meter.exhausted:
                return ValueResult(Unknown(exc.message), unknown=exc.message)  # Heat has no such budget
            return ValueResult(error=redactor.message(exc.message))
        except RecursionError:
            return ValueResult(error="this is nested too deeply to be resolved")
        if known:
            return ValueResult(value)
        reason = first_unknown(value)
        return ValueResult(value, unknown=redactor.message(reason.reason) if reason else "it is not known")

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

    def _resource(self, resource: Resource) -> ResourceResult:
        enabled, why = self.enabled(resource)
        properties, metadata = (self._section(resource, name) for name in ("properties", "metadata"))
        nested = None if enabled is False else self._nested(resource)
        nodes = {n: resource.fields[n].value for n in ("properties", "metadata") if n in resource.fields}
        return ResourceResult(resource.name, resource.type, enabled, why, properties, metadata, nested, resource, nodes)

    def _section(self, owner: Named, name: str) -> ValueResult:
        part = self.context.template.part(owner, name)
        return self.section(part.snippet) if part is not None else ValueResult({})

    def section(self, snippet: Snippet) -> ValueResult:
        """Return the result of a part of a resource, entry by entry where it is written as a mapping."""
        if not isinstance(snippet, dict):
            return self._predicted(self.evaluate(self.context.evaluation.resolve, snippet), snippet)
        parts = {k: self._predicted(self.evaluate(self._entry, v), v) for k, v in snippet.items()}
        parts = {k: o for k, o in parts.items() if o.value is not OMITTED}
        error = next((o.error for o in parts.values() if o.error is not None), None)
        unknown = next((o.unknown for o in parts.values() if o.unknown is not None), None)
        value = {self.redactor(k) if isinstance(k, str) else k: o.value for k, o in parts.items()}
        predicted = next((o.predicted for o in parts.values() if o.predicted is not None), None)
        return ValueResult(value, error, unknown, parts, predicted)

    def _predicted(self, found: ValueResult, snippet: Snippet) -> ValueResult:
        """Return a result with the reason where the snippet reads predicted attributes."""
        if found.error is not None or isinstance(found.value, Unknown) or snippet.__class__ not in STRUCTURED:
            return found
        from hotlint.dry_run.stack_preview import reasons_in

        reason = next(reasons_in(self.context, snippet), None)
        return found if reason is None else found._replace(predicted=self.redactor.message(reason))

    def _entry(self, snippet: Snippet) -> Value:
        return self.context.evaluation.resolve(snippet, nullable=True)

    def _output_result(self, output: Output) -> ValueResult:
        found = self.evaluate(self._output, output)
        part = self.context.template.part(output, "value")
        return found if part is None or found.value is None else self._predicted(found, part.snippet)

    def _output(self, output: Output) -> Value:
        part = self.context.template.part(output, "value")
        live = self.context.evaluation.is_enabled(output)
        return self.context.evaluation.value(part) if part is not None and live else None

    def enabled(self, owner: Resource | Output) -> tuple[bool | None, str | None]:
        """Return whether a resource or output exists (None: not known), and the reason where it may not, else None."""
        part = self.context.template.part(owner, "condition")
        by_name = part is not None and isinstance(part.snippet, str)
        named = f"the condition '{part.snippet}'" if by_name and part is not None else "its condition"
        try:
            value = self.context.evaluation.condition_value(owner)
        except EvaluationError as exc:
            return None, f"{named} fails: {self.redactor.message(exc.message)}"
        if isinstance(value, bool):
            return value, None if value else f"{named} is false"
        unknown = first_unknown(value)
        return None, f"{named} is not known: {self.redactor.message(unknown.reason) if unknown else ''}"

    # -- nested stacks ----------------------------------------------------------------------------------------------

    def _nested_stacks(self, resource: Resource) -> NestedStacks[Preview] | None:
        try:
            return nested_stacks_of(self.context.uses(resource), lambda use, member: self._child(resource, use, member))
        except EvaluationError as exc:
            return NestedStacks([], {}, self._shared.redactor.message(exc.message), False, failed=True)
        except RecursionError:
            return NestedStacks([], {}, "the nested stacks are too deep to be evaluated", False, failed=True)

    def _child(
        self, resource: Resource, use: Use, member: str | None
    ) -> Preview | NestedStacks[Preview] | NestedUnavailable | None:
        """Return the preview of a used template, or the group that a member is; None, or why, where there is neither."""
        location = use.kind.location
        if location is None:
            inner = (
                self.context.uses_within(resource, use, member) if member is not None and self._shared.left > 0 else []
            )
            self._shared.left -= 1 if inner else 0
            return nested_stacks_of(inner, lambda use, member: self._child(resource, use, member))
        if self._shared.left <= 0:
            return NestedUnavailable(f"more than {NESTED_LIMIT} nested templates are not shown")
        if use.depth >= DEPTH_LIMIT:
            return NestedUnavailable(
                f"stacks within stacks go deeper than the {DEPTH_LIMIT} that Heat allows", failed=True
            )
        context = self.context.child_of(resource, use, member)
        if context is None:
            why = getattr(use.kind.type, "reason", None) or f"the template {location.path or location.url} is not read"
            return NestedUnavailable(why, failed=location.path is not None)
        self._shared.left -= 1
        return Preview(
            context, parent=self, via=(resource.name, "/".join((*use.via, member)) if member else member), use=use
        )

    def _nested(self, resource: Resource) -> NestedResult | None:
        self.prepare()
        within = (self._within or {}).get(resource.name)
        return self._nested_result(resource, within) if within is not None else None

    def _nested_result(self, resource: Resource, within: NestedStacks[Preview]) -> NestedResult:
        if not within.is_group:
            return NestedResult(within.previews.get(""), {}, within.note, within.failed)
        members = {name: self._member(resource, name, use, within) for name, use in within.uses}
        return NestedResult(None, members, within.note, within.failed)

    def _member(self, resource: Resource, name: str, use: Use, within: NestedStacks[Preview]) -> ResourceResult:
        properties = self._given(use, name)
        metadata = self.evaluate(_same, {} if use.metadata is None else use.metadata)
        preview, group = within.previews.get(name), within.groups.get(name)
        nested = (
            NestedResult(preview, {})
            if preview is not None
            else self._nested_result(resource, group)
            if group is not None
            else None
        )
        node = node_at(resource.fields["properties"].value, use.path)[0] if "properties" in resource.fields else None
        nodes = {"properties": node} if node is not None else {}
        return ResourceResult(name, use.type_name, True, None, properties, metadata, nested, None, nodes, use)

    def _given(self, use: Use, name: str) -> ValueResult:
        """Return the properties of a member of a group."""
        try:
            self.context.evaluation.spend(1)
        except EvaluationError as exc:
            return ValueResult(error=exc.message)
        values = use.values(name)
        if values is None:
            unknown = Unknown("what the members are given is not known")
            return ValueResult(unknown, unknown=unknown.reason)
        parts = {k: self.evaluate(_same, v) for k, v in values.items()}
        error = next((o.error for o in parts.values() if o.error is not None), None)
        reason = next((o.unknown for o in parts.values() if o.unknown is not None), None)
        return ValueResult({k: o.value for k, o in parts.items()}, error, reason, parts)

    def previews(self) -> Iterator[Preview]:
        """Yield the previews of the templates that this one uses."""
        self.prepare()
        for within in (self._within or {}).values():
            yield from within.nested() if within is not None else ()


def _same(value: Value) -> Value:
    return value
