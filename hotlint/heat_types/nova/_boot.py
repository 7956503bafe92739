"""The image that a server boots of."""

from __future__ import annotations

from hotlint.heat_types.items import known_list
from hotlint.language.values import Value
from hotlint.stacks.records import StackResource


def booted_image(server: StackResource) -> Value:
    """Return the image of the volume that a server boots of; None where there is none, or where it is not known."""
    given = server.properties or {}
    for name, at, first in (
        ("block_device_mapping_v2", "boot_index", 0),
        ("block_device_mapping", "device_name", "vda"),
    ):
        for device in known_list(given.get(name)):
            if isinstance(device, dict) and device.get(at) == first:
                volume = server.maker(device.get("volume_id"))
                return device.get("image") if volume is None else volume.values.get("image")
    return None
