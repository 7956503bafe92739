from hotlint.heat_types.neutron._lifetime import Lifetimes


class IPsecPolicy(Lifetimes):
    """OS::Neutron::IPsecPolicy, beyond its schema."""

    types = ("OS::Neutron::IPsecPolicy",)
