"""The own rules of Designate's resource types."""

from __future__ import annotations

from hotlint.resource_types.property_relations import Reads, Requires
from hotlint.rule import Example, TypeRules


class Zone(TypeRules):
    """OS::Designate::Zone: the properties of a primary and of a secondary zone."""

    types = ("OS::Designate::Zone",)
    source = "heat/engine/resources/openstack/designate/zone.py"
    reads = (Reads(("type",)),)
    relations = (
        Requires("type", ("email",), ("PRIMARY",), meaning="true"),
        Requires("type", ("masters",), ("SECONDARY",), meaning="true"),
    )
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Designate::Zone
          ^^^^^^^^^^^^^^^^^^^
    properties: {name: example.org.}
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Designate::Zone
    properties: {name: example.org., email: admin@example.org}
"""),
    )
