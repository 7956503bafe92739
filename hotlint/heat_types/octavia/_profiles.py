"""Profiles of Octavia, of flavors and of availability zones: a provider, which Heat does not require."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.common.annotations import ClassVar
from hotlint.heat_types.base import HeatType
from hotlint.heat_types.items import properties
from hotlint.heat_types.refusals import Limit, Refusal
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource


class Profile(HeatType):
    """Base of both profiles. Octavia takes an empty `provider_name` for amphora, but not a missing one."""

    limits: ClassVar[tuple[Limit, ...]] = (Limit("name", 0, 255), Limit("provider_name", 0, 255))
    service_demands = ("'provider_name' is given",)

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        if properties(owner)["provider_name"] is None:
            yield Refusal(owner, (), "needs 'provider_name'", of_type=True)
