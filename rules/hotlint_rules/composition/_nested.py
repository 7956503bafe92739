"""What the rules on nested templates share: uses of templates, faults of theirs, and where to show them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from hotlint.analysis.client_files import upload_blocker
from hotlint.analysis.template import Resource, Template, span_of
from hotlint.analysis.uses import INLINE, Use
from hotlint.common.suggestions import did_you_mean
from hotlint.linter.diagnostic import Diagnostic, Related
from hotlint.linter.rule import Context
from hotlint.resource_types.catalog import ResourceType
from hotlint.resource_types.validation import PropertyProblem
from hotlint.syntax.nodes import Scalar

if TYPE_CHECKING:
    from hotlint.analysis.context import TemplateContext

AT_CREATE = "Heat finds this only when it creates the stack"
NOT_LOADED = frozenset({
    "missing-version", "unknown-version", "version-not-string", "missing-parameter-type", "unknown-parameter-type",
    "unknown-parameter-key", "malformed-constraint", "unknown-constraint", "mismatched-constraint", "invalid-pattern",
    "tags-not-list", "missing-output-value", "unknown-output-key", "cloudformation-template",
})  # fmt: skip
"""Faults that keep Heat from making a type of a template: it refuses every template that uses this one."""
SAID_OF_PARENT = frozenset(
    {"duplicate-key", "invalid-parameter-value", "missing-parameter-value", "unknown-environment-parameter"}
)
"""What is no fault of a nested template: Heat does not mind, or the template that passes the values is at fault."""
LATER = frozenset({
    "invalid-nested-template", "facade-mismatch", "unknown-member-type", "invalid-member-property",
})  # fmt: skip
"""Warnings of things that Heat refuses when it creates the stack, though not when it only validates the template."""
MILDER = LATER | {"unknown-output-key"}
"""Warnings in a template by itself that are more than that in a nested one."""


def shown(path: str, ctx: Context) -> str:
    """A path as an author thinks of it: relative to the file that is judged."""
    import os

    return os.path.relpath(path, os.path.dirname(ctx.unit.path) or ".").replace(os.sep, "/")


def used(uses: Sequence[Use]) -> Iterator[Use]:
    """The uses of templates that Heat looks at: not those of an empty group."""
    for use in uses:
        if use.kind.location is not None and use.size != 0:
            yield use


def child_faults(resource: Resource, use: Use, ctx: Context) -> list[Diagnostic]:
    """What is wrong in a nested template, with the values that it gets here: what Heat refuses, the worst first."""
    location, unit = use.kind.location, ctx.unit
    if location is None or location.path is None or not isinstance(use.kind.type, ResourceType):
        return []
    path = location.path
    if upload_blocker(unit.project, path) is not None:
        return []  # the client comes no further

    def make() -> TemplateContext | None:
        unit.project.document(path)
        return unit.open_child(resource, use)

    found = [
        d for d in ctx.check_nested(("child", path, _signature(unit, resource, use)), make)
        if (d.severity == "error" or d.rule in MILDER) and d.rule not in SAID_OF_PARENT
    ]  # fmt: skip
    template = use_template(use, ctx)
    return sorted(found, key=lambda d: template is not None and not keeps_from_loading(d, template, use))


def called(use: Use) -> str:
    """What messages call a template that is used."""
    return "the template of this stack" if use.type_name == INLINE else f"the nested template '{use.type_name}'"


def file_of(use: Use) -> str | None:
    """The file that a nested template is in; None for one that is written within this template."""
    location = use.kind.location
    inline = use.type_name == INLINE and isinstance(use.node, Scalar)
    return None if location is None or inline else location.path


def use_template(use: Use, ctx: Context) -> Template | None:
    """The nested template of a use, where it is one that can be read."""
    location = use.kind.location
    if location is None or location.path is None or not isinstance(use.kind.type, ResourceType):
        return None
    return ctx.unit.project.template_of(ctx.unit.project.document(location.path))


def _signature(unit: TemplateContext, resource: Resource, use: Use) -> str:
    """All that a nested template is judged by, but for files."""
    environment = use.environment
    registry = [(m.scope, m.pattern, m.target, m.file) for m in environment.registry]
    facade = [
        repr(part.snippet) for what in ("metadata", "update_policy", "deletion_policy")
        if (part := unit.template.part(resource, what)) is not None
    ]  # fmt: skip
    defaults = [(n, g.value) for n, g in environment.defaults.items()]
    made_by = use.kind.mapped.pattern if use.kind.mapped is not None else None
    return repr((use.depth, use.values(), registry, defaults, facade, use.metadata, unit.offline, made_by))


def keeps_from_loading(found: Diagnostic, template: Template, use: Use) -> bool:
    """Whether a finding in a template is one that keeps Heat from making a type of it, and using it so."""
    if found.code.startswith("HOT0") or found.rule in NOT_LOADED:
        return True
    if found.rule == "unknown-custom-constraint":  # Heat asks for it where there is a value
        passed = [template.parameters[n] for n in use.values() or () if n in template.parameters]
        return any(p.node.start <= found.span.start < p.node.end for p in passed)
    if found.rule not in ("invalid-section-type", "invalid-entry-type"):
        return False
    return any(
        entry.key.start <= found.span.start < max(entry.value.end, entry.key.end)
        for name in ("parameters", "outputs")
        if (entry := template.sections.get(name)) is not None
    )


def parameter_place(use: Use, name: object, ctx: Context) -> list[Related]:
    """Where a template that is used declares a parameter, or else all of them."""
    template, path = use_template(use, ctx), file_of(use)
    if template is None or path is None:
        return []
    parameter = template.parameters.get(name) if isinstance(name, str) else None
    if parameter is not None:
        return [Related(f"the parameter '{name}' of the nested template", span_of(parameter.key), path)]
    section = template.sections.get("parameters")
    return [Related("the parameters of the nested template", span_of(section.key), path)] if section else []


def said(problem: PropertyProblem, use: Use) -> str:
    """What is wrong with a property, in the words for a template that is used: its properties are parameters."""
    found = use.kind.type
    if use.kind.location is None or len(problem.path) > 1:
        return problem.message
    whose = "The template of this stack" if use.type_name == INLINE else f"The template '{use.type_name}'"
    if problem.kind == "unknown-property" and isinstance(found, ResourceType):
        return f"{whose} has no parameter '{problem.path[0]}'{did_you_mean(problem.path[0], found.properties)}."
    if problem.kind == "missing-property":
        return f"{whose} needs a value for its parameter '{problem.name}'."
    return problem.message
