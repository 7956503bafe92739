from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types._shared import unknown_choice
from hotlint.heat_types.base import HeatType
from hotlint.resource_types.property_relations import Reads, invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem
from hotlint.stacks.definition import Definition

_DRIVERS = {"kubernetes": "cinder", "swarm": "rexray", "mesos": "rexray"}
"""The volume driver of each container engine."""


class ClusterTemplate(HeatType):
    """OS::Magnum::ClusterTemplate: a volume driver that fits the engine."""

    types = ("OS::Magnum::ClusterTemplate",)
    source = "heat/engine/resources/openstack/magnum/cluster_template.py"
    reads = (Reads(("coe", "volume_driver")),)
    demands = ("'volume_driver' is 'rexray' when 'coe' is 'swarm' or 'mesos', and 'cinder' when it is 'kubernetes'",)
    bad = (
        """
        image: i
        external_network: e
        coe: swarm
        volume_driver: cinder
                       ^^^^^^
        """,
    )
    good = ("{image: i, external_network: e, coe: swarm, volume_driver: rexray}",)

    def validate(self, values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
        yield from unknown_choice(values, "coe", it)
        engine, driver = values["coe"], values["volume_driver"]
        wanted = _DRIVERS.get(engine) if isinstance(engine, str) else None
        if wanted is not None and isinstance(driver, str) and driver != wanted:
            message = f"'volume_driver' of {it.type} must be '{wanted}' when 'coe' is '{engine}', not '{driver}'"
            yield invalid(values, "volume_driver", message)
