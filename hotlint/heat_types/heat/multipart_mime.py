from hotlint.heat_types.base import HeatType


class MultipartMime(HeatType):
    """OS::Heat::MultipartMime, beyond its schema."""

    types = ("OS::Heat::MultipartMime",)
    idle = "no server uses the parts"
    user_data = "parts"
    holds_user_data = True
