"""The type of a resource after the environment's registry has been applied."""

from __future__ import annotations

from hotlint.analysis.environments.registry import Mapped
from hotlint.analysis.locations import Location
from hotlint.common.records import NamedTuple
from hotlint.resource_types.catalog import NoSuchType, OpaqueType, ResourceType


class ResolvedType(NamedTuple):
    """The type of a resource after the environment's registry has been applied.

    `type` is the resource type; `location` the location of its template, None for a type that is not a template;
    `mapped` the registry entry that led to it, None without one. `ignored_entries` are entries that Heat ignores, as they
    lead to no type that exists. `loop`: the registry leads back to where it started. `old_name` is the name of the type
    that only the default environment of Heat's packages knows; None where no such name is on the way.
    """

    type: ResourceType | NoSuchType | OpaqueType
    location: Location | None = None
    mapped: Mapped | None = None
    ignored_entries: tuple[Mapped, ...] = ()
    loop: bool = False
    old_name: str | None = None

    @property
    def is_problematic(self) -> bool:
        """Whether the type is missing or deprecated, or the registry's way to it is invalid."""
        found = self.type
        if self.ignored_entries or self.loop or self.old_name or isinstance(found, NoSuchType):
            return True
        return isinstance(found, ResourceType) and found.support.status != "SUPPORTED"
