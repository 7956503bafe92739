"""One resource of a stack, as Heat makes it or as it runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hotlint.common.records import NamedTuple
from hotlint.language.values import Value


class StackResource(NamedTuple):
    """A resource of a stack: its name, the name of its type, "" for a nested stack, and its properties as Heat passes them on."""

    name: str
    type: str
    values: Mapping[str, Value]


class RunningThing(NamedTuple):
    """What a service has for a resource that runs.

    `shown` returns an attribute as the service shows it, OMITTED where that is not known. `properties` are those that Heat has
    stored. `is_as_created`: no update has changed them yet.
    """

    shown: Callable[[str], Value]
    properties: Mapping[str, Value]
    is_as_created: bool
