from __future__ import annotations

import re

from hotlint import heat_types
from hotlint.analysis.composition.uses import INLINE
from hotlint.rule import Checked, Example, Resource, ResourceType, Rule, RuleContext

_STACK_NAME = r"[a-zA-Z0-9_.-]{0,253}\Z"
"""The end of the name of a stack, of which the name of the stack around it and a hyphen take at least two characters."""


class InvalidResourceName(Rule):
    """The name of a resource contains a slash, or is not fit to name the stack that the resource makes.

    Heat refuses a slash, since names are parts of paths and URLs. A group, or a nested template, becomes a stack that is named
    after its resource: there, only ASCII letters, digits, `_`, `-` and `.` are allowed, and 255 characters in all.
    """

    code = "HOT117"
    name = "invalid-resource-name"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  web/1: {type: "OS::Heat::Value"}
  ^^^^^
"""),
        Example("""\
heat_template_version: 2018-08-31
resources:
  web server:
  ^^^^^^^^^^
    type: OS::Heat::ResourceGroup
    properties: {count: 2, resource_def: {type: OS::Heat::RandomString}}
"""),
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  web-1: {type: "OS::Heat::Value"}
"""),
        Example("""\
heat_template_version: 2018-08-31
resources:
  web server: {type: OS::Heat::RandomString}
"""),
    ]

    def check_resource(self, resource: Resource, ctx: RuleContext) -> Checked:
        if "/" in resource.name:
            message = f"name of resource '{resource.name}' must not contain '/'"
            yield ctx.report(resource.key, message, severity=ctx.owner_severity(resource))
        elif not re.match(_STACK_NAME, resource.name) and _is_stack(resource, ctx):
            message = (
                f"name of resource '{resource.name}' becomes part of the name of a nested stack, so that only ASCII letters, "
                "digits, '_', '-' and '.' are allowed, and at most 255 characters"
            )
            yield ctx.report(resource.key, message, severity=ctx.owner_severity(resource))


def _is_stack(resource: Resource, ctx: RuleContext) -> bool:
    """Return whether a resource certainly makes a stack that Heat names after it and validates."""
    context = ctx.template_context
    kind = context.resolved_type(resource) if resource.type else None
    if kind is None or not isinstance(kind.type, ResourceType):
        return False
    if kind.location is not None:
        return kind.type.name != INLINE
    known = heat_types.of(kind.type.name)
    if not known.names_stack:
        return False
    checked = context.properties(resource) if known.counts_members else None
    size = checked.values.get(known.counts_members) if checked is not None else True
    return isinstance(size, int | dict) and bool(size)
