"""The own rules of the resource types of services that have only a few: Blazar, Designate, Magnum, Manila and others."""

from hotlint.heat_types.base import HeatType
from hotlint.resource_types.property_relations import Reads


class Clusters(HeatType):
    """Sahara's clusters and their templates: a plugin that Sahara has."""

    span = (None, "22.99.0")
    reads = (Reads(("plugin_name", "hadoop_version")),)
    asks = (
        "Sahara whether the plugin has the version",
        "Sahara whether the plugin has the processes of a group of nodes",
        "Neutron or Nova whether the pool of floating addresses exists",
    )
