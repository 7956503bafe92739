from hotlint.heat_types.neutron._lifetime import Lifetimes


class IKEPolicy(Lifetimes):
    """OS::Neutron::IKEPolicy, beyond its schema."""

    types = ("OS::Neutron::IKEPolicy",)
