"""Evaluation of expressions: names, displays, comprehensions, attributes, subscripts, operators, calls."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from hotlint.resource_types.plugins.attributes import attribute, members
from hotlint.resource_types.plugins.budget import ITEMS, ITERATIONS, TEXT
from hotlint.resource_types.plugins.builtins import BUILTINS
from hotlint.resource_types.plugins.calls import call
from hotlint.resource_types.plugins.interpreter import Evaluate, handles
from hotlint.resource_types.plugins.operators import binary, compare, key_of, small, truth, unary
from hotlint.resource_types.plugins.values import (
    CONSTANTS,
    UNKNOWN,
    Arguments,
    FunctionKind,
    Instance,
    Map,
    PluginFunction,
    Runtime,
    Scope,
    Seq,
    Super,
    Value,
)

EXPRESSIONS: Final[dict[type[ast.AST], Evaluate]] = {}
"""The handler for each kind of expression, for `Interpreter`."""


_on = partial(handles, EXPRESSIONS)


def name_value(name: str, scope: Scope) -> Value:
    """Return the value of a name, from the innermost scope that has it; Unknown when no scope has it."""
    current: Scope | None = scope
    while current is not None:
        if name in current.names:
            return current.names[name]
        current = current.parent
    return BUILTINS.get(name, UNKNOWN)


@_on(ast.Constant)
def _constant(_run: Runtime, node: ast.Constant, _scope: Scope) -> Value:
    return small(node.value)


@_on(ast.Name)
def _name(_run: Runtime, node: ast.Name, scope: Scope) -> Value:
    return name_value(node.id, scope)


@_on(ast.NamedExpr)
def _named(run: Runtime, node: ast.NamedExpr, scope: Scope) -> Value:
    value = run.eval(node.value, scope)
    run.bind(scope.names, node.target.id, value)
    return value


@_on(ast.Attribute)
def _attribute(run: Runtime, node: ast.Attribute, scope: Scope) -> Value:
    return attribute(run, run.eval(node.value, scope), node.attr)


@_on(ast.List, ast.Tuple, ast.Set)
def _sequence(run: Runtime, node: ast.List | ast.Tuple | ast.Set, scope: Scope) -> Value:
    result = Seq([], "list" if isinstance(node, ast.List) else "tuple" if isinstance(node, ast.Tuple) else "set")
    for item in node.elts:
        if isinstance(item, ast.Starred):
            unpacked = members(run, run.eval(item.value, scope))
            result.items += unpacked.items[: ITEMS - len(result.items)]
            result.open |= unpacked.open
        else:
            result.items.append(run.eval(item, scope))
    return result


@_on(ast.Dict)
def _dict(run: Runtime, node: ast.Dict, scope: Scope) -> Value:
    result = Map()
    for key, value in zip(node.keys, node.values, strict=True):
        if key is not None:
            name = key_of(run.eval(key, scope))
            run_value = run.eval(value, scope)
            if name is None:
                result.open = True
            else:
                result.entries[name] = run_value
            continue
        unpacked = run.eval(value, scope)
        if isinstance(unpacked, Map) and len(result.entries) + len(unpacked.entries) <= ITEMS:
            run.budget.spend(len(unpacked.entries))
            result.entries.update(unpacked.entries)
            result.open |= unpacked.open
        else:
            result.open = True
    return result


def _iterations(run: Runtime, generators: list[ast.comprehension], scope: Scope, result: Map | Seq) -> Iterator[Scope]:
    """Yield the scope of each iteration of a comprehension; open the result where not all of them are known."""
    first, rest = generators[0], generators[1:]
    source = members(run, run.eval(first.iter, scope))
    result.open |= source.open
    for item in source.items[:ITERATIONS]:
        inner = Scope(scope.module, {}, scope)
        assign(run, first.target, item, inner)
        tests = [truth(run.eval(test, inner)) for test in first.ifs]
        if False in tests:
            continue
        if None in tests:
            result.open = True
            continue
        if rest:
            yield from _iterations(run, rest, inner, result)
        else:
            yield inner


@_on(ast.ListComp, ast.SetComp, ast.GeneratorExp)
def _comprehension(run: Runtime, node: ast.ListComp | ast.SetComp | ast.GeneratorExp, scope: Scope) -> Value:
    result = Seq([], "set" if isinstance(node, ast.SetComp) else "list")
    for inner in _iterations(run, node.generators, scope, result):
        if len(result.items) >= ITEMS:
            result.open = True
            break
        result.items.append(run.eval(node.elt, inner))
    return result


@_on(ast.DictComp)
def _dict_comprehension(run: Runtime, node: ast.DictComp, scope: Scope) -> Value:
    result = Map()
    for inner in _iterations(run, node.generators, scope, result):
        key = key_of(run.eval(node.key, inner))
        value = run.eval(node.value, inner)
        if key is None or len(result.entries) >= ITEMS:
            result.open = True
        else:
            result.entries[key] = value
    return result


@_on(ast.Subscript)
def _subscript(run: Runtime, node: ast.Subscript, scope: Scope) -> Value:
    container = run.eval(node.value, scope)
    if isinstance(node.slice, ast.Slice):
        bounds = [run.eval(part, scope) for part in (node.slice.lower, node.slice.upper, node.slice.step)]
        return _slice(container, bounds)
    key = run.eval(node.slice, scope)
    if isinstance(container, Instance):
        return call(run, attribute(run, container, "__getitem__"), Arguments([key]))
    return item_of(container, key)


def item_of(container: Value, key: Value) -> Value:
    """Return `container[key]` of a dict, list or string; Unknown where it is not known."""
    if isinstance(container, Map):
        name = key_of(key)
        return UNKNOWN if name is None else container.entries.get(name, UNKNOWN)
    if isinstance(key, int) and isinstance(container, (Seq, str)):
        items: Any = container.items if isinstance(container, Seq) else container
        if (isinstance(container, Seq) and container.open) or not -len(items) <= key < len(items):
            return UNKNOWN
        return items[key]
    return UNKNOWN


def _slice(container: Value, bounds: list[Value]) -> Value:
    if not all(bound is None or isinstance(bound, int) for bound in bounds) or bounds[2] == 0:
        return UNKNOWN
    if isinstance(container, Seq) and not container.open:
        return Seq(container.items[slice(*bounds)], container.kind)
    return container[slice(*bounds)] if isinstance(container, str) else UNKNOWN


@_on(ast.UnaryOp)
def _unary(run: Runtime, node: ast.UnaryOp, scope: Scope) -> Value:
    return unary(node.op, run.eval(node.operand, scope))


@_on(ast.BinOp)
def _binary(run: Runtime, node: ast.BinOp, scope: Scope) -> Value:
    return binary(node.op, run.eval(node.left, scope), run.eval(node.right, scope), run.budget)


@_on(ast.BoolOp)
def _boolean(run: Runtime, node: ast.BoolOp, scope: Scope) -> Value:
    stop = isinstance(node.op, ast.Or)
    value: Value = UNKNOWN
    for part in node.values:
        value = run.eval(part, scope)
        known = truth(value)
        if known is None:
            return UNKNOWN
        if known is stop:
            return value
    return value


@_on(ast.Compare)
def _compare(run: Runtime, node: ast.Compare, scope: Scope) -> Value:
    left = run.eval(node.left, scope)
    for op, right_node in zip(node.ops, node.comparators, strict=True):
        right = run.eval(right_node, scope)
        holds = compare(op, left, right, run.budget)
        if holds is not True:
            return UNKNOWN if holds is None else False
        left = right
    return True


@_on(ast.IfExp)
def _if(run: Runtime, node: ast.IfExp, scope: Scope) -> Value:
    known = truth(run.eval(node.test, scope))
    if known is None:
        return run.join(run.eval(node.body, scope), run.eval(node.orelse, scope))
    return run.eval(node.body if known else node.orelse, scope)


@_on(ast.JoinedStr)
def _format(run: Runtime, node: ast.JoinedStr, scope: Scope) -> Value:
    text = ""
    for part in node.values:
        value = run.eval(part.value if isinstance(part, ast.FormattedValue) else part, scope)
        plain = not isinstance(part, ast.FormattedValue) or (part.format_spec is None and part.conversion in (-1, 115))
        if not plain or not isinstance(value, CONSTANTS) or len(text) > TEXT:
            return UNKNOWN
        text += str(value)
    return small(text)


@_on(ast.Lambda)
def _lambda(run: Runtime, node: ast.Lambda, scope: Scope) -> Value:
    return function(run, "<lambda>", node, scope)


def function(run: Runtime, name: str, node: Any, scope: Scope, kind: FunctionKind = "plain") -> PluginFunction:
    """Return the function of a `def` or `lambda`, with its defaults evaluated."""
    arguments = node.args
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults = {
        argument.arg: run.eval(value, scope)
        for argument, value in zip(positional[::-1], arguments.defaults[::-1], strict=False)
    }
    for argument, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        if value is not None:
            defaults[argument.arg] = run.eval(value, scope)
    in_class = scope.owner is not None and scope.owner.names is scope.names
    enclosing = scope.parent if in_class and scope.parent else scope  # methods do not see the names of their class
    return PluginFunction(name, node, enclosing, defaults, kind)


@_on(ast.Call)
def _call(run: Runtime, node: ast.Call, scope: Scope) -> Value:
    callee = run.eval(node.func, scope)
    plain = node.func.id if isinstance(node.func, ast.Name) and not node.args else ""
    if scope.owner and plain == "super":
        return Super(scope.owner, next(iter(scope.names.values()), UNKNOWN))
    if plain == "globals" and callee is UNKNOWN:
        return Map(scope.module.names, open=True)  # type: ignore[arg-type]  # names that Python adds are not among them
    return call(run, callee, _arguments(run, node, scope))


def _arguments(run: Runtime, node: ast.Call, scope: Scope) -> Arguments:
    passed = Arguments()
    for argument in node.args:
        if isinstance(argument, ast.Starred):
            unpacked = members(run, run.eval(argument.value, scope))
            passed.positional += unpacked.items[: ITEMS - len(passed.positional)]
            passed.complete &= not unpacked.open
        else:
            passed.positional.append(run.eval(argument, scope))
    for keyword in node.keywords:
        value = run.eval(keyword.value, scope)
        if keyword.arg is not None:
            passed.named[keyword.arg] = value
        elif isinstance(value, Map):
            passed.named.update({key: item for key, item in value.entries.items() if isinstance(key, str)})
            passed.complete &= not value.open
        else:
            passed.complete = False
    return passed


@_on(ast.Yield)
def _yield(run: Runtime, node: ast.Yield, scope: Scope) -> Value:
    value = run.eval(node.value, scope)
    if scope.yields is not None and len(scope.yields) < ITEMS:
        scope.yields.append(value)
    return UNKNOWN


def assign(run: Runtime, target: ast.expr, value: Value, scope: Scope) -> None:
    """Assign a value to a target: a name, several targets, a key or an attribute."""
    if isinstance(target, ast.Name):
        names = scope.module.names if target.id in scope.public else scope.names
        run.bind(names, target.id, value)
    elif isinstance(target, (ast.Tuple, ast.List)):
        _assign_parts(run, target.elts, members(run, value), scope)
    elif isinstance(target, ast.Starred):
        assign(run, target.value, value, scope)
    elif isinstance(target, ast.Subscript):
        container = run.eval(target.value, scope)
        key = run.eval(target.slice, scope)
        if isinstance(container, Map):
            run.put(container, key_of(key), value)
        elif isinstance(container, Seq):
            container.open = True
    elif isinstance(target, ast.Attribute):
        run.bind_member(run.eval(target.value, scope), target.attr, value)


def _assign_parts(run: Runtime, targets: list[ast.expr], parts: Seq, scope: Scope) -> None:
    star = next((index for index, target in enumerate(targets) if isinstance(target, ast.Starred)), None)
    missing = len(targets) - len(parts.items)
    if parts.open or (missing and star is None) or missing > 1:
        values: list[Value] = [UNKNOWN] * len(targets)
    elif star is None:
        values = parts.items
    else:
        taken = len(parts.items) - len(targets) + 1
        values = [*parts.items[:star], Seq(parts.items[star : star + taken]), *parts.items[star + taken :]]
    for target, value in zip(targets, values, strict=True):
        assign(run, target, value, scope)
