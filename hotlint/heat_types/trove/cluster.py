from hotlint.heat_types.base import HeatType
from hotlint.resource_types.property_relations import Reads, Requires


class Cluster(HeatType):
    """OS::Trove::Cluster: a datastore that Trove has."""

    types = ("OS::Trove::Cluster",)
    reads = (Reads(("datastore_type", "datastore_version")),)
    relations = (Requires("datastore_version", ("datastore_type",), meaning="true"),)
    asks = ("Trove whether it has the datastore and its version; what else the class checks comes after that",)
    bad = (
        """
        datastore_type: ''
                        ^^
        datastore_version: v
        instances: [{flavor: f, volume_size: 1}]
        """,
    )
    good = (
        """
        datastore_type: mongodb
        datastore_version: v
        instances: [{flavor: f, volume_size: 1}]
        """,
    )
