from __future__ import annotations

from collections.abc import Sequence

from hotlint.analysis.composition.uses import INLINE
from hotlint.analysis.files.client_files import file_references, problem_at, upload_blocker
from hotlint.analysis.template import kind_of
from hotlint.common.files import ReadError
from hotlint.rule import (
    Checked,
    Example,
    Related,
    Resource,
    ResourceType,
    Rule,
    RuleContext,
    Span,
    Target,
    Template,
    Use,
    causes_in,
    file_cause,
)
from hotlint_rules._deployed_files import use_template
from hotlint_rules.composition._nested import (
    blocker_cause,
    blocker_severity,
    called,
    child_problems,
    display_path,
    file_of,
    keeps_from_loading,
    severity_of,
    used,
)
from hotlint_rules.composition.file_names import WORDS

_NO_TEMPLATES = {
    "other": "it has no heat_template_version",
    "empty": "it is empty",
    "environment": "it is an environment",
}
_START = Span(0, 0)


class UnusableTemplate(Rule):
    """A nested template exists but cannot be used.

    It is not a template, its YAML is broken, or its parameters or outputs are malformed, so that Heat cannot make a
    resource type of it; or it names a file that does not exist.
    """

    code = "HOT606"
    name = "unusable-template"
    severity = "error"
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  web:
    type: web.yaml
          ^^^^^^^^
  db:
    type: db.yaml
          ^^^^^^^
""",
            files={
                "web.yaml": "heat_template_version: 2018-08-31\nparameters: {size: {type: integer}}\n",
                "db.yaml": "heat_template_version: 2018-08-31\nresources: {disk: {type: disk.yaml}}\n",
            },
        ),
        Example(
            """\
HeatTemplateFormatVersion: '2012-12-12'
Resources:
  web:
    Type: web.yaml
          ^^^^^^^^
""",
            files={"web.yaml": "HeatTemplateFormatVersion: '2012-12-12'\n"},
        ),
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  web:
    type: web.yaml
    properties: {size: 1}
""",
            files={"web.yaml": "heat_template_version: 2018-08-31\nparameters: {size: {type: number}}\n"},
        ),
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  web:
    type: web.yaml
    external_id: 0a9a9c3e-1f0f-4c57-9a5c-bc6d7a0cfe3e
""",
            files={"web.yaml": "cores: 2\n"},
        ),
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        project = ctx.template_context.project
        for reference in file_references(project, ctx.document):
            target = reference.location.path
            found = (
                upload_blocker(project, target)
                if target is not None and problem_at(project, reference.location) is None
                else None
            )
            if found is not None and found.kind in WORDS and not found.is_elsewhere(project):
                file = "it" if found.file == target else f"'{display_path(found.file, ctx)}'"
                message = f"file '{reference.node.value}' cannot be used: {file} names '{found.name}', which {WORDS[found.kind]}"
                related = [Related("file is named here", found.span, found.file)]
                yield ctx.report(
                    reference.node, message, severity=blocker_severity(found), related=related,
                    causes=[blocker_cause(found, ctx)],
                )  # fmt: skip

    def check_uses(self, uses: Sequence[Use], resource: Resource, ctx: RuleContext) -> Checked:
        for use in used(uses, resource, ctx):
            severity = severity_of(use, ctx) if use.member else ctx.owner_severity(resource)
            mapped = use.kind.mapped
            if mapped is not None and not mapped.is_sent and "://" not in str(mapped.target):
                message = (
                    f"{called(use)} cannot be used: Heat's client sends no file that the registry names for a resource "
                    "within another one"
                )
                related = [Related("entry of the registry", mapped.entry.key.span, mapped.file)]
                yield ctx.report(Target(use.node), message, severity=severity, related=related)
                continue
            if not use.member and ctx.template.dialect.word("type") != "type" and _is_named_file(use):
                message = (
                    f"{called(use)} cannot be used: Heat's client sends no file that a template in the format of "
                    "CloudFormation names; map a type to it in an environment"
                )
                yield ctx.report(Target(use.node), message, severity=severity)
                continue
            why = _no_template(use, ctx)
            if why is not None:
                message, path = f"{called(use)} cannot be used: {why.message}", file_of(use)
                causes: Sequence[str] = [file_cause(path)] if path is not None else []
                related = [why] if path is not None and why.path else []
                yield ctx.report(Target(use.node), message, severity=severity, related=related, causes=causes)
                continue
            error = next(iter(child_problems(resource, use, ctx)), None)
            template = use_template(use, ctx)
            if error is not None and template is not None and keeps_from_loading(error, template, use):
                path = file_of(use)
                related = [Related(error.message, error.span, path)] if path is not None else []
                message = f"{called(use)} cannot be used: {error.message}"
                causes = causes_in(error, path) if path is not None else ()
                yield ctx.report(Target(use.node), message, severity=severity, related=related, causes=causes)


def _is_named_file(use: Use) -> bool:
    """Return whether a template, and no registry, names the file of a nested template."""
    location = use.kind.location
    return use.kind.mapped is None and use.type_name != INLINE and location is not None and location.path is not None


def _no_template(use: Use, ctx: RuleContext) -> Related | None:
    """Return why an existing file is not a template, as a clause, and where in it; None where it is one.

    A file that cannot be read has no place.
    """
    location = use.kind.location
    if isinstance(use.kind.type, ResourceType) or location is None or location.path is None:
        return None
    if problem_at(ctx.template_context.project, location) is not None:
        return None
    try:
        document = ctx.template_context.project.document(location.path)
    except ReadError as exc:
        return Related(exc.message, _START)
    except OSError:
        return None
    if document.broken:
        problem = next(iter(document.problems), None)
        if problem is None:
            return Related("its YAML is invalid", _START, location.path)
        return Related(f"its YAML is invalid ({problem.message})", problem.span, location.path)
    why = _NO_TEMPLATES.get(kind_of(document))
    return Related(why, _START, location.path) if why is not None else None
