from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types._shared import unknown_choice
from hotlint.heat_types.base import HeatType
from hotlint.heat_types.items import properties
from hotlint.heat_types.refusals import Limit, Refusal
from hotlint.language.values import show
from hotlint.resource_types.property_relations import Reads, invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem
from hotlint.stacks.definition import Definition
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource

_DRIVERS = {"kubernetes": "cinder", "swarm": "rexray", "mesos": "rexray"}
"""The volume driver of each container engine."""
_NETWORKS = {"kubernetes": ("flannel", "calico", "cilium"), "swarm": ("docker", "flannel"), "mesos": ("docker",)}
"""The network drivers of each container engine; a cloud may have fewer."""
_TEXTS = ("name", "fixed_network", "fixed_subnet", "http_proxy", "https_proxy", "no_proxy")
_LEAST_SIZE = 3
_DEVICEMAPPER = "the 'docker_storage_driver' devicemapper, which is the default"


class ClusterTemplate(HeatType):
    """OS::Magnum::ClusterTemplate: a volume driver that fits the engine."""

    types = ("OS::Magnum::ClusterTemplate",)
    unchangeable = {
        "public": "Magnum changes it, and Heat then asks for a status, which a cluster template does not have"
    }
    thing = "the cluster template"
    # Source: magnum/api/validation.py
    limits = tuple(Limit(name, 0, 255) for name in _TEXTS)
    service_demands = (
        f"'docker_volume_size' is at least {_LEAST_SIZE} with {_DEVICEMAPPER}",
        *(
            f"'network_driver' is {' or '.join(drivers)} when 'coe' is {engine}"
            for engine, drivers in _NETWORKS.items()
        ),
    )
    settings = (
        f"'docker_volume_size' is given with {_DEVICEMAPPER} (not in the first releases of Magnum)",
        "'coe' is kubernetes (recent releases of Magnum have no other engine)",
    )
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

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        template = properties(owner)
        engine, network = template.text("coe"), template.text("network_driver")
        drivers = _NETWORKS.get(engine or "")
        if network and drivers is not None and network not in drivers:
            yield template.refuse("network_driver", f"{engine} has {' or '.join(drivers)}, not {show(network, 40)}")
        if engine in ("swarm", "mesos"):
            yield template.refuse("coe", f"recent releases of Magnum have no {engine}", "setting")
        size = template.number("docker_volume_size")
        if template["docker_storage_driver"] != "devicemapper":
            return
        if size is not None and size < _LEAST_SIZE:
            yield template.refuse("docker_volume_size", f"{size} is below {_LEAST_SIZE}, with {_DEVICEMAPPER}")
        elif template["docker_volume_size"] is None:
            yield template.refuse("", f"'docker_volume_size' must be given with {_DEVICEMAPPER}", "setting")

    def validate(self, values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
        yield from unknown_choice(values, "coe", it)
        engine, driver = values["coe"], values["volume_driver"]
        wanted = _DRIVERS.get(engine) if isinstance(engine, str) else None
        if wanted is not None and isinstance(driver, str) and driver != wanted:
            message = f"'volume_driver' of {it.type} must be '{wanted}' when 'coe' is '{engine}', not '{driver}'"
            yield invalid(values, "volume_driver", message)
