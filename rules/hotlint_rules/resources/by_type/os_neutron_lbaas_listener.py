"""The own rules of OS::Neutron::LBaaS::Listener."""

from __future__ import annotations

from hotlint.linter.type_rules import TypeRules
from hotlint.resource_types.property_relations import AtLeastOne, Requires


class LbaasListener(TypeRules):
    """The own rules of OS::Neutron::LBaaS::Listener."""

    types = ("OS::Neutron::LBaaS::Listener",)
    source = "heat/engine/resources/openstack/neutron/lbaas/listener.py"
    span = (None, "21.99.0")
    relations = (
        AtLeastOne(("loadbalancer", "default_pool")),
        Requires("protocol", ("default_tls_container_ref",), ("TERMINATED_HTTPS",)),
    )
