"""What a check finds in the new template of a stack: why Heat refuses the update, and where a service refuses a change."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from hotlint.dry_run.changes import PropertyRefusal, Refusals
from hotlint.operations.engines import engine_of
from hotlint.operations.scope import SettingsScope
from hotlint.syntax.nodes import Mapping, Scalar

if TYPE_CHECKING:
    from hotlint.analysis.composition.template_context import TemplateContext
    from hotlint.analysis.template import Resource
    from hotlint.dry_run.stack_preview import Preview
    from hotlint.linter.checking.engine import Engine
    from hotlint.linter.diagnostic import Diagnostic

_TEMPLATES: Final = 50
"""Templates of nested stacks that are checked, at most."""


class _Error(NamedTuple):
    """An error of a resource or an output: `path` of the resource from the outermost stack, () for an output; `of` a property.

    `is_halfway`: it only fails once Heat creates or updates the resource. `is_of_cloud`: the facts of a cloud say so. `is_certain`
    is False where the settings of the cloud decide whether it fails half way.
    """

    owner: str
    path: tuple[str, ...]
    of: str
    code: str
    message: str
    is_halfway: bool
    is_of_cloud: bool
    is_certain: bool


def refusals(
    scope: SettingsScope,
    old: Preview,
    new: Preview,
    *,
    show_hidden: bool = False,
    complete: bool = False,
    is_live: bool = False,
    has_failed: bool = False,
) -> Refusals:
    """Return why Heat refuses the new template of a stack, beside invalid values of parameters, and what services refuse.

    An error of a kind that the old template has at the same resource counts as none: Heat has accepted it. `complete`: all values
    are given. `is_live`: the facts of the cloud are those of this moment, so that Heat finds the same also in what stays.
    `has_failed`: the last update of the stack has failed, maybe since a service refused what its template has.
    """
    settings = {name: value for name, value in scope.settings.items() if name != "environments"}
    engine = engine_of(
        scope._replace(settings=settings), show_hidden=show_hidden
    )  # the dry runs have their environments
    found = list(_errors(engine, new, complete))
    before = list(_errors(engine, old, complete)) if found else []
    known = {(e.path or e.owner, e.code) for e in before if not e.is_halfway}
    halfway = {(e.path, e.of, e.code) for e in before if e.is_halfway}
    whole: list[str] = []
    single: dict[tuple[str, ...], list[PropertyRefusal]] = {}
    for error in found:
        message = error.message
        if error.is_halfway:
            may_run = not has_failed and (
                not error.of or (error.is_of_cloud and not is_live)
            )  # the snapshot is out of date
            if not may_run or (error.path, error.of, error.code) not in halfway:
                single.setdefault(error.path, []).append(PropertyRefusal(error.of, message, error.is_certain))
        elif (is_live and error.is_of_cloud) or (error.path or error.owner, error.code) not in known:
            whole.append(message if error.owner in message else f"{error.owner}: {message}")
    return Refusals(tuple(dict.fromkeys(whole)), {path: tuple(each) for path, each in single.items()})


def _errors(engine: Engine, dry_run: Preview, complete: bool) -> Iterator[_Error]:
    """Yield the errors in a template, and those of clouds and services in the templates of its nested stacks.

    They are those of a check, which are those of Heat before it begins an update, and of services in its course.
    """
    from hotlint.analysis.budget import Budget, Meter
    from hotlint.analysis.composition.template_context import TemplateContext
    from hotlint.dry_run.stack_preview import Preview

    given = dry_run.context
    context = TemplateContext.open(
        given.project, given.path, given.environment, Meter(Budget()), root=True, complete=complete
    )
    yield from _of_template(engine, context, ())
    waiting = [Preview(context)]
    for _ in range(_TEMPLATES):
        if not waiting:
            return
        for inner in waiting.pop(0).previews():
            waiting.append(inner)
            found = _of_template(engine, inner.context, inner.stack.address)
            yield from (e for e in found if e.is_halfway or e.is_of_cloud)


def _of_template(engine: Engine, context: TemplateContext, path: tuple[str, ...]) -> Iterator[_Error]:
    """Yield the errors in the resources and outputs of a template at a path."""
    from hotlint.common.time_limit import one_file
    from hotlint.linter.checking.run import drained
    from hotlint.linter.rules.rule import Rule

    with one_file():
        result = drained(engine.check_context(context))
    rules, policy = {rule.code: rule for rule in engine.checks.rules}, Rule()
    for found in result.diagnostics:
        rule = rules.get(found.code, policy)
        is_of_cloud = rule.of_cloud and found.severity != "info"  # Heat validates also what stays with these facts
        is_certain = found.severity == "error" or is_of_cloud
        may_be = found.severity == "warning" and rule.refused_by == "service"
        if rule.refused_by == "nobody" or not (is_certain or may_be):
            continue
        is_halfway = rule.refused_by == "service" or found.by_service
        for resource in context.template.resources.values():
            if resource.key.start <= found.span.start <= resource.node.end:
                at, name = (*path, resource.name), ".".join((*path, resource.name))
                of = _property_of(resource, found)
                yield _Error(
                    f"resource '{name}'", at, of, found.code, found.message, is_halfway, is_of_cloud, is_certain
                )
        for output in context.template.outputs.values():
            if output.key.start <= found.span.start <= output.node.end:
                yield _Error(
                    f"output '{output.name}'", (), "", found.code, found.message, is_halfway, is_of_cloud, is_certain
                )


def _property_of(resource: Resource, found: Diagnostic) -> str:
    """Return the property of a resource that a finding is in; "" for any other place."""
    section = resource.fields.get("properties")
    entries = section.value.entries if section is not None and isinstance(section.value, Mapping) else ()
    inside = (e.key for e in entries if e.key.start <= found.span.start <= e.value.end)
    key = next(inside, None)
    return str(key.value) if isinstance(key, Scalar) else ""
