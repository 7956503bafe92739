from __future__ import annotations

from collections.abc import Hashable, Iterator

from hotlint.heat_types.base import HeatType, Unique
from hotlint.heat_types.items import mapping, properties
from hotlint.heat_types.refusals import METADATA_KEY, METADATA_KEY_WORDS, NOVA_NAME, Limit, Range, Refusal
from hotlint.stacks.neighbors import Neighbors, key
from hotlint.stacks.records import StackResource


def _id(owner: StackResource) -> Hashable:
    """Return the id of a flavor; None for one that Nova chooses."""
    chosen = key(owner.values.get("flavorid"))
    return None if chosen == "auto" else chosen


class Flavor(HeatType):
    """OS::Nova::Flavor, beyond its schema."""

    types = ("OS::Nova::Flavor",)
    makes = "nova.flavor"
    made_for = "nova.flavor"
    unique = (
        Unique("Nova", "flavor", ("name",)),
        Unique("Nova", "flavor", ("flavorid",), _id),
    )
    thing = "the flavor"
    # Source: nova/api/openstack/compute/schemas/flavors.py
    limits = (
        NOVA_NAME,
        Limit("flavorid", 0, 255, r"(?! )[a-zA-Z0-9_. \-]*(?<! )", "consists of a to z, digits, -_. and inner spaces"),
        Limit("extra_specs", 1, 255, METADATA_KEY, METADATA_KEY_WORDS, of="keys"),
        Limit("extra_specs", 0, 255, of="values"),
        *(Range(name, 1) for name in ("ram", "vcpus")),
        *(Range(name, 0) for name in ("disk", "swap", "ephemeral")),
    )
    service_demands = (
        "'name' and 'flavorid' are those of no other flavor",
        "'rxtx_factor' is above 0",
    )

    settings = (
        "'extra_specs' are those that Nova knows, with values of their kind (Nova's API checks them since version 2.86)",
    )

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        flavor = properties(owner)
        factor = flavor["rxtx_factor"]
        if isinstance(factor, int | float) and factor <= 0:
            yield flavor.refuse("rxtx_factor", f"{factor} is not above 0")
        specs = mapping(flavor, "extra_specs")
        for name, value in specs.values.items() if specs is not None else ():
            if isinstance(value, str | int):
                from hotlint.heat_types.nova import _extra_specs  # few flavors have some

                wrong = _extra_specs.problem(name, str(value))
                is_checked = stack.cloud.has_microversion("compute", (2, 86)) if stack.cloud is not None else None
                if wrong and specs is not None and is_checked is not False:
                    yield specs.refuse(name, wrong, "value" if is_checked else "setting")
