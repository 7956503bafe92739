from __future__ import annotations

from collections.abc import Iterator, Mapping

from hotlint.common.annotations import TYPE_CHECKING
from hotlint.heat_types.base import HeatType, Unique
from hotlint.heat_types.quotas import NETWORK, Cost, Flavors
from hotlint.language.values import Value

if TYPE_CHECKING:
    from hotlint.stacks.resource import StackResource
    from hotlint.stacks.update import StackUpdate


class RouterInterface(HeatType):
    """OS::Neutron::RouterInterface, beyond its schema."""

    types = ("OS::Neutron::RouterInterface",)
    unique = (
        Unique("Neutron", "router interface", ("subnet",)),
        Unique("Neutron", "router interface", ("port",)),
    )
    looked_up = frozenset({("port",), ("router",), ("subnet",)})

    def costs(self, values: Mapping[str, Value], flavors: Flavors) -> Iterator[Cost]:
        if values.get("port") is None:
            yield Cost((NETWORK, "ports"), 1)

    def fails_to_go(self, old: StackResource, update: StackUpdate) -> str:
        from hotlint.heat_types.neutron._floating import is_on, needed_by  # not in a check

        return needed_by(update, lambda port, network: is_on(port, old.values.get("subnet"), update))
