"""The disk and the memory that an image requires."""

from __future__ import annotations

from hotlint.heat_types.items import properties
from hotlint.language.values import Value
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource

_IMAGES = ("OS::Glance::WebImage", "OS::Glance::Image")


def required_disk(image: Value, stack: Neighbors) -> tuple[str, int | None, StackResource | None]:
    """Return the name of an image, how many GiB it requires, None where that is not known, and the resource that makes it."""
    return _required(image, "min_disk", stack)


def required_memory(image: Value, stack: Neighbors) -> tuple[str, int | None, StackResource | None]:
    """Return the name of an image, how many MiB it requires, None where that is not known, and the resource that makes it."""
    return _required(image, "min_ram", stack)


def _required(image: Value, name: str, stack: Neighbors) -> tuple[str, int | None, StackResource | None]:
    made = stack.maker(image, *_IMAGES)
    if made is not None:
        return made.place, properties(made).number(name), made
    if isinstance(image, str) and stack.cloud is not None:
        found = stack.cloud.find("glance.image", image)
        least = found[0].entry.get(name) if len(found) == 1 else None
        return image, least if isinstance(least, int) else None, None
    return "", None, None
