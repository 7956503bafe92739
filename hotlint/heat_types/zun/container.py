from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.base import HeatType
from hotlint.resource_types.property_relations import AtLeastOne, AtMostOne, Reads, conflict, invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem
from hotlint.stacks.definition import Definition


class Container(HeatType):
    """OS::Zun::Container: a restart policy, mounts with one source, and networks that can be made."""

    types = ("OS::Zun::Container",)
    reads = (Reads(("restart_policy", "mounts", "networks")),)
    relations = (
        AtLeastOne(("volume_id", "volume_size"), within=("mounts",)),
        AtMostOne(("volume_id", "volume_size"), within=("mounts",), meaning="true"),
        AtLeastOne(("network", "port"), within=("networks",)),
    )
    demands = (
        "'restart_policy' is 'no', 'always', 'unless-stopped', 'on-failure' or 'on-failure:N'",
        "in 'networks', 'fixed_ip' and 'port' are not both given",
    )
    bad = (
        """
        image: i
        restart_policy: sometimes
                        ^^^^^^^^^
        """,
    )
    good = ('{image: i, restart_policy: "on-failure:3"}',)

    def validate(self, values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
        policy = values["restart_policy"]
        if isinstance(policy, str) and policy and not _is_restart_policy(policy):
            message = (
                f"'restart_policy' of {it.type} must be 'no', 'always', 'unless-stopped', 'on-failure' "
                f"or 'on-failure:N', not '{policy}'"
            )
            yield invalid(values, "restart_policy", message)
        for network in values.items("networks"):
            if network.is_true("fixed_ip") and network.is_set("port"):
                yield conflict(network, "fixed_ip", f"a network of {it.type} takes 'fixed_ip' or 'port', not both")


def _is_restart_policy(text: str) -> bool:
    name, colon, _ = text.partition(":")
    if colon:
        return name == "on-failure" and text.count(":") == 1
    return text in ("always", "unless-stopped", "on-failure", "no")
