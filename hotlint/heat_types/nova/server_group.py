from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.ignored import Ignored
from hotlint.heat_types.items import mapping, properties
from hotlint.heat_types.quotas import COMPUTE
from hotlint.heat_types.refusals import NOVA_NAME, Refusal
from hotlint.resource_types.property_relations import Reads
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource


class ServerGroup(HeatType):
    """OS::Nova::ServerGroup: policies that the version of Nova has."""

    types = ("OS::Nova::ServerGroup",)
    idle = "no server of the template uses it"
    is_found_outside = True
    has_only_answer = True
    is_kept_while_it_exists = True
    quota = (COMPUTE, "server_groups")
    ignored = (Ignored("policies", "a group has one policy", is_rest=True),)
    thing = "the server group"
    # Source: nova/api/openstack/compute/schemas/server_groups.py
    limits = (NOVA_NAME,)
    service_demands = ("'policies' is not empty", "'max_server_per_host' in 'rules' is at least 1")
    reads = (Reads(("policies", "rules")),)
    asks = ("Nova whether it has the microversions that soft policies and 'rules' need",)

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        group = properties(owner)
        if group["policies"] == []:
            yield group.refuse("policies", "the list is empty, and a group has one policy")
        rules = mapping(group, "rules")
        most = rules.number("max_server_per_host") if rules is not None else None
        if rules is not None and most is not None and most < 1:
            yield rules.refuse("max_server_per_host", f"{most} is below 1")
