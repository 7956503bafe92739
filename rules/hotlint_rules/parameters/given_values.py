"""The rules on the values that environments give to parameters."""

from __future__ import annotations

from hotlint.analysis.composition.value_origins import relative_path
from hotlint.analysis.environments.inputs import Given
from hotlint.analysis.template import VERSION_KEY
from hotlint.common.suggestions import closest_matches, did_you_mean
from hotlint.language.parameter_types import check_given
from hotlint.rule import (
    Checked,
    Entry,
    EnvironmentFile,
    Example,
    Mapping,
    Parameter,
    Related,
    Rule,
    RuleContext,
    Span,
    Target,
    Template,
)
from hotlint_rules._deployed_files import is_lost_in_environment
from hotlint_rules.parameters._shared import constraint_place, is_invalid, judging_entries, origin, value_causes
from hotlint_rules.parameters.unknown_parameter_key import is_misspelled
from hotlint_rules.references._targets import (
    is_for_another,
    may_be_defined,
    parameters_in,
    shown_names,
    undefined_causes,
)
from hotlint_rules.structure._misplaced import misplaced_causes


class MissingParameterValue(Rule):
    """A parameter has no default, and the environment gives no value for it.

    Heat refuses to create the stack. (Reported only with an environment: without one, all values may still be given. With those that
    hotlint finds itself, it reports a parameter that a script gives a value at other sites only.)
    """

    code = "HOT216"
    name = "missing-parameter-value"
    severity = "error"
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
parameters:
  image: {type: string}
  flavor: {type: string}
  ^^^^^^
""",
            environment="parameters: {image: cirros}\n",
        )
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
parameters:
  image: {type: string}
  flavor: {type: string, default: m1.small}
""",
            environment="parameters: {image: cirros}\n",
        ),
        Example(
            """\
heat_template_version: 2018-08-31
parameters:
  image: {type: string}
""",
            environment="parameter: {image: cirros}\n",
        ),  # the misspelled section is the mistake
        Example(
            """\
heat_template_version: 2018-08-31
parameters:
  image: {type: string}
  flavor: {type: string, defualt: m1.small}
""",
            environment="parameters: {imgae: cirros}\n",
        ),  # the misspelled name and key are the mistakes
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        evaluation = ctx.template_context.evaluation
        complete, lacks = evaluation.inputs.complete, dict(evaluation.inputs.lacks)
        if not complete and not lacks:
            return
        unknown = [name for name in evaluation.inputs.parameters if name not in template.parameters]
        meant = {near for name in unknown for near in closest_matches(name, template.parameters)}
        for name, parameter in template.parameters.items():
            if not isinstance(parameter.node, Mapping) or parameter.has_default or evaluation.given(name) is not None:
                continue
            if not complete and name not in lacks:
                continue
            if name in meant or is_misspelled("default", parameter, ctx):
                continue  # its value has another name, or its default
            if not is_lost_in_environment(name, ctx, "parameters", "parameter_defaults"):
                message = f"parameter '{name}' has neither a default nor a given value"
                related = [_lacking(lacks[name], ctx)] if name in lacks else []
                yield ctx.report(parameter.key, message, related=related, causes=misplaced_causes(parameter, ctx))


def _lacking(path: str, ctx: RuleContext) -> Related:
    """Return the place in an environment where the value of a parameter should be."""
    sections = EnvironmentFile(ctx.template_context.project.document(path)).sections
    entry = sections.get("parameters") or next(iter(sections.values()), None)
    return Related("the environment without a value", entry.key.span if entry is not None else Span(0, 0), path)


class InvalidParameterValue(Rule):
    """The given value of a parameter is not of its type, or breaks a constraint.

    Heat refuses the stack with that environment.
    """

    code = "HOT215"
    name = "invalid-parameter-value"
    severity = "error"
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
parameters:
  port:
    type: number
    constraints:
      - range: {min: 1024}
        ^^^^^
  count: {type: number}
                ^^^^^^
""",
            environment="parameters: {port: 80, count: many}\n",
        )
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
parameters:
  port:
    type: number
    constraints:
      - range: {min: 1024}
""",
            environment="parameters: {port: 8080}\n",
        )
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        inputs = ctx.template_context.evaluation.inputs
        for name in {**inputs.parameters, **inputs.defaults}:
            if name in template.parameters:
                yield from self._check(template.parameters[name], ctx)

    def _check(self, parameter: Parameter, ctx: RuleContext) -> Checked:
        given = ctx.template_context.evaluation.given(parameter.name)
        if given is None or parameter.type is None or _is_reported_in_parent(given, ctx):
            return
        found = check_given(parameter.type, given.value, judging_entries(parameter, ctx), ctx.version)
        for problem in found:
            subject, related = origin(parameter.name, ctx)
            place = Target(parameter.fields["type"])
            if problem.entry is not None and is_invalid(parameter, problem.entry, ctx):
                continue
            if problem.entry is not None:
                place = constraint_place(parameter, problem.entry, ctx)
            yield ctx.report(
                place, f"{subject}: {problem.message}", related=related, causes=value_causes(given, problem, parameter)
            )


def _is_reported_in_parent(given: Given, ctx: RuleContext) -> bool:
    """Return whether a value is a property of the resource that uses the template, in a folder that is checked as a whole."""
    return (
        given.offset is None
        and ctx.template_context.parent is not None
        and ctx.template_context.project.open_world is not None
    )


class UnknownEnvironmentParameter(Rule):
    """The environment's `parameters` give a value for a parameter that the template does not have.

    Heat refuses the stack. Values that only some templates need belong under `parameter_defaults`, where Heat ignores
    those that a template does not have. An environment of which no parameter is in the template, or near to one, is one finding.
    """

    code = "HOT217"
    name = "unknown-environment-parameter"
    severity = "error"
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
parameters:
^^^^^^^^^^
  flavor: {type: string}
""",
            environment="parameters: {flavor: m1.small, image: cirros}\n",
        ),
        Example(
            """\
heat_template_version: 2018-08-31
parameters:
^^^^^^^^^^
  flavor: {type: string, default: m1.small}
""",
            environment="parameters: {zone: north, servers: 3, image: cirros}\n",
        ),
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
parameters:
  flavor: {type: string}
""",
            environment="parameters: {flavor: m1.small}\nparameter_defaults: {image: cirros}\n",
        )
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        inputs = ctx.template_context.evaluation.inputs.parameters
        origins = {given.origin for given in inputs.values() if given.offset is not None}
        others = {path: entry for path in sorted(origins) if (entry := _of_another(path, ctx)) is not None}
        for path, entry in others.items():
            shown, names = relative_path(path, ctx.template_context.path), parameters_in(entry)
            words = f"from {shown}"
            message = f"parameters {words} are not defined in the template: {shown_names(names)}"
            related = [Related("parameters of the environment", entry.key.span, path, words)]
            causes = undefined_causes(path, entry.value.start)
            yield ctx.report(Target(_home("", template), "key"), message, related=related, causes=causes)
        for name, given in inputs.items():
            if given.origin in others or name in template.parameters or may_be_defined(name, ctx):
                continue
            if given.offset is not None and ctx.template_context.project.document(given.origin).broken:
                continue  # it may stand in another section
            subject, related = origin(name, ctx)
            message = f"{subject} is not defined in the template{did_you_mean(name, template.parameters)}"
            causes = undefined_causes(given.origin, given.offset)
            yield ctx.report(Target(_home(name, template), "key"), message, related=related, causes=causes)


def _of_another(path: str, ctx: RuleContext) -> Entry | None:
    """Return the parameters of an environment that is for another template as a whole; None for another one."""
    if path not in ctx.template_context.environment.files:
        return None
    document = ctx.template_context.project.document(path)
    entry = EnvironmentFile(document).sections.get("parameters")
    names = parameters_in(entry) if entry is not None and not document.broken else []
    is_apart = is_for_another(names, ctx.template.parameters) and not any(may_be_defined(name, ctx) for name in names)
    return entry if is_apart else None


def _home(name: str, template: Template) -> Entry:
    """Return the section that should have the parameter: a misnamed one that has an entry of that name, if any."""
    for entry in () if "parameters" in template.sections else template.sections.values():
        if isinstance(entry.value, Mapping) and entry.value.entry(name) is not None:
            return entry
    return template.sections.get("parameters") or template.sections[VERSION_KEY]
