from __future__ import annotations

from hotlint.rule import Checked, Example, Related, Rule, RuleContext, Scalar, Template


class ParameterGroupedTwice(Rule):
    """A parameter is in two groups, or twice in one.

    Heat refuses the template.
    """

    code = "HOT222"
    name = "parameter-grouped-twice"
    severity = "error"
    looks_at = frozenset({"parameter_groups"})
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  flavor: {type: string}
  image: {type: string}
parameter_groups:
  - parameters: [flavor]
  - parameters: [image, flavor]
                        ^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  flavor: {type: string}
  image: {type: string}
parameter_groups:
  - parameters: [flavor]
  - parameters: [image]
""")
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        seen: dict[str, Scalar] = {}
        for group in template.groups:
            for node in group.names:
                if not isinstance(node.value, str):
                    continue
                first = seen.setdefault(node.value, node)
                if first is not node:
                    message = f"parameter '{node.value}' is already in a group; it can be in only one"
                    yield ctx.report(node, message, related=[Related("it is grouped here", first.span)])
