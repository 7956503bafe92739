from __future__ import annotations

from collections.abc import Iterator, Mapping

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.items import properties
from hotlint.heat_types.refusals import Limit, Refusal
from hotlint.language.values import Value, show
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource

_REFERRERS = (".r", ".ref", ".referer", ".referrer")
_READ, _WRITE = "X-Container-Read", "X-Container-Write"


class Container(HeatType):
    """OS::Swift::Container: a name, and who may read and write."""

    types = ("OS::Swift::Container",)
    id_property = "name"
    refers_by_id = False
    lost_when_gone = "the objects of container"

    thing = "the container"
    # Source: swift/common/middleware/acl.py
    limits = (
        Limit("name", 0, 256, r"[^/]*", "has no slash, after which an object is named", kind="setting"),
        *(
            limit
            for name in ("X-Container-Meta", "X-Account-Meta")
            for limit in (
                Limit(name, 1, 128, of="keys", kind="setting"),
                Limit(name, 0, 256, of="values", kind="setting"),
            )
        ),
    )
    service_demands = (
        f"in '{_READ}' and '{_WRITE}', what begins with a period and has a colon is .r: and a host",
        f"'{_WRITE}' names no referrers (.r:)",
    )

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        container = properties(owner)
        for name in (_READ, _WRITE):
            for entry in (container.text(name) or "").split(","):
                problem = _problem(entry.strip(), name)
                if problem:
                    yield container.refuse(name, problem)
                    break

    def effect(self, name: str, was: Mapping[str, Value], values: Mapping[str, Value]) -> tuple[str, str] | None:
        fixed = values.get("name")
        if isinstance(fixed, str) and fixed and was.get("name") == fixed:
            return (
                "replace",
                f"{name} cannot be updated; the new container has the old one's name, which Heat then deletes",
            )
        return None


def _problem(entry: str, header: str) -> str:
    """Return what is wrong with one entry of a list of who has access, a clause; "" for nothing."""
    first, colon, host = (part.strip() for part in entry.partition(":"))
    if not colon or not first.startswith("."):
        return ""
    if first not in _REFERRERS:
        return f"{show(entry, 40)} begins with a period, but not with .r:"
    if header == _WRITE:
        return f"{show(entry, 40)} names a referrer, and these may only read"
    host = host.removeprefix("-").strip()
    return "" if host == "*" or host.removeprefix("*").strip() not in ("", ".") else f"{show(entry, 40)} has no host"
