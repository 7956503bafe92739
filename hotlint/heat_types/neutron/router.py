from __future__ import annotations

from collections.abc import Iterator, Mapping

from hotlint.common.annotations import TYPE_CHECKING
from hotlint.heat_types._shared import claim, known, mappings_in
from hotlint.heat_types.base import FixedAddress, Waits
from hotlint.heat_types.neutron._gateways import Gateways
from hotlint.heat_types.neutron._value_specs import FORMS, ONLY_KNOWN_ATTRIBUTES, overridden, refused_attributes
from hotlint.heat_types.quotas import NETWORK
from hotlint.heat_types.refusals import NEUTRON_NAME, Refusal
from hotlint.heat_types.rights import Right
from hotlint.language.values import OMITTED, Value
from hotlint.resource_types.property_relations import AtMostOne, Reads, invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem
from hotlint.stacks.definition import Definition
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource

if TYPE_CHECKING:
    from hotlint.heat_types.base import Staying
    from hotlint.stacks.creation_order import CreationOrder
    from hotlint.stacks.update import RunningThing, StackUpdate


class Router(Gateways):
    """OS::Neutron::Router: agents only as far as a distributed or highly available router has them."""

    types = ("OS::Neutron::Router",)
    ignored = overridden(
        "name", "admin_state_up", "availability_zone_hints", "distributed", "ha", "tags", "tenant_id",
    )  # fmt: skip
    rights = (
        Right("create_router:external_gateway_info:enable_snat", ("external_gateway_info", "enable_snat")),
        Right(
            "create_router:external_gateway_info:external_fixed_ips", ("external_gateway_info", "external_fixed_ips")
        ),
        Right("create_router:ha", ("ha",)),
        Right("create_router:distributed", ("distributed",)),
    )
    makes = "neutron.router"
    made_for = "neutron.router"
    names_things = {
        ("external_gateway_info", "network"): "neutron.network",
        ("external_gateway_info", "external_fixed_ips", "subnet"): "neutron.subnet",
    }
    external_networks = frozenset({("external_gateway_info", "network")})
    echoes = ("name",)
    mirrors = {"admin_state_up": "admin_state_up", "name": "name"}
    shown_properties = ("name", "admin_state_up", "description")
    interrupted_by = {"external_gateway_info": "while its gateway changes (seconds)"}
    quota = (NETWORK, "routers")
    unremovable = {"l3_agent_ids": "Heat takes the router off all L3 agents, also those that Neutron has chosen"}
    unchangeable = {"availability_zone_hints": "Neutron takes 'availability_zone_hints' only at creation"}
    verb = "creates"
    thing = "the router"
    limits = NEUTRON_NAME
    service_demands = (*Gateways.service_demands, FORMS)
    settings = (ONLY_KNOWN_ATTRIBUTES,)
    extra_attributes = (
        "availability_zone_hints", "distributed", "external_gateway_info", "flavor_id", "ha", "tags",
    )  # fmt: skip
    waits_for = {"OS::Neutron::Subnet": Waits(("external_gateway_info", "network"), ("network",))}
    reads = (Reads(("value_specs", "l3_agent_id", "l3_agent_ids", "distributed", "ha")),)
    relations = (
        AtMostOne(("l3_agent_id", "l3_agent_ids"), meaning="true"),
        AtMostOne(("distributed", "l3_agent_id"), meaning="true"),
        AtMostOne(("distributed", "l3_agent_ids"), meaning="true"),
        AtMostOne(("distributed", "ha"), meaning="true"),
    )
    demands = ("'l3_agent_ids' has one agent unless 'ha' is true",)
    bad = (
        """
        distributed: true
        ha: true
        ^^
        """,
    )
    good = ("{ha: true, l3_agent_ids: [a, b]}",)

    def fails_to_change(self, old: StackResource, new: StackResource, update: StackUpdate) -> str:
        from hotlint.heat_types.neutron._floating import needing, serves  # not in a check

        fails = super().fails_to_change(old, new, update)
        if fails:
            return fails
        was, will = (one.values.get("external_gateway_info") for one in (old, new))
        network = was.get("network") if isinstance(was, dict) else None
        if network is None or will:
            return ""
        users = [
            said
            for said, port, needed in needing(update)
            if update.same(network, needed) and serves(old.name, port, update)
        ]
        return f"Neutron refuses to remove its gateway, since floating IP {users[0]}" if users else ""

    def why_needed_now(self, runs: RunningThing, changed: Mapping[str, Value], staying: Staying) -> str:
        from hotlint.heat_types.neutron._floating import needing_now  # not in a check

        is_closed = changed.get("external_gateway_info", True) in (None, OMITTED)
        why = needing_now(runs.id, None, staying) if is_closed else ""
        return why and f"Neutron refuses to remove its gateway, {why}"

    def waits(self, owner: StackResource, other: StackResource, order: CreationOrder) -> bool:
        return bool(owner.values.get("external_gateway_info")) and super().waits(owner, other, order)

    def fixed_addresses(self, values: Mapping[str, Value]) -> Iterator[FixedAddress]:
        gateway = known(values.get("external_gateway_info"))
        for path, item in mappings_in(gateway, "external_fixed_ips") if isinstance(gateway, dict) else ():
            at = ("external_gateway_info", *path)
            yield from claim(at, item, "ip_address", gateway.get("network"), item.get("subnet"))

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        yield from super().refuses(owner, stack)
        yield from refused_attributes(owner, self.extra_attributes)

    def validate(self, values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
        agents = values["l3_agent_ids"]
        if values.is_true("ha") is False and isinstance(agents, list) and len(agents) > 1:
            yield invalid(values, "l3_agent_ids", f"'l3_agent_ids' of {it.type} takes one agent unless 'ha' is true")
