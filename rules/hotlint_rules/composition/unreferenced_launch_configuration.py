from __future__ import annotations

from collections.abc import Sequence

from hotlint import heat_types
from hotlint.analysis.evaluator import calls_in
from hotlint.analysis.template import node_at
from hotlint.heat_types.aws.autoscaling_auto_scaling_group import AutoScalingAutoScalingGroup
from hotlint.heat_types.aws.autoscaling_launch_configuration import (
    AutoScalingLaunchConfiguration as LaunchConfiguration,
)
from hotlint.heat_types.heat.auto_scaling_group import AutoScalingGroup
from hotlint.heat_types.heat.instance_group import InstanceGroup
from hotlint.heat_types.heat.resource_chain import ResourceChain
from hotlint.heat_types.heat.resource_group import ResourceGroup
from hotlint.language.functions.base import Snippet
from hotlint.language.origins import id_of, is_attribute
from hotlint.language.values import PartialText, Unknown, Value
from hotlint.rule import Call, Checked, Example, Resource, ResourceType, Rule, RuleContext, Target, Use
from hotlint_rules.composition._nested import severity_of, validated

_HOLDERS = tuple(
    name
    for group in (AutoScalingAutoScalingGroup, AutoScalingGroup, InstanceGroup, ResourceChain, ResourceGroup)
    for name in group.types
)
_PROPERTY = "LaunchConfigurationName"


class UnreferencedLaunchConfiguration(Rule):
    """A group of instances names its launch configuration instead of referring to it.

    Heat requires a reference with get_resource, which names the resource and creates the dependency. Without it, Heat refuses the
    stack. A group of instances that is itself a member of a group cannot have such a reference, since Heat creates it in a
    stack without a launch configuration.
    """

    code = "HOT615"
    name = "unreferenced-launch-configuration"
    severity = "error"
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
        if part is None or not isinstance(found, ResourceType) or heat_types.of(found.name).group != "instances":
            return
        given = part.snippet.get(_PROPERTY) if isinstance(part.snippet, dict) else None
        node, entry = node_at(part.node, (_PROPERTY,))
        if given is None:
            if entry is not None and found.name in InstanceGroup.types:
                yield ctx.report(Target(entry), f"'{_PROPERTY}' must be a reference with get_resource, not null")
            return
        checked = ctx.template_context.properties(resource)
        values = checked.values if checked is not None else {}
        text = _early_text(values.get(_PROPERTY), ctx)
        is_reference = any(_yields_reference(call) for call in calls_in(given))
        if text is None or (not text and found.name in AutoScalingAutoScalingGroup.types and values.get("InstanceId")):
            return  # Heat takes the server that is named instead
        named = _named(given, text, ctx) if is_reference else None
        if named is None:
            name = f"'{text}'" if text else "a name" if isinstance(given, Call) else f"'{given}'"
            message = f"'{_PROPERTY}' must be a reference with get_resource, not {name}"
            yield ctx.report(Target(entry or node), message, values=[given])
        elif _is_no_configuration(named, ctx):
            message = f"'{_PROPERTY}' must refer to an {LaunchConfiguration.types[0]}, not to '{named.name}' of type {named.type}"
            yield ctx.report(Target(entry or node), message)

    def check_uses(self, uses: Sequence[Use], resource: Resource, ctx: RuleContext) -> Checked:
        for use in validated(uses, resource, ctx) if ctx.has_type(resource, _HOLDERS) else ():
            found, values = use.kind.type, use.values()
            if not use.member or use.kind.location is not None or not isinstance(found, ResourceType):
                continue
            if heat_types.of(found.name).group == "instances" and values is not None and values.get(_PROPERTY):
                message = f"{found.name} cannot be the member of a group: its '{_PROPERTY}' would have to be in the group's stack"
                yield ctx.report(Target(use.node), message, severity=severity_of(use, ctx))


def _early_text(value: Value, ctx: RuleContext) -> str | None:
    """Return the text that Heat has for a value before it creates anything; None where that is not known.

    An id is the name of its resource then, or nothing, as an attribute is.
    """
    if isinstance(value, PartialText):
        parts = [_early_text(part, ctx) for part in value.parts]
        return "".join(p for p in parts if p is not None) if None not in parts else None
    if not isinstance(value, Unknown):
        return value if isinstance(value, str) else None
    if is_attribute(value):
        return ""
    name = id_of(value)
    if name is None:
        return None
    kind = _type_of(ctx.template.resources.get(name), ctx)
    return {"text": name, "null": ""}.get(kind.reference) if kind is not None else None


def _named(given: Snippet, text: str, ctx: RuleContext) -> Resource | None:
    """Return the resource that a value refers to: of that name, or the only one, whose id is nothing yet."""
    if text:
        return ctx.template.resources.get(text)
    names = {t.name for call in calls_in(given) if _yields_reference(call) for t in call.targets}
    taken = [c for c in calls_in(given) if _yields_reference(c) and ctx.template_context.evaluation.is_taken(c)]
    return ctx.template.resources.get(names.pop()) if len(names) == 1 and taken else None


def _is_no_configuration(named: Resource, ctx: RuleContext) -> bool:
    """Return whether a resource is of one of Heat's own types that describe no servers of a group."""
    kind = _type_of(named, ctx)
    return (
        kind is not None and bool(heat_types.service_of(kind.name)) and not heat_types.of(kind.name).describes_servers
    )


def _type_of(resource: Resource | None, ctx: RuleContext) -> ResourceType | None:
    """Return the type of a resource that no template stands for; None for any other."""
    kind = ctx.template_context.resolved_type(resource) if resource is not None and resource.type else None
    return kind.type if kind is not None and kind.location is None and isinstance(kind.type, ResourceType) else None


def _yields_reference(call: Call) -> bool:
    """Return whether a call yields a reference to a resource."""
    return call.function.takes("ref") or (call.function.takes("resource") and not call.function.takes("attribute"))
