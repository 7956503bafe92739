from __future__ import annotations

from hotlint.analysis.environments.file import to_plain
from hotlint.analysis.environments.inputs import Given
from hotlint.analysis.template import span_of
from hotlint.language.parameter_types import check_given
from hotlint.rule import Checked, EnvironmentFile, Example, Related, Rule, RuleContext, Target
from hotlint_rules.composition._nested import display_path
from hotlint_rules.composition.unused_environment_entry import users
from hotlint_rules.parameters._shared import value_causes


class InvalidEnvironmentValue(Rule):
    """A value in an environment is invalid for a template that uses the environment.

    The value is not of the parameter's type, or breaks a constraint, and Heat refuses the stack. hotlint looks at the templates
    for which .hotlint.yaml names the environment, or else at the template that is named like the environment, and at their
    nested templates.
    """

    code = "HOT640"
    name = "invalid-environment-value"
    severity = "warning"
    bad = [
        Example(
            """\
parameter_defaults:
  port: 80
        ^^
""",
            files={
                "web.yaml": "heat_template_version: 2018-08-31\n"
                "parameters: {port: {type: number, constraints: [{range: {min: 1024}}]}}\n",
            },
        )
    ]
    good = [
        Example(
            "parameter_defaults:\n  port: 8080\n",
            files={
                "web.yaml": "heat_template_version: 2018-08-31\n"
                "parameters: {port: {type: number, constraints: [{range: {min: 1024}}]}}\n",
            },
        )
    ]

    def check_environment(self, environment: EnvironmentFile, ctx: RuleContext) -> Checked:
        templates = list(users(ctx))
        for section in ("parameters", "parameter_defaults"):
            for name, entry in environment.entries(section).items():
                for path, template in templates:
                    parameter = template.parameters.get(name)
                    if parameter is None or parameter.type is None:
                        continue
                    listed = parameter.field("constraints")
                    constraints = to_plain(listed) if listed is not None else None
                    problem = next(
                        iter(check_given(parameter.type, to_plain(entry.value), constraints, template.version)), None
                    )
                    if problem is not None:
                        related = [Related(f"parameter '{name}'", span_of(parameter.key), path)]
                        message = f"value of parameter '{name}' of {display_path(path, ctx)}: {problem.message}"
                        given = Given(to_plain(entry.value), environment.path, entry.value.start)
                        causes = value_causes(given, problem, parameter)
                        yield ctx.report(Target(entry), message, related=related, causes=causes)
                        break
