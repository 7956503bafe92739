"""A resource as its template defines it, before Heat makes it: what Heat's own checks of a type look at."""

from __future__ import annotations

from collections.abc import Mapping

from hotlint.common.annotations import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from hotlint.language.values import Value
    from hotlint.resource_types.schema import ResourceType


class Definition(Protocol):
    """A resource, or a member of a group, with what is around it; its values are handed beside it.

    `type` is the name of its type as it is written. `release` is that of openstack-heat, None for the newest. `is_nested`: its
    template is that of a nested stack. `refers`: its properties refer to other resources. `names` are those of the resources of
    the template. `metadata` are those of the template where they are a mapping, which may hold functions; else empty.
    """

    @property
    def name(self) -> str: ...
    @property
    def type(self) -> str: ...
    @property
    def release(self) -> tuple[int, ...] | None: ...
    @property
    def is_nested(self) -> bool: ...
    @property
    def refers(self) -> bool: ...
    @property
    def names(self) -> Mapping[str, object]: ...
    @property
    def metadata(self) -> Mapping[str, object]: ...
    @property
    def schema(self) -> ResourceType | None:
        """The schema of the type; None for a type that is not known."""

    def is_computed(self, name: str) -> bool:
        """Return whether the template has a function call for the whole value of a property."""

    def other_value(self, resource: str, name: str) -> Value:
        """Return a valid property of another resource that exists; None where there is none, or it is wrong itself."""

    def inner_type(self, type_name: str, member: str) -> tuple[ResourceType | None, bool]:
        """Return the type of a resource in the stack of this one, None where it is not known, and whether it does not exist."""
