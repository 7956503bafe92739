from hotlint.heat_types.base import HeatType
from hotlint.resource_types.property_relations import AtMostOne, NotSupported, Reads, Requires

_NEUTRON_ONLY = ("23.0.0", None)
_WITH_NOVA = (None, "22.99.0")
"""Releases that ask the cloud first whether it has Neutron, and after that cannot be followed."""


class ShareNetwork(HeatType):
    """OS::Manila::ShareNetwork: a network together with its subnet."""

    types = ("OS::Manila::ShareNetwork",)
    reads = (
        Reads(("neutron_network", "nova_network")),
        Reads(("neutron_subnet",), when="neutron_network"),
    )
    relations = (
        Requires("neutron_network", ("neutron_subnet",), meaning="true", span=_NEUTRON_ONLY),
        NotSupported("nova_network", meaning="true", span=_NEUTRON_ONLY),
        AtMostOne(("neutron_network", "nova_network"), meaning="true", span=_WITH_NOVA),
        AtMostOne(("nova_network", "neutron_subnet"), meaning="true", span=_WITH_NOVA),
    )
    bad = ("{neutron_network: n}",)
    good = ("{neutron_network: n, neutron_subnet: s}",)
