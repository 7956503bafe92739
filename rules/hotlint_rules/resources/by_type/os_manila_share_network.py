"""The own rules of OS::Manila::ShareNetwork."""

from __future__ import annotations

from hotlint.linter.rule import Example
from hotlint.linter.type_rules import TypeRules
from hotlint.resource_types.property_relations import NotSupported, Requires


class ShareNetwork(TypeRules):
    """The own rules of OS::Manila::ShareNetwork."""

    types = ("OS::Manila::ShareNetwork",)
    source = "heat/engine/resources/openstack/manila/share_network.py"
    relations = (
        Requires("neutron_network", ("neutron_subnet",), meaning="true"),
        NotSupported("nova_network", meaning="true"),
    )
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Manila::ShareNetwork
          ^^^^^^^^^^^^^^^^^^^^^^^^
    properties: {neutron_network: n}
"""),
    )
