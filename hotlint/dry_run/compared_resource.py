"""One resource, or a member of a group, as one of the two sides of a comparison."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, Protocol

from hotlint.analysis.resolved_type import ResolvedType
from hotlint.analysis.sent_files import sent_names
from hotlint.dry_run.results import ResourceResult, StackResult
from hotlint.language.values import OMITTED, Value
from hotlint.resource_types.catalog import ResourceType


class ExistingResource(Protocol):
    """A resource of a running stack, as an update finds it."""

    @property
    def type(self) -> str: ...
    @property
    def replaced_because(self) -> str:
        """Why the next update replaces it, whatever its definition; "" where it does not."""

    def stored(self, evaluated: Mapping[str, Value]) -> Mapping[str, Value] | None:
        """Return the properties as Heat has stored them, which it compares with the new ones; None: not known.

        `evaluated` are those of the template; they count where what is stored is hidden.
        """


class ExistingResources(Protocol):
    """The resources of a running stack and of all its nested stacks, by path."""

    def resource(self, path: tuple[str, ...]) -> ExistingResource | None:
        """Return a resource; None where it does not exist, or was never created."""

    def knows(self, path: tuple[str, ...]) -> bool:
        """Return whether the resources within a resource are known."""

    def names(self, path: tuple[str, ...]) -> Iterable[str]:
        """Return the names of the resources in the stack of a resource; of the whole stack for an empty path."""


class Side(NamedTuple):
    """A resource, or a member of a group, in one dry run.

    `values` are its properties as Heat would pass them on, `written` as the template has them; both not redacted.
    """

    found: ResourceResult
    kind: ResolvedType
    values: Mapping[str, Value]
    preview: StackResult
    written: Mapping[str, Value] | None = None

    def as_running(self, running: ExistingResource) -> Side:
        """Return the side with the properties that Heat has stored, where they are known."""
        template_has = self._evaluated()
        stored = running.stored(template_has) if template_has is not None else None
        if stored is None:
            return self
        values: Mapping[str, Value] = stored
        if self.found.resource is not None and isinstance(self.kind.type, ResourceType):
            from hotlint.resource_types.validation import check_properties

            values = check_properties(self.kind.type, dict(stored), referring=(), references={}).values
        return self._replace(values=values, written=stored)

    def as_sent(self) -> Side:
        """Return the side with the names of templates as Heat's client sends them."""
        path = self.preview.unit.path
        return self._replace(values={name: sent_names(value, path) for name, value in self.values.items()})

    def _evaluated(self) -> Mapping[str, Value] | None:
        resource = self.found.resource
        if resource is None:
            return self.values
        part = self.preview.unit.template.part(resource, "properties")
        return self.preview.unit.section(part.snippet)[0] if part is not None and part.snippet is not None else {}


def resource_side(preview: StackResult, found: ResourceResult) -> Side:
    """Return a resource of a template as a side."""
    assert found.resource is not None
    unit = preview.unit
    if found.enabled is False:
        return Side(found, unit.resolved_type(found.resource), {}, preview)
    checked = unit.properties(found.resource)
    values = checked.values if checked is not None else None
    if values is None:
        part = unit.template.part(found.resource, "properties")
        values = unit.section(part.snippet)[0] if part is not None else {}
    return Side(found, unit.resolved_type(found.resource), values or {}, preview)


def member_sides(side: Side) -> dict[str, Side]:
    """Return the members of a group, with their properties not redacted."""
    nested = side.found.nested
    found = nested.members.items() if nested is not None else ()
    return {n: Side(m, m.use.kind, m.use.values(n) or {}, side.preview) for n, m in found if m.use is not None}


def types_differ(old: ResolvedType, new: ResolvedType) -> bool:
    """Return whether two types differ; all templates count as one type, whatever their files are called."""
    if (old.location is None) != (new.location is None):
        return True
    return old.location is None and old.type.name != new.type.name


def type_name(side: Side) -> str:
    """Return the name of the type of a side."""
    return side.found.type or side.kind.type.name


def given_names(side: Side) -> Iterable[str]:
    """Return the names of the properties that a side is given."""
    if side.written is not None:
        return side.written
    properties = side.found.properties
    return properties.parts or (properties.value if isinstance(properties.value, dict) else ())


def shown_value(side: Side, name: str, value: Value) -> Value:
    """Return a value as it may be shown: redacted, OMITTED where it is not given and has no default."""
    return OMITTED if value is None and name not in given_names(side) else side.preview.redactor(value)


def count_within(side: Side) -> str:
    """Return how many resources are within a side, in words; "" where there are none."""
    nested = side.found.nested
    if nested is None:
        return ""
    count = len(nested.preview.unit.template.resources) if nested.preview is not None else len(nested.members)
    return f"with {count} resource{'' if count == 1 else 's'} within" if count else ""
