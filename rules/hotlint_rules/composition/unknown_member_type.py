from __future__ import annotations

from collections.abc import Sequence

from hotlint.analysis.environment import TEMPLATE_ENDINGS
from hotlint.analysis.template import Resource
from hotlint.analysis.uses import Use
from hotlint.common.suggestions import did_you_mean, unambiguous_match
from hotlint.linter.rule import Checked, Context, Example, Rule, Target
from hotlint.resource_types.catalog import NoSuchType, ResourceType
from hotlint_rules.composition._nested import severity_of, validated


class UnknownMemberType(Rule):
    """The type of a group's members is unknown.

    Heat validates one member of each group before it creates anything, and refuses the stack. A ResourceChain accepts only
    types: map a type to the template in an environment's `resource_registry`.
    """

    code = "HOT612"
    name = "unknown-member-type"
    severity = "error"
    needs = frozenset({"properties"})
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  tokens:
    type: OS::Heat::ResourceGroup
    properties:
      count: 2
      resource_def: {type: OS::Heat::RandomStrin}
                           ^^^^^^^^^^^^^^^^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  tokens:
    type: OS::Heat::ResourceGroup
    properties:
      count: 2
      resource_def: {type: OS::Heat::RandomString}
""")
    ]

    def check_resource(self, resource: Resource, ctx: Context) -> Checked:
        if _lacks_type(resource, ctx) and ctx.owner_severity(resource) == "error":
            place = Target(resource.fields["properties"].value.get("resource") or resource.key)  # type: ignore[union-attr]
            yield ctx.report(place, f"'resource' of group '{resource.name}' requires a 'type'")

    def check_uses(self, uses: Sequence[Use], resource: Resource, ctx: Context) -> Checked:
        for use in validated(uses, resource, ctx):
            found, severity = use.kind.type, severity_of(use, ctx)
            if not use.member:
                continue
            if use.kind.loop:
                message = f"circular registry mapping of resource type '{use.type_name}'"
                yield ctx.report(Target(use.node), message, severity=severity)
            elif isinstance(found, NoSuchType):
                names = [found.instead] if found.instead else found.suggestions
                message = f"unknown resource type '{use.type_name}'{did_you_mean(use.type_name, names)}"
                fix = ctx.rename_fix(Target(use.node), unambiguous_match(use.type_name, names))
                yield ctx.report(Target(use.node), message, severity=severity, fix=fix)
            elif _is_chain(resource, ctx) and use.type_name.endswith(TEMPLATE_ENDINGS):
                message = f"ResourceChain accepts only types; map one to '{use.type_name}' in an environment"
                yield ctx.report(Target(use.node), message, severity=severity)


def _lacks_type(resource: Resource, ctx: Context) -> bool:
    """Return whether the members of an AutoScalingGroup, whose definition has no schema, have no type."""
    part = ctx.template.part(resource, "properties")
    found = ctx.unit.resource_type(resource) if part is not None and isinstance(part.snippet, dict) else None
    if part is None or not isinstance(found, ResourceType) or found.name != "OS::Heat::AutoScalingGroup":
        return False
    definition = part.snippet.get("resource")
    return isinstance(definition, dict) and "type" not in definition


def _is_chain(resource: Resource, ctx: Context) -> bool:
    found = ctx.unit.resource_type(resource)
    return isinstance(found, ResourceType) and found.name == "OS::Heat::ResourceChain"
