"""What Keystone refuses: names that are too long or taken by another resource, and tags with separators."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.common.annotations import ClassVar
from hotlint.heat_types.base import HeatType, Unique
from hotlint.heat_types.items import properties
from hotlint.heat_types.refusals import Limit, Refusal
from hotlint.stacks.records import StackResource

SOMETHING = r"(?s:.*\S.*)"
WORDS = "has more than white space"
DESCRIPTION = Limit("description", 0, 255, kind="setting", words="in recent releases of Keystone")


class NamedInKeystone(HeatType):
    """Base of the rules for what Keystone makes: names are unique among the resources of a type, in their domain."""

    service_demands: ClassVar[tuple[str, ...]] = (
        "'name' is not that of another resource of the type, in the same domain",
    )


def unique_name(what: str) -> tuple[Unique]:
    """Return that the name of a thing of Keystone is unique, in its domain."""
    return (Unique("Keystone", what, ("name", "domain")),)


def taken_in_each_cloud(owner: StackResource, names: tuple[str, ...], what: str) -> Iterator[Refusal]:
    """Yield a refusal of a name that `keystone-manage bootstrap` or every installation gives."""
    item = properties(owner)
    name = item.text("name")
    if name is not None and name.casefold() in names and item["domain"] in (None, "default"):
        yield item.refuse("name", f"clouds usually have a {what} '{name}' already", "setting")
