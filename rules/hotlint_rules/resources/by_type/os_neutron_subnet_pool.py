"""The own rules of OS::Neutron::SubnetPool: prefix lengths in order."""

from __future__ import annotations

from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_relations import Ordered
from hotlint.rule import Example, TypeRules


class SubnetPool(TypeRules):
    """The own rules of OS::Neutron::SubnetPool."""

    types = ("OS::Neutron::SubnetPool",)
    source = "heat/engine/resources/openstack/neutron/subnetpool.py"
    reads = (Reads(("default_prefixlen", "min_prefixlen", "max_prefixlen")),)
    relations = (
        Ordered("min_prefixlen", "max_prefixlen", meaning="true"),
        Ordered("default_prefixlen", "max_prefixlen", meaning="true"),
        Ordered("min_prefixlen", "default_prefixlen", meaning="true"),
    )
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Neutron::SubnetPool
    properties:
      prefixes: [10.0.0.0/8]
      min_prefixlen: 28
                     ^^
      max_prefixlen: 24
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Neutron::SubnetPool
    properties: {prefixes: [10.0.0.0/8], min_prefixlen: 24, max_prefixlen: 28}
"""),
    )
