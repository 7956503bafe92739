from __future__ import annotations

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.designate._kept import KEPT
from hotlint.heat_types.ignored import Ignored
from hotlint.resource_types.property_relations import Reads, Requires


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
    bad = ("{name: example.org.}",)
    good = ("{name: example.org., email: admin@example.org}",)
