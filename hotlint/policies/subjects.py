"""What policies are about: resources, parameters, outputs and templates of a dry run, in nested stacks as well."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial
from itertools import islice
from typing import Any, NamedTuple

from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.composition.value_origins import snippet_at
from hotlint.analysis.environments.file import to_plain
from hotlint.analysis.symbols import name_span
from hotlint.analysis.template import VERSION_KEY, Named, Output, Parameter, Resource, Template, node_at
from hotlint.dry_run.expansion import ExpandedResource, GroupMember
from hotlint.dry_run.results import ResourceResult, StackResult
from hotlint.dry_run.stack_preview import Preview
from hotlint.language.functions.base import Snippet
from hotlint.language.values import OMITTED, EvaluationError, Unknown, Value, each_outcome
from hotlint.policies.origins import WithOrigin, of_properties, origin_of
from hotlint.resource_types.catalog import ResourceType
from hotlint.syntax.nodes import Entry, Node
from hotlint.syntax.source import Span

Makers = Mapping[str, Callable[[], Any]]
"""Functions that make the values of variables, by the names of the variables."""
SUBJECT_LIMIT = 5_000
"""Resources of one stack that are looked at, those of nested stacks counted."""


class PolicySubject(NamedTuple):
    """A resource, parameter, output or template, with the values that an expression may use.

    `matched` is what the patterns of a policy are compared with: a type or a name. `values` makes the value of each variable, and
    `template` that of each variable of its template, which all subjects of its stack share: a policy uses few of them. `span`
    is its place in its own template; `root_span` the place in the outermost template that leads to it. `node` is the node
    of its properties. `stack` is the dry run that it is part of. `enabled` None: whether it exists is not known.
    """

    kind: str
    path: str
    matched: str
    values: Makers
    span: Span
    root_span: Span
    node: Node | None
    stack: StackResult
    template: Makers
    enabled: bool | None = True


def subjects(preview: Preview) -> Iterator[PolicySubject]:
    """Return everything in a dry run that a policy may be about; what is disabled is left out."""
    return islice(_Stack(preview).subjects(), SUBJECT_LIMIT)


class _Stack:
    """One stack: that of the outermost template, or a nested one, which the place `root` of the outermost leads to."""

    def __init__(self, stack: StackResult, root: Span | None = None, level: int = 0) -> None:
        self.stack = stack
        self.path = ".".join(stack.stack.address)
        self.root = root
        self.context = stack.context
        world = self.context.project.open_world
        self.level = level or int(world is not None and world.is_used)
        self.template: Template = stack.context.template

    def subjects(self) -> Iterator[PolicySubject]:
        """Yield the subjects of the stack and of those within it. Only the outermost one has parameters and outputs."""
        yield self._itself()
        for parameter in self.template.parameters.values() if not self.path else ():
            yield self._named("parameters", parameter, self._of_parameter(parameter))
        for found in self.stack.resources().values():
            if found.enabled is not False:
                yield from self._of_resource(found, found.enabled)
        for output in self.template.outputs.values() if not self.path else ():
            enabled, _ = self.stack.enabled(output)
            if enabled is not False:
                values = {**self._of_output(output), "parameters": lambda: self.parameters}
                yield self._named("outputs", output, values, enabled)

    @cached_property
    def parameters(self) -> dict[str, Value]:
        """The values of the parameters of the template."""
        return {name: self._value(partial(_parameter, name)) for name in self.template.parameters}

    def _value(self, work: Callable[[TemplateContext], Value], snippet: Snippet = None) -> Value:
        """Return what may be shown of a value; an unknown one where it cannot be evaluated."""
        redaction = self.stack.redaction
        try:
            return redaction.value(work)
        except EvaluationError as exc:
            return Unknown(f"it cannot be evaluated: {redaction.message(exc.message, snippet)}")

    def _named(self, kind: str, entry: Named, values: Makers, enabled: bool | None = True) -> PolicySubject:
        span = name_span(entry.key)
        name = entry.name
        return PolicySubject(kind, name, name, values, span, span, None, self.stack, self.described, enabled)

    def _itself(self) -> PolicySubject:
        name = os.path.basename(self.context.path)
        version = self.template.sections.get(VERSION_KEY)
        span = name_span(version.key) if version is not None else Span(0, 0)
        return PolicySubject(
            "templates", self.path or "template", name, {}, span, self.root or span,
            self.context.document.root, self.stack, self.described,
        )  # fmt: skip

    @cached_property
    def described(self) -> Makers:
        """The variables of the template itself."""
        template, described = self.template, self.template.section("description")
        return {
            "name": lambda: os.path.basename(self.context.path),
            "path": lambda: self.path,
            "level": lambda: self.level,
            "version": lambda: template.version,
            "description": lambda: to_plain(described) if described is not None else "",
            "sections": lambda: list(template.sections),
            "parameters": lambda: [_all(self._of_parameter(parameter)) for parameter in template.parameters.values()],
            "resources": lambda: [
                _all(self._described_resource(one))
                for one in self.stack.resources().values()
                if one.enabled is not False
            ],
            "outputs": lambda: [
                _all(self._of_output(one))
                for one in template.outputs.values()
                if self.stack.enabled(one)[0] is not False
            ],
            "environment": self._environment,
        }

    def _environment(self) -> dict[str, Any]:
        environment = self.context.environment
        registry = {".".join((*mapped.scope, mapped.pattern)): mapped.target for mapped in environment.registry}
        return {
            "parameters": {n: self._given(n, given.value) for n, given in environment.parameters.items()},
            "parameter_defaults": {n: self._given(n, given.value) for n, given in environment.defaults.items()},
            "resource_registry": registry,
        }

    def _given(self, name: str, value: Value) -> Value:
        """Return what may be shown of a value that a parameter is given."""
        return self.stack.redaction.given(name, value)

    def _of_parameter(self, parameter: Parameter) -> Makers:
        def plain(key: str, without: Any) -> Any:
            node = parameter.field(key)
            return to_plain(node) if node is not None else without

        return {
            "name": lambda: parameter.name,
            "type": lambda: parameter.type or "",
            "value": lambda: self.parameters[parameter.name],
            "description": lambda: parameter.text("description") or "",
            "label": lambda: parameter.text("label") or "",
            "hidden": lambda: parameter.hidden,
            "immutable": lambda: parameter.immutable,
            "has_default": lambda: parameter.has_default,
            "default": lambda: self._given(parameter.name, plain("default", None)),
            "constraints": lambda: plain("constraints", []),
        }

    def _of_output(self, output: Output) -> Makers:
        return {
            "name": lambda: output.name,
            "value": lambda: self._output(output),
            "description": lambda: output.text("description") or "",
            "references": lambda: self._references(output),
        }

    def _output(self, output: Output) -> WithOrigin:
        part = self.template.part(output, "value")
        if part is None:
            return WithOrigin(None, self._origin(None))
        value = self._value(lambda context: context.evaluation.value(part), part.snippet)
        return WithOrigin(value, self._origin(part.snippet))

    def _described_resource(self, found: ResourceResult) -> Makers:
        return {
            "name": lambda: found.name,
            "type": lambda: found.type or "",
            "properties": lambda: self._properties(found.record),
            "metadata": lambda: found.metadata.value,
            "references": lambda: self._references(found.record.resource),
        }

    def _of_resource(self, found: ResourceResult, enabled: bool | None) -> Iterator[PolicySubject]:
        """Yield a resource, or a member of a group, whose place is that of the group, and everything within it."""
        path, span = ".".join(found.record.address), name_span(found.record.resource.key)
        root = self.root or span
        values: Makers = {
            **self._described_resource(found),
            "path": lambda: path,
            "parameters": lambda: self.parameters,
        }
        yield PolicySubject(
            "resources", path, _matched(found), values, span, root, found.nodes.get("properties"), self.stack,
            self.described, enabled,
        )  # fmt: skip
        if found.nested is None:
            return
        if found.nested.preview is not None:
            yield from _Stack(found.nested.preview, root, self.level + 1).subjects()
        for member in found.nested.members.values():
            yield from self._of_resource(member, enabled)

    def _origin(self, snippet: Snippet) -> Any:
        return origin_of(snippet, self.template.parameters)

    def _references(self, owner: Named) -> list[str]:
        calls = [call for part in self.template.parts_of(owner) for call in part.calls]
        named = [t.name for call in calls for t in call.targets if t.kind in ("resource", "ref")]
        if isinstance(owner, Resource):
            named += [str(node.value) for node in owner.depends_on()]
        return [name for name in dict.fromkeys(named) if name in self.template.resources]

    def _properties(self, record: ExpandedResource) -> WithOrigin:
        """Return properties as Heat passes them to a resource, or to a member; those that are not given are left out."""
        part = self.template.part(record.resource, "properties")
        origin = self._origin(snippet_at(part.snippet, record.path) if part is not None else {})
        values = record.properties
        if values is None:
            whose = "what the members are given is" if isinstance(record, GroupMember) else "its properties are"
            return WithOrigin(Unknown(f"{whose} not known"), origin)
        shown = {name: self.stack.redaction.property(record, name, value) for name, value in values.items()}
        return _given(shown, origin, record.kind.type)


def _matched(found: ResourceResult) -> str:
    """Return the type that the patterns of a policy are compared with: that of a resource after the registry."""
    kind = found.record.kind.type
    is_mapped = found.resource is not None and isinstance(kind, ResourceType) and "::" in kind.name
    return kind.name if is_mapped else found.type or ""


def _all(makers: Makers) -> dict[str, Any]:
    return {name: make() for name, make in makers.items()}


def _parameter(name: str, context: TemplateContext) -> Value:
    return context.evaluation.parameter(name)


def _given(values: Mapping[str, Any], origin: Any, kind: object) -> WithOrigin:
    given = {name: each_outcome(value, _null_as_omitted) for name, value in values.items() if value is not None}
    rules = kind.translations if isinstance(kind, ResourceType) else ()
    return WithOrigin(given, of_properties(origin, given, frozenset(rule["path"][0] for rule in rules)))


def _null_as_omitted(value: Value) -> Value:
    return OMITTED if value is None else value


def place_of(subject: PolicySubject, at: str | None) -> Span:
    """Return the span that a violation is reported at, in the subject's own file: a property, or else the name."""
    if at is None or subject.node is None:
        return subject.span
    steps = tuple(int(step) if step.isdigit() else step for step in at.replace("[", ".").replace("]", "").split("."))
    entry: Entry | None = node_at(subject.node, steps)[1]
    return Span(entry.key.start, entry.key.end) if entry is not None else subject.span
