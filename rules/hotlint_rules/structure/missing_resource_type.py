from __future__ import annotations

from hotlint.rule import Checked, Example, Mapping, Resource, Rule, RuleContext, Target
from hotlint.syntax.nodes import entry_name
from hotlint_rules.structure._misplaced import misplaced_causes
from hotlint_rules.structure._nodes import is_empty, names_a_type, place


class MissingResourceType(Rule):
    """A resource has no type.

    The type says what Heat creates, for example `type: OS::Nova::Server`. Heat refuses the stack, even when a condition
    disables the resource.
    """

    code = "HOT108"
    name = "missing-resource-type"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  web:
  ^^^
    properties: {value: 1}
  db:
  ^^
  cache:
    kind: OS::Heat::Value
    ^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  web:
    type: OS::Heat::Value
    properties: {value: 1}
""")
    ]

    def check_resource(self, resource: Resource, ctx: RuleContext) -> Checked:
        if not (isinstance(resource.node, Mapping) or is_empty(resource.node)):
            return
        whose = f"resource '{resource.name}' has"
        entry = resource.fields.get("type")
        if entry is not None:
            if is_empty(entry.value):
                yield ctx.report(place(entry), f"{whose} an empty type; add one, such as OS::Nova::Server")
            return
        word = ctx.template.dialect.word("type")
        written = resource.node.entries if isinstance(resource.node, Mapping) else []
        meant = next((e for e in written if names_a_type(e)), None)
        if meant is not None:
            target = Target(meant, "key")
            message = f"{whose} no type; did you mean '{word}' in place of '{entry_name(meant.key)}'?"
            yield ctx.report(target, message, fix=ctx.rename_fix(target, word))
        else:
            message = f"{whose} no type; add one, such as '{word}: OS::Nova::Server'"
            yield ctx.report(resource.key, message, causes=misplaced_causes(resource, ctx))
