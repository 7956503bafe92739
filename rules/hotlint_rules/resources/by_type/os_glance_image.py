"""The own rules of OS::Glance::Image: formats that go together."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_values import PropertyValues
from hotlint.rule import Example, PropertyProblem, Resource, TemplateContext, TypeRules
from hotlint_rules.resources.by_type._image_formats import image_formats


class Image(TypeRules):
    """The own rules of OS::Glance::Image."""

    types = ("OS::Glance::Image",)
    source = "heat/engine/resources/openstack/glance/image.py"
    span = (None, "21.99.0")
    reads = (Reads(("container_format",)),)
    demands = ("'disk_format' is the same as 'container_format' when that is 'ami', 'ari' or 'aki'",)
    bad = (
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Glance::Image
    properties:
      location: http://example.org/i
      container_format: ami
      disk_format: qcow2
                   ^^^^^
""",
            target="18.0.1",
        ),
    )
    good = (
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Glance::Image
    properties: {location: "http://example.org/i", container_format: ami, disk_format: ami}
""",
            target="18.0.1",
        ),
    )

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        return image_formats(values, resource.type or "")
