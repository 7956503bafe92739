"""What policies are about: resources, parameters, outputs and templates of a dry run, in nested stacks as well."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from hotlint.analysis.environments.file import Environment, to_plain
from hotlint.analysis.symbols import name_span
from hotlint.analysis.template import VERSION_KEY, Named, Output, Parameter, Resource, Template, node_at
from hotlint.dry_run.results import ResourceResult, StackResult
from hotlint.dry_run.stack_preview import Preview
from hotlint.language.functions.base import Snippet
from hotlint.language.values import EvaluationError, Unknown, Value
from hotlint.policies.origins import WithOrigin, of_properties, origin_of
from hotlint.resource_types.catalog import ResourceType
from hotlint.resource_types.validation import check_properties
from hotlint.syntax.nodes import Entry, Node
from hotlint.syntax.source import Span

SUBJECT_LIMIT = 5_000
"""Resources of one stack that are looked at, those of nested stacks counted."""


class PolicySubject(NamedTuple):
    """A resource, parameter, output or template, with the values that an expression may use.

    `matched` is what the patterns of a policy are compared with: a type or a name. `values` are by variable; those of its template
    are made only when they are asked for, once for each stack. `file` and `span` are its place in its
    own template; `root_span` the place in the outermost template that leads to it. `node` is the node of its properties.
    `stack` is the dry run that it is part of. `enabled` None: whether it exists is not known.
    """

    kind: str
    path: str
    matched: str
    values: Mapping[str, Any]
    file: str
    span: Span
    root_span: Span
    node: Node | None
    stack: StackResult
    template: Callable[[], Mapping[str, Any]]
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
        self.parameters = {name: _parameter(stack, name) for name in self.template.parameters}
        self._described: dict[str, Any] | None = None

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
                values = {**self._of_output(output), "parameters": self.parameters, "template": self.described}
                yield self._named("outputs", output, values, enabled)

    def _named(self, kind: str, entry: Named, values: Mapping[str, Any], enabled: bool | None = True) -> PolicySubject:
        span = name_span(entry.key)
        return PolicySubject(
            kind,
            entry.name,
            entry.name,
            values,
            self.context.path,
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
            "templates", self.prefix.removesuffix(".") or "template", name, {}, self.context.path, span, self.root or span,
            self.context.document.root, self.stack, self.described,
        )  # fmt: skip

    def described(self) -> dict[str, Any]:
        """Return the variables of the template itself."""
        if self._described is None:
            template, described = self.template, self.template.section("description")
            enabled = [f for f in self.stack.resources().values() if f.enabled is not False and f.resource is not None]
            outputs = [o for o in template.outputs.values() if self.stack.enabled(o)[0] is not False]
            self._described = {
                "name": os.path.basename(self.context.path), "path": self.prefix.removesuffix("."),
                "level": self.level, "version": template.version, "description": to_plain(described) if described is not None else "",
                "sections": list(template.sections),
                "parameters": [self._of_parameter(parameter) for parameter in template.parameters.values()],
                "resources": [self._described_resource(found) for found in enabled],
                "outputs": [self._of_output(output) for output in outputs],
                "environment": _environment(self.context.environment),
            }  # fmt: skip
        return self._described

    def _of_parameter(self, parameter: Parameter) -> dict[str, Any]:
        default, constraints = parameter.field("default"), parameter.field("constraints")
        return {
            "name": parameter.name, "type": parameter.type or "", "value": self.parameters[parameter.name],
            "description": parameter.text("description") or "", "label": parameter.text("label") or "",
            "hidden": parameter.hidden, "immutable": parameter.immutable, "has_default": parameter.has_default,
            "default": to_plain(default) if default is not None else None,
            "constraints": to_plain(constraints) if constraints is not None else [],
        }  # fmt: skip

    def _of_output(self, output: Output) -> dict[str, Any]:
        part = self.template.part(output, "value")
        return {
            "name": output.name, "value": WithOrigin(_output(self.stack, output), self._origin(part.snippet if part else None)),
            "description": output.text("description") or "", "references": self._references(output),
        }  # fmt: skip

    def _described_resource(self, found: ResourceResult) -> dict[str, Any]:
        assert found.resource is not None
        return {
            "name": found.name, "type": found.type or "", "properties": self._properties(found.resource),
            "metadata": found.metadata.value, "references": self._references(found.resource),
        }  # fmt: skip

    def _of_resource(self, found: ResourceResult, resource: Resource) -> Iterator[PolicySubject]:
        span = name_span(resource.key)
        at = self.root or span
        path = f"{self.prefix}{found.name}"
        kind = self.context.resolved_type(resource).type
        values = {
            **self._described_resource(found), "path": path, "parameters": self.parameters
        }  # fmt: skip
        matched = kind.name if isinstance(kind, ResourceType) and "::" in kind.name else found.type or ""
        node = found.nodes.get("properties")
        yield PolicySubject(
            "resources",
            path,
            matched,
            values,
            self.context.path,
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
            values = {
                "name": member.name, "path": inner, "type": member.type or "",
                "properties": self._of_member(member, owner), "metadata": member.metadata.value,
                "parameters": self.parameters, "references": self._references(owner),
            }  # fmt: skip
            node = member.nodes.get("properties")
            yield PolicySubject(
                "resources",
                inner,
                member.type or "",
                values,
                self.context.path,
                span,
                root,
                node,
                self.stack,
                self.described,
                enabled,
            )
            yield from self._nested(member, inner, spans, owner, enabled)

    def _origin(self, snippet: Snippet) -> Any:
        return origin_of(snippet, self.template.parameters)

    def _references(self, owner: Named) -> list[str]:
        calls = [call for part in self.template.parts_of(owner) for call in part.calls]
        named = [t.name for call in calls for t in call.targets if t.kind in ("resource", "ref")]
        if isinstance(owner, Resource):
            named += [str(node.value) for node in owner.depends_on()]
        return [name for name in dict.fromkeys(named) if name in self.template.resources]

    def _properties(self, resource: Resource) -> Value | WithOrigin:
        """Return the properties of a resource as Heat passes them to it; those that are not given are left out."""
        checked = self.context.properties(resource)
        part = self.template.part(resource, "properties")
        snippet = part.snippet if part is not None else {}
        if checked is not None:
            values: Mapping[str, Any] | None = checked.values
        else:
            values, _ = self.context.section(snippet)
        if values is None:
            return Unknown("its properties are not known")
        return _given(values, self._origin(snippet))

    def _of_member(self, member: ResourceResult, owner: Resource) -> Value | WithOrigin:
        use = member.use
        values = use.values(member.name) if use is not None else None
        if use is None or values is None:
            return Unknown("what the members are given is not known")
        part = self.template.part(owner, "properties")
        snippet: Any = part.snippet if part is not None else {}
        for step in use.path:
            snippet = snippet.get(step) if isinstance(snippet, dict) else snippet
        if isinstance(use.kind.type, ResourceType):
            values = check_properties(use.kind.type, values).values
        return _given(values, self._origin(snippet))


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


def _given(values: Mapping[str, Any], origin: Any) -> WithOrigin:
    given = {name: value for name, value in values.items() if value is not None}
    return WithOrigin(given, of_properties(origin, given))


def place_of(subject: PolicySubject, at: str | None) -> Span:
    """Return the span that a violation is reported at, in the subject's own file: a property, or else the name."""
    if at is None or subject.node is None:
        return subject.span
    steps = tuple(int(step) if step.isdigit() else step for step in at.replace("[", ".").replace("]", "").split("."))
    entry: Entry | None = node_at(subject.node, steps)[1]
    return Span(entry.key.start, entry.key.end) if entry is not None else subject.span
