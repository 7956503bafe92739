from hotlint.heat_types.base import HeatType
from hotlint.heat_types.refusals import NEUTRON_NAME
from hotlint.heat_types.rights import Right


class AddressScope(HeatType):
    """OS::Neutron::AddressScope, beyond its schema."""

    types = ("OS::Neutron::AddressScope",)
    makes = "neutron.address_scope"
    made_for = "neutron.address_scope"
    rights = (Right("create_address_scope:shared", ("shared",), value=True),)
    thing = "the scope"
    # Source: neutron/extensions/address_scope.py
    limits = NEUTRON_NAME
