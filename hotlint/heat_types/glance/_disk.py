"""The disk that an image requires."""

from __future__ import annotations

from hotlint.heat_types.items import properties
from hotlint.language.values import Value
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource

_IMAGES = ("OS::Glance::WebImage", "OS::Glance::Image")


def required_disk(image: Value, stack: Neighbors) -> tuple[str, int | None, StackResource | None]:
    """Return the name of an image, how many GiB it requires, None where that is not known, and the resource that makes it."""
    made = stack.maker(image, *_IMAGES)
    if made is not None:
        return made.place, properties(made).number("min_disk"), made
    if isinstance(image, str) and stack.cloud is not None:
        found = stack.cloud.find("glance.image", image)
        least = found[0].entry.get("min_disk") if len(found) == 1 else None
        return image, least if isinstance(least, int) else None, None
    return "", None, None
