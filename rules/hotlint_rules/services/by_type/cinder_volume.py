"""What Cinder and Nova refuse of volumes: sizes below what is copied into them, and attachments that are there already."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.language.values import Value
from hotlint_rules.resources._cloud import Deployed
from hotlint_rules.services._limits import PRINTED, Limit, Range
from hotlint_rules.services._model import Item, Refusal, ServiceRules, items, mapping, properties
from hotlint_rules.services._neighbors import Neighbors, by, key

VOLUME = "OS::Cinder::Volume"
ATTACHMENT = "OS::Cinder::VolumeAttachment"
_IMAGES = ("OS::Glance::WebImage", "OS::Glance::Image")


class VolumeRules(ServiceRules):
    """What Cinder refuses of OS::Cinder::Volume."""

    types = (VOLUME,)
    service = "Cinder"
    thing = "the volume"
    source = "cinder/volume/flows/api/create_volume.py"
    limits = (
        Limit("name", 0, 255),
        Limit("description", 0, 255),
        Limit("metadata", 1, 255, r"[a-zA-Z0-9\-_:. /]*", "consists of letters, digits, spaces and -_:./", of="keys"),
        Limit("metadata", 0, 255, of="values"),
        Limit("availability_zone", 0, 255),
        Range("size", 1),
    )
    demands = (
        "'size' is at least the 'min_disk' of the image: of one in the template, or in a snapshot of the cloud",
        "'size' is at least that of the volume in 'source_volid'",
    )

    def check(self, owner: Deployed, stack: Neighbors) -> Iterator[Refusal]:
        volume = properties(owner)
        size = volume.number("size")
        if size is None:
            return
        name, least, other = required_disk(volume["image"], stack)
        if least is not None and size < least:
            yield volume.refuse(
                "size", f"{size} GiB is less than image '{name}' requires ({least} GiB)", "neighbor", other
            )
        source = stack.maker(volume["source_volid"], VOLUME)
        least = properties(source).number("size") if source is not None else None
        if source is not None and least is not None and size < least:
            message = (
                f"{size} GiB is less than volume '{source.resource.name}' has, which it is a copy of ({least} GiB)"
            )
            yield volume.refuse("size", message, "neighbor", source)


def required_disk(image: Value, stack: Neighbors) -> tuple[str, int | None, Deployed | None]:
    """Return the name of an image, how many GiB it requires, None where that is not known, and the resource that makes it."""
    made = stack.maker(image, *_IMAGES)
    if made is not None:
        return made.resource.name, properties(made).number("min_disk"), made
    if isinstance(image, str) and stack.cloud is not None:
        found = stack.cloud.find("glance.image", image)
        least = found[0].entry.get("min_disk") if len(found) == 1 else None
        return image, least if isinstance(least, int) else None, None
    return "", None, None


class AttachmentRules(ServiceRules):
    """What Nova refuses of OS::Cinder::VolumeAttachment."""

    types = (ATTACHMENT,)
    service = "Nova"
    verb = "attaches"
    thing = "the volume"
    source = "nova/api/openstack/compute/schemas/volume_attachment.py"
    limits = (Limit("mountpoint", 0, 255, r"((/dev/x?[a-z]?d?)?([a-z]+)[0-9]*)?", "is a device such as /dev/vdb"),)
    demands = ("a volume is attached once, unless it has 'multiattach'",)

    def check(self, owner: Deployed, stack: Neighbors) -> Iterator[Refusal]:
        attachment = properties(owner)
        volume = key(attachment["volume_id"])
        maker = stack.maker(attachment["volume_id"], VOLUME)
        if volume is None or maker is None or maker.values.get("volume_type") or maker.values.get("multiattach"):
            return
        for name, other in _uses(volume, owner, stack):
            message = f"{name} '{other.resource.name}' attaches the volume as well"
            yield attachment.refuse("volume_id", message, "neighbor", other)
            return


def _uses(volume: str, owner: Deployed, stack: Neighbors) -> Iterator[tuple[str, Deployed]]:
    """Yield what else attaches a volume: other attachments, and servers."""
    for other in stack.rivals(owner, stack.sharing(volume, by("volume_id"), ATTACHMENT)):
        yield "attachment", other
    for other in stack.rivals(owner, stack.sharing(volume, _devices, "OS::Nova::Server")):
        yield "server", other


def _devices(server: Deployed) -> Iterator[str | None]:
    """Yield the volumes of a server."""
    values: Item = properties(server)
    for name in ("block_device_mapping", "block_device_mapping_v2"):
        yield from (key(device["volume_id"]) for device in items(values, name))


class VolumeTypeRules(ServiceRules):
    """What Cinder refuses of OS::Cinder::VolumeType."""

    types = ("OS::Cinder::VolumeType",)
    service = "Cinder"
    thing = "the volume type"
    source = "cinder/api/schemas/volume_types.py"
    limits = (
        Limit("name", 1, 255),
        Limit("description", 0, 255, f"{PRINTED}*", "consists of printable characters, in one line"),
        Limit("metadata", 1, 255, r"[a-zA-Z0-9\-_:.]*", "consists of letters, digits and -_:.", of="keys"),
        Limit("metadata", 0, 255, of="values", is_text=True),
    )


class QosSpecsRules(ServiceRules):
    """What Cinder refuses of OS::Cinder::QoSSpecs."""

    types = ("OS::Cinder::QoSSpecs",)
    service = "Cinder"
    thing = "the specifications"
    source = "cinder/api/schemas/qos_specs.py"
    limits = (
        Limit("name", 0, 255),
        Limit("specs", 0, 255, of="keys"),
        Limit("specs", 0, 255, of="values"),
    )
    demands = ("'consumer' in 'specs' is front-end, back-end or both",)

    def check(self, owner: Deployed, stack: Neighbors) -> Iterator[Refusal]:
        specs = mapping(properties(owner), "specs")
        consumer = specs.text("consumer") if specs is not None else None
        if specs is not None and consumer is not None and consumer not in ("front-end", "back-end", "both"):
            yield specs.refuse("consumer", f"'{consumer}' is neither front-end, back-end nor both")


class EncryptedVolumeTypeRules(ServiceRules):
    """What Cinder refuses of OS::Cinder::EncryptedVolumeType."""

    types = ("OS::Cinder::EncryptedVolumeType",)
    service = "Cinder"
    thing = "the encryption"
    source = "cinder/api/schemas/volume_type_encryption.py"
    limits = (Limit("provider", 0, 255), Range("key_size", 0))


class CinderQuotaRules(ServiceRules):
    """What Cinder refuses of OS::Cinder::Quota."""

    types = ("OS::Cinder::Quota",)
    service = "Cinder"
    verb = "sets"
    thing = "the quota"
    source = "cinder/api/validation/validators.py"
    limits = tuple(Range(name, -1) for name in ("backup_gigabytes", "backups", "gigabytes", "snapshots", "volumes"))
