"""The own rules of OS::Mistral::CronTrigger: a pattern or a first time."""

from __future__ import annotations

from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_relations import AtLeastOne
from hotlint.rule import Example, TypeRules


class CronTrigger(TypeRules):
    """The own rules of OS::Mistral::CronTrigger."""

    types = ("OS::Mistral::CronTrigger",)
    source = "heat/engine/resources/openstack/mistral/cron_trigger.py"
    reads = (
        Reads(("pattern",)),
        Reads(("first_time",), unless="pattern"),
    )
    relations = (AtLeastOne(("pattern", "first_time"), meaning="true"),)
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Mistral::CronTrigger
          ^^^^^^^^^^^^^^^^^^^^^^^^
    properties: {workflow: {name: w}}
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Mistral::CronTrigger
    properties: {workflow: {name: w}, pattern: "0 * * * *"}
"""),
    )
