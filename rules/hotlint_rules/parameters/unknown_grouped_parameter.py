from __future__ import annotations

from hotlint.analysis.template import span_of
from hotlint.common.suggestions import did_you_mean, unambiguous_match
from hotlint.rule import Checked, Example, Group, Mapping, Rule, RuleContext, Scalar, Sequence, Target
from hotlint_rules.structure._nodes import describe, is_lost

_GROUPABLE = frozenset({"OS::stack_id", "OS::project_id"})
"""Pseudo parameters that Heat accepts in a group (it does not know the third one at that point)."""


class UnknownGroupedParameter(Rule):
    """A parameter group names an undefined parameter.

    Heat refuses the template.
    """

    code = "HOT221"
    name = "unknown-grouped-parameter"
    severity = "error"
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
parameters:
  flavor: {type: string}
parameter_groups:
  - parameters: [flavour]
                 ^^^^^^^
""",
            fixed="""\
heat_template_version: 2018-08-31
parameters:
  flavor: {type: string}
parameter_groups:
  - parameters: [flavor]
""",
        )
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  flavor: {type: string}
parameter_groups:
  - parameters: [flavor]
""")
    ]

    def check_group(self, group: Group, ctx: RuleContext) -> Checked:
        listed = group.node.get("parameters") if isinstance(group.node, Mapping) else None
        for node in listed.items if isinstance(listed, Sequence) else ():
            name = node.value if isinstance(node, Scalar) else None
            if not isinstance(name, str):
                if not is_lost(node, ctx):
                    yield ctx.report(
                        span_of(node),
                        f"item of a parameter group must be the name of a parameter, not {describe(node)}",
                    )
            elif (
                name not in ctx.template.parameters and name not in _GROUPABLE and not ctx.may_be_in_unparsed_text(name)
            ):
                known = ctx.template.parameters
                fix = ctx.rename_fix(Target(node), unambiguous_match(name, known))
                yield ctx.report(span_of(node), f"undefined parameter '{name}'{did_you_mean(name, known)}", fix=fix)
