from hotlint.heat_types.base import HeatType
from hotlint.heat_types.ignored import Ignored


class DeployedServer(HeatType):
    """OS::Heat::DeployedServer, beyond its schema."""

    types = ("OS::Heat::DeployedServer",)
    ignored = (Ignored("metadata", "Heat hands it to nothing; a deployment reads the `metadata` of the resource"),)
    echoes = ("name",)
    secret_attributes = ("os_collect_config",)
