from __future__ import annotations

import re
from collections.abc import Iterator

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.items import properties
from hotlint.heat_types.refusals import Limit, Refusal
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource

_SUBSTITUTION = re.compile(r"%%|%\((?:tenant_id|project_id|user_id|compute_host|public_endpoint)\)s")


class Endpoint(HeatType):
    """OS::Keystone::Endpoint, beyond its schema."""

    types = ("OS::Keystone::Endpoint",)
    # Source: keystone/catalog/schema.py
    thing = "the endpoint"
    limits = (Limit("url", 1, 225, r"[a-zA-Z0-9+.\-]+:.+", "is a URL"),)
    service_demands = (
        "'url' is substituted with nothing but tenant_id, project_id, user_id, compute_host or public_endpoint",
    )

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        item = properties(owner)
        left = _SUBSTITUTION.sub("", (item.text("url") or "").replace("$(", "%("))
        if "%" in left:
            message = f"'{left[left.index('%') :][:20]}' substitutes nothing that Keystone knows"
            yield item.refuse("url", message)
