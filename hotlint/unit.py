"""One template in one context: with the environment, the values and the parent that it is judged by."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hotlint.catalogue import Missing, ResourceType
from hotlint.catalogue import Unknown as UnknownType
from hotlint.environment import TEMPLATE_ENDINGS, Environment, Mapped
from hotlint.files import Location, located
from hotlint.functions.base import Call, Snippet
from hotlint.resolve import Evaluation, Inputs, calls_in
from hotlint.template import Resource
from hotlint.values import OMITTED, Fault, Unknown, Value
from hotlint.yamltree import Document, Node

if TYPE_CHECKING:
    from hotlint.project import Project
    from hotlint.propertytypes import Checked

DEPTH_LIMIT = 5
"""Heat's own limit on stacks within stacks (max_nested_stack_depth); sites may set another."""


class Kind(NamedTuple):
    """What a resource is, once the environment has had its say.

    `type` is what is known of its type; `location` where the template is that it stands for, if it does; `mapped` the
    registry entry that made it so.
    """

    type: ResourceType | Missing | UnknownType
    location: Location | None = None
    mapped: Mapped | None = None


class Use(NamedTuple):
    """One use of a type within a resource: the resource itself, or what a group is to make many of.

    `node` is where the type is named; `properties` are the values it gets, None where they are not known.
    """

    type_name: str
    node: Node
    properties: dict[str, Value] | None


class Unit:
    """A template in its context. Everything in it is worked out when first asked for, and remembered."""

    __slots__ = (
        "_checked", "_kinds", "_references", "catalogue", "chain", "document", "environment", "evaluation", "path",
        "project", "template",
    )  # fmt: skip

    def __init__(
        self,
        project: Project,
        path: str,
        document: Document,
        environment: Environment,
        inputs: Inputs,
        chain: tuple[str, ...] = (),
    ) -> None:
        self.project = project
        self.path = path
        self.document = document
        self.template = project.template_of(document)
        self.environment = environment
        self.evaluation = Evaluation(self.template, inputs)
        self.catalogue = project.catalogue
        self.chain = chain  # the templates above this one, outermost first
        self._checked: dict[str, Checked | None] = {}
        self._kinds: dict[tuple[str, str], Kind] = {}
        self._references: dict[str, str] | None = None

    def kind(self, type_name: str, resource: str) -> Kind:
        """What a type name means for a resource of this template."""
        key = (type_name, resource)
        if key not in self._kinds:
            self._kinds[key] = self._kind(type_name, resource)
        return self._kinds[key]

    def _kind(self, type_name: str, resource: str) -> Kind:
        name, mapped, seen = type_name, None, set()
        while name not in seen and not name.endswith(TEMPLATE_ENDINGS):
            seen.add(name)
            entry = self.environment.mapped(name, resource)
            target = entry.applied(name) if entry is not None else None
            if entry is None or target is None:
                return Kind(self.catalogue.resource(name), None, mapped)
            name, mapped = target, entry
        if name in seen:
            return Kind(UnknownType(name, "the registry maps it to itself"), None, mapped)
        place = located(name, mapped.file, mapped.base) if mapped is not None else located(name, self.path)
        return Kind(self.project.type_at(type_name, place, self.environment), place, mapped)

    def resource_type(self, resource: Resource) -> ResourceType | Missing | UnknownType:
        """What is known of a resource's type, with what the environment makes of it."""
        return self.kind(resource.type or "", resource.name).type

    def properties(self, resource: Resource) -> Checked | None:
        """A resource's properties as Heat would hand them on, and what is wrong with them.

        None where they cannot be judged: the type is not known, or the properties are no map. A property whose value
        fails to resolve counts as unknown.
        """
        if resource.name not in self._checked:
            self._checked[resource.name] = self._check(resource)
        return self._checked[resource.name]

    def _check(self, resource: Resource) -> Checked | None:
        from hotlint.propertytypes import check_properties

        found = self.resource_type(resource)
        part = self.template.part(resource, "properties")
        if not isinstance(found, ResourceType):
            return None
        values, referring = self.section(part.snippet if part is not None else {})
        if values is None:
            return None
        return check_properties(found, values, referring=referring, references=self.references())

    def section(self, snippet: Snippet) -> tuple[dict[str, Value] | None, list[str]]:
        """The values of a section of a resource (None: not a map), and which of them refer to other resources."""
        if not isinstance(snippet, dict):
            value = self._value(snippet)
            return (value if isinstance(value, dict) else None), []
        values, referring = {}, []
        for name, item in snippet.items():
            value = self._value(item)
            if value is not OMITTED:
                values[name] = value
            if item.__class__ in (dict, list, Call) and _refers(item):
                referring.append(name)
        return values, referring

    def references(self) -> dict[str, str]:
        """For each resource, what Heat has for its id until it exists: see `ResourceType.reference`."""
        if self._references is None:
            types = {name: self.resource_type(r) for name, r in self.template.resources.items()}
            self._references = {n: t.reference if isinstance(t, ResourceType) else "unknown" for n, t in types.items()}
        return self._references

    def _value(self, snippet: Snippet) -> Value:
        try:
            return self.evaluation.resolve(snippet, nullable=True)
        except Fault:
            return Unknown("it cannot be worked out")


def _refers(snippet: Snippet) -> bool:
    """Whether get_resource or get_attr occur in a snippet."""
    return any(t.kind in ("resource", "ref") for call in calls_in(snippet) for t in call.function.targets(call))

