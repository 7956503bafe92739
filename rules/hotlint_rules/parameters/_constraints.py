"""What the rules on constraints share: the problems of a parameter's constraints, each at its place in the text."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from hotlint.analysis.environment import to_plain
from hotlint.analysis.template import Parameter, node_at
from hotlint.language.constraints.constraint_list import check_entry, check_together, effective
from hotlint.language.constraints.model import ConstraintProblem
from hotlint.linter.rule import Checked, Context, Rule, Target
from hotlint.syntax.nodes import Mapping, Node, Sequence


class Found(NamedTuple):
    """A problem and the entry of the list that it is in."""

    item: Node
    problem: ConstraintProblem


class _Memo(NamedTuple):
    node: Node
    version: str
    type: str | None
    found: list[Found]


_last: _Memo | None = None
"""The answer for the list that was last asked for: the rules of this group ask one after the other."""


def entries(parameter: Parameter) -> list[Any]:
    """The items of the list of constraints as plain data; none when there is no such list."""
    node = parameter.field("constraints")
    return [to_plain(item) for item in node.items] if isinstance(node, Sequence) else []


def problems(parameter: Parameter, ctx: Context) -> list[Found]:
    """What is wrong with the constraints of a parameter, in the order of the text."""
    global _last
    node = parameter.field("constraints")
    if not isinstance(node, Sequence):
        return []
    memo = _last
    if memo is not None and memo.node is node and memo.version == ctx.version and memo.type == parameter.type:
        return memo.found
    listed = entries(parameter)
    found = []
    for item, entry in zip(node.items, listed, strict=True):
        alone = check_entry(entry, parameter.type, ctx.version)
        slugs = {p.kind for p in alone}
        found += [Found(item, p) for p in alone if not (p.kind == "no-limit" and "unknown-limit" in slugs)]
    if len(listed) > 1:
        known = {(id(item), p.path) for item, p in found}
        for index, problem in check_together(listed, parameter.type, ctx.version):
            if (id(node.items[index]), problem.path) not in known:
                found.append(Found(node.items[index], problem))
    _last = _Memo(node, ctx.version, parameter.type, found)
    return found


def is_faulty(parameter: Parameter, index: int, ctx: Context) -> bool:
    """Whether Heat refuses an item of the list as such, so that what it says of values does not matter."""
    listed = parameter.field("constraints")
    item = listed.items[index] if isinstance(listed, Sequence) else None
    return any(found.item is item and found.problem.severity == "error" for found in problems(parameter, ctx))


def constraint_place(parameter: Parameter, index: int, ctx: Context) -> Target:
    """The name of the constraint that counts in an item of the list."""
    listed = parameter.field("constraints")
    assert isinstance(listed, Sequence)
    item = listed.items[index]
    kind = effective(to_plain(item), ctx.version)
    entry = item.entry(kind) if isinstance(item, Mapping) and kind is not None else None
    return Target(item) if entry is None else Target(entry, "key")


def inside(message: str) -> str:
    """A sentence as the end of another one."""
    return message[0].lower() + message[1:] if message.startswith(("The ", "One ", "This ")) else message


class ConstraintRule(Rule):
    """Base of the rules that report the problems of some kinds: those whose slug is in `slugs`."""

    severity = "error"
    needs = frozenset({"constraints"})
    slugs: ClassVar[frozenset[str]]

    def check_parameter(self, parameter: Parameter, ctx: Context) -> Checked:
        for item, problem in problems(parameter, ctx):
            if problem.kind in self.slugs:
                node, entry = node_at(item, problem.path)
                target = Target(entry, problem.part) if entry is not None else Target(node)
                fix = ctx.rename_fix(target, problem.suggestion)
                yield ctx.report(target, problem.message, severity=problem.severity, fix=fix)
