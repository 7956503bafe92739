"""The resources of a running stack, as the comparison of an update looks at them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from hotlint import heat_types
from hotlint.analysis.composition.masking import REDACTED
from hotlint.language.values import Value
from hotlint.plans.failed_updates import may_lag, type_when_made
from hotlint.plans.model import RecordedResource, RecordedStack
from hotlint.plans.statuses import exists, replaced_because

_SAME_NAMES: Final = ("numbered", "chain")
"""Groups whose members are called the same in the dry run and in the stack."""


class RunningResource(NamedTuple):
    """A resource that runs; see `hotlint.dry_run.compared_resource.ExistingResource`.

    `lags`: it may be as an older template than that of the stack has made it.
    """

    recorded: RecordedResource
    lags: bool = False

    @property
    def id(self) -> str:
        """Its physical id, "" where nothing was created."""
        return self.recorded.id

    @property
    def type(self) -> str:
        """The name of its type."""
        return self.recorded.type

    @property
    def failed(self) -> bool:
        """Whether its last action failed."""
        return self.recorded.status.endswith("_FAILED")

    @property
    def replaced_because(self) -> str:
        """Why the next update replaces it in any case; "" where it does not."""
        return replaced_because(self.recorded)

    @property
    def own_type(self) -> str:
        """The type that it was made with, where the template of the stack may have another one; else ""."""
        return type_when_made(self.recorded) if self.lags else ""

    @property
    def own_metadata(self) -> Mapping[str, Value] | None:
        """The metadata that it was made with, where the template of the stack may have others; else None."""
        return self.recorded.metadata if self.lags else None

    def stored(self, evaluated: Mapping[str, Value]) -> Mapping[str, Value] | None:
        """Return the properties that Heat has stored; those of the template where the recording hides them."""
        stored = self.recorded.properties
        if stored is None:
            return None
        kept = {name: evaluated.get(name) if is_hidden(value) else value for name, value in stored.items()}
        return {name: value for name, value in kept.items() if value is not None or name in evaluated}


class RunningResources(NamedTuple):
    """All resources of a stack, by path; see `hotlint.dry_run.compared_resource.ExistingResources`."""

    stack: RecordedStack

    def resource(self, path: tuple[str, ...]) -> RunningResource | None:
        """Return a resource; None where it does not exist, or was never created."""
        found = self.stack.at(path)
        if found is None or not exists(found):
            return None
        return RunningResource(found, may_lag(self.stack, path))

    def unmade_type(self, path: tuple[str, ...]) -> str:
        """Return the type of a resource whose creation failed before anything was made; "" for any other."""
        found = self.stack.at(path)
        return found.type if found is not None and found.status == "CREATE_FAILED" and not exists(found) else ""

    def knows(self, path: tuple[str, ...]) -> bool:
        """Return whether the stack within a resource has been read; that of an OS::Heat::Stack has not."""
        found = self.stack.at(path)
        return found is not None and found.stack is not None

    def names(self, path: tuple[str, ...]) -> Iterable[str]:
        """Return the names of the resources in the stack of a resource; the numbers of members that are named at random.

        A deployment group has none: it names its members anew.
        """
        if not path:
            return self.stack.resources
        found = self.stack.at(path)
        if found is None or found.stack is None:
            return ()
        known = heat_types.of(found.type)
        if known.has_random_members:
            return [str(number) for number in range(len(found.stack.resources))]
        is_same = not heat_types.is_of_heat(found.type) or known.group in _SAME_NAMES
        return found.stack.resources if is_same else ()

    def properties_of(self, id_: str) -> Mapping[str, Value] | None:
        """Return the stored properties of the resource with a physical id; None where they are not known."""
        return next((r.properties for r in self.stack.every() if id_ and r.id == id_), None)


def is_hidden(value: Value) -> bool:
    """Return whether a recorded value, or a part of it, was hidden when it was recorded."""
    if isinstance(value, str):
        return REDACTED in value
    if isinstance(value, dict):
        return any(is_hidden(v) for v in value.values())
    return isinstance(value, list) and any(map(is_hidden, value))
