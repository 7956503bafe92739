from __future__ import annotations

from hotlint.rule import Checked, Example, Parameter, Related, Rule, RuleContext, Sequence
from hotlint_rules.parameters import _defaults
from hotlint_rules.parameters._constraints import constraint_place, is_invalid
from hotlint_rules.structure._nodes import place


class DefaultBreaksConstraint(Rule):
    """A parameter's default breaks one of the parameter's own constraints.

    Heat refuses the template even when a valid value is given (except for custom constraints, which it checks only for the
    value in use).
    """

    code = "HOT212"
    name = "default-breaks-constraint"
    severity = "error"
    needs = frozenset({"default"})
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  port:
    type: number
    default: 80
             ^^
    constraints:
      - range: {min: 1024, max: 65535}
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  port:
    type: number
    default: 8080
    constraints:
      - range: {min: 1024, max: 65535}
""")
    ]

    def check_parameter(self, parameter: Parameter, ctx: RuleContext) -> Checked:
        entry, listed = parameter.fields.get("default"), parameter.field("constraints")
        if entry is None or not isinstance(listed, Sequence) or not listed.items:
            return
        for problem in _defaults.problems(parameter, ctx):
            if problem.entry is not None and not is_invalid(parameter, problem.entry, ctx):
                severity = _defaults.severity(problem, parameter, ctx)
                related = [Related("constraint", constraint_place(parameter, problem.entry, ctx).span())]
                message = f"default of parameter '{parameter.name}': {problem.message}"
                yield ctx.report(place(entry), message, severity=severity, related=related)
