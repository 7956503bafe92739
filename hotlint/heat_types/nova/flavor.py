from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.base import HeatType, Unique
from hotlint.heat_types.items import properties
from hotlint.heat_types.refusals import METADATA_KEY, METADATA_KEY_WORDS, NOVA_NAME, Limit, Range, Refusal
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource


class Flavor(HeatType):
    """OS::Nova::Flavor, beyond its schema."""

    types = ("OS::Nova::Flavor",)
    makes = "nova.flavor"
    made_for = "nova.flavor"
    unique = (
        Unique("Nova", "flavor", ("name",)),
        Unique("Nova", "flavor", ("flavorid",)),
    )
    service = "Nova"
    thing = "the flavor"
    service_source = "nova/api/openstack/compute/schemas/flavors.py"
    limits = (
        NOVA_NAME,
        Limit("flavorid", 0, 255, r"(?! )[a-zA-Z0-9_. \-]*(?<! )", "consists of a to z, digits, -_. and inner spaces"),
        Limit("extra_specs", 1, 255, METADATA_KEY, METADATA_KEY_WORDS, of="keys"),
        Limit("extra_specs", 0, 255, of="values"),
        *(Range(name, 1) for name in ("ram", "vcpus")),
        *(Range(name, 0) for name in ("disk", "swap", "ephemeral")),
    )
    service_demands = ("'rxtx_factor' is above 0",)

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        flavor = properties(owner)
        factor = flavor["rxtx_factor"]
        if isinstance(factor, int | float) and factor <= 0:
            yield flavor.refuse("rxtx_factor", f"{factor} is not above 0")
