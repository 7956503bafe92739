from __future__ import annotations

from collections.abc import Iterator

from hotlint.common.annotations import TYPE_CHECKING
from hotlint.heat_types.base import HeatType
from hotlint.heat_types.designate._kept import KEPT
from hotlint.heat_types.ignored import Ignored
from hotlint.resource_types.property_relations import Reads, Requires, invalid

if TYPE_CHECKING:
    from hotlint.resource_types.property_values import PropertyValues
    from hotlint.resource_types.validation.model import PropertyProblem
    from hotlint.stacks.definition import Definition


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
    source = "heat/engine/resources/openstack/designate/zone.py"
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

    def validate(self, values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
        is_read = not it.is_nested or values.is_one_of("type", ("SECONDARY",)) is True
        if is_read and it.is_computed("primaries"):
            message = f"'primaries' of {it.type} must be written as a list: Heat reads it before it calls a function in its place"
            yield invalid(values, "primaries", message)
