from hotlint.heat_types.base import HeatType

NONE = "OS::Heat::None"
"""The type that an environment maps another one to so that nothing is made."""


class NoneResource(HeatType):
    """OS::Heat::None, beyond its schema."""

    types = (NONE,)
    is_placeholder = True
