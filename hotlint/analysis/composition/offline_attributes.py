"""Attributes that are known without a cloud: mirrored properties, and outputs of nested templates."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hotlint import heat_types
from hotlint.analysis.composition.uses import INLINE, Use
from hotlint.analysis.environments.registry import ResolvedType
from hotlint.analysis.evaluator import Evaluation, unknown_attribute
from hotlint.analysis.template import Resource
from hotlint.common.records import NamedTuple
from hotlint.language.functions.value_access import take
from hotlint.language.values import OMITTED, EvaluationError, Unknown, Value, is_known
from hotlint.resource_types.catalog import ResourceType
from hotlint.resource_types.predicted_attributes import Predicted, predicted
from hotlint.resource_types.validation import CheckedProperties
from hotlint.stacks.references import scoped

MEMBER_LIMIT = 50
"""Members of a group whose attributes are evaluated, at most."""


class AttributeSource(NamedTuple):
    """A resource, and what its attributes come from.

    `written` returns a property as it is written, before Heat converts it to the property's type; OMITTED for one that is not.
    `nested` returns the evaluation of the template that a use leads to (that of one member of a group); None without one.
    """

    name: str
    kind: ResolvedType
    properties: Callable[[], CheckedProperties | None]
    written: Callable[[str], Value]
    uses: Callable[[], list[Use]]
    nested: Callable[[Use, str | None], Evaluation | None]


def attribute_of(source: AttributeSource, path: Sequence[Value]) -> Value:
    """Return an attribute of a resource (a path as in get_attr) as far as it is known offline, else Unknown."""
    if path and isinstance(path[0], str):
        found = _attribute(source, path[0], list(path[1:]))
        if found is not None:
            value, steps = found
            for step in steps:
                value = take(value, step, None, number_text=False)
            return value
    return unknown_attribute(source.name, path)


def id_by_property(
    kind_of: Callable[[Resource], ResolvedType],
    properties_of: Callable[[Resource], CheckedProperties | None],
    resource: Resource,
) -> Value:
    """Return what get_resource yields for a resource where a property says it, else OMITTED."""
    kind = kind_of(resource)
    name = heat_types.of(kind.type.name).id_property if kind.location is None else ""
    checked = properties_of(resource) if name else None
    value = checked.values.get(name) if checked is not None else None
    return value if isinstance(value, str) and value else OMITTED


def _attribute(source: AttributeSource, name: str, steps: list[Value]) -> tuple[Value, list[Value]] | None:
    """Return the value of an attribute, and the rest of the path into it; None where it cannot be known."""
    kind = source.kind
    is_type = kind.location is None and isinstance(kind.type, ResourceType)
    known = heat_types.of(kind.type.name) if is_type else heat_types.NOTHING
    if name in known.echoes:
        checked = source.properties()
        if checked is None or any(problem.severity == "error" for problem in checked.problems):
            return None
        value = source.written(name) if known.echoes_all else checked.values.get(name)
        is_so = value is not OMITTED if known.echoes_all else isinstance(value, str) and bool(value)
        return (value, steps) if is_so else None
    uses = source.uses()
    if len(uses) != 1:
        return None
    use = uses[0]
    if use.type_name == INLINE:
        return _outputs(source.nested(use, None), name, steps, f"{source.name}/")
    if not use.member:
        return _output(source.nested(use, None), name, steps, f"{source.name}/")
    if name == "removed_rsrc_list" and use.index_var is not None:
        checked = source.properties()
        policies = checked.values.get("removal_policies") if checked is not None else None
        return (sorted(use.skipped), steps) if checked is not None and is_known(policies) else None
    if use.index_var is None or use.size is None or use.size > MEMBER_LIMIT:
        return None
    if name == "attributes" and steps and isinstance(steps[0], str):
        every = {n: _member(source, use, n, steps[0], steps[1:]) for n in use.names(MEMBER_LIMIT)}
        return (every, []) if all(v is not None for v in every.values()) else None
    if name.startswith("resource.") and name.count(".") > 1:
        _, member, attribute = name.split(".", 2)
        one = _member(source, use, member, attribute, steps) if member in use.names(MEMBER_LIMIT) else None
        return (one, []) if one is not None else None
    if name in ("refs", "refs_map", "attributes", "show") or "." in name:
        return None
    listed = [_member(source, use, n, name, steps) for n in use.names(MEMBER_LIMIT)]
    return (listed, []) if all(v is not None for v in listed) else None


def _member(source: AttributeSource, use: Use, member: str, name: str, steps: list[Value]) -> Value:
    """Return an attribute of one member of a group; None where it cannot be known."""
    type_ = use.kind.type
    if use.kind.location is None and isinstance(type_, ResourceType) and name in heat_types.of(type_.name).echoes:
        value = (use.values(member) or {}).get(name)
        return value if isinstance(value, str) and value and not steps else None
    found = _output(source.nested(use, member), name, steps, f"{source.name}/{member}/")
    if found is None:
        return None
    value, rest = found
    for step in rest:
        value = take(value, step, None, number_text=False)
    return value


def _output(
    evaluation: Evaluation | None, name: str, steps: list[Value], prefix: str
) -> tuple[Value, list[Value]] | None:
    if evaluation is None:
        return None
    output = evaluation.template.outputs.get(name)
    part = evaluation.template.part(output, "value") if output is not None else None
    if output is None or part is None or not evaluation.is_enabled(output):
        return None
    try:
        return scoped(evaluation.value(part), prefix), steps
    except EvaluationError:
        return None


def _outputs(
    evaluation: Evaluation | None, name: str, steps: list[Value], prefix: str
) -> tuple[Value, list[Value]] | None:
    """Return the attribute `outputs` of an OS::Heat::Stack, or what a path takes of it; None for any other attribute."""
    if evaluation is None or name != "outputs":
        return None
    if steps and isinstance(steps[0], str):
        return _output(evaluation, steps[0], steps[1:], prefix)
    every = {n: _output(evaluation, n, [], prefix) for n in evaluation.template.outputs}
    values = {n: found[0] for n, found in every.items() if found is not None}
    return (values, steps) if len(values) == len(every) else None


def _size_when_made(type_name: str, checked: CheckedProperties) -> Predicted | None:
    """Return the size of a new group whose members have random names: what it asks for, or at least; None for any other type."""
    known = heat_types.of(type_name)
    for name in known.sizes[:2] if known.has_random_members else ():
        value = checked.values.get(name)
        if isinstance(value, Unknown):
            return None
        if isinstance(value, int) and value:
            return Predicted(value, name, is_given=True)
    return None


def predict(
    name: str, kind: ResolvedType, path: Sequence[Value], properties: Callable[[], CheckedProperties | None]
) -> tuple[Value, str] | None:
    """Return an attribute (a path as in get_attr) as the properties of its resource make it, and why: a clause.

    None where they do not.
    """
    attribute = path[0] if path else None
    if not isinstance(attribute, str) or kind.location is not None or not isinstance(kind.type, ResourceType):
        return None
    steps = list(path[1:])
    if attribute == "show" and steps:
        attribute = f"show/{steps.pop(0)}"
    checked = properties()
    found = predicted(kind.type.name, attribute, checked.values) if checked and not checked.problems else None
    if found is None and checked and not checked.problems and attribute == "current_size":
        found = _size_when_made(kind.type.name, checked)
    if found is None:
        return None
    value = found.value
    try:
        for step in steps:
            value = take(value, step, None, number_text=False)
    except EvaluationError:
        return None
    if isinstance(value, Unknown):
        return None
    said = f"follows from its property '{found.property}'" if found.property else "is the same for each new one"
    if found.property and not found.is_given:
        said = f"is so without the property '{found.property}'"
    return value, f"'{attribute}' of '{name}' {said}"
