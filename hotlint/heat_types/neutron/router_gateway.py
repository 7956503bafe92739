from __future__ import annotations

from hotlint.common.annotations import TYPE_CHECKING
from hotlint.heat_types.base import Waits
from hotlint.heat_types.neutron._gateways import Gateways
from hotlint.heat_types.refusals import by_id

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hotlint.heat_types.base import Staying
    from hotlint.language.values import Value
    from hotlint.stacks.records import StackResource
    from hotlint.stacks.update import RunningThing, StackUpdate


class RouterGateway(Gateways):
    """OS::Neutron::RouterGateway, beyond its schema."""

    types = ("OS::Neutron::RouterGateway",)
    is_stuck_once_failed = True
    is_link = True
    limits = (by_id("router_id"),)
    external_networks = frozenset({("network",)})
    waits_for = {
        "OS::Neutron::Subnet": Waits(("network",), ("network",)),
        "OS::Neutron::RouterInterface": Waits(("router_id",), ("router",)),
    }

    def why_needed_now(self, runs: RunningThing, changed: Mapping[str, Value], staying: Staying) -> str:
        from hotlint.heat_types.neutron._floating import needing_now  # not in a check

        why = needing_now(runs.properties.get("router_id"), None, staying) if not changed else ""
        return why and f"Neutron refuses to delete it, {why}"

    def fails_to_go(self, old: StackResource, update: StackUpdate) -> str:
        from hotlint.heat_types.neutron._floating import needed_by, serves  # not in a check

        router, own = update.referred(old.values.get("router_id")), old.values.get("network")
        return needed_by(update, lambda port, network: update.same(own, network) and serves(router, port, update))
