"""What Keystone refuses: names that are too long or taken by another resource, and tags with separators."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.items import properties
from hotlint.heat_types.refusals import Limit, Refusal
from hotlint.stacks.neighbors import Key, Neighbors, key
from hotlint.stacks.resource import PlainResource

SOMETHING = r"(?s:.*\S.*)"
WORDS = "has more than white space"
DESCRIPTION = Limit("description", 0, 255, kind="setting", words="in recent releases of Keystone")


class NamedInKeystone(HeatType):
    """Base of the rules for what Keystone makes: names are unique among the resources of a type, in their domain."""

    service = "Keystone"
    service_demands = ("'name' is not that of another resource of the type, in the same domain",)

    def refuses(self, owner: PlainResource, stack: Neighbors) -> Iterator[Refusal]:
        item = properties(owner)
        name = item.text("name")
        if name is None:
            return
        for other in stack.rivals(owner, stack.sharing((name.casefold(), key(item["domain"])), _name, owner.type)):
            yield item.refuse("name", f"resource '{other.name}' has the same name", "neighbor", other)
            return


def _name(owner: PlainResource) -> tuple[tuple[str, Key | None]]:
    item = properties(owner)
    return (((item.text("name") or "").casefold(), key(item["domain"])),)


def taken_in_each_cloud(owner: PlainResource, names: tuple[str, ...], what: str) -> Iterator[Refusal]:
    """Yield a refusal of a name that `keystone-manage bootstrap` or every installation gives."""
    item = properties(owner)
    name = item.text("name")
    if name is not None and name.casefold() in names and item["domain"] in (None, "default"):
        yield item.refuse("name", f"clouds usually have a {what} '{name}' already", "setting")
