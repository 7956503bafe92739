from __future__ import annotations

from collections.abc import Iterator, Mapping

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.nova.server import costs
from hotlint.heat_types.quotas import Cost, Flavors
from hotlint.language.values import Value


class EC2Instance(HeatType):
    """AWS::EC2::Instance, beyond its schema."""

    types = ("AWS::EC2::Instance",)
    describes_servers = True

    def costs(self, values: Mapping[str, Value], flavors: Flavors) -> Iterator[Cost]:
        return costs({"flavor": values.get("InstanceType"), "networks": [{}]}, flavors)
