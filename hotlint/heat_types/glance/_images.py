"""Images of Glance: what their types have in common."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.base import HeatType
from hotlint.resource_types.property_relations import invalid, missing
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem
from hotlint.stacks.definition import Definition


class Images(HeatType):
    """Base of the types of images: an Amazon container format has the disk format of the same name."""

    makes = "glance.image"
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

    def validate(self, values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
        container, disk = values["container_format"], values["disk_format"]
        if container in ("ami", "ari", "aki") and (disk is None or isinstance(disk, str)) and disk != container:
            message = f"'disk_format' of {it.type} must be '{container}' too when 'container_format' is '{container}'"
            yield invalid(values, "disk_format", message) if disk else missing(values, "disk_format", message)
