"""The own rules of resource types: the checks of their classes in Heat beyond the schema of their properties.

hotlint's own are in `hotlint.heat_types`. A rule pack has a subclass of `TypeRules` for each of its types, and names their modules
in `TYPE_RULES`. The rules for conflicting, missing and invalid properties report the problems.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

from hotlint import heat_types
from hotlint.analysis.evaluator import Evaluation, calls_in
from hotlint.common.annotations import TYPE_CHECKING
from hotlint.heat_types.base import HeatType
from hotlint.language.values import EvaluationError
from hotlint.linter.rules.written_resource import WrittenResource
from hotlint.resource_types.catalog import ResourceType
from hotlint.resource_types.property_values import PropertyValues

if TYPE_CHECKING:
    from hotlint.analysis.composition.template_context import TemplateContext
    from hotlint.analysis.template import Resource
    from hotlint.resource_types.validation.model import PropertyProblem
    from hotlint.stacks.definition import Definition


class TypeRules(HeatType):
    """Base of a resource type's own rules in a rule pack: facts as those of `HeatType`, and `check` in place of `validate`.

    `bad` and `good` hold examples, which are the tests: an `Example`, or only the properties of a resource of the first of
    `types`, in the release `shown_in` of openstack-heat (None: the newest). Without a mark, a bad example reports the type.
    """

    def problems(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        """Return the problems with a resource's properties; none that depend on an unknown value."""
        return self.problems_of(values, WrittenResource(resource, release, context))

    def validate(self, values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
        assert isinstance(it, WrittenResource)
        return self.check(values, it.resource, it.release, it.context)

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        """Yield the problems that no relation can state. Subclasses override this."""
        return iter(())


class TypeRulesTable:
    """The own rules of all resource types: those of `hotlint.heat_types`, and those of rule packs, which take precedence.

    It imports the module of a type on first use. `modules` is {type name: module}, as in `TYPE_RULES` of rule packs. `has_own`: the
    table has those of `hotlint.heat_types`.
    """

    def __init__(self, modules: Mapping[str, str], *, has_own: bool = False) -> None:
        self.modules = dict(modules)
        self.has_own = has_own
        self._loaded: dict[str, HeatType] = {}

    def names(self) -> list[str]:
        """Return the names of all types with rules of their own, sorted. This imports those of `hotlint.heat_types`."""
        own = heat_types.all_types() if self.has_own else ()
        return sorted(
            {name for known in own for name in known.types if self.of(name) is not None} | self.modules.keys()
        )

    def of(self, type_name: str) -> HeatType | None:
        """Return the own rules of a resource type; None for a type that checks and reads nothing.

        Raises what importing them raises.
        """
        module = self.modules.get(type_name)
        if module is None:
            known = heat_types.of(type_name) if self.has_own else heat_types.NOTHING
            return known if known.relations or known.reads or known.demands or known.asks else None
        if type_name not in self._loaded:
            for kind in vars(import_module(module)).values():
                if isinstance(kind, type) and issubclass(kind, HeatType) and type_name in kind.types:
                    self._loaded[type_name] = kind()
        return self._loaded[type_name]


NO_TYPE_RULES = TypeRulesTable({})


def parameters_read_early(child: TemplateContext, type_rules: TypeRulesTable) -> set[str]:
    """Return the parameters of a nested template that Heat reads before it creates anything.

    Those are in its conditions, and in the properties that the types' own checks read: see `property_relations.Reads`.
    """
    evaluation = child.evaluation
    names = set(evaluation.parameters_of_conditions())
    for resource in child.template.resources.values():
        part = child.template.part(resource, "properties")
        if part is None or not is_certain(evaluation, resource):
            continue
        for name, snippet in part.snippet.items() if isinstance(part.snippet, dict) else ():
            if is_read_early(resource, name, child, type_rules):
                taken = [call for call in calls_in(snippet) if evaluation.is_taken(call)]
                names.update(t.name for call in taken for t in call.targets if t.kind in ("parameter", "ref"))
    return names


def is_read_early(resource: Resource, name: str, context: TemplateContext, type_rules: TypeRulesTable) -> bool:
    """Return whether the own checks of a resource's type certainly read a property, so that Heat resolves it at once.

    They see the values that the resource has before the stack exists: an attribute is null then.
    """
    context = context.before_creation() if context.refers(resource) else context
    kind, checked = context.resolved_type(resource), context.properties(resource)
    if checked is None or kind.location is not None or not isinstance(kind.type, ResourceType):
        return False
    rules = type_rules.of(kind.type.name) or heat_types.of(kind.type.name)
    return rules.reads_early(name, PropertyValues(checked.values), context.catalog.release)


def is_certain(evaluation: Evaluation, resource: Resource) -> bool:
    """Return whether the condition of a resource certainly holds."""
    try:
        return evaluation.condition_value(resource) is True
    except EvaluationError:
        return False
