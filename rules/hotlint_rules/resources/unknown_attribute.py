from __future__ import annotations

from hotlint.common.suggestions import did_you_mean, unambiguous_match
from hotlint.language.values import EvaluationError, Value
from hotlint.resource_types.releases import span
from hotlint.rule import Call, Checked, Example, Part, ResourceType, Rule, RuleContext


class UnknownAttribute(Rule):
    """get_attr reads an attribute that the resource type does not have, or an item of a list by a name.

    Heat refuses the stack if there is no such attribute. Types whose attributes are known only after creation (for example the
    outputs of a nested stack) are not reported. A name that leads into a list, as in `[port, fixed_ips, ip_address]`, is a warning:
    Heat creates the stack, and the value is null.
    """

    code = "HOT508"
    name = "unknown-attribute"
    severity = "error"
    takes = "attribute"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  key:
    type: OS::Nova::KeyPair
    properties: {name: mine}
outputs:
  public:
    value: {get_attr: [key, publik_key]}
                            ^^^^^^^^^^
"""),
        Example("""\
heat_template_version: 2018-08-31
resources:
  port:
    type: OS::Neutron::Port
    properties: {network: n}
outputs:
  address:
    value: {get_attr: [port, fixed_ips, ip_address]}
                                        ^^^^^^^^^^
"""),
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  key:
    type: OS::Nova::KeyPair
    properties: {name: mine}
outputs:
  public:
    value: {get_attr: [key, public_key]}
"""),
        Example("""\
heat_template_version: 2018-08-31
resources:
  port:
    type: OS::Neutron::Port
    properties: {network: n}
outputs:
  address:
    value: {get_attr: [port, fixed_ips, 0, ip_address]}
"""),
    ]

    def check_call(self, call: Call, part: Part, ctx: RuleContext) -> Checked:
        args = call.args
        if not isinstance(args, list) or len(args) < 2:
            return
        resource = ctx.template.resources.get(args[0]) if isinstance(args[0], str) else None
        name = args[1] if not isinstance(args[1], Call) else _computed(args[1], ctx)
        if resource is None or not isinstance(name, str) or not ctx.is_enabled(resource):
            return
        found = ctx.template_context.resource_type(resource)
        if not isinstance(found, ResourceType) or found.any_attributes:
            return
        if name in found.attributes:
            below = args[2] if len(args) > 2 else None
            if found.attributes[name].type == "list" and isinstance(below, str):
                wanted = (
                    f"write {below} without quotes" if below.isdigit() else f"add an index before '{below}', such as 0"
                )
                message = f"attribute '{name}' of {found.name} is a list, so that the value is null; {wanted}"
                yield ctx.report(ctx.argument(call, (2,)), message, severity="warning", values=args[1:2])
            return
        target = ctx.argument(call, (1,))
        names = list(found.attributes)
        elsewhere = found.releases_with_attribute(name)
        hint = (
            f" in the target release of Heat: the attribute exists {span(*elsewhere)}"
            if elsewhere
            else did_you_mean(name, names)
        )
        message = f"{found.name} has no attribute '{name}'{hint}"
        fix = ctx.rename_fix(target, unambiguous_match(name, names)) if name == args[1] else None
        yield ctx.report(target, message, severity=ctx.call_severity(part, call), fix=fix, values=args[1:2])


def _computed(call: Call, ctx: RuleContext) -> Value:
    """Return the name that a function returns; None when it is unknown."""
    try:
        return ctx.template_context.evaluation.resolve(call)
    except EvaluationError:
        return None
