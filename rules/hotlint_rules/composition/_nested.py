"""Shared by the rules on nested templates: uses of templates, and problems in them."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Callable, Iterator, Sequence

from hotlint.analysis.composition.uses import INLINE
from hotlint.analysis.files.client_files import UploadBlocker, missing_part, upload_blocker
from hotlint.analysis.template import span_of
from hotlint.common.suggestions import did_you_mean, unambiguous_match
from hotlint.resource_types.validation.model import LATER
from hotlint.rule import (
    Diagnostic,
    PropertyProblem,
    Related,
    ReportingRule,
    Resource,
    ResourceType,
    RuleContext,
    Scalar,
    Severity,
    Span,
    Target,
    Template,
    TemplateContext,
    Use,
    causes_in,
    file_cause,
    moved_cause,
)
from hotlint_rules._deployed_files import use_template
from hotlint_rules._property_problems import decided_above

NOT_LOADED = frozenset({
    "missing-version", "unknown-version", "version-not-string", "missing-parameter-type", "unknown-parameter-type",
    "unknown-parameter-key", "malformed-constraint", "unknown-constraint", "mismatched-constraint", "invalid-pattern",
    "tags-not-list", "missing-output-value", "unknown-output-key",
})  # fmt: skip
"""Problems with which Heat cannot make a resource type of a template: it refuses every template that uses it."""
REPORTED_IN_PARENT = frozenset(
    {
        "duplicate-key",
        "future-function",
        "invalid-parameter-value",
        "missing-parameter-value",
        "unknown-environment-parameter",
        "version-too-old",
    }
)
"""Problems not reported for a nested template: Heat ignores them, they are reported in the parent, or sum up others."""
_CUSTOM = "unknown-custom-constraint"
_NESTED = "nested template "
_HERE = "error in the nested template"
MILDER = frozenset({"unknown-output-key"})
"""Warnings in a template by itself that are errors in a nested one."""


def display_path(path: str, ctx: RuleContext) -> str:
    """Return a path relative to the file that is checked, with slashes."""
    return os.path.relpath(path, os.path.dirname(ctx.template_context.path) or ".").replace(os.sep, "/")


def meant_file(written: str, path: str, ctx: RuleContext) -> tuple[str, str | None]:
    """Return the end of a message about a missing file, and the name to write instead; "" and None where none is likely.

    `written` is the name in the file that is checked, `path` what it leads to. A similar name in the same folder is likely, then the
    same name in a folder below the template, then that of a Jinja source.
    """
    project, own = ctx.template_context.project, os.path.normpath(ctx.template_context.path)
    above, _, base = written.rpartition("/")
    folder = os.path.dirname(path)
    near = [name for name in project.siblings(path) if os.path.join(folder, name) != own]
    hint, found = did_you_mean(base, near), unambiguous_match(base, near)
    if hint:
        return hint, f"{above}/{found}" if above and found else found
    below = project.named_below(os.path.dirname(own), base) if "://" not in written else ()
    files = [file for file in below if file != os.path.abspath(own)]
    names = [_as_written(file, above, folder) for file in files]
    if names:
        return did_you_mean(written, names, all_likely=True), names[0] if len(names) == 1 else None
    source = project.jinja_source(path)
    return f"; it is rendered from '{source}'" if source is not None else "", None


def moved_file(target: Target, written: str, path: str, ctx: RuleContext) -> Diagnostic | None:
    """Return the warning about a missing file that is elsewhere in the tree, one for each folder; None for any other file."""
    project = ctx.template_context.project
    if project.state(path) != "moved" or (found := project.elsewhere(path)) is None:
        return None
    near = os.path.relpath(found, os.path.dirname(os.path.abspath(ctx.template_context.path))).replace(os.sep, "/")
    message = f"file '{written}' does not exist, but '{near}' does: Heat's client needs it where it is named"
    fix = ctx.rename_fix(target, near, "unsafe")
    return ctx.report(target, message, severity="warning", fix=fix, causes=[moved_cause(os.path.dirname(path))])


def _as_written(file: str, above: str, folder: str) -> str:
    """Return the name of a file where names in the folder `folder` begin with `above`."""
    name = os.path.relpath(file, os.path.abspath(folder)).replace(os.sep, "/")
    return posixpath.normpath(f"{above}/{name}") if above else name


def missing_cause(path: str, ctx: RuleContext) -> str:
    """Return the cause of what a missing file leads to: the file, or the folder that is missing with all that it should have."""
    return file_cause(missing_part(ctx.template_context.project, path))


def blocker_cause(blocker: UploadBlocker, ctx: RuleContext) -> str:
    """Return the cause of what a file that cannot be sent leads to: the file, or the circle that closes with it."""
    return (
        moved_cause(os.path.dirname(blocker.target)) if blocker.kind == "moved" else missing_cause(blocker.target, ctx)
    )


def blocker_severity(blocker: UploadBlocker) -> Severity | None:
    """Return the severity of what a file that cannot be sent leads to; None for that of the rule."""
    return "warning" if blocker.kind == "moved" else None


def used(uses: Sequence[Use], resource: Resource, ctx: RuleContext) -> Iterator[Use]:
    """Yield the uses of templates, those of disabled resources included.

    Heat makes none of an empty group, and looks at none of a resource that it adopts.
    """
    for use in () if ctx.is_adopted(resource) else uses:
        if use.kind.location is not None and use.size != 0:
            yield use


def validated(uses: Sequence[Use], resource: Resource, ctx: RuleContext) -> Iterator[Use]:
    """Yield the uses that Heat validates before it makes anything: none of a disabled resource or an empty group.

    Those of groups that are members of a group follow it.
    """
    part = ctx.template.part(resource, "type")
    if (ctx.call_severity(part) if part is not None else ctx.owner_severity(resource)) == "error":
        context = ctx.template_context
        early = context.before_creation() if context.refers(resource) else None
        for found in uses:
            same = early.same_use(resource, found) if early is not None and found.size is None else None
            use = found._replace(size=same.size) if same is not None else found
            if use.size != 0:
                yield use
                if use.member and use.type_name != INLINE:
                    yield from validated(ctx.template_context.uses_within(resource, use, use.member), resource, ctx)


def severity_of(use: Use, ctx: RuleContext) -> Severity:
    """Return "error", or "warning" where Heat may not validate the use before it makes anything.

    A group whose size depends on a parameter without a value may be empty; another Heat validates OS::Heat::Stack.
    """
    if use.type_name == INLINE:
        return "warning"
    return "error" if use.size is not None or ctx.template_context.evaluation.inputs.complete else "warning"


def child_problems(resource: Resource, use: Use, ctx: RuleContext) -> list[Diagnostic]:
    """Return what keeps a nested template from being created with the values that it gets here, the worst first."""
    key = ("problems in a nested template", resource.name, use.via, use.key)
    return ctx.memoize(key, lambda: _child_problems(resource, use, ctx))


def nested_findings(
    resource: Resource, use: Use, ctx: RuleContext, wanted: Callable[[ReportingRule], bool]
) -> list[Diagnostic]:
    """Return what some rules find in a nested template with the values that it gets here."""
    context, location = ctx.template_context, use.kind.location
    path = location.path if location is not None else None
    if path is None or not isinstance(use.kind.type, ResourceType) or upload_blocker(context.project, path) is not None:
        return []  # it cannot be read, or the client stops earlier

    def make() -> TemplateContext | None:
        context.project.document(path)
        return context.open_child(resource, use)

    key = ("child", path, _signature(context, resource, use))
    listed = ctx.check_nested(key, make, wanted)
    if any(related.words for d in listed for related in d.related):  # origins of values, which differ between parents
        place = (context.path, context.chain, context.environment.files, resource.name, use.via, use.key)
        listed = ctx.check_nested((*key, place), make, wanted)
    return listed


def _child_problems(resource: Resource, use: Use, ctx: RuleContext) -> list[Diagnostic]:
    template = use_template(use, ctx)
    found = [
        d for d in nested_findings(resource, use, ctx, _counts_in_parent)
        if (d.severity == "error" or d.rule in MILDER) and (d.rule != _CUSTOM or _is_asked(d, template, use, ctx))
    ]  # fmt: skip
    return sorted(found, key=lambda d: template is not None and not keeps_from_loading(d, template, use))


def is_of_service(found: Diagnostic) -> bool:
    """Return whether a finding is of the rules on what services refuse: Heat validates the template all the same."""
    return found.code.startswith("HOT55")


def by_place(found: Sequence[Diagnostic], ctx: RuleContext) -> Iterator[tuple[Span | None, list[Diagnostic]]]:
    """Yield findings in a nested template by the place of this template where their values come from; None without one."""
    own, places = ctx.template_context.path, dict[Span | None, list[Diagnostic]]()
    for finding in found:
        place = next((r.span for r in finding.related if r.path == own and r.words), None)
        places.setdefault(place, []).append(finding)
    yield from places.items()


def nested_finding(found: Sequence[Diagnostic], use: Use, ctx: RuleContext, place: Span | None = None) -> Diagnostic:
    """Return the finding of the running rule about problems in a nested template: it has the message of the first.

    `place` is where the values come from; None for the use of the template.
    """
    path, severity = file_of(use), severity_of(use, ctx) if ctx.rule.severity == "error" else None
    first = found[0]
    causes = [c for d in found for c in causes_in(d, path)] if path is not None else []
    if first.rule == ctx.rule.name and first.message.startswith(_NESTED):  # it is in a template that this one uses
        message = f"{called(use)}: {first.message}"
        related = [Related("used by this resource", first.span, path)] if path is not None else []
        related += first.related
    else:
        count = f" has {len(found)} errors, the first" if len(found) > 1 else ""
        message = f"{called(use)}{count}: {first.message}"
        related = [Related(d.message, d.span, path) for d in found[:3] if path is not None]
        is_late = place is not None  # then the constraint is of interest, too
        related += [r._replace(path=r.path or path or "") for r in first.related if r.words or is_late]
    here = [r for r in related if r.span == place and r.path == ctx.template_context.path]
    for words in (r.words for r in here if r.words):  # the finding is at that place
        message = message.replace(f" ({words})", "").replace(f"({words}: ", "(")
    related = [r._replace(message=_HERE) if message.endswith(r.message) else r for r in related if r not in here]
    return ctx.report(place or Target(use.node), message, severity=severity, related=related, causes=causes)


def _is_asked(found: Diagnostic, template: Template | None, use: Use, ctx: RuleContext) -> bool:
    """Return whether Heat asks for the custom constraint of a parameter of a used template before it creates anything.

    It does so where a resource of the stack's own template gives the parameter a value.
    """
    if template is None or use.member or ctx.template_context.depth:
        return False
    passed = [template.parameters[n] for n in use.values() or () if n in template.parameters]
    return any(p.node.start <= found.span.start < p.node.end for p in passed)


def _counts_in_parent(rule: ReportingRule) -> bool:
    """Return whether a rule finds what may keep the parent of a nested template from being created."""
    return (rule.severity == "error" or rule.name in MILDER) and rule.name not in REPORTED_IN_PARENT


def called(use: Use) -> str:
    """Return the words for a used template in messages."""
    return "template of this stack" if use.type_name == INLINE else f"{_NESTED}'{use.type_name}'"


def file_of(use: Use) -> str | None:
    """Return the file of a nested template; None for one that is written inside this template."""
    location = use.kind.location
    inline = use.type_name == INLINE and isinstance(use.node, Scalar)
    return None if location is None or inline else location.path


def _signature(context: TemplateContext, resource: Resource, use: Use) -> tuple[object, ...]:
    """Return all inputs of the check of a nested template, except files."""
    environment = use.environment
    facade = [
        repr(part.snippet) for what in ("metadata", "update_policy", "deletion_policy")
        if (part := context.template.part(resource, what)) is not None
    ]  # fmt: skip
    made_by = use.kind.mapped.pattern if use.kind.mapped is not None else None
    above = decided_above(context, resource, use)
    own = repr((use.depth, use.values(), facade, use.metadata, context.offline, made_by, above))
    return own, environment.registry.key, environment.defaults.key


def keeps_from_loading(found: Diagnostic, template: Template, use: Use) -> bool:
    """Return whether Heat cannot make a resource type of a template because of this finding."""
    if found.code.startswith("HOT0") or found.rule in NOT_LOADED or found.rule == _CUSTOM:
        return True
    if found.rule not in ("invalid-section-type", "invalid-entry-type"):
        return False
    return any(
        entry.key.start <= found.span.start < max(entry.value.end, entry.key.end)
        for name in ("parameters", "outputs")
        if (entry := template.sections.get(name)) is not None
    )


def parameter_place(use: Use, name: object, ctx: RuleContext) -> list[Related]:
    """Return where a used template defines a parameter, or else its section of parameters."""
    template, path = use_template(use, ctx), file_of(use)
    if template is None or path is None:
        return []
    parameter = template.parameters.get(name) if isinstance(name, str) else None
    if parameter is not None:
        return [Related(f"parameter '{name}' of the nested template", span_of(parameter.key), path)]
    section = template.sections.get("parameters")
    return [Related("parameters of the nested template", span_of(section.key), path)] if section else []


def property_message(problem: PropertyProblem, use: Use) -> str:
    """Return the message of a property problem; for a used template, whose properties are its parameters."""
    found = use.kind.type
    if use.kind.location is None or len(problem.path) > 1:
        return problem.message
    subject = "template of this stack" if use.type_name == INLINE else f"template '{use.type_name}'"
    if problem.kind == "unknown-property" and isinstance(found, ResourceType):
        return f"{subject} has no parameter '{problem.path[0]}'{did_you_mean(problem.path[0], found.properties)}"
    if problem.kind == "missing-property":
        later = LATER if problem.later else ""
        return f"{subject} requires a value for parameter '{problem.name}'{later}"
    return problem.message
