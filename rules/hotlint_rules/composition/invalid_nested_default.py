from __future__ import annotations

from collections.abc import Iterator, Sequence

from hotlint.analysis.environments.file import to_plain
from hotlint.language.parameter_types import ValueProblem, check_default
from hotlint.language.values import Value
from hotlint.resource_types.catalog import version_key
from hotlint.rule import Checked, Example, Parameter, Resource, Rule, RuleContext, Target, Use
from hotlint.rule import Sequence as ListNode
from hotlint_rules._deployed_files import use_template
from hotlint_rules.composition._nested import called, parameter_place, used
from hotlint_rules.parameters._shared import place, value_causes

FIRST_PARSED_WHEN_READ = (14,)
"""The first release of openstack-heat that parses the JSON of a parameter only where something reads it."""


class InvalidNestedDefault(Rule):
    """A value in an environment's parameter_defaults is invalid for a nested template that has a parameter of that name.

    There it replaces the parameter's default, which Heat checks whether or not the parameter gets another value. Heat refuses
    the stack.
    """

    code = "HOT643"
    name = "invalid-nested-default"
    severity = "error"
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  web:
    type: web.yaml
          ^^^^^^^^
""",
            environment="parameter_defaults: {port: 80}\n",
            files={
                "web.yaml": "heat_template_version: 2018-08-31\n"
                "parameters: {port: {type: number, constraints: [{range: {min: 1024}}]}}\n",
            },
        )
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  web:
    type: web.yaml
""",
            environment="parameter_defaults: {port: 8080}\n",
            files={
                "web.yaml": "heat_template_version: 2018-08-31\n"
                "parameters: {port: {type: number, constraints: [{range: {min: 1024}}]}}\n",
            },
        )
    ]

    def check_uses(self, uses: Sequence[Use], resource: Resource, ctx: RuleContext) -> Checked:
        for use in used(uses, resource, ctx):
            defaults = use.environment.defaults
            template = use_template(use, ctx) if defaults else None
            if template is None:
                continue
            passed = use.values() or {}
            for name, parameter in template.parameters.items():
                given = defaults.get(name)
                if given is None:
                    continue
                places = place(given, name, ctx)
                source = places[0].words if places else "from the environment"
                is_parsed = parameter.type == "json" and name not in passed and _parses_defaults(ctx)
                for problem in _problems(parameter, given.value, template.version, is_parsed=is_parsed):
                    message = f"default of parameter '{name}' of the {called(use)} {source}: {problem.message}"
                    related = [*parameter_place(use, name, ctx), *places]
                    severity, causes = ctx.owner_severity(resource), value_causes(given, problem, parameter)
                    yield ctx.report(Target(use.node), message, severity=severity, related=related, causes=causes)


def _parses_defaults(ctx: RuleContext) -> bool:
    """Return whether Heat parses the JSON of a parameter's value before anything reads it."""
    target = ctx.template_context.catalog.target
    return target is not None and version_key(target) < FIRST_PARSED_WHEN_READ


def _problems(parameter: Parameter, default: Value, version: str, *, is_parsed: bool) -> Iterator[ValueProblem]:
    """Yield the problems of a default that Heat finds whatever value the parameter has, and with `is_parsed` all of the type."""
    listed = parameter.field("constraints")
    entries = to_plain(listed) if isinstance(listed, ListNode) else []
    for problem in check_default(parameter.type or "", default, entries, version):
        if problem.always or (is_parsed and problem.entry is None):
            yield problem
