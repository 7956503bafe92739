from __future__ import annotations

from hotlint.analysis.template import span_of
from hotlint.rule import Checked, Diagnostic, Example, Mapping, Named, Resource, Rule, RuleContext, Scalar, Template
from hotlint_rules.structure._nodes import describe, is_empty, is_lost

_SUCH_AS = {
    "parameter": "{type: string}",
    "resource": "{type: 'OS::Heat::Value', properties: {...}}",
    "output": "{value: ...}",
}


class InvalidEntryType(Rule):
    """A parameter, resource or output is not a mapping.

    Each of them is a mapping: a parameter has at least a type, a resource a type, and an output a value.
    """

    code = "HOT106"
    name = "invalid-entry-type"
    severity = "error"
    looks_at = frozenset({"odd shapes"})
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

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        for named in (template.parameters, template.resources, template.outputs):
            for owner in named.values():
                node = owner.node
                if node.__class__ is Mapping or is_lost(node, ctx) or (isinstance(owner, Resource) and is_empty(node)):
                    continue
                yield self._finding(owner, ctx)

    def _finding(self, owner: Named, ctx: RuleContext) -> Diagnostic:
        node, kind = owner.node, owner.section[:-1]
        nothing = isinstance(node, Scalar) and node.end <= node.start
        actual = "empty" if nothing else describe(node)
        message = f"{kind} '{owner.name}' must be a mapping such as {_SUCH_AS[kind]}, not {actual}"
        return ctx.report(span_of(owner.key if nothing else node), message)
