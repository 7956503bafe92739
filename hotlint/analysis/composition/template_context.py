"""One template in one context: an environment, parameter values, and the stack that uses it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from hotlint import heat_types
from hotlint.analysis.budget import Meter
from hotlint.analysis.composition.group_members import GroupStack, ReferringItems, section_values
from hotlint.analysis.composition.masking import hidden, leaves, shown_of
from hotlint.analysis.composition.resource_references import ResourceReferences, id_before_creation
from hotlint.analysis.composition.uses import Use
from hotlint.analysis.environments.file import Environment
from hotlint.analysis.environments.inputs import Inputs, Masking, StackState, given_attributes
from hotlint.analysis.environments.registry import ResolvedType
from hotlint.analysis.evaluator import Evaluation
from hotlint.analysis.files.project import Project
from hotlint.analysis.template import Parameter, Resource
from hotlint.common.annotations import Any
from hotlint.common.records import NamedTuple
from hotlint.language.functions.base import Snippet
from hotlint.language.origins import is_hidden
from hotlint.language.values import OMITTED, Partial, Unknown, Value, is_known
from hotlint.resource_types.catalog import NoSuchType, OpaqueType, ResourceType
from hotlint.resource_types.validation import CheckedProperties, check_properties
from hotlint.resource_types.validation.model import PropertyProblem


class DeploymentContext(NamedTuple):
    """A template in a context that it is checked in; `where` describes the context in a clause, "" for the only one.

    `is_alternative`: any one of the contexts may be the right one.
    """

    context: TemplateContext
    where: str = ""
    is_alternative: bool = False


class Above(NamedTuple):
    """What is above a nested template.

    `chain` are the paths of the templates, outermost first; `depth` is the number of stacks, those of groups included;
    `parent` is the innermost of them that is a template. `facade`: see `Inputs`.
    """

    chain: tuple[str, ...] = ()
    depth: int = 0
    parent: TemplateContext | None = None
    facade: Callable[[str], Value] | None = None


NOTHING_ABOVE = Above()


class TemplateContext:
    """A template in its context. What is computed of it is computed on first use.

    `chain`, `depth` and `parent` are those of what is `above` it, and `opened_by` is what uses this one there: a resource, its
    use, and the member of a group. `offline`: attributes that can be evaluated are known, as after the deployment.
    """

    __slots__ = (
        "_before_creation", "_checked", "_children", "_hidden_within", "_masked", "_predictions", "_references", "_types",
        "_types_of_resources", "_uses", "above", "catalog",
        "chain", "depth", "document", "environment", "evaluation", "offline", "opened_by", "parent", "path", "project",
        "template",
    )  # fmt: skip

    def __init__(
        self,
        project: Project,
        path: str,
        environment: Environment,
        inputs: Inputs,
        meter: Meter,
        *,
        above: Above = NOTHING_ABOVE,
        offline: bool = False,
    ) -> None:
        self.project = project
        self.path = path
        self.template = project.template(path)
        self.document = self.template.document
        self.environment = environment
        self.offline = offline
        if offline and inputs.attribute is None:
            inputs = inputs._replace(attribute=self.attribute)
        if offline or inputs.running is not None:
            from hotlint.analysis.composition.offline_attributes import id_by_property

            inputs = inputs._replace(reference=partial(id_by_property, self.resolved_type, self.properties))
        self.evaluation = Evaluation(self.template, inputs, meter)
        self.catalog = project.catalog
        self.above = above
        self.chain, self.depth, self.parent, _ = above
        self.opened_by: tuple[Resource, Use, str | None] | None = None
        self._before_creation: TemplateContext | None = None
        self._masked: TemplateContext | None = None
        self._hidden_within: set[str] = set()
        self._checked: dict[str, CheckedProperties | None] = {}
        self._types: dict[tuple[str, str], ResolvedType] = {}
        self._types_of_resources: dict[str, ResolvedType] = {}
        self._predictions: dict[tuple[str, str], str] = {}
        self._references: ResourceReferences | None = None
        self._uses: dict[str, list[Use]] = {}
        self._children: dict[tuple[str, str], TemplateContext | None] = {}

    @classmethod
    def open(
        cls,
        project: Project,
        path: str,
        environment: Environment,
        meter: Meter,
        *,
        attributes: Mapping[str, Mapping[str, Any]] | None = None,
        complete: bool = False,
        partial: bool = False,
        lacks: tuple[tuple[str, str], ...] = (),
        root: bool = False,
        offline: bool = False,
        above: Above = NOTHING_ABOVE,
        running: StackState | None = None,
        masking: Masking | None = None,
    ) -> TemplateContext:
        """Return a file of a project in its context. Raises as `Project.document` does.

        `meter` counts the dry run that the context is part of. `complete`: all parameter values are given, as when a
        stack is created, which an environment implies unless it is `partial`; `root`: no other template uses this one.
        `attributes`, `lacks`, `running` and `masking`: see `Inputs`.
        """
        project.record(*environment.files)
        if environment.layers and not above.chain:
            environment = _merged_for(project, path, environment)
        given = complete or (bool(environment.files) and not above.chain and not partial)

        def file(name: str) -> Value:
            from hotlint.analysis.files.sent_files import sent_value  # few templates send files

            return sent_value(project, name, path, from_here=running is not None)

        inputs = Inputs(
            environment.parameters, environment.defaults, given_attributes(attributes or {}), file=file,
            facade=above.facade, complete=given, lacks=lacks, root=root or (given and not above.chain),
            supplied=project.open_world is not None and project.open_world.is_used, running=running,
            masking=masking,
        )  # fmt: skip
        return cls(project, path, environment, inputs, meter, above=above, offline=offline)

    @classmethod
    def open_environment(cls, project: Project, path: str, meter: Meter) -> TemplateContext:
        """Return an environment file as a document of its own. Raises as `Project.document` does."""
        return cls.open(project, path, Environment((path,)), meter)

    @property
    def root(self) -> TemplateContext:
        """The template at the top of the deployment, which may be this one."""
        found = self
        while found.parent is not None:
            found = found.parent
        return found

    def before_creation(self) -> TemplateContext:
        """Return the template as Heat validates it, before it creates anything: each attribute is null, and so are many ids."""
        if self._before_creation is None:
            parent = self.parent.before_creation() if self.parent is not None else None
            environment, meter = self.environment, Meter(self.evaluation.meter.budget)
            if parent is not None:
                environment, meter = self._passed_by(parent), parent.evaluation.meter
            inputs = self.evaluation.inputs._replace(
                parameters=environment.parameters, attributes={}, attribute=lambda owner, path: None,
                reference=partial(id_before_creation, self.references()), running=None,
            )  # fmt: skip
            self._before_creation = TemplateContext(
                self.project, self.path, environment, inputs, meter, above=self.above._replace(parent=parent)
            )
        return self._before_creation

    def masked(self, also: frozenset[str] = frozenset()) -> TemplateContext:
        """Return the template with all that is hidden unknown, from now on the values of the parameters `also`: see `_Mask`."""
        if self._masked is None or also:
            self._masked = self._as_masked(also)
        return self._masked

    def _as_masked(self, also: frozenset[str]) -> TemplateContext:
        parent, opened_by = self.parent, self.opened_by
        if parent is not None and opened_by is not None:
            resource, use, member = opened_by
            above = parent.masked()
            same = above.same_use(resource, use)
            child = above.open_child(resource, same, member) if same is not None else None
            if child is not None:
                mask = child.evaluation.inputs.masking
                assert isinstance(mask, _Mask)
                mask.real, mask.also = self, also
                return child
        inputs = self.evaluation.inputs._replace(masking=_Mask(self, also, all_given=parent is not None))
        if self.offline:
            inputs = inputs._replace(attribute=None)
        if parent is not None:
            inputs = inputs._replace(facade=lambda what: hidden(f"the {what} of the resource that uses this template"))
        return TemplateContext(
            self.project, self.path, self.environment, inputs, Meter(self.evaluation.meter.budget),
            above=self.above, offline=self.offline,
        )  # fmt: skip

    def hidden_names(self) -> Iterator[str]:
        """Yield the names of the hidden parameters of the template, and of nested ones that have been opened."""
        yield from (p.name for p in self.template.parameters.values() if p.hidden)
        yield from self._hidden_within

    def hides(self) -> bool:
        """Return whether a value of the template may come from something hidden, as far as nested templates have been opened."""
        if self._masked is not None or self.has_secret_attributes() or any(True for _ in self.hidden_names()):
            return True
        return self.parent is not None and self.parent.hides()

    def has_secret_attributes(self) -> bool:
        """Return whether attributes that have values may be secret: those of a stack that runs, or given ones."""
        inputs = self.evaluation.inputs
        return inputs.running is not None or any(self.gives_secret(n, names) for n, names in inputs.attributes.items())

    def gives_secret(self, resource: str, names: Iterable[Value]) -> bool:
        """Return whether one of the attributes that the inputs give a resource, of those named, is known to be a secret."""
        from hotlint.heat_types.secrets import is_secret_attribute  # few attributes are given

        given, owner = self.evaluation.inputs.attributes.get(resource), self.template.resources.get(resource)
        if given is None or owner is None or not owner.type:
            return False
        kind = self.resolved_type(owner).type.name
        return any(isinstance(name, str) and name in given and is_secret_attribute(kind, name) for name in names)

    def _passed_by(self, parent: TemplateContext) -> Environment:
        """Return the environment of this nested template with the values that it gets from its parent in another context."""
        from hotlint.analysis.composition.nested_values import nested_environment

        if self.opened_by is not None:
            resource, use, member = self.opened_by
            same = parent.same_use(resource, use)
            if same is not None:
                return nested_environment(parent.path, resource, same, member)
        return self.environment

    def same_use(self, resource: Resource, use: Use) -> Use | None:
        """Return the use of a type in this context that is one of another context of the template; None without it."""
        found = self.uses(resource)
        for member in use.via:
            found = [inner for outer in found for inner in self.uses_within(resource, outer, member)]
        return next((u for u in found if (u.key, u.via) == (use.key, use.via)), None)

    def resolve_type(self, type_name: str, resource: str) -> ResolvedType:
        """Return the type that a type name means for a resource of this template."""
        found = self._types.get((type_name, resource))
        if found is None:
            found = self.project.resolve_type(type_name, resource, self.environment, self.path)
            self._types[type_name, resource] = found
        return found

    def resolved_type(self, resource: Resource) -> ResolvedType:
        """Return the type of a resource after the environment's registry has been applied."""
        found = self._types_of_resources.get(resource.name)
        if found is None:
            found = self.resolve_type(resource.type or "", resource.name)
            self._types_of_resources[resource.name] = found
        return found

    def schema_problems(self, resource: Resource, use: Use | None = None) -> Sequence[PropertyProblem]:
        """Return the problems of a resource's properties by the schema of its type; by `use`, those of a member of it."""
        if use is None or not use.member:
            checked = self.properties(resource)
        else:
            kind, values = use.kind.type, use.values()
            checked = check_properties(kind, values) if values is not None and isinstance(kind, ResourceType) else None
        return checked.problems if checked is not None else ()

    def uses(self, resource: Resource) -> list[Use]:
        """Return the types that a resource uses: its own template, or the types of its members; none for any other."""
        found = self._uses.get(resource.name)
        if found is None:
            found = self._uses[resource.name] = self._uses_of(resource)
        return found

    def _uses_of(self, resource: Resource) -> list[Use]:
        kind = self.resolved_type(resource)
        entry = resource.fields.get("type")
        if entry is None or not resource.type:
            return []
        if kind.location is not None:
            checked = self.properties(resource)
            values = {n: v for n, v in checked.values.items() if v is not None} if checked is not None else None
            return [Use(resource.type, entry.value, kind, values, (), self.environment, self.depth)]
        known = heat_types.of(kind.type.name)
        if known.group and isinstance(kind.type, ResourceType):
            from hotlint.analysis.composition.group_members import members_of  # most templates have no group

            return members_of(self._group_stack(), resource, known)
        return []

    def uses_within(self, resource: Resource, use: Use, member: str) -> list[Use]:
        """Return the types that a member of a group uses, when the member is a group itself."""
        from hotlint.analysis.composition.group_members import uses_within

        return uses_within(self._group_stack(), resource, use, member)

    def _group_stack(self) -> GroupStack:
        return GroupStack(self.project, self.path, self.environment, self.evaluation, self.depth, self.offline)

    def child(self, resource: Resource) -> TemplateContext | None:
        """Return the template that a resource is, in its context; None for any other resource."""
        use = next((u for u in self.uses(resource) if not u.member), None)
        return self.child_of(resource, use) if use is not None else None

    def child_of(self, resource: Resource, use: Use, member: str | None = None) -> TemplateContext | None:
        """Return the template that is used, with the values that it gets there (those of one `member` of a group).

        None where no template is used, or none that can be read. Made once for each use and member.
        """
        key = (resource.name, "/".join((*use.via, use.key if member is None else member)))
        if key not in self._children:
            self._children[key] = self.open_child(resource, use, member)
        return self._children[key]

    def open_child(self, resource: Resource, use: Use, member: str | None = None) -> TemplateContext | None:
        """Return what `child_of` does, in a new context. The nested dry run spends from the meter of this one."""
        from hotlint.analysis.composition import nested_values as composition

        path = composition.nested_path(use)
        if path is None:
            return None
        running, masking = self.evaluation.inputs.running, self.evaluation.inputs.masking
        steps = (resource.name, *use.via, *filter(None, [use.member if member is None else member]))
        facade = partial(composition.facade, self.evaluation, resource, use)
        above = Above((*self.chain, self.path), use.depth + 1, self, facade)
        child = TemplateContext.open(
            self.project, path, composition.nested_environment(self.path, resource, use, member), self.evaluation.meter,
            complete=use.properties is not None, above=above, offline=self.offline,
            running=running.nested(steps) if running is not None else None,
            masking=masking.within(resource, use, member) if masking is not None else None,
        )  # fmt: skip
        child.opened_by = (resource, use, member)
        hidden = {p.name for p in child.template.parameters.values() if p.hidden}
        user: TemplateContext | None = self if hidden else None
        while user is not None:
            user._hidden_within |= hidden
            user = user.parent
        return child

    def attribute(self, resource: Resource, path: Sequence[Value]) -> Value:
        """Return an attribute (a path as in get_attr) as far as it is known offline or runs, else Unknown."""
        running = self.evaluation.inputs.running
        if running is None:
            return self._predicted(resource, path, self.offline_attribute(resource, path))
        given = lambda name: checked.values.get(name) if (checked := self.properties(resource)) else None  # noqa: E731
        value = running.attribute(resource.name, path, lambda: self.offline_attribute(resource, path), given)
        follows = running.is_new(resource.name) or (isinstance(value, Unknown) and running.is_updated(resource.name))
        return self._predicted(resource, path, value) if follows else value

    def _predicted(self, resource: Resource, path: Sequence[Value], value: Value) -> Value:
        """Return what the properties of a resource make an attribute where `value`, what is known of it, is unknown."""
        if not isinstance(value, Unknown):
            return value
        from hotlint.analysis.composition.offline_attributes import predict

        found = predict(resource.name, self.resolved_type(resource), path, lambda: self.properties(resource))
        if found is None:
            return value
        predicted, self._predictions[resource.name, str(path[0])] = found
        return predicted

    def prediction(self, resource: str, attribute: str) -> str | None:
        """Return why an attribute that was read has a predicted value; None for any other attribute."""
        return self._predictions.get((resource, attribute))

    def has_predictions(self) -> bool:
        """Return whether an attribute with a predicted value was read, here or in a template that is used."""
        if self._predictions or not self._children:
            return bool(self._predictions)
        return any(child is not None and child.has_predictions() for child in self._children.values())

    def offline_attribute(self, resource: Resource, path: Sequence[Value]) -> Value:
        """Return an attribute (a path as in get_attr) as far as it is known without a cloud, else Unknown."""
        from hotlint.analysis.composition.offline_attributes import AttributeSource, attribute_of

        def nested(use: Use, member: str | None) -> Evaluation | None:
            child = self.child_of(resource, use, member)
            return child.evaluation if child is not None else None

        def written(name: str) -> Value:
            part = self.template.part(resource, "properties")
            values, _ = self.section(part.snippet if part is not None else {})
            return values.get(name, OMITTED) if values is not None else OMITTED

        source = AttributeSource(
            resource.name, self.resolved_type(resource), lambda: self.properties(resource), written,
            lambda: self.uses(resource), nested,
        )  # fmt: skip
        return attribute_of(source, path)

    def resource_type(self, resource: Resource) -> ResourceType | NoSuchType | OpaqueType:
        """Return the resource type of a resource: see `resolved_type`."""
        return self.resolved_type(resource).type

    def properties(self, resource: Resource) -> CheckedProperties | None:
        """Return a resource's properties as Heat would pass them to it, and their problems.

        None where they cannot be checked: the type is not known, or the properties are not a mapping. A property that
        cannot be evaluated counts as unknown.
        """
        if resource.name not in self._checked:
            self._checked[resource.name] = None  # for a property that reads an attribute of its own resource
            self._checked[resource.name] = self._check(resource)
        return self._checked[resource.name]

    def _check(self, resource: Resource) -> CheckedProperties | None:
        found = self.resource_type(resource)
        part = self.template.part(resource, "properties")
        if not isinstance(found, ResourceType):
            return None
        values, referring = self.section(part.snippet if part is not None else {})
        if values is None:
            return None
        checked = check_properties(found, values, referring=referring, references=self.references())
        described = self._description(resource, found)
        if described is None or checked.values.get("description") is not None:
            return checked
        return checked._replace(values={**checked.values, "description": described})

    def _description(self, resource: Resource, found: ResourceType) -> str | None:
        """Return the description of a resource where it is also its property `description`; None where it is not.

        Since release 14, Heat takes it for a property of that name that can be updated and is not given.
        """
        described = resource.text("description")
        if not described or found.any_properties or "description" not in found.properties:
            return None
        schema = found.properties["description"]
        taken = schema.updatable and not schema.required and schema.default is None and self.catalog.is_reached("14")
        return described if taken else None

    def refers(self, resource: Resource) -> bool:
        """Return whether a property of a resource depends on another resource, of this template or of one that uses it."""
        part = self.template.part(resource, "properties")
        if part is None:
            return False
        for call in part.calls:
            if call.function.refers:
                return True
        given = self.evaluation.inputs.parameters if self.parent is not None else {}
        if not given:
            return False
        targets = (target for call in part.calls for target in call.targets)
        return any(t.name in given and not is_known(given[t.name].value) for t in targets)

    def section(self, snippet: Snippet) -> tuple[dict[str, Value] | None, ReferringItems]:
        """Return the values of a section of a resource (None: not a mapping), and which of them refer to resources."""
        return section_values(self.evaluation, snippet)

    def references(self) -> ResourceReferences:
        """Return, for each resource, what Heat has for its id until it exists: see `ResourceType.reference`."""
        if self._references is None:
            self._references = ResourceReferences(self.template.resources, self.resolved_type)
        return self._references


_LONG = 8
"""Characters of a text that is the same in two places hardly by chance."""


class _Mask(Masking):
    """What is hidden in `real`, None for a nested template that is not opened there. `all_given`: all given values are hidden.

    Conditions hold as they do in `real`, so that both have the same resources, and an `if` takes the same branch.
    """

    def __init__(
        self, real: TemplateContext | None, also: frozenset[str] = frozenset(), *, all_given: bool = False
    ) -> None:
        self.real = real
        self.also = also
        self.all_given = all_given

    def parameter(self, parameter: Parameter, value: Callable[[], Value]) -> Value:
        name = parameter.name
        given = self.all_given and self.real is not None and self.real.evaluation.given(name) is not None
        if not (parameter.hidden or name in self.also or given):
            found = value()  # as Heat converts it
            return found._replace(type=parameter.type) if isinstance(found, Unknown) and is_hidden(found) else found
        real = self.real.evaluation.parameter(name) if self.real is not None else None
        if not isinstance(real, Unknown):
            return hidden(f"the value of the hidden parameter '{name}'", parameter)
        raw = self.real.evaluation.given(name) if self.real is not None else None
        is_supplied = self.real is not None and self.real.evaluation.inputs.supplied
        is_invalid = is_known(raw.value) if raw is not None else parameter.has_default and not is_supplied
        return real._replace(reason=f"the value of the hidden parameter '{name}' is invalid") if is_invalid else real

    def attribute(self, resource: str, path: Sequence[Value], value: Value) -> Value:
        if self.real is None or isinstance(value, Unknown):
            return value
        known = value.known if isinstance(value, Partial) else value
        names = path[:1] or (known if isinstance(known, dict) else ())
        if self.real.gives_secret(resource, names):
            return hidden(f"the attribute '{path[0] if path else ''}' of '{resource}' is secret")
        running = self.real.evaluation.inputs.running
        if running is None:
            return value
        from hotlint.heat_types.secrets import may_show_secret  # few values are asked for

        kind = self.real.resolved_type(self.real.template.resources[resource])
        if kind.location is None and any(may_show_secret(kind.type.name, str(name)) for name in names):
            return hidden(f"the attribute '{path[0] if path else ''}' of '{resource}' is secret")
        if not self._shows_hidden(self.real, running, resource, path, value):
            return value
        return hidden(f"the attribute '{path[0] if path else ''}' of '{resource}' is hidden")

    def _shows_hidden(
        self, real: TemplateContext, running: StackState, resource: str, path: Sequence[Value], value: Value
    ) -> bool:
        """Return whether an attribute of a resource that runs shows what its properties, or outputs within it, have of something hidden."""
        owner = real.template.resources[resource]
        offline = [context.offline_attribute(owner, path) for context in (real, real.masked())]
        stored = running.hidden(resource)
        is_echo = bool(path) and any(path[0] == name for name, _ in stored)
        if is_echo or (not isinstance(offline[0], Unknown) and shown_of(*offline) != offline[0]):
            return True
        checked = [context.properties(owner) for context in (real, real.masked())]
        both = [found.values if found is not None else {} for found in checked]
        found = leaves(both[0]) - leaves(shown_of(both[0], both[1])) | leaves([value for _, value in stored])
        texts = leaves(value)
        long = [text for text in found if len(text) >= _LONG]
        return not texts.isdisjoint(found) or any(part in text for part in long for text in texts)

    def condition(self, snippet: Snippet, value: Value) -> Value:
        return value if self.real is None or is_known(value) else self.real.evaluation.condition(snippet)

    def within(self, resource: Resource, use: Use, member: str | None) -> Masking:
        same = self.real.same_use(resource, use) if self.real is not None else None
        return _Mask(self.real.child_of(resource, same, member) if self.real is not None and same is not None else None)


def _merged_for(project: Project, path: str, environment: Environment) -> Environment:
    """Return an environment as it is merged for the template at `path`: see `environment_merge.merge`."""
    from hotlint.analysis.environments.merge import merged_for
    from hotlint.analysis.files.client_files import sent_parameter_types

    types = sent_parameter_types(project, path, environment.layers)

    def type_of(name: str) -> str | None:
        return (types[name] or "") if name in types else None

    return merged_for(environment, type_of, strict_first=project.catalog.is_reached("18.0.0"))
