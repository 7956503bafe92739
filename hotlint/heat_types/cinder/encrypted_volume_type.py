from hotlint.heat_types.base import HeatType, Unique
from hotlint.heat_types.refusals import Limit, Range


class EncryptedVolumeType(HeatType):
    """OS::Cinder::EncryptedVolumeType, beyond its schema."""

    types = ("OS::Cinder::EncryptedVolumeType",)
    unique = (Unique("Cinder", "encryption", ("volume_type",)),)
    thing = "the encryption"
    # Source: cinder/api/schemas/volume_type_encryption.py
    limits = (Limit("provider", 0, 255), Range("key_size", 0))
    service_demands = ("the 'volume_type' has no other encryption",)
