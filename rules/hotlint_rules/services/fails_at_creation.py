from __future__ import annotations

from hotlint.rule import Example
from hotlint_rules.services._rule import ServiceRule


class FailsAtCreation(ServiceRule):
    """Heat itself refuses a value, but only when it creates the resource: its validation does not look at it.

    By then other resources exist, and the stack is left half made.
    """

    code = "HOT555"
    name = "fails-at-creation"
    severity = "error"
    refusal = "heat"
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
