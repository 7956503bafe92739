"""The own rules of the clusters of Sahara and their templates: a plugin that Sahara has."""

from __future__ import annotations

from hotlint.resource_types.property_reads import Reads
from hotlint.rule import TypeRules


class SaharaCluster(TypeRules):
    """What Heat asks a cloud for clusters of Sahara; nothing can be checked without."""

    types = ("OS::Sahara::Cluster", "OS::Sahara::ClusterTemplate", "OS::Sahara::NodeGroupTemplate")
    source = "heat/engine/resources/openstack/sahara/templates.py"
    span = (None, "22.99.0")
    reads = (Reads(("plugin_name", "hadoop_version")),)
    asks = (
        "Sahara whether the plugin has the version",
        "Sahara whether the plugin has the processes of a group of nodes",
        "Neutron or Nova whether the pool of floating addresses exists",
    )
