from __future__ import annotations

from collections.abc import Iterator, Mapping

from hotlint.common.annotations import TYPE_CHECKING, Any
from hotlint.heat_types._hints import unlike_ids
from hotlint.heat_types._shared import is_answer, volume_costs
from hotlint.heat_types.base import HeatType
from hotlint.heat_types.glance._disk import required_disk
from hotlint.heat_types.ignored import Ignored
from hotlint.heat_types.items import properties
from hotlint.heat_types.quotas import Cost, Flavors
from hotlint.heat_types.refusals import Limit, Range, Refusal
from hotlint.language.values import OMITTED, Value
from hotlint.resource_types.property_relations import AtMostOne, Reads, conflict, missing, quoted
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem
from hotlint.stacks.definition import Definition
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource

if TYPE_CHECKING:
    from hotlint.cloud.facts import CloudFacts
    from hotlint.stacks.update import RunningThing, StackUpdate

_SIZED = ("snapshot_id", "source_volid")
"""Sources that have a size of their own."""
_SOURCES = (*_SIZED, "image", "imageRef")
_NOT_RESTORED = (*_SOURCES, "size", "availability_zone", "volume_type", "metadata", "scheduler_hints")
"""Properties that Heat does not hand to Cinder where it restores a backup (`handle_create` of heat/engine/resources/volume_base.py)."""


def front_end_qos(old: StackResource, new: StackResource, update: StackUpdate) -> str:
    """Return why Cinder refuses another type of an attached volume (`retype` of cinder/volume/api.py); "" where it may not."""
    types = old.values.get("volume_type"), new.values.get("volume_type")
    if None in types or not update.differs(*types):
        return ""
    users = [(server, "block_device_mapping_v2") for server, _ in update.staying("OS::Nova::Server")]
    users += [(server, "block_device_mapping") for server, _ in update.staying("OS::Nova::Server")]
    devices = [item for server, name in users for item in server.values.get(name) or () if isinstance(item, dict)]
    devices += [attachment.values for attachment, _ in update.staying("OS::Cinder::VolumeAttachment")]
    if not any(update.referred(device.get("volume_id")) == old.name for device in devices):
        return ""
    for association, _ in update.staying("OS::Cinder::QoSAssociation"):
        listed = association.values.get("volume_types")
        holds = [any(update.same(one, type_) for one in listed) for type_ in types] if isinstance(listed, list) else []
        specs = update.before.get(update.referred(association.values.get("qos_specs")))
        consumer = (specs.values.get("specs") or {}).get("consumer") if specs is not None else None
        if consumer in ("front-end", "both") and any(holds) and not all(holds):
            return f"Cinder changes no type of a volume in use that has front-end QoS specifications ('{association.name}')"
    return ""


class Volume(HeatType):
    """OS::Cinder::Volume: a size or a source that has one, and only one source."""

    types = ("OS::Cinder::Volume",)
    ignored = (
        Ignored("multiattach", "Heat no longer sends it to Cinder; use a volume type that has it"),
        *(Ignored(name, "Heat only restores the backup", "backup_id") for name in _NOT_RESTORED),
    )
    made_for = "cinder.volume"
    names_things = {("availability_zone",): "volume zone"}
    mirrors = {"display_description": "description", "display_name": "name", "metadata_values": "metadata"}
    shown_properties = ("name", "description", "size", "volume_type", "metadata")
    is_kept_while_it_exists = True
    lost_when_gone = "the data of volume"
    interrupted_by = {"volume_type": "while it is retyped (minutes, or hours where its data moves)"}
    thing = "the volume"
    # Source: cinder/volume/flows/api/create_volume.py
    limits = (
        Limit("name", 0, 255),
        Limit("description", 0, 255),
        Limit("metadata", 1, 255, r"[a-zA-Z0-9\-_:. /]*", "consists of letters, digits, spaces and -_:./", of="keys"),
        Limit("metadata", 0, 255, of="values", is_text=True),
        Limit("availability_zone", 0, 255),
        Range("size", 1),
    )
    service_demands = (
        "'size' is at least the 'min_disk' of the image: of one in the template, or in a snapshot of the cloud",
        "'size' is at least that of the volume in 'source_volid'",
        "'local_to_instance', 'different_host' and 'same_host' in 'scheduler_hints' are IDs",
    )
    settings = ("'availability_zone' is that of the volume in 'source_volid' (cloned_volume_same_az, by default true)",)
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

    def shown(self, attributes: Mapping[str, Any], name: str) -> Value:
        if not is_answer(attributes):
            return attributes.get(name, OMITTED)
        if name == "metadata":
            import json  # not in a check

            return json.dumps(attributes.get("metadata"))
        if name in _SHOWN:
            return attributes.get(_SHOWN[name], OMITTED)
        value = attributes.get(name, OMITTED)
        return value if value is OMITTED or isinstance(value, dict | list) else str(value)

    def fails_to_change(self, old: StackResource, new: StackResource, update: StackUpdate) -> str:
        """Return why Heat refuses a smaller size (`handle_update` of heat/engine/resources/openstack/cinder/volume.py)."""
        qos = front_end_qos(old, new, update)
        if qos:
            return qos
        before, after = old.values.get("size"), new.values.get("size")
        if not isinstance(before, int) or not isinstance(after, int) or after >= before:
            return ""
        return f"Heat makes no volume smaller, and this one goes from {before} to {after} GiB"

    def fails_by_now(
        self, changed: Mapping[str, tuple[Value, Value]], runs: RunningThing, cloud: CloudFacts | None
    ) -> str:
        why = (
            _same_type(runs.shown("volume_type"), changed["volume_type"][1], cloud) if "volume_type" in changed else ""
        )
        return why or (_smaller(runs.shown("size"), changed["size"][1]) if "size" in changed else "")

    def is_held_once(self, attributes: Mapping[str, Any]) -> bool:
        return attributes.get("multiattach") is False and attributes.get("status") != "available"

    def costs(self, values: Mapping[str, Value], flavors: Flavors) -> Iterator[Cost]:
        return volume_costs(values.get("size"))

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        volume = properties(owner)
        size, source = volume.number("size"), stack.maker(volume["source_volid"], "OS::Cinder::Volume")
        zone, its = (
            volume.text("availability_zone"),
            source.values.get("availability_zone") if source is not None else None,
        )
        if source is not None and zone and isinstance(its, str) and its not in ("", zone):
            message = f"volume '{source.place}', which it is a copy of, is in the zone '{its}'"
            yield volume.refuse("availability_zone", message, "setting", source)
        yield from unlike_ids(volume, "local_to_instance", "different_host", "same_host")
        if size is None:
            return
        name, least, other = required_disk(volume["image"], stack)
        if least is not None and size < least:
            yield volume.refuse(
                "size", f"{size} GiB is less than image '{name}' requires ({least} GiB)", "neighbor", other
            )
        least = properties(source).number("size") if source is not None else None
        if source is not None and least is not None and size < least:
            message = f"{size} GiB is less than volume '{source.place}' has, which it is a copy of ({least} GiB)"
            yield volume.refuse("size", message, "neighbor", source)

    def validate(self, values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
        if values.is_true("backup_id") is not False:
            return
        given = [(name, values.is_true(name)) for name in _SOURCES]
        if any(answer is None for _, answer in given):
            return
        sources = [name for name, answer in given if answer]
        alone = [name for name in sources if name in _SIZED]
        if values.is_set("size") is False and (len(sources) != 1 or len(alone) != 1):
            if len(sources) > 1:
                message = f"{it.type} without 'size' takes only one source, not {quoted(sources, 'and')}"
                yield conflict(values, sources[1], message)
            else:
                yield missing(
                    values, "size", f"{it.type} requires 'size', 'source_volid', 'snapshot_id' or 'backup_id'"
                )
        elif values.is_true("size") and len(sources) > 1:
            yield conflict(values, sources[1], f"{it.type} takes only one source, not {quoted(sources, 'and')}")


_SHOWN = {
    "attachments_list": "attachments", "display_description": "description", "display_name": "name",
    "metadata_values": "metadata",
}  # fmt: skip
"""The names under which Cinder shows attributes."""


def _same_type(now: Value, wanted: Value, cloud: CloudFacts | None) -> str:
    """Return why Cinder does not give a volume a type: it has it already.

    Heat does not wait for the end of a change of the type, and takes one for done that fails in Cinder.
    """
    if not isinstance(wanted, str) or not isinstance(now, str):
        return ""
    found = cloud.find("cinder.vtype", wanted) if cloud is not None else ()
    is_same = now == wanted or (len(found) == 1 and found[0].name == now)
    return f"Cinder refuses the type that a volume already has, and this one has '{now}' by now" if is_same else ""


def _smaller(now: Value, wanted: Value) -> str:
    """Return why Heat does not change the size of a volume: it asks Cinder how large the volume is now."""
    size = int(now) if isinstance(now, str) and now.isdecimal() else now
    is_smaller = isinstance(size, int) and isinstance(wanted, int) and wanted < size
    return f"Heat makes no volume smaller, and this one has {size} GiB by now" if is_smaller else ""
