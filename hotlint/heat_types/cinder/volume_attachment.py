from __future__ import annotations

from collections.abc import Iterator, Mapping

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.ignored import Ignored
from hotlint.heat_types.items import Item, is_complete, items, properties
from hotlint.heat_types.refusals import Limit, Refusal
from hotlint.language.values import Value
from hotlint.stacks.neighbors import Key, Neighbors, by, key, key_of
from hotlint.stacks.records import StackResource


class VolumeAttachment(HeatType):
    """OS::Cinder::VolumeAttachment, beyond its schema."""

    types = ("OS::Cinder::VolumeAttachment",)
    ignored = (
        Ignored(
            "mountpoint",
            "Nova with libvirt names the device itself; use /dev/disk/by-id/virtio-... with the id of the volume",
            is_likely=True,
        ),
    )
    is_link = True
    names_things = {("instance_uuid",): "nova.server"}
    service = "Nova"
    verb = "attaches"
    thing = "the volume"
    # Source: nova/api/openstack/compute/schemas/volume_attachment.py
    limits = (Limit("mountpoint", 0, 255, r"(/dev/[a-z]+[0-9]*)?", "is a device such as /dev/vdb"),)
    service_demands = ("a volume is attached once, unless it has 'multiattach'",)
    holder = "attachment"

    def holds(self, values: Mapping[str, Value]) -> set[str]:
        volume = values.get("volume_id")
        return {volume} if isinstance(volume, str) else set()

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        return attached_twice(properties(owner), stack)


def attached_twice(item: Item, stack: Neighbors) -> Iterator[Refusal]:
    """Yield a refusal where something else attaches the volume of an attachment, or of a server's device."""
    volume = key(item["volume_id"])
    maker = stack.maker(item["volume_id"], "OS::Cinder::Volume")
    if volume is None or maker is None:
        return
    server, is_shared = _server(item.owner), _may_be_shared(maker, stack)
    for name, other in _uses(volume, item.owner, stack):
        if not is_shared or (server is not None and server == _server(other)):
            message = f"{name} '{other.place}' attaches the volume as well"
            yield item.refuse("volume_id", message, "neighbor", other)
            return


def _server(owner: StackResource) -> Key | None:
    """Return what an attachment attaches its volume to; for a server, itself."""
    return key_of(owner) if owner.type == "OS::Nova::Server" else key(owner.values.get("instance_uuid"))


def _may_be_shared(volume: StackResource, stack: Neighbors) -> bool:
    """Return whether several servers may attach a volume: its type may have `multiattach`."""
    kind = volume.values.get("volume_type")
    maker = stack.maker(kind, "OS::Cinder::VolumeType") if kind else None
    if maker is None:
        return bool(kind or volume.values.get("multiattach"))
    metadata = maker.values.get("metadata")
    return not is_complete(metadata) or (isinstance(metadata, dict) and "multiattach" in metadata)


def _uses(volume: Key, owner: StackResource, stack: Neighbors) -> Iterator[tuple[str, StackResource]]:
    """Yield what else attaches a volume: other attachments, and servers."""
    for other in stack.rivals(owner, stack.sharing(volume, by("volume_id"), "OS::Cinder::VolumeAttachment")):
        yield "attachment", other
    for other in stack.rivals(owner, stack.sharing(volume, _devices, "OS::Nova::Server")):
        yield "server", other


def _devices(server: StackResource) -> Iterator[Key | None]:
    """Yield the volumes of a server."""
    values: Item = properties(server)
    for name in ("block_device_mapping", "block_device_mapping_v2"):
        yield from (key(device["volume_id"]) for device in items(values, name))
