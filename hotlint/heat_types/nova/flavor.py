from __future__ import annotations

from hotlint.heat_types.base import HeatType, Unique


class Flavor(HeatType):
    """OS::Nova::Flavor, beyond its schema."""

    types = ("OS::Nova::Flavor",)
    makes = "nova.flavor"
    made_for = "nova.flavor"
    unique = (
        Unique("Nova", "flavor", ("name",)),
        Unique("Nova", "flavor", ("flavorid",)),
    )
