"""Execution of statements: definitions, assignments, branches, loops, imports."""

from __future__ import annotations

import ast
from functools import partial
from typing import Any, Final

from hotlint.resource_types.plugins.attributes import members
from hotlint.resource_types.plugins.budget import ITERATIONS
from hotlint.resource_types.plugins.containers import METHODS
from hotlint.resource_types.plugins.expressions import assign, function
from hotlint.resource_types.plugins.interpreter import Evaluate, handles
from hotlint.resource_types.plugins.operators import binary, truth
from hotlint.resource_types.plugins.source import offset_of
from hotlint.resource_types.plugins.values import (
    UNKNOWN,
    Arguments,
    Class,
    FunctionKind,
    Map,
    Module,
    Runtime,
    Scope,
    Seq,
    UnreadValue,
    Value,
)

_DECORATORS: Final[dict[str, FunctionKind]] = {"staticmethod": "static", "classmethod": "class", "property": "property"}


STATEMENTS: Final[dict[type[ast.AST], Evaluate]] = {}
"""The handler for each kind of statement, for `Interpreter`."""


_on = partial(handles, STATEMENTS)


@_on(ast.FunctionDef, ast.AsyncFunctionDef)
def _function(run: Runtime, node: ast.FunctionDef, scope: Scope) -> None:
    kind: FunctionKind = "plain"
    if len(node.decorator_list) == 1 and isinstance(node.decorator_list[0], ast.Name):
        kind = _DECORATORS.get(node.decorator_list[0].id, "opaque")
    elif node.decorator_list:
        kind = "opaque"
    run.bind(scope.names, node.name, function(run, node.name, node, scope, kind))


@_on(ast.ClassDef)
def _class(run: Runtime, node: ast.ClassDef, scope: Scope) -> None:
    bases: list[Value] = []
    for base in node.bases:
        if isinstance(base, ast.Starred):
            bases += [*members(run, run.eval(base.value, scope)).items, UNKNOWN]
        else:
            bases.append(run.eval(base, scope))
    known = [base if isinstance(base, (Class, UnreadValue)) else UNKNOWN for base in bases if base is not None]
    module = scope.module
    offset = offset_of(module.text, node.lineno, node.col_offset)
    cls = Class(node.name, module.name, tuple(known), {}, path=module.path, offset=offset)
    run.run(node.body, Scope(module, cls.names, scope, owner=cls))
    run.bind(scope.names, node.name, cls)


@_on(ast.Return)
def _return(run: Runtime, node: ast.Return, scope: Scope) -> str:
    if scope.returns is not None:
        scope.returns.append(run.eval(node.value, scope))
    return "return"


@_on(ast.Break)
def _break(_run: Runtime, _node: ast.Break, _scope: Scope) -> str:
    return "break"


@_on(ast.Continue)
def _continue(_run: Runtime, _node: ast.Continue, _scope: Scope) -> str:
    return "continue"


@_on(ast.Raise)
def _raise(_run: Runtime, _node: ast.Raise, _scope: Scope) -> str:
    return "raise"


@_on(ast.Assign)
def _assign(run: Runtime, node: ast.Assign, scope: Scope) -> None:
    value = run.eval(node.value, scope)
    for target in node.targets:
        assign(run, target, value, scope)


@_on(ast.AnnAssign)
def _annotated(run: Runtime, node: ast.AnnAssign, scope: Scope) -> None:
    if node.value is not None:
        assign(run, node.target, run.eval(node.value, scope), scope)


@_on(ast.AugAssign)
def _augmented(run: Runtime, node: ast.AugAssign, scope: Scope) -> None:
    load: Any = node.target
    before, more = run.eval(load, scope), run.eval(node.value, scope)
    if isinstance(before, Seq) and before.kind == "list" and isinstance(node.op, ast.Add):
        METHODS[Seq]["extend"](run, before, Arguments([more]))
    elif isinstance(before, Map) and isinstance(node.op, ast.BitOr):
        METHODS[Map]["update"](run, before, Arguments([more]))
    else:
        assign(run, node.target, binary(node.op, before, more, run.budget), scope)


@_on(ast.Expr)
def _expression(run: Runtime, node: ast.Expr, scope: Scope) -> None:
    run.eval(node.value, scope)


@_on(ast.Global)
def _global(_run: Runtime, node: ast.Global, scope: Scope) -> None:
    scope.public |= frozenset(node.names)


@_on(ast.Delete)
def _delete(run: Runtime, node: ast.Delete, scope: Scope) -> None:
    for target in node.targets:
        if isinstance(target, ast.Name) and not run.uncertain:
            scope.names.pop(target.id, None)
        elif isinstance(target, ast.Subscript):
            container = run.eval(target.value, scope)
            if isinstance(container, Map):
                METHODS[Map]["pop"](run, container, Arguments([run.eval(target.slice, scope)]))
            elif isinstance(container, Seq):
                container.items, container.open = [], True


@_on(ast.If)
def _if(run: Runtime, node: ast.If, scope: Scope) -> str:
    known = truth(run.eval(node.test, scope))
    if known is not None:
        return run.run(node.body if known else node.orelse, scope)
    ends = (run.run_maybe(node.body, scope), run.run_maybe(node.orelse, scope))
    if ends[0] == ends[1]:
        return ends[0]
    return "perhaps" if {"break", "continue", "perhaps"} & {*ends} else ""


@_on(ast.For, ast.AsyncFor)
def _for(run: Runtime, node: ast.For, scope: Scope) -> str:
    source = members(run, run.eval(node.iter, scope))
    items: list[Value] = list(source.items[:ITERATIONS])
    certain = len(items)
    if source.open or certain < len(source.items):
        items.append(UNKNOWN)
    perhaps_over = False
    for number, item in enumerate(items):
        maybe = perhaps_over or number >= certain
        assign(run, node.target, item, scope)
        end = (run.run_maybe if maybe else run.run)(node.body, scope)
        perhaps_over |= end == "perhaps"
        if end == "break" or (end in ("return", "raise") and not maybe):
            return "" if end == "break" else end
    return run.run(node.orelse, scope)


@_on(ast.While)
def _while(run: Runtime, node: ast.While, scope: Scope) -> str:
    perhaps_over = False
    for _ in range(ITERATIONS):
        known = truth(run.eval(node.test, scope))
        if known is False:
            return run.run(node.orelse, scope)
        maybe = perhaps_over or known is None
        end = (run.run_maybe if maybe else run.run)(node.body, scope)
        perhaps_over |= end == "perhaps"
        if end == "break" or (end in ("return", "raise") and not maybe):
            return "" if end == "break" else end
        if maybe:
            break
    for inner in ast.walk(node):
        run.budget.spend()
        if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
            scope.names[inner.id] = UNKNOWN
    return ""


@_on(ast.Try, ast.TryStar)
def _try(run: Runtime, node: ast.Try, scope: Scope) -> str:
    """Execute a `try`: its body is assumed to succeed, and handlers count only when it certainly raises."""
    end = run.run(node.body, scope)
    if end == "raise":
        ends = [run.run_maybe(handler.body, scope) for handler in node.handlers]
        end = ends[0] if ends and ends.count(ends[0]) == len(ends) else ""
    elif not end:
        end = run.run(node.orelse, scope)
    return run.run(node.finalbody, scope) or end


@_on(ast.With, ast.AsyncWith)
def _with(run: Runtime, node: ast.With, scope: Scope) -> str:
    for item in node.items:
        run.eval(item.context_expr, scope)
        if item.optional_vars is not None:
            assign(run, item.optional_vars, UNKNOWN, scope)
    return run.run(node.body, scope)


@_on(ast.Match)
def _match(run: Runtime, node: ast.Match, scope: Scope) -> str:
    run.eval(node.subject, scope)
    for case in node.cases:
        for inner in ast.walk(case.pattern):
            captured = getattr(inner, "name", None) or getattr(inner, "rest", None)
            if isinstance(captured, str):
                scope.names[captured] = UNKNOWN
    ends = {run.run_maybe(case.body, scope) for case in node.cases}
    return "perhaps" if {"break", "continue", "perhaps"} & ends else ""


@_on(ast.Import)
def _import(run: Runtime, node: ast.Import, scope: Scope) -> None:
    for alias in node.names:
        if alias.asname:
            run.bind(scope.names, alias.asname, run.modules.imported(run, alias.name))
        else:
            run.modules.find(run, alias.name)
            top = alias.name.partition(".")[0]
            run.bind(scope.names, top, run.modules.imported(run, top))


@_on(ast.ImportFrom)
def _import_from(run: Runtime, node: ast.ImportFrom, scope: Scope) -> None:
    name = scope.module.absolute_name(node.module or "", node.level)
    holder = run.modules.imported(run, name)
    for alias in node.names:
        if alias.name != "*":
            run.bind(scope.names, alias.asname or alias.name, run.modules.member(run, holder, alias.name))
        elif isinstance(holder, Module):
            for own, value in list(holder.names.items()):
                if not own.startswith("_"):
                    run.bind(scope.names, own, value)
