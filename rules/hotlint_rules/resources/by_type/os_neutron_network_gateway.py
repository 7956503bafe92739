"""The own rules of OS::Neutron::NetworkGateway: a VLAN only where there is one."""

from __future__ import annotations

from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_relations import OnlyWhen, Requires
from hotlint.rule import Example, TypeRules


class NetworkGateway(TypeRules):
    """The own rules of OS::Neutron::NetworkGateway."""

    types = ("OS::Neutron::NetworkGateway",)
    source = "heat/engine/resources/openstack/neutron/network_gateway.py"
    reads = (Reads(("connections",)),)
    relations = (
        Requires("segmentation_type", ("segmentation_id",), ("vlan",), within=("connections",)),
        OnlyWhen(
            ("segmentation_id",), "segmentation_type", ("flat",), within=("connections",), meaning="true", negated=True
        ),
    )
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Neutron::NetworkGateway
    properties:
      devices: [{id: d, interface_name: e}]
      connections:
        - {network: n, segmentation_type: flat, segmentation_id: 7}
                                                ^^^^^^^^^^^^^^^
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Neutron::NetworkGateway
    properties: {devices: [{id: d, interface_name: e}], connections: [{network: n, segmentation_type: vlan, segmentation_id: 7}]}
"""),
    )
