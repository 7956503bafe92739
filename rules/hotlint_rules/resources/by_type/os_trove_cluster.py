"""The own rules of OS::Trove::Cluster: a datastore that Trove has."""

from __future__ import annotations

from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_relations import Requires
from hotlint.rule import Example, TypeRules


class TroveCluster(TypeRules):
    """The own rules of OS::Trove::Cluster: what comes before Heat asks Trove."""

    types = ("OS::Trove::Cluster",)
    source = "heat/engine/resources/openstack/trove/cluster.py"
    reads = (Reads(("datastore_type", "datastore_version")),)
    relations = (Requires("datastore_version", ("datastore_type",), meaning="true"),)
    asks = ("Trove whether it has the datastore and its version; what else the class checks comes after that",)
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Trove::Cluster
    properties:
      datastore_type: ''
                      ^^
      datastore_version: v
      instances: [{flavor: f, volume_size: 1}]
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Trove::Cluster
    properties:
      datastore_type: mongodb
      datastore_version: v
      instances: [{flavor: f, volume_size: 1}]
"""),
    )
