from hotlint.heat_types.heat._configs import SoftwareConfigs


class SoftwareConfig(SoftwareConfigs):
    """OS::Heat::SoftwareConfig, beyond its schema."""

    types = ("OS::Heat::SoftwareConfig",)
    idle = "no deployment or server uses the configuration"
    user_data = "config"
    echoes = ("config",)
    is_config = True
    holds_user_data = True
