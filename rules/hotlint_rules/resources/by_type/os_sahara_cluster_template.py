"""The own rules of OS::Sahara::ClusterTemplate."""

from __future__ import annotations

from hotlint.linter.type_rules import TypeRules
from hotlint.resource_types.property_relations import AtLeastOne


class SaharaClusterTemplate(TypeRules):
    """The own rules of OS::Sahara::ClusterTemplate."""

    types = ("OS::Sahara::ClusterTemplate",)
    source = "heat/engine/resources/openstack/sahara/templates.py"
    relations = (AtLeastOne(("neutron_management_network",), meaning="true"),)
