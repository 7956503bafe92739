"""The rules on the arguments of functions: each reports some problems of their form."""

from __future__ import annotations

from hotlint.rule import (
    ArgumentError,
    Call,
    Checked,
    Diagnostic,
    Example,
    Function,
    Part,
    ResourceType,
    Rule,
    RuleContext,
)
from hotlint_rules._misspelled_calls import misspelled_argument, with_function
from hotlint_rules._property_problems import call_fails_later

OTHER_RULES = frozenset({"unknown-algorithm", "yaql-syntax", "not-in-conditions", "removed"})
"""Errors of arguments that have rules of their own."""


def finding(error: ArgumentError, call: Call, part: Part, ctx: RuleContext) -> Diagnostic:
    """Return the finding for an argument error, at the argument that is wrong."""
    place = ctx.argument(call, error.path, "key" if error.part == "key" else "value")
    return ctx.report(place, error.message, severity=ctx.call_severity(part, call, error.phase))


def successor(function: Function) -> str | None:
    """Return what HOT has instead of a function of CloudFormation, in words; None where it has nothing."""
    return function.replacement or (f"'{function.replaced_by}'" if function.replaced_by else None)


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
        if error.slug in OTHER_RULES or (error.phase == "resolve" and call_fails_later(call, part, ctx)):
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


class UnknownAlgorithm(Rule):
    """`digest` uses an unknown hash algorithm.

    Heat refuses the stack. md5, sha1, sha224, sha256, sha384 and sha512 exist on every platform.
    """

    code = "HOT406"
    name = "unknown-algorithm"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  sum:
    type: OS::Heat::Value
    properties:
      value: {digest: [sha257, some text]}
                       ^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  sum:
    type: OS::Heat::Value
    properties:
      value: {digest: [sha256, some text]}
""")
    ]

    def check_argument_error(self, error: ArgumentError, call: Call, part: Part, ctx: RuleContext) -> Checked:
        return [finding(error, call, part, ctx)] if error.slug == "unknown-algorithm" else ()


class YaqlSyntax(Rule):
    """The expression of a `yaql` call has a syntax error.

    Heat parses the expression when it validates the template, and refuses the stack when that fails. An expression reads
    the value of `data` as `$.data`.
    """

    code = "HOT407"
    name = "yaql-syntax"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  largest:
    type: OS::Heat::Value
    properties:
      value:
        yaql:
          expression: $.data.sizes.max(
                      ^^^^^^^^^^^^^^^^^
          data: {sizes: [1, 2]}
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  largest:
    type: OS::Heat::Value
    properties:
      value:
        yaql:
          expression: $.data.sizes.max()
          data: {sizes: [1, 2]}
""")
    ]

    def check_argument_error(self, error: ArgumentError, call: Call, part: Part, ctx: RuleContext) -> Checked:
        return [finding(error, call, part, ctx)] if error.slug == "yaql-syntax" else ()
