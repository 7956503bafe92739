from __future__ import annotations

import re
from collections.abc import Hashable, Iterator

from hotlint.common.annotations import TYPE_CHECKING
from hotlint.heat_types.base import HeatType, Unique
from hotlint.heat_types.designate._kept import KEPT
from hotlint.heat_types.designate._names import LABELS, MAIL, ZONE
from hotlint.heat_types.ignored import Ignored
from hotlint.heat_types.items import properties
from hotlint.heat_types.refusals import Limit, Refusal
from hotlint.language.values import show
from hotlint.resource_types.property_relations import Reads, Requires, invalid

if TYPE_CHECKING:
    from hotlint.resource_types.property_values import PropertyValues
    from hotlint.resource_types.validation.model import PropertyProblem
    from hotlint.stacks.definition import Definition
    from hotlint.stacks.neighbors import Neighbors
    from hotlint.stacks.records import StackResource


def _name(owner: StackResource) -> Hashable:
    """Return the name of a zone, without regard to capitals; None where attributes may choose another pool of servers for it."""
    name = owner.values.get("name")
    return name.casefold() if isinstance(name, str) and name and not owner.values.get("attributes") else None


class Zone(HeatType):
    """OS::Designate::Zone: the properties of a primary and of a secondary zone."""

    types = ("OS::Designate::Zone",)
    ignored = (
        Ignored("email", "Designate takes it from the master", "type", ("SECONDARY",)),
        Ignored("ttl", "Designate takes it from the master", "type", ("SECONDARY",)),
        Ignored("primaries", "such a zone has no masters", "type", ("SECONDARY",), True),
    )
    makes = "designate.zone"
    unremovable = dict.fromkeys(("description", "ttl"), KEPT)
    unique = (Unique("Designate", "zone", ("name",), _name),)
    thing = "the zone"
    # Source: designate/objects/zone.py
    limits = (
        Limit("name", 1, 255, ZONE, f"has two or more {LABELS}, and ends with a period"),
        Limit("attributes", 1, 50, of="keys"),
        Limit("attributes", 0, 50, of="values"),
    )
    service_demands = (f"'email' is {LABELS}, with one @ between them",)
    reads = (Reads(("type",)),)
    relations = (
        Requires("type", ("email",), ("PRIMARY",), meaning="true"),
        Requires("type", ("masters",), ("SECONDARY",), meaning="true"),
    )
    demands = ("'primaries' is written as a list, not as a function",)
    bad = (
        "{name: example.org.}",
        """
        name: example.org.
        type: SECONDARY
        primaries: {str_split: [",", "192.0.2.1,192.0.2.2"]}
                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        """,
    )
    good = (
        "{name: example.org., email: admin@example.org}",
        "{name: example.org., type: SECONDARY, primaries: [192.0.2.1]}",
    )

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        zone = properties(owner)
        email = zone.text("email")
        if email and zone["type"] in (None, "PRIMARY") and re.fullmatch(MAIL, email) is None:
            yield zone.refuse("email", f"{show(email, 40)} is no mail address of {LABELS}")

    def validate(self, values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
        is_read = not it.is_nested or values.is_one_of("type", ("SECONDARY",)) is True
        if is_read and it.is_computed("primaries"):
            message = f"'primaries' of {it.type} must be written as a list: Heat reads it before it calls a function in its place"
            yield invalid(values, "primaries", message)
