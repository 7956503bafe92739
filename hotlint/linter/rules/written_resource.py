"""A resource as its template writes it, for the checks of its type: see `hotlint.stacks.definition.Definition`."""

from __future__ import annotations

from collections.abc import Mapping

from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.template import Resource
from hotlint.common.records import NamedTuple
from hotlint.common.suggestions import closest_matches
from hotlint.language.functions.base import Call
from hotlint.language.values import Value
from hotlint.language.versions import RESOURCE_KEYS
from hotlint.resource_types.catalog import NoSuchType, ResourceType


class WrittenResource(NamedTuple):
    """A resource of a template, in a release of openstack-heat; None stands for the newest."""

    resource: Resource
    release: tuple[int, ...] | None
    context: TemplateContext

    @property
    def name(self) -> str:
        """The name of the resource."""
        return self.resource.name

    @property
    def type(self) -> str:
        """The name of its type, as it is written."""
        return self.resource.type or ""

    @property
    def is_nested(self) -> bool:
        """Whether its template is that of a nested stack."""
        return bool(self.context.chain)

    @property
    def refers(self) -> bool:
        """Whether its properties refer to other resources."""
        return self.context.refers(self.resource)

    @property
    def names(self) -> Mapping[str, object]:
        """The resources of the template, by name."""
        return self.context.template.resources

    @property
    def metadata(self) -> Mapping[str, object]:
        """The metadata as they are written; empty where these are no mapping."""
        part = self.context.template.part(self.resource, "metadata")
        return part.snippet if part is not None and isinstance(part.snippet, dict) else {}

    @property
    def schema(self) -> ResourceType | None:
        """The schema of the type; None for a type that is not known."""
        kind = self.context.resource_type(self.resource)
        return kind if isinstance(kind, ResourceType) else None

    def is_computed(self, name: str) -> bool:
        """Return whether the template has a function call for the whole value of a property."""
        part = self.context.template.part(self.resource, "properties")
        return part is not None and isinstance(part.snippet, dict) and isinstance(part.snippet.get(name), Call)

    def other_value(self, resource: str, name: str) -> Value:
        """Return a valid property of another resource that exists; None where there is none, or it is wrong itself."""
        other = self.context.template.resources.get(resource)
        if other is None or other is self.resource or not self.context.evaluation.is_enabled(other):
            return None
        checked = self.context.properties(other)
        if checked is None or has_misspelled(other, "properties"):
            return None
        is_wrong = any(
            (p.path == (name,) and not p.later)
            or (p.kind == "unknown-property" and len(p.path) == 1 and closest_matches(str(p.path[0]), [name]))
            for p in checked.problems
        )
        return None if is_wrong else checked.values.get(name)

    def inner_type(self, type_name: str, member: str) -> tuple[ResourceType | None, bool]:
        """Return the type of a resource in the stack of this one, None where it is not known, and whether it does not exist.

        Neither does a type that only Heat's operator adds.
        """
        context = self.context
        environment = context.environment.for_child({}, self.resource.name)
        found = context.project.resolve_type(type_name, member, environment, context.path)
        is_missing = isinstance(found.type, NoSuchType) or (
            found.mapped is None and context.catalog.is_operators(type_name)
        )
        return (found.type if isinstance(found.type, ResourceType) else None), is_missing


def has_misspelled(resource: Resource, name: str) -> bool:
    """Return whether a resource has an unknown key that looks like `name` misspelled. Another rule reports that key."""
    unknown = resource.fields.keys() - RESOURCE_KEYS
    return any(isinstance(key, str) and closest_matches(key, [name]) for key in unknown)
