"""What Heat reads of a nested stack before it creates anything: conditions, and what the types' own checks read."""

from __future__ import annotations

from hotlint import heat_types
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.evaluator import Evaluation, calls_in
from hotlint.analysis.template import Resource
from hotlint.common.annotations import TYPE_CHECKING
from hotlint.language.values import EvaluationError
from hotlint.resource_types.catalog import ResourceType, version_key
from hotlint.resource_types.property_values import PropertyValues

if TYPE_CHECKING:
    from hotlint.linter.rules.type_rules import TypeRulesTable


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
    return rules.reads_early(name, PropertyValues(checked.values), release_of(context))


def is_certain(evaluation: Evaluation, resource: Resource) -> bool:
    """Return whether the condition of a resource certainly holds."""
    try:
        return evaluation.condition_value(resource) is True
    except EvaluationError:
        return False


def release_of(context: TemplateContext) -> tuple[int, ...] | None:
    """Return the target release in comparable form; None stands for the newest."""
    target = context.catalog.target
    return version_key(target) if target is not None else None
