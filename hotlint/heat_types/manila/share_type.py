from hotlint.heat_types.base import HeatType
from hotlint.heat_types.refusals import Limit


class ShareType(HeatType):
    """OS::Manila::ShareType, beyond its schema."""

    types = ("OS::Manila::ShareType",)
    thing = "the share type"
    # Source: manila/api/v2/share_types.py
    limits = (Limit("name", 1, 255),)
