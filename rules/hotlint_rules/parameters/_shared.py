"""Shared by the rules on parameters: problems of constraints with their places, and where a given value comes from."""

from __future__ import annotations

from hotlint.analysis.composition.value_origins import environment_place, parameter_origin, relative_path
from hotlint.analysis.environments.file import to_plain
from hotlint.analysis.environments.inputs import Given
from hotlint.analysis.template import node_at
from hotlint.common.annotations import Any
from hotlint.common.records import NamedTuple
from hotlint.language.constraints.constraint_list import check_entry, check_together, effective
from hotlint.language.constraints.custom import comes_later, former_names, judged_by
from hotlint.language.constraints.model import ConstraintProblem
from hotlint.language.parameter_types import ValueProblem
from hotlint.language.values import show
from hotlint.rule import Mapping, Node, Parameter, Related, RuleContext, Sequence, Target, value_cause


class LocatedProblem(NamedTuple):
    """A problem, with the item of the list that it is in."""

    item: Node
    problem: ConstraintProblem

    @property
    def place(self) -> Target:
        """The place of the problem."""
        node, entry = node_at(self.item, self.problem.path)
        return Target(entry, self.problem.part) if entry is not None else Target(node)


def entries(parameter: Parameter) -> list[Any]:
    """Return the items of the list of constraints as plain data; none when there is no such list."""
    node = parameter.field("constraints")
    return [to_plain(item) for item in node.items] if isinstance(node, Sequence) else []


def judging_entries(parameter: Parameter, ctx: RuleContext) -> list[Any]:
    """Return the items of the list of constraints by which the target release judges values."""
    is_reached = ctx.template_context.catalog.is_reached
    return [
        {**entry, "custom_constraint": judged_by(name, is_reached)}
        if isinstance(entry, dict) and isinstance(name := entry.get("custom_constraint"), str)
        else entry
        for entry in entries(parameter)
    ]


def problems(parameter: Parameter, ctx: RuleContext) -> list[LocatedProblem]:
    """Return the problems of a parameter's constraints, in the order of the document."""
    node = parameter.field("constraints")
    if not isinstance(node, Sequence):
        return []
    return ctx.memoize(("constraint-problems", id(node), parameter.type), lambda: _problems(node, parameter, ctx))


def _problems(node: Sequence, parameter: Parameter, ctx: RuleContext) -> list[LocatedProblem]:
    listed = entries(parameter)
    located = []
    is_reached = ctx.template_context.catalog.is_reached
    former = former_names(is_reached) if ctx.template_context.catalog.target else ()
    for item, entry in zip(node.items, listed, strict=True):
        alone = check_entry(entry, parameter.type, ctx.version, former)
        if isinstance(entry, dict) and comes_later(entry.get("custom_constraint"), is_reached):
            alone.append(_too_new(entry["custom_constraint"]))
        slugs = {p.kind for p in alone}
        located += [LocatedProblem(item, p) for p in alone if not (p.kind == "no-limit" and "unknown-limit" in slugs)]
    if len(listed) > 1:
        known = {(id(item), p.path) for item, p in located}
        for index, problem in check_together(listed, parameter.type, ctx.version):
            if (id(node.items[index]), problem.path) not in known:
                located.append(LocatedProblem(node.items[index], problem))
    return located


def _too_new(name: str) -> ConstraintProblem:
    message = f"unknown custom constraint {show(name)} in the target release; Heat refuses every value"
    return ConstraintProblem(("custom_constraint",), "value", "unknown-custom-constraint", message)


def is_invalid(parameter: Parameter, index: int, ctx: RuleContext) -> bool:
    """Return whether Heat refuses an item of the list itself, so that it is not checked against values."""
    listed = parameter.field("constraints")
    item = listed.items[index] if isinstance(listed, Sequence) else None
    return any(p.item is item and p.problem.severity == "error" for p in problems(parameter, ctx))


def constraint_place(parameter: Parameter, index: int, ctx: RuleContext) -> Target:
    """Return the place of the constraint that applies in an item of the list."""
    listed = parameter.field("constraints")
    assert isinstance(listed, Sequence)
    item = listed.items[index]
    kind = effective(to_plain(item), ctx.version)
    entry = item.entry(kind) if isinstance(item, Mapping) and kind is not None else None
    return Target(item) if entry is None else Target(entry, "key")


def origin(name: str, ctx: RuleContext) -> tuple[str, list[Related]]:
    """Return a parameter and the origin of its value in words, "parameter 'x' from web.env", and the places there.

    The words are empty where the parameter has no value.
    """
    found = parameter_origin(ctx.template_context, name)
    return (found.words, [Related(*place) for place in found.places]) if found is not None else ("", [])


def place(given: Given, name: str, ctx: RuleContext) -> list[Related]:
    """Return the place of a parameter's value in its environment; empty for a value that is given in no file."""
    context = ctx.template_context
    span, words = environment_place(context, given, name), f"from {relative_path(given.origin, context.path)}"
    return [Related(f"value of parameter '{name}'", span, given.origin, words)] if span is not None else []


def value_causes(given: Given, problem: ValueProblem, parameter: Parameter) -> list[str]:
    """Return the cause of a problem with a value of an environment: the value, and what a parameter wants of it.

    It is one problem, whichever templates have such a parameter. None for a value that is given in no file.
    """
    if given.offset is None:
        return []
    listed = parameter.field("constraints")
    wanted = (
        repr(to_plain(listed.items[problem.entry]))
        if problem.entry is not None and isinstance(listed, Sequence)
        else ""
    )
    return [value_cause(given.origin, given.offset, f"{parameter.type} {wanted}")]
