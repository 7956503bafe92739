from __future__ import annotations

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.quotas import COMPUTE


class KeyPair(HeatType):
    """OS::Nova::KeyPair, beyond its schema."""

    types = ("OS::Nova::KeyPair",)
    makes = "nova.keypair"
    made_for = "nova.keypair"
    id_property = "name"
    refers_by_id = False
    echoes = ("public_key",)
    secret_attributes = ("private_key",)
    own_attributes = ("public_key",)
    lost_when_gone = "key pair"
    quota = (COMPUTE, "key_pairs")
