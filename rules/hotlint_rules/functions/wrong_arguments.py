from __future__ import annotations

from hotlint.rule import ArgumentError, Call, Checked, Example, Part, ResourceType, Rule, RuleContext
from hotlint_rules._misspelled_calls import misspelled_argument, with_function
from hotlint_rules.functions._arguments import OTHER_RULES, finding


class WrongArguments(Rule):
    """A function has arguments that it does not accept.

    Each function has its own form: some take a list with items at fixed positions, some a mapping with fixed keys. Heat
    refuses the stack, or fails when it resolves the value. `hotlint explain list_join` shows a function's form.
    """

    code = "HOT405"
    name = "wrong-arguments"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  name:
    type: OS::Heat::Value
    properties:
      value: {list_join: [","]}
                         ^^^^^
  text:
    type: OS::Heat::Value
    properties:
      value:
        str_replace:
          template: $a
          ^^^^^^^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  name:
    type: OS::Heat::Value
    properties:
      value: {list_join: [",", [a, b]]}
""")
    ]

    def check_argument_error(self, error: ArgumentError, call: Call, part: Part, ctx: RuleContext) -> Checked:
        if error.slug in OTHER_RULES:
            return
        found = finding(error, call, part, ctx)
        misspelled = misspelled_argument(error, call, part, ctx)
        if misspelled is not None:
            found = with_function(found, part, misspelled, ctx)
        yield found._replace(severity="warning") if _is_of_placeholder(error, call, ctx) else found


def _is_of_placeholder(error: ArgumentError, call: Call, ctx: RuleContext) -> bool:
    """Return whether the error is the name of an attribute that is no string, of a placeholder, which has any attribute.

    Heat takes it together with a path.
    """
    args = call.args
    if not call.function.takes("attribute") or error.path != (1,) or not isinstance(args, list) or len(args) < 3:
        return False
    resource = ctx.template.resources.get(args[0]) if isinstance(args[0], str) else None
    kind = ctx.template_context.resource_type(resource) if resource is not None else None
    is_placeholder = isinstance(kind, ResourceType) and kind.any_properties
    return is_placeholder and isinstance(args[1], int | float)
