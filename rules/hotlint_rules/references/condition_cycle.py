from __future__ import annotations

from hotlint.rule import Checked, Example, Related, Rule, RuleContext, Template
from hotlint_rules.references._cycles import Edge, as_path, cycles


class ConditionCycle(Rule):
    """Conditions depend on each other in a cycle, or one depends on itself.

    Heat cannot evaluate them, and refuses the stack as soon as anything uses one of them.
    """

    code = "HOT308"
    name = "condition-cycle"
    severity = "error"
    looks_at = frozenset({"conditions"})
    bad = [
        Example("""\
heat_template_version: 2018-08-31
conditions:
  small: {not: large}
               ^^^^^
  large: {not: small}
outputs:
  size: {value: s, condition: small}
"""),
        Example("""\
heat_template_version: 2018-08-31
conditions:
  usual: true
  small:
    and:
      - usual
      - large
        ^^^^^
  large: {or: [usual, {not: small}]}
outputs:
  size: {value: s, condition: small}
"""),
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
conditions:
  small: true
  large: {not: small}
outputs:
  size: {value: s, condition: small}
""")
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        graph: dict[str, list[Edge]] = {}
        for name, condition in template.conditions.items():
            part = template.part(condition, "condition")
            graph[name] = [
                Edge(target.name, ctx.argument(call, target.path).span())
                for call in (part.calls if part else ())
                for target in call.targets
                if target.kind == "condition" and target.name in template.conditions
            ]
        for way in cycles(graph):
            names = [name for name, _ in way]
            related = [Related(f"'{name}' depends on '{edge.target}' here", edge.span) for name, edge in way[1:30]]
            message = f"circular condition: {as_path(names)}"
            errors = [ctx.template_context.evaluation.failed_condition(name) for name in names]
            failed = any(f is not None and f.slug == "condition-cycle" for f in errors)
            yield ctx.report(way[0][1].span, message, severity="error" if failed else "warning", related=related)
