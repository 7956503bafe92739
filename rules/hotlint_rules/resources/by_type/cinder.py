"""The own rules of Cinder's resource types."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.resource_types.property_relations import AnyOther, AtMostOne, OnlyWhen, Reads, conflict, missing, quoted
from hotlint.resource_types.property_values import PropertyValues
from hotlint.rule import PropertyProblem, Resource, TemplateContext, TypeRules


class CinderQuota(TypeRules):
    """OS::Cinder::Quota: at least one quota."""

    types = ("OS::Cinder::Quota",)
    source = "heat/engine/resources/openstack/cinder/quota.py"
    reads = (Reads(("project", "gigabytes", "volumes", "snapshots", "backups", "backup_gigabytes")),)
    relations = (AnyOther("project"),)
    bad = ("{project: p}",)
    good = ("{project: p, volumes: 5}",)


_SIZED = ("snapshot_id", "source_volid")
"""Sources that have a size of their own."""
_SOURCES = (*_SIZED, "image", "imageRef")


class Volume(TypeRules):
    """OS::Cinder::Volume: a size or a source that has one, and only one source."""

    types = ("OS::Cinder::Volume",)
    source = "heat/engine/resources/openstack/cinder/volume.py"
    reads = (
        Reads(("backup_id", "imageRef", "image")),
        Reads(("size", "snapshot_id", "source_volid"), unless="backup_id"),
    )
    relations = (AtMostOne(("image", "imageRef"), meaning="true"),)
    demands = (
        "'size', 'source_volid', 'snapshot_id' or 'backup_id' is given",
        "at most one of 'snapshot_id', 'source_volid' or 'image' is given without 'backup_id'",
    )
    bad = ("{image: i}",)
    good = ("{size: 1, image: i}",)

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        if values.is_true("backup_id") is not False:
            return
        given = [(name, values.is_true(name)) for name in _SOURCES]
        if any(answer is None for _, answer in given):
            return
        sources = [name for name, answer in given if answer]
        alone = [name for name in sources if name in _SIZED]
        if values.is_set("size") is False and (len(sources) != 1 or len(alone) != 1):
            if len(sources) > 1:
                message = f"{resource.type} without 'size' takes only one source, not {quoted(sources, 'and')}"
                yield conflict(values, sources[1], message)
            else:
                yield missing(
                    values, "size", f"{resource.type} requires 'size', 'source_volid', 'snapshot_id' or 'backup_id'"
                )
        elif values.is_true("size") and len(sources) > 1:
            yield conflict(values, sources[1], f"{resource.type} takes only one source, not {quoted(sources, 'and')}")


class VolumeType(TypeRules):
    """OS::Cinder::VolumeType: projects only for a type that is not public."""

    types = ("OS::Cinder::VolumeType",)
    source = "heat/engine/resources/openstack/cinder/volume_type.py"
    reads = (Reads(("projects",)),)
    relations = (OnlyWhen(("projects",), "is_public", (True,), meaning="true", negated=True),)
    bad = (
        """
        name: t
        is_public: true
        projects: [a]
        ^^^^^^^^
        """,
    )
    good = ("{name: t, is_public: false, projects: [a]}",)
