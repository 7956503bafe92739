from __future__ import annotations

from hotlint.rule import Checked, Context, Example, Rule
from hotlint.template import Named, Output, Parameter, Resource, span_of
from hotlint.yamltree import Mapping, Scalar
from hotlint_rules.structure.nodes import is_empty, is_lost, sort

_SUCH_AS = {
    "parameter": "{type: string}",
    "resource": "{type: 'OS::Heat::Value', properties: {...}}",
    "output": "{value: ...}",
}


class EntryType(Rule):
    """A parameter, resource or output is not a map.

    Each of them is described by keys below its name: a parameter at the least by its type, a resource by its type, an
    output by its value.
    """

    code = "HOT106"
    name = "entry-type"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  size: string
        ^^^^^^
resources:
  web: OS::Heat::Value
       ^^^^^^^^^^^^^^^
outputs:
  id:
  ^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  size: {type: string}
resources:
  web: {type: "OS::Heat::Value"}
outputs:
  id: {value: {get_resource: web}}
""")
    ]

    def check_parameter(self, parameter: Parameter, ctx: Context) -> Checked:
        return _check(parameter, "parameter", ctx)

    def check_resource(self, resource: Resource, ctx: Context) -> Checked:
        return iter(()) if is_empty(resource.node) else _check(resource, "resource", ctx)

    def check_output(self, output: Output, ctx: Context) -> Checked:
        return _check(output, "output", ctx)


def _check(owner: Named, kind: str, ctx: Context) -> Checked:
    node = owner.node
    if isinstance(node, Mapping) or is_lost(node, ctx):
        return
    nothing = isinstance(node, Scalar) and node.end <= node.start
    article = "An" if kind == "output" else "A"
    what = "nothing stands here" if nothing else f"this is {sort(node)}"
    message = f"{article} {kind} is a map such as {_SUCH_AS[kind]}, and {what}."
    yield ctx.report(span_of(owner.key if nothing else node), message)
