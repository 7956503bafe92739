"""Assignment to names, tuples of targets, keys and attributes."""

from __future__ import annotations

import ast

from hotlint.resource_types.plugins.attributes import members
from hotlint.resource_types.plugins.operators import key_of
from hotlint.resource_types.plugins.values import UNKNOWN, Map, Runtime, Scope, Seq, Value


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
