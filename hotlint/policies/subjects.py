"""What policies are about: resources, parameters, outputs and templates of a dry run, in nested stacks as well."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from hotlint.analysis.environments.file import Environment, to_plain
from hotlint.analysis.symbols import name_span
from hotlint.analysis.template import VERSION_KEY, Named, Output, Parameter, Resource, Template, node_at
from hotlint.dry_run.results import ResourceResult, StackResult
from hotlint.dry_run.stack_preview import Preview
from hotlint.language.functions.base import Snippet
from hotlint.language.values import OMITTED, EvaluationError, Unknown, Value, each_outcome
from hotlint.policies.origins import WithOrigin, of_properties, origin_of
from hotlint.resource_types.catalog import ResourceType
from hotlint.resource_types.validation import check_properties
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
    """Yield everything in a dry run that a policy may be about; what is disabled is left out."""
    left = SUBJECT_LIMIT
    for subject in _Stack(preview, "", None).subjects():
        yield subject
        left -= 1
        if left <= 0:
            return


class _Stack:
    """One stack: that of the outermost template, or a nested one, whose path ends `prefix`."""

    def __init__(self, stack: StackResult, prefix: str, root: Span | None, level: int = 0) -> None:
        self.stack = stack
        self.prefix = prefix
        self.root = root
        self.context = stack.context
        world = self.context.project.open_world
        self.level = level or int(world is not None and world.is_used)
        self.template: Template = stack.context.template

    def subjects(self) -> Iterator[PolicySubject]:
        """Yield the subjects of the stack and of those within it. Only the outermost one has parameters and outputs."""
        yield self._itself()
        for parameter in self.template.parameters.values() if not self.prefix else ():
            yield self._named("parameters", parameter, self._of_parameter(parameter))
        for found in self.stack.resources().values():
            if found.enabled is not False and found.resource is not None:
                yield from self._of_resource(found, found.resource)
        for output in self.template.outputs.values() if not self.prefix else ():
            enabled, _ = self.stack.enabled(output)
            if enabled is not False:
                values = {**self._of_output(output), "parameters": self._parameters}
                yield self._named("outputs", output, values, enabled)

    @cached_property
    def parameters(self) -> dict[str, Value]:
        """The values of the parameters of the template."""
        return {name: _parameter(self.stack, name) for name in self.template.parameters}

    def _parameters(self) -> dict[str, Value]:
        return self.parameters

    def _named(self, kind: str, entry: Named, values: Makers, enabled: bool | None = True) -> PolicySubject:
        span = name_span(entry.key)
        return PolicySubject(
            kind,
            entry.name,
            entry.name,
            values,
            span,
            span,
            None,
            self.stack,
            self.described,
            enabled,
        )

    def _itself(self) -> PolicySubject:
        name = os.path.basename(self.context.path)
        version = self.template.sections.get(VERSION_KEY)
        span = name_span(version.key) if version is not None else Span(0, 0)
        return PolicySubject(
            "templates", self.prefix.removesuffix(".") or "template", name, {}, span, self.root or span,
            self.context.document.root, self.stack, self.described,
        )  # fmt: skip

    @cached_property
    def described(self) -> Makers:
        """The variables of the template itself."""
        template = self.template
        return {
            "name": lambda: os.path.basename(self.context.path),
            "path": lambda: self.prefix.removesuffix("."),
            "level": lambda: self.level,
            "version": lambda: template.version,
            "description": self._description,
            "sections": lambda: list(template.sections),
            "parameters": lambda: [_all(self._of_parameter(parameter)) for parameter in template.parameters.values()],
            "resources": self._described_resources,
            "outputs": self._described_outputs,
            "environment": lambda: _environment(self.context.environment),
        }

    def _description(self) -> Any:
        described = self.template.section("description")
        return to_plain(described) if described is not None else ""

    def _described_resources(self) -> list[dict[str, Any]]:
        found = self.stack.resources().values()
        enabled = ((one, one.resource) for one in found if one.enabled is not False)
        return [_all(self._described_resource(one, resource)) for one, resource in enabled if resource is not None]

    def _described_outputs(self) -> list[dict[str, Any]]:
        outputs = self.template.outputs.values()
        return [_all(self._of_output(output)) for output in outputs if self.stack.enabled(output)[0] is not False]

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
            "default": lambda: plain("default", None),
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
        return WithOrigin(_output(self.stack, output), self._origin(part.snippet if part else None))

    def _described_resource(self, found: ResourceResult, resource: Resource) -> Makers:
        return {
            "name": lambda: found.name,
            "type": lambda: found.type or "",
            "properties": lambda: self._properties(resource),
            "metadata": lambda: found.metadata.value,
            "references": lambda: self._references(resource),
        }

    def _of_resource(self, found: ResourceResult, resource: Resource) -> Iterator[PolicySubject]:
        span = name_span(resource.key)
        at = self.root or span
        path = f"{self.prefix}{found.name}"
        kind = self.context.resolved_type(resource).type
        values: Makers = {
            **self._described_resource(found, resource), "path": lambda: path, "parameters": self._parameters
        }  # fmt: skip
        matched = kind.name if isinstance(kind, ResourceType) and "::" in kind.name else found.type or ""
        node = found.nodes.get("properties")
        yield PolicySubject(
            "resources",
            path,
            matched,
            values,
            span,
            at,
            node,
            self.stack,
            self.described,
            found.enabled,
        )
        yield from self._nested(found, path, (span, at), resource, found.enabled)

    def _nested(
        self, found: ResourceResult, path: str, spans: tuple[Span, Span], owner: Resource, enabled: bool | None
    ) -> Iterator[PolicySubject]:
        if found.nested is None:
            return
        span, root = spans
        if found.nested.preview is not None:
            yield from _Stack(found.nested.preview, f"{path}.", root, self.level + 1).subjects()
        for member in found.nested.members.values():
            inner = f"{path}.{member.name}"
            values = self._member_variables(member, owner, inner)
            node = member.nodes.get("properties")
            yield PolicySubject(
                "resources",
                inner,
                member.type or "",
                values,
                span,
                root,
                node,
                self.stack,
                self.described,
                enabled,
            )
            yield from self._nested(member, inner, spans, owner, enabled)

    def _member_variables(self, member: ResourceResult, owner: Resource, path: str) -> Makers:
        return {
            "name": lambda: member.name,
            "path": lambda: path,
            "type": lambda: member.type or "",
            "properties": lambda: self._of_member(member, owner),
            "metadata": lambda: member.metadata.value,
            "parameters": self._parameters,
            "references": lambda: self._references(owner),
        }

    def _origin(self, snippet: Snippet) -> Any:
        return origin_of(snippet, self.template.parameters)

    def _references(self, owner: Named) -> list[str]:
        calls = [call for part in self.template.parts_of(owner) for call in part.calls]
        named = [t.name for call in calls for t in call.targets if t.kind in ("resource", "ref")]
        if isinstance(owner, Resource):
            named += [str(node.value) for node in owner.depends_on()]
        return [name for name in dict.fromkeys(named) if name in self.template.resources]

    def _properties(self, resource: Resource) -> WithOrigin:
        """Return the properties of a resource as Heat passes them to it; those that are not given are left out."""
        checked = self.context.properties(resource)
        part = self.template.part(resource, "properties")
        snippet = part.snippet if part is not None else {}
        if checked is not None:
            values: Mapping[str, Any] | None = checked.values
        else:
            values, _ = self.context.section(snippet)
        if values is None:
            return WithOrigin(Unknown("its properties are not known"), self._origin(snippet))
        return _given(values, self._origin(snippet), self.context.resolved_type(resource).type)

    def _of_member(self, member: ResourceResult, owner: Resource) -> Value | WithOrigin:
        use = member.use
        if use is None:
            return Unknown("what the members are given is not known")
        part = self.template.part(owner, "properties")
        snippet: Any = part.snippet if part is not None else {}
        for step in use.path:
            snippet = snippet.get(step) if isinstance(snippet, dict) else snippet
        values = use.values(member.name)
        if values is None:
            return WithOrigin(Unknown("what the members are given is not known"), self._origin(snippet))
        if isinstance(use.kind.type, ResourceType):
            values = check_properties(use.kind.type, values).values
        return _given(values, self._origin(snippet), use.kind.type)


def _all(makers: Makers) -> dict[str, Any]:
    return {name: make() for name, make in makers.items()}


def _environment(environment: Environment) -> dict[str, Any]:
    registry = {".".join((*mapped.scope, mapped.pattern)): mapped.target for mapped in environment.registry}
    return {
        "parameters": {name: given.value for name, given in environment.parameters.items()},
        "parameter_defaults": {name: given.value for name, given in environment.defaults.items()},
        "resource_registry": registry,
    }


def _parameter(stack: StackResult, name: str) -> Value:
    try:
        return stack.context.evaluation.parameter(name)
    except EvaluationError as exc:
        return Unknown(exc.message)


def _output(stack: StackResult, output: Output) -> Value:
    part = stack.context.template.part(output, "value")
    try:
        return stack.context.evaluation.value(part) if part is not None else None
    except EvaluationError as exc:
        return Unknown(f"it cannot be evaluated: {exc.message}")


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
