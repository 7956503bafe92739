from __future__ import annotations

from hotlint.heat_types.base import HeatType
from hotlint.resource_types.property_relations import AtLeastOne, Reads


class CronTrigger(HeatType):
    """OS::Mistral::CronTrigger: a pattern or a first time."""

    types = ("OS::Mistral::CronTrigger",)
    source = "heat/engine/resources/openstack/mistral/cron_trigger.py"
    reads = (
        Reads(("pattern",)),
        Reads(("first_time",), unless="pattern"),
    )
    relations = (AtLeastOne(("pattern", "first_time"), meaning="true"),)
    bad = ("{workflow: {name: w}}",)
    good = ('{workflow: {name: w}, pattern: "0 * * * *"}',)
