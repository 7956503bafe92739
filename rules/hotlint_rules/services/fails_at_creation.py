from __future__ import annotations

from hotlint.rule import Checked, Example, Rule, RuleContext, Template
from hotlint_rules.services.by_type import concerns


class FailsAtCreation(Rule):
    """Heat itself refuses a value, but only when it creates the resource: its validation does not look at it.

    By then other resources exist, and the stack is left half made.
    """

    code = "HOT555"
    name = "fails-at-creation"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  config:
    type: OS::Heat::SoftwareConfig
    properties:
      config: echo
      inputs:
        - {name: count, type: Number, default: many}
                                               ^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  config:
    type: OS::Heat::SoftwareConfig
    properties:
      config: echo
      inputs:
        - {name: count, type: Number, default: '3'}
""")
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        if not concerns(ctx):
            return ()
        from hotlint_rules.services._findings import report

        return report("heat", ctx)
