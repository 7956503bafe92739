from __future__ import annotations

from collections.abc import Sequence

from hotlint.analysis.evaluation.evaluator import calls_in
from hotlint.analysis.template import node_at
from hotlint.language.functions.base import Snippet
from hotlint.rule import Call, Checked, Example, Resource, ResourceType, Rule, RuleContext, Target, Use
from hotlint_rules.composition._nested import severity_of, validated

_GROUPS = ("OS::Heat::InstanceGroup", "AWS::AutoScaling::AutoScalingGroup")
_PROPERTY = "LaunchConfigurationName"
_CONFIGURATIONS = ("AWS::AutoScaling::LaunchConfiguration", "AWS::EC2::Instance")
"""The types that describe the servers of a group: Heat takes a server as well."""


class UnreferencedLaunchConfiguration(Rule):
    """A group of instances names its launch configuration instead of referring to it.

    Heat requires a reference with get_resource, which names the resource and creates the dependency. Without it, Heat refuses the
    stack. A group of instances that is itself a member of a group cannot have such a reference, since Heat creates it in a
    stack without a launch configuration.
    """

    code = "HOT615"
    name = "unreferenced-launch-configuration"
    severity = "error"
    needs = frozenset({"properties"})
    resource_types = frozenset(
        (*_GROUPS, "OS::Heat::ResourceGroup", "OS::Heat::AutoScalingGroup", "OS::Heat::ResourceChain")
    )
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  conf:
    type: AWS::AutoScaling::LaunchConfiguration
    properties: {ImageId: cirros, InstanceType: m1.small}
  group:
    type: OS::Heat::InstanceGroup
    properties:
      AvailabilityZones: [nova]
      Size: 2
      LaunchConfigurationName: conf
                               ^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  conf:
    type: AWS::AutoScaling::LaunchConfiguration
    properties: {ImageId: cirros, InstanceType: m1.small}
  group:
    type: OS::Heat::InstanceGroup
    properties:
      AvailabilityZones: [nova]
      Size: 2
      LaunchConfigurationName: {get_resource: conf}
""")
    ]

    def check_resource(self, resource: Resource, ctx: RuleContext) -> Checked:
        found = ctx.template_context.resource_type(resource) if resource.type else None
        part = ctx.template.part(resource, "properties")
        if part is None or not isinstance(found, ResourceType) or found.name not in _GROUPS:
            return
        given = part.snippet.get(_PROPERTY) if isinstance(part.snippet, dict) else None
        node, entry = node_at(part.node, (_PROPERTY,))
        if given is None:
            if entry is not None and found.name == _GROUPS[0]:
                yield ctx.report(Target(entry), f"'{_PROPERTY}' must be a reference with get_resource, not null")
            return
        if any(_yields_reference(call) for call in calls_in(given)):
            other = _no_configuration(given, ctx)
            if other is not None:
                message = (
                    f"'{_PROPERTY}' must refer to an {_CONFIGURATIONS[0]}, not to '{other.name}' of type {other.type}"
                )
                yield ctx.report(Target(entry or node), message)
            return
        if isinstance(given, str | Call):
            name = f"'{given}'" if isinstance(given, str) else "a name"
            message = f"'{_PROPERTY}' must be a reference with get_resource, not {name}"
            yield ctx.report(Target(entry or node), message)

    def check_uses(self, uses: Sequence[Use], resource: Resource, ctx: RuleContext) -> Checked:
        for use in validated(uses, resource, ctx):
            found, values = use.kind.type, use.values()
            if not use.member or use.kind.location is not None or not isinstance(found, ResourceType):
                continue
            if found.name in _GROUPS and values is not None and values.get(_PROPERTY):
                message = f"{found.name} cannot be the member of a group: its '{_PROPERTY}' would have to be in the group's stack"
                yield ctx.report(Target(use.node), message, severity=severity_of(use, ctx))


def _no_configuration(given: Snippet, ctx: RuleContext) -> Resource | None:
    """Return the resource of Heat's own types that a reference names instead of a launch configuration; None for any other."""
    name = given.args if isinstance(given, Call) and given.function.takes("resource") else None
    named = ctx.template.resources.get(name) if isinstance(name, str) else None
    kind = ctx.template_context.resolved_type(named) if named is not None and named.type else None
    if kind is None or kind.location is not None or not isinstance(kind.type, ResourceType):
        return None
    is_heats = kind.type.name.startswith(("OS::", "AWS::")) and kind.type.name not in _CONFIGURATIONS
    return named if is_heats else None


def _yields_reference(call: Call) -> bool:
    """Return whether a call yields a reference to a resource."""
    return call.function.takes("ref") or (call.function.takes("resource") and not call.function.takes("attribute"))
