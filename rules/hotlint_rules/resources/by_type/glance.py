"""The own rules of Glance's resource types."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.resource_types.property_relations import OnlyWhen, Reads, invalid, missing
from hotlint.resource_types.property_values import PropertyValues
from hotlint.rule import PropertyProblem, Resource, TemplateContext, TypeRules


def image_formats(values: PropertyValues, owner: str) -> Iterator[PropertyProblem]:
    """Yield a problem when an Amazon container format has another disk format; `owner` is the resource type."""
    container, disk = values["container_format"], values["disk_format"]
    if container in ("ami", "ari", "aki") and (disk is None or isinstance(disk, str)) and disk != container:
        message = f"'disk_format' of {owner} must be '{container}' too when 'container_format' is '{container}'"
        yield invalid(values, "disk_format", message) if disk else missing(values, "disk_format", message)


class Image(TypeRules):
    """OS::Glance::Image: formats that go together."""

    types = ("OS::Glance::Image",)
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

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        return image_formats(values, resource.type or "")


class WebImage(TypeRules):
    """OS::Glance::WebImage: formats that go together, and members of a shared image only."""

    types = ("OS::Glance::WebImage",)
    source = "heat/engine/resources/openstack/glance/image.py"
    reads = (Reads(("container_format", "members")),)
    relations = (OnlyWhen(("members",), "visibility", ("shared",), meaning="true", span=("16.0.0", None)),)
    demands = ("'disk_format' is the same as 'container_format' when that is 'ami', 'ari' or 'aki'",)
    bad = (
        """
        location: http://example.org/i
        container_format: ami
        disk_format: qcow2
                     ^^^^^
        """,
    )
    good = ('{location: "http://example.org/i", container_format: ami, disk_format: ami}',)

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        return image_formats(values, resource.type or "")
