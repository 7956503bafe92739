"""Statements: definitions, assignments, branches, loops, imports."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from hotlint.resource_types.plugins.assignment import assign
from hotlint.resource_types.plugins.attributes import members
from hotlint.resource_types.plugins.budget import TURNS
from hotlint.resource_types.plugins.containers import METHODS
from hotlint.resource_types.plugins.expressions import function
from hotlint.resource_types.plugins.interpreter import Evaluate, Interpreter
from hotlint.resource_types.plugins.operators import binary, truth
from hotlint.resource_types.plugins.source import offset_of
from hotlint.resource_types.plugins.values import UNKNOWN, Arguments, Class, Map, Module, Scope, Seq, UnreadValue, Value

_KINDS = {"staticmethod": "static", "classmethod": "class", "property": "property"}


def _on(*kinds: type[ast.AST]) -> Callable[[Callable[..., Any]], Evaluate]:
    def add(handler: Callable[..., Any]) -> Evaluate:
        for kind in kinds:
            Interpreter.statements[kind] = handler
        return handler

    return add


@_on(ast.FunctionDef, ast.AsyncFunctionDef)
def _function(run: Interpreter, node: ast.FunctionDef, scope: Scope) -> None:
    made = function(run, node.name, node, scope)
    for decorator in node.decorator_list:
        kind = _KINDS.get(decorator.id, "opaque") if isinstance(decorator, ast.Name) else "opaque"
        made.kind = kind if made.kind == "plain" else "opaque"  # type: ignore[assignment]
    run.bind(scope.names, node.name, made)


@_on(ast.ClassDef)
def _class(run: Interpreter, node: ast.ClassDef, scope: Scope) -> None:
    bases: list[Value] = []
    for base in node.bases:
        if isinstance(base, ast.Starred):
            bases += [*members(run, run.eval(base.value, scope)).items, UNKNOWN]
        else:
            bases.append(run.eval(base, scope))
    known = [base if isinstance(base, (Class, UnreadValue)) else UNKNOWN for base in bases if base is not None]
    module = scope.module
    offset = offset_of(module.text, node.lineno, node.col_offset)
    made = Class(node.name, module.name, tuple(known), {}, path=module.path, offset=offset)
    run.run(node.body, Scope(module, made.names, scope, owner=made))
    run.bind(scope.names, node.name, made)


@_on(ast.Return)
def _return(run: Interpreter, node: ast.Return, scope: Scope) -> str:
    if scope.returns is not None:
        scope.returns.append(run.eval(node.value, scope))
    return "return"


@_on(ast.Break)
def _break(_run: Interpreter, _node: ast.Break, _scope: Scope) -> str:
    return "break"


@_on(ast.Continue)
def _continue(_run: Interpreter, _node: ast.Continue, _scope: Scope) -> str:
    return "continue"


@_on(ast.Raise)
def _raise(_run: Interpreter, _node: ast.Raise, _scope: Scope) -> str:
    return "raise"


@_on(ast.Assign)
def _assign(run: Interpreter, node: ast.Assign, scope: Scope) -> None:
    value = run.eval(node.value, scope)
    for target in node.targets:
        assign(run, target, value, scope)


@_on(ast.AnnAssign)
def _annotated(run: Interpreter, node: ast.AnnAssign, scope: Scope) -> None:
    if node.value is not None:
        assign(run, node.target, run.eval(node.value, scope), scope)


@_on(ast.AugAssign)
def _augmented(run: Interpreter, node: ast.AugAssign, scope: Scope) -> None:
    load: Any = node.target
    before, more = run.eval(load, scope), run.eval(node.value, scope)
    if isinstance(before, Seq) and before.kind == "list" and isinstance(node.op, ast.Add):
        METHODS[Seq]["extend"](run, before, Arguments([more]))
    elif isinstance(before, Map) and isinstance(node.op, ast.BitOr):
        METHODS[Map]["update"](run, before, Arguments([more]))
    else:
        assign(run, node.target, binary(node.op, before, more, run.budget), scope)


@_on(ast.Expr)
def _expression(run: Interpreter, node: ast.Expr, scope: Scope) -> None:
    run.eval(node.value, scope)


@_on(ast.Global)
def _global(_run: Interpreter, node: ast.Global, scope: Scope) -> None:
    scope.public |= frozenset(node.names)


@_on(ast.Delete)
def _delete(run: Interpreter, node: ast.Delete, scope: Scope) -> None:
    for target in node.targets:
        if isinstance(target, ast.Name) and not run.maybe:
            scope.names.pop(target.id, None)
        elif isinstance(target, ast.Subscript):
            container = run.eval(target.value, scope)
            if isinstance(container, Map):
                METHODS[Map]["pop"](run, container, Arguments([run.eval(target.slice, scope)]))
            elif isinstance(container, Seq):
                container.items, container.open = [], True


@_on(ast.If)
def _if(run: Interpreter, node: ast.If, scope: Scope) -> str:
    known = truth(run.eval(node.test, scope))
    if known is not None:
        return run.run(node.body if known else node.orelse, scope)
    ends = (run.run_maybe(node.body, scope), run.run_maybe(node.orelse, scope))
    if ends[0] == ends[1]:
        return ends[0]
    return "perhaps" if {"break", "continue", "perhaps"} & {*ends} else ""


@_on(ast.For, ast.AsyncFor)
def _for(run: Interpreter, node: ast.For, scope: Scope) -> str:
    source = members(run, run.eval(node.iter, scope))
    turns: list[Value] = list(source.items[:TURNS])
    certain = len(turns)
    if source.open or certain < len(source.items):
        turns.append(UNKNOWN)
    soft = False
    for number, item in enumerate(turns):
        maybe = soft or number >= certain
        assign(run, node.target, item, scope)
        end = (run.run_maybe if maybe else run.run)(node.body, scope)
        soft |= end == "perhaps"
        if end == "break" or (end in ("return", "raise") and not maybe):
            return "" if end == "break" else end
    return run.run(node.orelse, scope)


@_on(ast.While)
def _while(run: Interpreter, node: ast.While, scope: Scope) -> str:
    soft = False
    for _ in range(TURNS):
        known = truth(run.eval(node.test, scope))
        if known is False:
            return run.run(node.orelse, scope)
        maybe = soft or known is None
        end = (run.run_maybe if maybe else run.run)(node.body, scope)
        soft |= end == "perhaps"
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
def _try(run: Interpreter, node: ast.Try, scope: Scope) -> str:
    """Imports and the like are taken to succeed: the handlers count only when the body raises for certain."""
    end = run.run(node.body, scope)
    if end == "raise":
        ends = [run.run_maybe(handler.body, scope) for handler in node.handlers]
        end = ends[0] if ends and ends.count(ends[0]) == len(ends) else ""
    elif not end:
        end = run.run(node.orelse, scope)
    return run.run(node.finalbody, scope) or end


@_on(ast.With, ast.AsyncWith)
def _with(run: Interpreter, node: ast.With, scope: Scope) -> str:
    for item in node.items:
        run.eval(item.context_expr, scope)
        if item.optional_vars is not None:
            assign(run, item.optional_vars, UNKNOWN, scope)
    return run.run(node.body, scope)


@_on(ast.Match)
def _match(run: Interpreter, node: ast.Match, scope: Scope) -> str:
    run.eval(node.subject, scope)
    for case in node.cases:
        for inner in ast.walk(case.pattern):
            captured = getattr(inner, "name", None) or getattr(inner, "rest", None)
            if isinstance(captured, str):
                scope.names[captured] = UNKNOWN
    ends = {run.run_maybe(case.body, scope) for case in node.cases}
    return "perhaps" if {"break", "continue", "perhaps"} & ends else ""


@_on(ast.Import)
def _import(run: Interpreter, node: ast.Import, scope: Scope) -> None:
    for alias in node.names:
        if alias.asname:
            run.bind(scope.names, alias.asname, run.modules.imported(run, alias.name))
        else:
            run.modules.find(run, alias.name)
            top = alias.name.partition(".")[0]
            run.bind(scope.names, top, run.modules.imported(run, top))


@_on(ast.ImportFrom)
def _import_from(run: Interpreter, node: ast.ImportFrom, scope: Scope) -> None:
    name = run.modules.absolute(scope.module, node.module or "", node.level)
    holder = run.modules.imported(run, name)
    for alias in node.names:
        if alias.name != "*":
            run.bind(scope.names, alias.asname or alias.name, run.modules.member(run, holder, alias.name))
        elif isinstance(holder, Module):
            for own, value in list(holder.names.items()):
                if not own.startswith("_"):
                    run.bind(scope.names, own, value)
