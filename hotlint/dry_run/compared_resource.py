"""One resource, or a member of a group, as one of the two sides of a comparison."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, Protocol

from hotlint.analysis.environments.registry import TEMPLATE_ENDINGS, ResolvedType
from hotlint.analysis.files.sent_files import sent_names
from hotlint.common.counts import counted
from hotlint.dry_run.definitions import field_value
from hotlint.dry_run.results import ResourceResult, StackResult
from hotlint.language.values import OMITTED, Value
from hotlint.resource_types.catalog import ResourceType


class ExistingResource(Protocol):
    """A resource of a running stack, as an update finds it."""

    @property
    def id(self) -> str: ...
    @property
    def type(self) -> str: ...
    @property
    def failed(self) -> bool: ...
    @property
    def replaced_because(self) -> str:
        """Why the next update replaces it, whatever its definition; "" where it does not."""

    @property
    def own_type(self) -> str:
        """The type that it was made with, where the template of the stack may have another one; else ""."""

    @property
    def own_metadata(self) -> Mapping[str, Value] | None:
        """The metadata that it was made with, where the template of the stack may have others; else None."""

    def stored(self, evaluated: Mapping[str, Value]) -> Mapping[str, Value] | None:
        """Return the properties as Heat has stored them, which it compares with the new ones; None: not known.

        `evaluated` are those of the template; they count where what is stored is hidden.
        """


class ExistingResources(Protocol):
    """The resources of a running stack and of all its nested stacks, by path."""

    def resource(self, path: tuple[str, ...]) -> ExistingResource | None:
        """Return a resource; None where it does not exist, or was never created."""

    def unmade_type(self, path: tuple[str, ...]) -> str:
        """Return the type of a resource whose creation failed before anything was made; "" for any other."""

    def knows(self, path: tuple[str, ...]) -> bool:
        """Return whether the resources within a resource are known."""

    def names(self, path: tuple[str, ...]) -> Iterable[str]:
        """Return the names of the resources in the stack of a resource; of the whole stack for an empty path."""

    def properties_of(self, id_: str) -> Mapping[str, Value] | None:
        """Return the stored properties of the resource with a physical id; None where they are not known."""


class Side(NamedTuple):
    """A resource, or a member of a group, in one dry run.

    `values` are its properties as Heat would pass them on, `written` as the template has them; both not redacted.
    `metadata` are those that a running resource was made with, None where they are those of the template.
    """

    found: ResourceResult
    kind: ResolvedType
    values: Mapping[str, Value]
    preview: StackResult
    written: Mapping[str, Value] | None = None
    metadata: Mapping[str, Value] | None = None

    @property
    def update_policy(self) -> Value:
        """The update policy; None without one, and for a member of a group."""
        resource = self.found.resource
        return field_value(self.preview.context, resource, "update_policy") if resource is not None else None

    def as_running(self, running: ExistingResource) -> Side:
        """Return the side with the type and the properties that Heat has stored, where they are known."""
        side = self._made_as(running)._replace(metadata=running.own_metadata)
        return side._with_stored(running)

    def _made_as(self, running: ExistingResource) -> Side:
        type_ = running.own_type
        if type_ in ("", self.found.type) or (self.kind.location is not None and type_.endswith(TEMPLATE_ENDINGS)):
            return self
        kind = self.preview.context.resolve_type(type_, self.found.name)
        return self._replace(found=self.found._replace(type=type_), kind=kind)

    def _with_stored(self, running: ExistingResource) -> Side:
        template_has = self._evaluated()
        stored = running.stored(template_has) if template_has is not None else None
        if stored is None:
            return self
        return self._replace(values=_passed_on(self.kind, stored), written=stored)

    def as_sent(self) -> Side:
        """Return the side with the names of templates as Heat's client sends them."""
        path = self.preview.context.path
        return self._replace(values={name: sent_names(value, path) for name, value in self.values.items()})

    def _evaluated(self) -> Mapping[str, Value] | None:
        resource = self.found.resource
        if resource is None:
            return self.values
        part = self.preview.context.template.part(resource, "properties")
        return self.found.record.given if part is not None and part.snippet is not None else {}


def resource_side(preview: StackResult, found: ResourceResult) -> Side:
    """Return a resource of a template as a side."""
    assert found.resource is not None
    values = found.record.properties if found.enabled is not False else None
    return Side(found, found.record.kind, values or {}, preview)


def running_side(old: Side | None, new: Side | None, runs: ExistingResource | None) -> Side | None:
    """Return what runs as the old side of a comparison; None where nothing runs, or nothing is known of it.

    Where the template of the stack does not have the resource, a failed update was to delete it, and did not come to that:
    it is compared by what is stored.
    """
    if runs is None:
        return None
    if old is not None and old.found.enabled is not False:
        return old.as_running(runs)
    if new is None or new.found.enabled is False:
        return None
    side = new.as_running(runs)
    return side if side.written is not None or types_differ(side.kind, new.kind) else None


def member_sides(side: Side) -> dict[str, Side]:
    """Return the members of a group, with their properties not redacted."""
    nested = side.found.nested
    found = nested.members.items() if nested is not None else ()
    return {n: Side(m, m.record.kind, m.record.properties or {}, side.preview) for n, m in found}


def external_id(side: Side) -> Value:
    """Return the id of the thing that a resource adopts; None for any other resource, and for a member of a group."""
    resource = side.found.resource
    return field_value(side.preview.context, resource, "external_id") if resource is not None else None


def member_metadata(side: Side) -> Value:
    """Return the metadata of a member of a group, as it runs or as the group defines it."""
    return dict(side.metadata) if side.metadata is not None else side.found.record.metadata or {}


def _passed_on(kind: ResolvedType, values: Mapping[str, Value]) -> Mapping[str, Value]:
    """Return properties as Heat passes them on: converted, and with defaults."""
    if not isinstance(kind.type, ResourceType):
        return values
    from hotlint.resource_types.validation import check_properties

    return check_properties(kind.type, dict(values), referring=(), references={}).values


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
    if value is None and name not in given_names(side):
        return OMITTED
    return side.preview.redaction.property(side.found.record, name, value)


def count_within(side: Side) -> str:
    """Return how many resources are within a side, in words; "" where there are none."""
    nested = side.found.nested
    if nested is None:
        return ""
    count = len(nested.preview.context.template.resources) if nested.preview is not None else len(nested.members)
    return f"with {counted(count, 'resource')} within" if count else ""
