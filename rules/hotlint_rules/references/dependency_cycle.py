from __future__ import annotations

from hotlint.language.values import EvaluationError
from hotlint.rule import Call, Checked, Example, Part, Related, Resource, Rule, RuleContext, Template
from hotlint_rules.references._cycles import Edge, as_path, cycles, has_cycle
from hotlint_rules.references._targets import DEPENDENT_FIELDS, named_in, refers
from hotlint_rules.structure._nodes import is_empty


class DependencyCycle(Rule):
    """Resources depend on each other in a cycle, or one depends on itself.

    get_resource, get_attr and depends_on make Heat create the other resource first. In a cycle no resource can be the
    first, and Heat refuses the stack. Remove one of the references, or move what both need into a third resource.
    """

    code = "HOT307"
    name = "dependency-cycle"
    severity = "error"
    looks_at = frozenset({"resources"})
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  web:
    type: OS::Heat::Value
    properties:
      value: {get_attr: [db, value]}
                         ^^
  db:
    type: OS::Heat::Value
    depends_on: cache
  cache:
    type: OS::Heat::Value
    properties:
      value: {get_resource: web}
  self:
    type: OS::Heat::Value
    depends_on: self
                ^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  web:
    type: OS::Heat::Value
    properties:
      value: {get_attr: [db, value]}
  db:
    type: OS::Heat::Value
""")
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        if not has_cycle({name: named_in(r, ctx) for name, r in template.resources.items()}):
            return
        graph = {name: list(_edges(r, ctx)) for name, r in template.resources.items()}
        graph = {name: edges for name, edges in graph.items() if ctx.is_enabled(template.resources[name])}
        for way in cycles(graph):
            names = [name for name, _ in way]
            first = way[0][1]
            related = [Related(f"'{name}' depends on '{edge.target}' here", edge.span) for name, edge in way[1:30]]
            message = f"circular dependency: {as_path(names)}"
            certain = all(e.certain and _is_certainly_enabled(template.resources[n], ctx) for n, e in way)
            yield ctx.report(first.span, message, severity="error" if certain else "warning", related=related)


def _edges(resource: Resource, ctx: RuleContext) -> list[Edge]:
    external = resource.field("external_id")
    if external is not None and not is_empty(external):
        return []
    edges = [Edge(node.value, node.span) for node in resource.depends_on()] if "depends_on" in resource.fields else []
    for part in ctx.template.parts_of(resource):
        if part.calls and part.field in DEPENDENT_FIELDS:
            edges += [e for call in part.calls if refers(call) for e in _called(call, part, ctx)]
    return edges


def _called(call: Call, part: Part, ctx: RuleContext) -> list[Edge]:
    if not ctx.template_context.evaluation.is_taken(call):
        return []
    known = ctx.template.resources
    targets = [t for t in call.targets if t.kind in ("resource", "ref") and t.name in known]
    return [Edge(t.name, ctx.argument(call, t.path).span(), _certain(call, ctx)) for t in targets]


def _certain(call: Call, ctx: RuleContext) -> bool:
    """Return whether the condition of every `if` around a call is known."""
    parent = call.parent
    while parent is not None:
        if parent.function.macro and isinstance(parent.args, list) and parent.args:
            try:
                if not isinstance(ctx.template_context.evaluation.condition(parent.args[0]), bool):
                    return False
            except EvaluationError:
                return False
        parent = parent.parent
    return True


def _is_certainly_enabled(resource: Resource, ctx: RuleContext) -> bool:
    if "condition" not in resource.fields:
        return True
    try:
        return ctx.template_context.evaluation.condition_value(resource) is True
    except EvaluationError:
        return False
