from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.glance._formats import image_formats
from hotlint.resource_types.property_relations import Reads
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem
from hotlint.stacks.definition import Definition


class Image(HeatType):
    """OS::Glance::Image: formats that go together."""

    types = ("OS::Glance::Image",)
    makes = "glance.image"
    source = "heat/engine/resources/openstack/glance/image.py"
    span = (None, "21.99.0")
    reads = (Reads(("container_format",)),)
    demands = ("'disk_format' is the same as 'container_format' when that is 'ami', 'ari' or 'aki'",)
    shown_in = "18.0.1"
    bad = (
        """
        location: http://example.org/i
        container_format: ami
        disk_format: qcow2
                     ^^^^^
        """,
    )
    good = ('{location: "http://example.org/i", container_format: ami, disk_format: ami}',)

    def validate(self, values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
        return image_formats(values, it.type)
