from hotlint.heat_types.base import HeatType


class CloudConfig(HeatType):
    """OS::Heat::CloudConfig, beyond its schema."""

    types = ("OS::Heat::CloudConfig",)
    idle = "no server uses the configuration"
    user_data = "cloud_config"
    holds_user_data = True
