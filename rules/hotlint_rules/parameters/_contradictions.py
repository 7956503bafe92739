"""What contradicts two others of the type, the default, the constraints and the uses of a parameter: there is the finding."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hotlint.analysis.environments.file import to_plain
from hotlint.analysis.template import span_of
from hotlint.common.annotations import Any
from hotlint.common.records import NamedTuple
from hotlint.language.constraints import check_value, get
from hotlint.language.constraints.constraint_list import effective
from hotlint.language.functions.base import Snippet
from hotlint.language.parameter_types import PARAMETER_TYPES, ValueProblem, check_default
from hotlint.language.values import Value
from hotlint.resource_types.schema import Properties, Property
from hotlint.rule import (
    Call,
    Diagnostic,
    Node,
    Parameter,
    Related,
    ResourceType,
    RuleContext,
    Sequence,
    Severity,
    Span,
    Target,
    finding_cause,
)
from hotlint_rules.parameters._shared import LocatedProblem, constraint_place, entries, judging_entries, problems

MISMATCHED = {"wrong-type-for-constraint": "HOT206", "allowed-value-wrong-type": "HOT210"}
"""The problems of a constraint for another type than the parameter has, and the rules that report them."""
IMPOSSIBLE = ("contradictory-limits", "no-allowed-value")
"""The problems of a constraint that no value satisfies."""
_TEXTS = frozenset({"string", "comma_delimited_list"})
_OF_PROPERTIES = {
    "string": frozenset({"string"}),
    "integer": frozenset({"number"}),
    "number": frozenset({"number"}),
    "boolean": frozenset({"boolean"}),
    "list": frozenset({"comma_delimited_list", "json"}),
    "map": frozenset({"json"}),
}


class Statement(NamedTuple):
    """What a part of a template says of the type of a parameter: the types that it is written for."""

    words: str
    place: Span
    types: frozenset[str]


class Use(NamedTuple):
    """A property whose whole value is a parameter, and where it is."""

    place: Span
    schema: Property


class WrongType(NamedTuple):
    """A type of a parameter that is alone: `statements` contradict it, and all agree on the type `right`.

    `home` is the problem of a constraint that is reported at the type; None where the default is reported there.
    """

    right: str
    statements: list[Statement]
    mismatched: list[LocatedProblem]
    home: LocatedProblem | None

    def report(
        self, parameter: Parameter, message: str, ctx: RuleContext, severity: Severity | None = None
    ) -> Diagnostic:
        """Return the finding of the running rule at the type. It is an error where a constraint is not for the type."""
        words = list(dict.fromkeys(statement.words for statement in self.statements))
        target = Target(parameter.fields["type"])
        return ctx.report(
            target,
            f"{message}; {', '.join(words[:-1])} and {words[-1]} are for type {self.right}",
            severity=None if self.mismatched else severity,
            related=[Related(statement.words, statement.place) for statement in self.statements],
            fix=ctx.rename_fix(target, self.right, "unsafe"),
        )

    def cause(self, parameter: Parameter, ctx: RuleContext) -> str:
        """Return the finding at the type, as the cause of others."""
        code = MISMATCHED[self.home.problem.kind] if self.home is not None else "HOT211"
        return finding_cause(ctx.template_context.path, code, Target(parameter.fields["type"]).span())


def wrong_type(parameter: Parameter, ctx: RuleContext) -> WrongType | None:
    """Return why the type of a parameter is wrong, if at least two parts contradict it that agree on another one."""
    return ctx.memoize(("wrong-type", parameter.name), lambda: _wrong_type(parameter, ctx))


def _wrong_type(parameter: Parameter, ctx: RuleContext) -> WrongType | None:
    statements = [*_default(parameter, ctx), *_constraints(parameter, ctx), *_uses(parameter, ctx)]
    against = [s for s in statements if parameter.type not in s.types]
    if parameter.type not in PARAMETER_TYPES or len({s.words for s in against}) < 2:
        return None
    agreed = frozenset.intersection(*(s.types for s in statements))
    if not agreed:
        return None
    mismatched = [p for p in problems(parameter, ctx) if p.problem.kind in MISMATCHED]
    is_of_default = any(p.entry is None for p in default_problems(parameter, ctx))
    home = mismatched[0] if mismatched and not is_of_default else None
    return WrongType(next(name for name in PARAMETER_TYPES if name in agreed), against, mismatched, home)


def default_problems(parameter: Parameter, ctx: RuleContext) -> list[ValueProblem]:
    """Return the problems of a parameter's default, by its type and constraints."""
    node = parameter.field("default")
    if node is None or parameter.type is None:
        return []
    return check_default(parameter.type, to_plain(node), judging_entries(parameter, ctx), ctx.version)


def broken_by_default(parameter: Parameter, ctx: RuleContext) -> list[Node]:
    """Return the items of the list of constraints that the default breaks: Heat refuses the template."""
    listed = parameter.field("constraints")
    assert isinstance(listed, Sequence)
    return [listed.items[p.entry] for p in default_problems(parameter, ctx) if p.entry is not None and p.always]


def impossible_causes(parameter: Parameter, index: int, ctx: RuleContext) -> list[str]:
    """Return the finding that no value satisfies a constraint, which the default breaks. Empty where some value does."""
    listed = parameter.field("constraints")
    assert isinstance(listed, Sequence)
    path = ctx.template_context.path
    return [
        finding_cause(path, "HOT207", p.place.span())
        for p in problems(parameter, ctx)
        if p.item is listed.items[index] and p.problem.kind in IMPOSSIBLE
    ]


def against_constraint(parameter: Parameter, index: int, ctx: RuleContext) -> list[Related]:
    """Return what contradicts a constraint beside the default, which breaks it: the type, or the uses. None for nothing.

    The constraint at `index` of the list is alone then, and not the default is wrong.
    """
    entry = entries(parameter)[index]
    kind = effective(entry, ctx.version)
    assert kind is not None  # a default breaks it
    default = to_plain(parameter.fields["default"].value)
    types = _types_of_constraint(kind, entry[kind], ctx)
    if parameter.type not in types and not types & _types_of_value(default, ctx):
        return [Related("type", Target(parameter.fields["type"]).span())]
    found = uses(parameter.name, ctx)
    if all(_is_apart(use.schema, kind, entry[kind], types, default) for use in found):
        return [Related(f"use in '{use.schema.name}'", use.place) for use in found]
    return []


def _is_apart(schema: Property, kind: str, args: Any, types: frozenset[str], default: Value) -> bool:
    """Return whether a property takes a default, but nothing that a constraint allows, as far as that can be told."""
    if _broken(schema, default):
        return False
    custom = [c.args for c in schema.constraints if c.kind == "custom_constraint"]
    if kind == "custom_constraint":
        return not types & _OF_PROPERTIES.get(schema.type, types) or (bool(custom) and args not in custom)
    return kind == "allowed_values" and all(_broken(schema, value) for value in args)


def _broken(schema: Property, value: Value) -> bool:
    """Return whether a value breaks a constraint of a property."""
    return any(check_value(c.kind, c.args, value, schema.type) is not None for c in schema.constraints)


def uses(name: str, ctx: RuleContext) -> list[Use]:
    """Return the properties whose whole value is a parameter, those of the members of groups too."""
    found: list[Use] = []
    for resource in ctx.template.resources.values():
        part = ctx.template.part(resource, "properties")
        if part is None or not any(_is_whole(call, name) for call in part.calls):
            continue
        kind = ctx.template_context.resource_type(resource)
        if isinstance(kind, ResourceType):
            members = {use.type_name: use.kind.type for use in ctx.template_context.uses(resource) if use.member}
            found += _in_mapping(kind.properties, part.snippet, name, members)
    return found


_Members = Mapping[str, "ResourceType | object"]


def _in_mapping(schema: Properties | None, snippet: Snippet, name: str, members: _Members) -> Iterator[Use]:
    if schema is not None and isinstance(snippet, dict):
        for key in (key for key in snippet if key in schema):
            yield from _in_value(schema[key], snippet[key], name, members)


def _in_value(schema: Property, value: Snippet, name: str, members: _Members) -> Iterator[Use]:
    if isinstance(value, Call):
        if _is_whole(value, name) and value.node is not None:
            yield Use(span_of(value.node), schema)
    elif isinstance(value, list):
        for item in value:
            yield from _in_value(schema.items or schema, item, name, members)
    elif isinstance(value, dict):
        member = members.get(str(value.get("type")))
        if isinstance(member, ResourceType):
            yield from _in_mapping(member.properties, value.get("properties"), name, {})
        else:
            yield from _in_mapping(schema.properties, value, name, members)


def _is_whole(call: Call, name: str) -> bool:
    return call.args == name and call.function.takes("parameter")


def _default(parameter: Parameter, ctx: RuleContext) -> Iterator[Statement]:
    entry = parameter.fields.get("default")
    value = to_plain(entry.value) if entry is not None else None
    if entry is not None and value is not None:
        yield Statement("default", Target(entry).span(), _types_of_value(value, ctx))


def _constraints(parameter: Parameter, ctx: RuleContext) -> Iterator[Statement]:
    for index, entry in enumerate(entries(parameter)):
        kind = effective(entry, ctx.version)
        if kind is not None:
            types = _types_of_constraint(kind, entry[kind], ctx)
            yield Statement(f"constraint '{kind}'", constraint_place(parameter, index, ctx).span(), types)


def _uses(parameter: Parameter, ctx: RuleContext) -> Iterator[Statement]:
    for use in uses(parameter.name, ctx):
        types = _OF_PROPERTIES.get(use.schema.type)
        if types is not None and not use.schema.convertible:
            yield Statement(f"property '{use.schema.name}'", use.place, types)


def _types_of_constraint(kind: str, args: Any, ctx: RuleContext) -> frozenset[str]:
    """Return the types of parameters that a constraint is written for."""
    if kind == "custom_constraint":
        return _TEXTS  # names and addresses
    types = frozenset(get(kind).types)
    if kind == "allowed_values" and isinstance(args, list):
        types = types.intersection(*(_types_of_value(value, ctx) for value in args)) or types
    return types


def _types_of_value(value: Value, ctx: RuleContext) -> frozenset[str]:
    """Return the types of parameters that a value is written for: a text for any that it can be converted to."""
    if isinstance(value, bool):
        return frozenset({"boolean"})
    if isinstance(value, int | float):
        return frozenset({"number"})
    if isinstance(value, dict):
        return frozenset({"json"})
    if isinstance(value, list):
        return frozenset({"comma_delimited_list", "json"})
    return frozenset(name for name in PARAMETER_TYPES if not check_default(name, value, [], ctx.version))
