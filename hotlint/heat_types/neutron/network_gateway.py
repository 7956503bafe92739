from hotlint.heat_types.base import HeatType
from hotlint.resource_types.property_relations import OnlyWhen, Reads, Requires


class NetworkGateway(HeatType):
    """OS::Neutron::NetworkGateway: a VLAN only where there is one."""

    types = ("OS::Neutron::NetworkGateway",)
    reads = (Reads(("connections",)),)
    relations = (
        Requires("segmentation_type", ("segmentation_id",), ("vlan",), within=("connections",)),
        OnlyWhen(
            ("segmentation_id",), "segmentation_type", ("flat",), within=("connections",), meaning="true", negated=True
        ),
    )
    bad = (
        """
        devices: [{id: d, interface_name: e}]
        connections:
          - {network: n, segmentation_type: flat, segmentation_id: 7}
                                                  ^^^^^^^^^^^^^^^
        """,
    )
    good = (
        "{devices: [{id: d, interface_name: e}], connections: [{network: n, segmentation_type: vlan, segmentation_id: 7}]}",
    )
