"""The own rules of OS::Glance::WebImage: formats that go together, and members of a shared image only."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_relations import OnlyWhen
from hotlint.resource_types.property_values import PropertyValues
from hotlint.rule import Example, PropertyProblem, Resource, TemplateContext, TypeRules
from hotlint_rules.resources.by_type._image_formats import image_formats


class WebImage(TypeRules):
    """The own rules of OS::Glance::WebImage."""

    types = ("OS::Glance::WebImage",)
    source = "heat/engine/resources/openstack/glance/image.py"
    reads = (Reads(("container_format", "members")),)
    relations = (OnlyWhen(("members",), "visibility", ("shared",), meaning="true", span=("16.0.0", None)),)
    demands = ("'disk_format' is the same as 'container_format' when that is 'ami', 'ari' or 'aki'",)
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Glance::WebImage
    properties:
      location: http://example.org/i
      container_format: ami
      disk_format: qcow2
                   ^^^^^
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Glance::WebImage
    properties: {location: "http://example.org/i", container_format: ami, disk_format: ami}
"""),
    )

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        return image_formats(values, resource.type or "")
