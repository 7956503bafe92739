"""The own rules of Glance's resource types."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.resource_types.property_relations import invalid, missing
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem


def image_formats(values: PropertyValues, owner: str) -> Iterator[PropertyProblem]:
    """Yield a problem when an Amazon container format has another disk format; `owner` is the resource type."""
    container, disk = values["container_format"], values["disk_format"]
    if container in ("ami", "ari", "aki") and (disk is None or isinstance(disk, str)) and disk != container:
        message = f"'disk_format' of {owner} must be '{container}' too when 'container_format' is '{container}'"
        yield invalid(values, "disk_format", message) if disk else missing(values, "disk_format", message)
