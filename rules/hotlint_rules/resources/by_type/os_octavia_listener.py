"""The own rules of OS::Octavia::Listener."""

from __future__ import annotations

from hotlint.linter.type_rules import TypeRules
from hotlint.resource_types.property_relations import AtLeastOne, Requires


class Listener(TypeRules):
    """The own rules of OS::Octavia::Listener."""

    types = ("OS::Octavia::Listener",)
    source = "heat/engine/resources/openstack/octavia/listener.py"
    relations = (
        Requires("protocol", ("default_tls_container_ref",), ("TERMINATED_HTTPS",)),
        AtLeastOne(("loadbalancer", "default_pool"), span=(None, "21.99.0")),
    )
