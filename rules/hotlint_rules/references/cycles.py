"""The rules on circular references."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from hotlint import heat_types
from hotlint.common.records import NamedTuple
from hotlint.language.values import EvaluationError
from hotlint.rule import Call, Checked, Example, Part, Related, Resource, Rule, RuleContext, Span, Target, Template
from hotlint_rules.references._targets import DEPENDENT_FIELDS, named_in, refers
from hotlint_rules.structure._nodes import is_empty

_MOST_SHOWN = 30


class Edge(NamedTuple):
    """A dependency on `target`, written at `span`. `certain` is false where it depends on an unknown value.

    `is_added`: Heat adds it, and `span` is the type of the resource.
    """

    target: str
    span: Span
    certain: bool = True
    is_added: bool = False


Graph = Mapping[str, list[Edge]]


def cycles(graph: Graph) -> Iterator[list[tuple[str, Edge]]]:
    """Yield one shortest cycle of each strongly connected component: its (name, edge to the next name) pairs."""
    for component in _components(graph):
        inside = set(component)
        start = min(component, key=lambda name: min(e.span for e in graph[name] if e.target in inside))
        yield _shortest(graph, start, inside)


def has_cycle(graph: Mapping[str, Iterable[str]]) -> bool:
    """Return whether a graph, given by names only, has a cycle."""
    finished: set[str] = set()
    for start in graph:
        if start in finished or not graph[start]:
            continue
        way, rest, on_way = [start], [iter(graph[start])], {start}
        while way:
            for target in rest[-1]:
                if target in on_way:
                    return True
                if target in graph and target not in finished:
                    way.append(target)
                    rest.append(iter(graph[target]))
                    on_way.add(target)
                    break
            else:
                finished.add(way[-1])
                on_way.discard(way.pop())
                rest.pop()
    return False


def as_path(names: list[str]) -> str:
    """Return a cycle for messages, `a -> b -> a`; of very many names the first ones and the last."""
    if len(names) > _MOST_SHOWN:
        names = [*names[: _MOST_SHOWN - 2], f"... ({len(names) - _MOST_SHOWN + 1} more)", names[-1]]
    return " -> ".join([*names, names[0]])


def _components(graph: Graph) -> list[list[str]]:
    """Return the strongly connected components with a cycle (Tarjan's algorithm, without recursion)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    on_stack: set[str] = set()
    stack: list[str] = []
    found: list[list[str]] = []
    for root in graph:
        if root in index:
            continue
        work = [(root, iter(graph[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            name, edges = work[-1]
            child = next(
                (e.target for e in edges if e.target in graph and (e.target not in index or e.target in on_stack)), None
            )
            if child is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[name])
                if low[name] == index[name]:
                    component = [stack.pop()]
                    while component[-1] != name:
                        component.append(stack.pop())
                    on_stack.difference_update(component)
                    if len(component) > 1 or any(e.target == name for e in graph[name]):
                        found.append(component)
            elif child in index:
                low[name] = min(low[name], index[child])
            else:
                index[child] = low[child] = len(index)
                stack.append(child)
                on_stack.add(child)
                work.append((child, iter(graph[child])))
    return found


def _shortest(graph: Graph, start: str, inside: set[str]) -> list[tuple[str, Edge]]:
    """Return the shortest path from a name back to itself."""
    came: dict[str, tuple[str, Edge]] = {}
    queue = [start]
    for name in queue:
        for edge in graph[name]:
            if edge.target not in inside or edge.target in came:
                continue
            came[edge.target] = (name, edge)
            if edge.target == start:
                queue.clear()
                break
            queue.append(edge.target)
    way = [came[start]]
    while way[-1][0] != start:
        way.append(came[way[-1][0]])
    return way[::-1]


class DependencyCycle(Rule):
    """Resources depend on each other in a cycle, or one depends on itself.

    get_resource, get_attr and depends_on make Heat create the other resource first. In a cycle no resource can be the
    first, and Heat refuses the stack. Remove one of the references, or move what both need into a third resource.

    Heat adds dependencies for some types: a port and a server wait for the subnets of their network, for example, and a floating IP
    for the gateway and the interface of its router. They close cycles as well.
    """

    code = "HOT307"
    name = "dependency-cycle"
    severity = "error"
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
"""),
        Example("""\
heat_template_version: 2018-08-31
resources:
  net:
    type: OS::Neutron::Net
  port:
    type: OS::Neutron::Port
          ^^^^^^^^^^^^^^^^^
    properties: {network: {get_resource: net}}
  subnet:
    type: OS::Neutron::Subnet
    depends_on: port
    properties: {network: {get_resource: net}, cidr: 10.0.0.0/24}
"""),
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
        named, possible = {name: named_in(r, ctx) for name, r in template.resources.items()}, _possible(ctx)
        if not has_cycle({name: [*names, *possible.get(name, ())] for name, names in named.items()}):
            return
        added = _added(ctx) if possible else {}
        if possible and not has_cycle({name: [*names, *added.get(name, ())] for name, names in named.items()}):
            return
        graph = {name: [*_edges(r, ctx), *_added_edges(r, added, ctx)] for name, r in template.resources.items()}
        graph = {name: edges for name, edges in graph.items() if ctx.is_enabled(template.resources[name])}
        for way in cycles(graph):
            names = [name for name, _ in way]
            first = way[0][1]
            related = [Related(f"'{name}' depends on '{edge.target}' here", edge.span) for name, edge in way[1:30]]
            message = f"circular dependency: {as_path(names)}"
            implied = next(((name, edge.target) for name, edge in way if edge.is_added), None)
            if implied is not None:
                message += f"; Heat itself creates '{implied[1]}' before '{implied[0]}', because of their types"
            certain = all(e.certain and _is_certainly_enabled(template.resources[n], ctx) for n, e in way)
            yield ctx.report(first.span, message, severity="error" if certain else "warning", related=related)


def _possible(ctx: RuleContext) -> dict[str, list[str]]:
    """Return the dependencies that Heat may add, by name of both resources, as far as the types say it: few close a cycle."""
    kinds: dict[str, list[str]] = {}
    for resource in ctx.template.resources.values():
        if resource.type:
            kinds.setdefault(ctx.template_context.resource_type(resource).name, []).append(resource.name)
    found: dict[str, list[str]] = {}
    for kind, names in kinds.items():
        others = [other for awaited in heat_types.of(kind).waits_for for other in kinds.get(awaited, ())]
        found |= dict.fromkeys(names, others) if others else {}
    return found


def _added(ctx: RuleContext) -> dict[str, dict[str, bool]]:
    """Return the dependencies that Heat adds, by name of both resources, and whether they are certain."""
    order, found = ctx.deployment.root.order, dict[str, dict[str, bool]]()
    for each in (order, order.certain()):
        for name, owner in order.single.items():
            found.setdefault(name, {}).update(
                dict.fromkeys(heat_types.waited_for(owner, each), not each.unknown_is_same)
            )
    return found


def _added_edges(resource: Resource, added: dict[str, dict[str, bool]], ctx: RuleContext) -> Iterator[Edge]:
    if not ctx.is_adopted(resource):
        span = Target(resource.fields["type"]).span() if "type" in resource.fields else resource.key.span
        for target, certain in added.get(resource.name, {}).items():
            yield Edge(target, span, certain, is_added=True)


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


class ConditionCycle(Rule):
    """Conditions depend on each other in a cycle, or one depends on itself.

    Heat cannot evaluate them, and refuses the stack as soon as anything uses one of them.
    """

    code = "HOT308"
    name = "condition-cycle"
    severity = "error"
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
