from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.base import HeatType, Unique
from hotlint.heat_types.items import mapping, properties
from hotlint.heat_types.refusals import Limit, Refusal
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource


class QoSSpecs(HeatType):
    """OS::Cinder::QoSSpecs, beyond its schema."""

    types = ("OS::Cinder::QoSSpecs",)
    unique = (Unique("Cinder", "specifications", ("name",)),)
    thing = "the specifications"
    # Source: cinder/api/schemas/qos_specs.py
    limits = (
        Limit("name", 0, 255),
        Limit("specs", 0, 255, of="keys"),
        Limit("specs", 0, 255, of="values"),
    )
    service_demands = (
        "'name' is that of no other specifications",
        "'consumer' in 'specs' is front-end, back-end or both",
    )

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        specs = mapping(properties(owner), "specs")
        consumer = specs.text("consumer") if specs is not None else None
        if specs is not None and consumer is not None and consumer not in ("front-end", "back-end", "both"):
            yield specs.refuse("consumer", f"'{consumer}' is neither front-end, back-end nor both")
