"""One resource of a stack as plain values, as Heat makes it or as it runs; `records` knows where it is and what is in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hotlint.common.records import NamedTuple
from hotlint.language.values import Value


class PlainResource(NamedTuple):
    """A resource of a stack, or the first member of a group, as plain values: what the class of its type judges.

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
