"""One template in one context: with the environment, the values and the parent that it is judged by."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from hotlint.analysis.environment import Environment, Mapped
from hotlint.analysis.evaluator import Evaluation, Inputs, calls_in
from hotlint.analysis.locations import Location
from hotlint.analysis.template import Resource
from hotlint.language.functions.base import STRUCTURED, Snippet
from hotlint.language.values import OMITTED, EvaluationError, Unknown, Value
from hotlint.resource_types.catalog import NoSuchType, OpaqueType, ResourceType
from hotlint.syntax.nodes import Document

if TYPE_CHECKING:
    from hotlint.analysis.composition import Use
    from hotlint.analysis.project import Project
    from hotlint.resource_types.validation import CheckedProperties

DEPTH_LIMIT = 5
"""Heat's own limit on stacks within stacks (max_nested_stack_depth); sites may set another."""


class ResolvedType(NamedTuple):
    """What a resource is, once the environment has had its say.

    `type` is what is known of its type; `location` where the template is that it stands for, if it does; `mapped` the
    registry entry that made it so. `ignored_entries` are entries that Heat passes over, as they lead to no type that exists.
    `loop` says that the registry leads back to where it started.
    """

    type: ResourceType | NoSuchType | OpaqueType
    location: Location | None = None
    mapped: Mapped | None = None
    ignored_entries: tuple[Mapped, ...] = ()
    loop: bool = False

    @property
    def is_problematic(self) -> bool:
        """Whether the type is missing or outdated, or something is wrong with the way to it."""
        found = self.type
        if self.ignored_entries or self.loop or isinstance(found, NoSuchType):
            return True
        return isinstance(found, ResourceType) and found.support.status != "SUPPORTED"


class TemplateContext:
    """A template in its context. Everything in it is worked out when first asked for, and remembered."""

    __slots__ = (
        "_checked", "_children", "_kinds", "_own_kinds", "_references", "_uses", "catalog", "chain", "depth", "document",
        "environment", "evaluation", "offline", "path", "project", "template",
    )  # fmt: skip

    def __init__(
        self,
        project: Project,
        path: str,
        document: Document,
        environment: Environment,
        inputs: Inputs,
        chain: tuple[str, ...] = (),
        depth: int = 0,
        offline: bool = False,
    ) -> None:
        self.project = project
        self.path = path
        self.document = document
        self.template = project.template_of(document)
        self.environment = environment
        self.offline = offline
        if offline and inputs.attribute is None:
            inputs = inputs._replace(attribute=self.attribute)
        self.evaluation = Evaluation(self.template, inputs)
        self.catalog = project.catalog
        self.chain = chain  # the templates above this one, outermost first
        self.depth = depth  # stacks above this one: those of groups are among them
        self._checked: dict[str, CheckedProperties | None] = {}
        self._kinds: dict[tuple[str, str], ResolvedType] = {}
        self._own_kinds: dict[str, ResolvedType] = {}
        self._references: dict[str, str] | None = None
        self._uses: dict[str, list[Use]] = {}
        self._children: dict[tuple[str, str], TemplateContext | None] = {}

    def kind(self, type_name: str, resource: str) -> ResolvedType:
        """What a type name means for a resource of this template."""
        key = (type_name, resource)
        if key not in self._kinds:
            self._kinds[key] = self.project.kind(type_name, resource, self.environment, self.path)
        return self._kinds[key]

    def kind_of(self, resource: Resource) -> ResolvedType:
        """What a resource is."""
        found = self._own_kinds.get(resource.name)
        if found is None:
            found = self._own_kinds[resource.name] = self.kind(resource.type or "", resource.name)
        return found

    def uses(self, resource: Resource) -> list[Use]:
        """What a resource makes use of: itself when it stands for a template; else what it is to make, if it is a group."""
        if resource.name not in self._uses:
            from hotlint.analysis.composition import uses_of

            self._uses[resource.name] = uses_of(self, resource)
        return self._uses[resource.name]

    def child(self, resource: Resource) -> TemplateContext | None:
        """The template that a resource stands for, in the context of this resource; None when it stands for none."""
        use = next((u for u in self.uses(resource) if not u.member), None)
        return self.child_of(resource, use) if use is not None else None

    def child_of(self, resource: Resource, use: Use, member: str | None = None) -> TemplateContext | None:
        """The template that is used, with the values that it gets there (those of one `member` of a group).

        None where no template is used, or none that can be read.
        """
        key = (resource.name, "/".join((*use.via, use.key if member is None else member)))
        if key not in self._children:
            from hotlint.analysis.composition import child_of

            self._children[key] = child_of(self, resource, use, member)
        return self._children[key]

    def attribute(self, resource: Resource, path: Sequence[Value]) -> Value:
        """An attribute as far as it can be worked out offline: values, and outputs of nested templates."""
        from hotlint.analysis.composition import attribute_of

        return attribute_of(self, resource, path)

    def resource_type(self, resource: Resource) -> ResourceType | NoSuchType | OpaqueType:
        """What is known of a resource's type, with what the environment makes of it."""
        return self.kind_of(resource).type

    def properties(self, resource: Resource) -> CheckedProperties | None:
        """A resource's properties as Heat would hand them on, and what is wrong with them.

        None where they cannot be judged: the type is not known, or the properties are no map. A property whose value
        fails to resolve counts as unknown.
        """
        if resource.name not in self._checked:
            self._checked[resource.name] = self._check(resource)
        return self._checked[resource.name]

    def _check(self, resource: Resource) -> CheckedProperties | None:
        from hotlint.resource_types.validation import check_properties

        found = self.resource_type(resource)
        part = self.template.part(resource, "properties")
        if not isinstance(found, ResourceType):
            return None
        values, referring = self.section(part.snippet if part is not None else {})
        if values is None:
            return None
        return check_properties(found, values, referring=referring, references=self.references())

    def section(self, snippet: Snippet) -> tuple[dict[str, Value] | None, ReferringItems]:
        """The values of a section of a resource (None: not a map), and which of them refer to other resources."""
        if not isinstance(snippet, dict):
            value = self._value(snippet)
            return (value if isinstance(value, dict) else None), ReferringItems({})
        values = {}
        for name, item in snippet.items():
            value = self._value(item) if item.__class__ in STRUCTURED else item
            if value is not OMITTED:
                values[name] = value
        return values, ReferringItems(snippet)

    def references(self) -> dict[str, str]:
        """For each resource, what Heat has for its id until it exists: see `ResourceType.reference`."""
        if self._references is None:
            types = {name: self.resource_type(r) for name, r in self.template.resources.items()}
            self._references = {n: t.reference if isinstance(t, ResourceType) else "unknown" for n, t in types.items()}
        return self._references

    def _value(self, snippet: Snippet) -> Value:
        try:
            return self.evaluation.resolve(snippet, nullable=True)
        except EvaluationError:
            return Unknown("it cannot be worked out")


class ReferringItems:
    """The names of those items of a map in which get_resource or get_attr occur: looked for when asked, which is rare."""

    __slots__ = ("_snippet",)

    def __init__(self, snippet: dict[str, Snippet]) -> None:
        self._snippet = snippet

    def __contains__(self, name: object) -> bool:
        calls = calls_in(self._snippet.get(name))  # type: ignore[call-overload]
        return any(t.kind in ("resource", "ref") for call in calls for t in call.targets)
