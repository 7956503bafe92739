"""One resource of a stack, as Heat makes it or as it runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hotlint.common.records import NamedTuple
from hotlint.language.values import Value


class StackResource(NamedTuple):
    """A resource of a stack, or the first member of a group.

    `name` is that of the resource in its template, `type` the name of its type, "" for a nested stack, `values` are its
    properties as Heat passes them on. For a member, `path` leads to these from the properties of the group. `condition` holds
    the name of the condition on which the resource exists. `is_certain`: it exists in every stack with the given values.
    """

    name: str
    type: str
    values: Mapping[str, Value]
    path: tuple[str | int, ...] = ()
    condition: tuple[Value, ...] = ()
    is_certain: bool = False


class RunningThing(NamedTuple):
    """What a service has for a resource that runs.

    `shown` returns an attribute as the service shows it, OMITTED where that is not known. `properties` are those that Heat has
    stored. `is_as_created`: no update has changed them yet.
    """

    shown: Callable[[str], Value]
    properties: Mapping[str, Value]
    is_as_created: bool
