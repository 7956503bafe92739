from hotlint.heat_types.heat._configs import SoftwareConfigs


class StructuredConfig(SoftwareConfigs):
    """OS::Heat::StructuredConfig, beyond its schema."""

    types = ("OS::Heat::StructuredConfig",)
    idle = "no deployment uses the configuration"
    is_config = True
    holds_user_data = True
