from __future__ import annotations

from hotlint.analysis.environments.parameter_merge import MergeProblem
from hotlint.analysis.template import VERSION_KEY
from hotlint.rule import Checked, Example, Related, Rule, RuleContext, Span, Target, Template, finding_cause


class UnmergeableEnvironments(Rule):
    """The environments of the template cannot be merged.

    Heat merges the files in the order in which they are given. For each parameter all files must use the same strategy
    (parameter_merge_strategies), and values are merged only with values of their type: it refuses the stack otherwise. Numbers
    and booleans cannot be merged, only overwritten.
    """

    code = "HOT641"
    name = "unmergeable-environments"
    severity = "error"
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
^^^^^^^^^^^^^^^^^^^^^
parameters:
  tags: {type: json}
""",
            environment="parameters: {tags: {team: web}}\nparameter_merge_strategies: deep_merge\n",
        )
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
parameters:
  tags: {type: json}
""",
            environment="parameters: {tags: {team: web}}\nparameter_merge_strategies: {tags: deep_merge}\n",
        )
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        if ctx.template_context.chain:
            return
        for problem in ctx.template_context.environment.problems:
            parameter = template.parameters.get(problem.name) if problem.name is not None else None
            version = template.sections.get(VERSION_KEY)
            severity = "warning" if problem.milder else self.severity
            place = _place(problem, ctx)
            related = [Related("environment to merge", place, problem.path)]
            causes = [f"{finding_cause(problem.path, self.code, place)} {problem.message}"]
            if parameter is not None:
                yield ctx.report(parameter.key, problem.message, severity=severity, related=related, causes=causes)
            elif version is not None:
                yield ctx.report(
                    Target(version, "key"), problem.message, severity=severity, related=related, causes=causes
                )


def _place(problem: MergeProblem, ctx: RuleContext) -> Span:
    """Return the place of a problem in its environment: where the value starts, else the start of the file."""
    start = problem.offset or 0
    text = ctx.template_context.project.document(problem.path).text
    return Span(start, min(start + 1, len(text)))
