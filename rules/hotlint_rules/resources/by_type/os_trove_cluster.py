"""The own rules of OS::Trove::Cluster: a datastore that Trove has."""

from __future__ import annotations

from hotlint.linter.type_rules import TypeRules


class TroveCluster(TypeRules):
    """What Heat asks a cloud for OS::Trove::Cluster; nothing can be checked without."""

    types = ("OS::Trove::Cluster",)
    source = "heat/engine/resources/openstack/trove/cluster.py"
    asks = ("Trove whether it has the datastore and its version; what else the class checks comes after that",)
