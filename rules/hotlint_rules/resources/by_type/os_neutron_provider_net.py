"""The own rules of OS::Neutron::ProviderNet: a segment and a physical network only where the network type has them."""

from __future__ import annotations

from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_relations import OnlyWhen
from hotlint.rule import Example, TypeRules


class ProviderNet(TypeRules):
    """The own rules of OS::Neutron::ProviderNet."""

    types = ("OS::Neutron::ProviderNet",)
    source = "heat/engine/resources/openstack/neutron/provider_net.py"
    reads = (
        Reads(("segmentation_id",)),
        Reads(("physical_network",), span=("27.0.0", None)),
        Reads(("network_type",), when="segmentation_id"),
    )
    relations = (
        OnlyWhen(("segmentation_id",), "network_type", ("vlan",), meaning="true", span=(None, "22.99.0")),
        OnlyWhen(
            ("segmentation_id",), "network_type", ("local", "flat"), meaning="true", span=("23.0.0", None), negated=True
        ),
        OnlyWhen(
            ("physical_network",),
            "network_type",
            ("vxlan", "gre", "geneve", "local"),
            meaning="true",
            span=("24.0.0", None),
            negated=True,
        ),
    )
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Neutron::ProviderNet
    properties:
      network_type: flat
      physical_network: p
      segmentation_id: 5
      ^^^^^^^^^^^^^^^
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Neutron::ProviderNet
    properties: {network_type: vlan, physical_network: p, segmentation_id: 5}
"""),
    )
