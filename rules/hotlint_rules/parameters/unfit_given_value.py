from __future__ import annotations

from hotlint.diagnostic import Related
from hotlint.parametertypes import check_given
from hotlint.rule import Checked, Context, Example, Rule
from hotlint.template import Parameter, span_of
from hotlint.yamltree import Sequence
from hotlint_rules.parameters.constraints import entries
from hotlint_rules.parameters.given import source


class UnfitGivenValue(Rule):
    """The value that the environment gives for a parameter is not of its type, or breaks a constraint.

    Heat refuses the stack with that environment.
    """

    code = "HOT215"
    name = "unfit-given-value"
    severity = "error"
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
parameters:
  port:
  ^^^^
    type: number
    constraints:
      - range: {min: 1024}
  count: {type: number}
  ^^^^^
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

    def check_parameter(self, parameter: Parameter, ctx: Context) -> Checked:
        given = ctx.unit.evaluation.given(parameter.name)
        if given is None or parameter.type is None:
            return
        listed = parameter.field("constraints")
        found = check_given(parameter.type, given.value, entries(parameter), ctx.version, name=parameter.name)
        for problem in found:
            what, related = source(given, parameter.name, ctx)
            if problem.entry is not None and isinstance(listed, Sequence):
                related.append(Related("the constraint", span_of(listed.items[problem.entry])))
            message = f"{what[0].upper()}{what[1:]} for '{parameter.name}' does not fit: {_inside(problem.message)}"
            yield ctx.report(parameter.key, message, related=related)


def _inside(message: str) -> str:
    """A sentence as the end of another one."""
    return message[0].lower() + message[1:] if message.startswith(("The ", "One ", "This ")) else message
