"""The own rules of OS::Neutron::LBaaS::L7Policy."""

from __future__ import annotations

from hotlint.linter.type_rules import TypeRules
from hotlint.resource_types.property_relations import OnlyWhen, Requires


class LbaasL7Policy(TypeRules):
    """The own rules of OS::Neutron::LBaaS::L7Policy."""

    types = ("OS::Neutron::LBaaS::L7Policy",)
    source = "heat/engine/resources/openstack/neutron/lbaas/l7policy.py"
    span = (None, "21.99.0")
    relations = (
        OnlyWhen(("redirect_pool",), "action", ("REDIRECT_TO_POOL",)),
        OnlyWhen(("redirect_url",), "action", ("REDIRECT_TO_URL",)),
        Requires("action", ("redirect_pool",), ("REDIRECT_TO_POOL",)),
        Requires("action", ("redirect_url",), ("REDIRECT_TO_URL",)),
    )
