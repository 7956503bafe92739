"""The own rules of Magnum's resource types."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.resource_types.property_relations import Reads, invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.rule import Example, PropertyProblem, Resource, TemplateContext, TypeRules
from hotlint_rules.resources.by_type._shared import unknown_choice

_DRIVERS = {"kubernetes": "cinder", "swarm": "rexray", "mesos": "rexray"}
"""The volume driver of each container engine."""


class ClusterTemplate(TypeRules):
    """OS::Magnum::ClusterTemplate: a volume driver that fits the engine."""

    types = ("OS::Magnum::ClusterTemplate",)
    source = "heat/engine/resources/openstack/magnum/cluster_template.py"
    reads = (Reads(("coe", "volume_driver")),)
    demands = ("'volume_driver' is 'rexray' when 'coe' is 'swarm' or 'mesos', and 'cinder' when it is 'kubernetes'",)
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Magnum::ClusterTemplate
    properties:
      image: i
      external_network: e
      coe: swarm
      volume_driver: cinder
                     ^^^^^^
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Magnum::ClusterTemplate
    properties: {image: i, external_network: e, coe: swarm, volume_driver: rexray}
"""),
    )

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        yield from unknown_choice(values, "coe", resource, context)
        engine, driver = values["coe"], values["volume_driver"]
        wanted = _DRIVERS.get(engine) if isinstance(engine, str) else None
        if wanted is not None and isinstance(driver, str) and driver != wanted:
            message = f"'volume_driver' of {resource.type} must be '{wanted}' when 'coe' is '{engine}', not '{driver}'"
            yield invalid(values, "volume_driver", message)
