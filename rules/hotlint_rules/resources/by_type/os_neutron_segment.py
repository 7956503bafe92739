"""The own rules of OS::Neutron::Segment: a physical network and a segment where the network type has them."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_relations import OnlyWhen, Requires, invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.rule import Example, PropertyProblem, Resource, TemplateContext, TypeRules

_LAST_VLAN = 4094


class Segment(TypeRules):
    """The own rules of OS::Neutron::Segment."""

    types = ("OS::Neutron::Segment",)
    source = "heat/engine/resources/openstack/neutron/segment.py"
    reads = (Reads(("network_type", "physical_network", "segmentation_id")),)
    relations = (
        Requires("network_type", ("physical_network",), ("flat", "vlan")),
        Requires("network_type", ("segmentation_id",), ("vlan",)),
        OnlyWhen(("segmentation_id",), "network_type", ("local", "flat"), negated=True),
        OnlyWhen(("physical_network",), "network_type", ("vxlan", "gre", "geneve"), negated=True),
    )
    demands = ("'segmentation_id' is at most 4094 when 'network_type' is 'vlan'",)
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Neutron::Segment
          ^^^^^^^^^^^^^^^^^^^^
    properties: {network: n, network_type: flat}
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Neutron::Segment
    properties: {network: n, network_type: vlan, physical_network: p, segmentation_id: 5}
"""),
    )

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        number = values["segmentation_id"]
        if values["network_type"] == "vlan" and isinstance(number, int) and number > _LAST_VLAN:
            yield invalid(
                values, "segmentation_id", f"'segmentation_id' of {resource.type} is above the last VLAN ({_LAST_VLAN})"
            )
