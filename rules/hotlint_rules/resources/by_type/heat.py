"""The own rules of Heat's resource types."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.common.suggestions import did_you_mean
from hotlint.language.values import describe_type
from hotlint.resource_types.property_relations import OnlyWhen, Ordered, Reads, invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.rule import Example, PropertyProblem, Resource, TemplateContext, TypeRules


class AccessPolicy(TypeRules):
    """OS::Heat::AccessPolicy: resources that the stack has."""

    types = ("OS::Heat::AccessPolicy",)
    source = "heat/engine/resources/openstack/heat/access_policy.py"
    reads = (Reads(("AllowedResources",)),)
    demands = ("every name in 'AllowedResources' is that of a resource in the same template",)
    bad = (
        """
        AllowedResources: [nope]
                          ^^^^^^
        """,
        """
        AllowedResources: [~]
                          ^^^
        """,
        Example("""\
heat_template_version: 2018-08-31
parameters: {names: {type: comma_delimited_list, default: 'it'}}
resources:
  it:
    type: OS::Heat::AccessPolicy
    properties:
      AllowedResources: [{get_param: names}]
                        ^^^^^^^^^^^^^^^^^^^^
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  server: {type: OS::Nova::Server, properties: {flavor: f, image: i}}
  it:
    type: OS::Heat::AccessPolicy
    properties: {AllowedResources: [server]}
"""),
    )

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        names = values["AllowedResources"]
        for name in names if isinstance(names, list) else ():
            if name is None or isinstance(name, bool | int | float | list | dict):
                got = "null" if name is None else describe_type(name)
                message = f"'AllowedResources' of {resource.type} must hold names of resources, not {got}"
                yield invalid(values, "AllowedResources", message)
            if isinstance(name, str) and name not in context.template.resources:
                hint = did_you_mean(name, context.template.resources)
                yield invalid(
                    values, "AllowedResources", f"'AllowedResources' names the undefined resource '{name}'{hint}"
                )


class HeatAutoScalingGroup(TypeRules):
    """OS::Heat::AutoScalingGroup: sizes in order."""

    types = ("OS::Heat::AutoScalingGroup",)
    source = "heat/engine/resources/aws/autoscaling/autoscaling_group.py"
    reads = (Reads(("resource", "max_size", "min_size", "desired_capacity")),)
    relations = (
        Ordered("min_size", "max_size"),
        Ordered("min_size", "desired_capacity"),
        Ordered("desired_capacity", "max_size"),
    )
    bad = (
        """
        min_size: 3
                  ^
        max_size: 2
        resource: {type: OS::Heat::RandomString}
        """,
    )
    good = ("{min_size: 1, max_size: 2, resource: {type: OS::Heat::RandomString}}",)


_TIMEOUT = 3600
"""Seconds that Heat gives a stack when nothing else is asked for (stack_action_timeout)."""


class Delay(TypeRules):
    """OS::Heat::Delay: a wait that ends before the stack times out."""

    types = ("OS::Heat::Delay",)
    source = "heat/engine/resources/openstack/heat/delay.py"
    demands = (
        "'min_wait' and 'max_jitter' times 'jitter_multiplier' are together at most 3600 seconds, the default timeout of a stack",
    )
    asks = ("the timeout that a stack is created with: the default is assumed",)
    bad = (
        """
        min_wait: 4000
                  ^^^^
        """,
    )
    good = ("{min_wait: 60}",)

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        parts = [values[name] for name in ("min_wait", "max_jitter", "jitter_multiplier")]
        if context.chain or not all(isinstance(p, int | float) for p in parts):
            return
        longest = parts[0] + parts[1] * parts[2]
        if longest > _TIMEOUT:
            message = (
                f"{resource.type} may wait {longest:g} seconds, longer than a stack's default timeout ({_TIMEOUT})"
            )
            yield invalid(values, "min_wait" if parts[0] else "max_jitter", message)


class InstanceGroup(TypeRules):
    """OS::Heat::InstanceGroup: a launch configuration and a size that can be read."""

    types = ("OS::Heat::InstanceGroup",)
    source = "heat/engine/resources/openstack/heat/instance_group.py"
    reads = (Reads(("LaunchConfigurationName", "Size", "Tags")),)


class RandomString(TypeRules):
    """OS::Heat::RandomString: a length that holds the minimums."""

    types = ("OS::Heat::RandomString",)
    source = "heat/engine/resources/openstack/heat/random_string.py"
    reads = (Reads(("length", "sequence", "character_classes", "character_sequences")),)
    demands = ("'length' is at least the sum of all 'min' in 'character_classes' and 'character_sequences'",)
    bad = (
        """
        length: 2
                ^
        character_classes: [{class: digits, min: 3}]
        """,
    )
    good = ("{length: 4, character_classes: [{class: digits, min: 3}]}",)

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        least = [item["min"] for name in ("character_sequences", "character_classes") for item in values.items(name)]
        length = values["length"]
        if isinstance(length, int) and all(isinstance(n, int) for n in least) and sum(least) > length:
            message = f"'length' of {resource.type} ({length}) is less than the minimums of its characters together ({sum(least)})"
            yield invalid(values, "length", message)


class ResourceChain(TypeRules):
    """OS::Heat::ResourceChain: a list of types."""

    types = ("OS::Heat::ResourceChain",)
    source = "heat/engine/resources/openstack/heat/resource_chain.py"
    reads = (Reads(("resources",)),)


class ResourceGroup(TypeRules):
    """OS::Heat::ResourceGroup: a count that can be read."""

    types = ("OS::Heat::ResourceGroup",)
    source = "heat/engine/resources/openstack/heat/resource_group.py"
    reads = (Reads(("count",)), Reads(("resource_def",), when="count"))


class ScalingPolicy(TypeRules):
    """OS::Heat::ScalingPolicy: a minimum step only for a change in percent."""

    types = ("OS::Heat::ScalingPolicy",)
    source = "heat/engine/resources/openstack/heat/scaling_policy.py"
    reads = (Reads(("adjustment_type", "min_adjustment_step")),)
    relations = (OnlyWhen(("min_adjustment_step",), "adjustment_type", ("percent_change_in_capacity",)),)
    bad = (
        """
        auto_scaling_group_id: g
        scaling_adjustment: 1
        adjustment_type: exact_capacity
        min_adjustment_step: 1
        ^^^^^^^^^^^^^^^^^^^
        """,
    )
    good = (
        "{auto_scaling_group_id: g, scaling_adjustment: 10, adjustment_type: percent_change_in_capacity, min_adjustment_step: 1}",
    )


class RemoteStack(TypeRules):
    """OS::Heat::Stack: a template that the other Heat takes."""

    types = ("OS::Heat::Stack",)
    source = "heat/engine/resources/openstack/heat/remote_stack.py"
    reads = (Reads(("context",)),)
    asks = (
        "Heat of the other region or cloud whether it can be reached",
        "Heat of the other region or cloud whether 'template' is valid with 'parameters'",
    )
