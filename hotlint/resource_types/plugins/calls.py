"""Calls of functions and classes of the plugin, and of built-in ones."""

from __future__ import annotations

import ast

from hotlint.resource_types.plugins.values import (
    MISSING,
    UNKNOWN,
    Arguments,
    Bound,
    Builtin,
    Class,
    Instance,
    Map,
    PluginFunction,
    Runtime,
    Scope,
    Seq,
    UnreadValue,
    Value,
    lookup,
)

_TRANSLATORS = frozenset({"_", "_LI", "_LW", "_LE", "_LC", "gettext", "ugettext", "_N"})


def call(run: Runtime, callee: Value, passed: Arguments) -> Value:
    """Return the result of a call; Unknown when it depends on anything but constants."""
    if isinstance(callee, Builtin):
        return callee.call(run, passed)
    if isinstance(callee, Class):
        return _construct(run, callee, passed)
    if isinstance(callee, Bound):
        mine = Arguments([callee.receiver, *passed.positional], passed.named, passed.complete)
        return joined(run, results(run, callee.function, mine, callee.owner))
    if isinstance(callee, PluginFunction):
        return joined(run, results(run, callee, passed))
    if isinstance(callee, UnreadValue) and passed.positional and callee.path.rpartition(".")[2] in _TRANSLATORS:
        return passed.positional[0]
    for argument in (*passed.positional, *passed.named.values()):
        if isinstance(argument, (Map, Seq)):
            argument.open = True
    return UNKNOWN


def results(run: Runtime, function: PluginFunction, passed: Arguments, owner: Class | None = None) -> list[Value]:
    """Return every value that a function may return; several when the outcome of a test in it is not known."""
    if function.kind == "opaque" or isinstance(function.node, ast.AsyncFunctionDef) or not run.enter_call():
        return [UNKNOWN]
    try:
        scope = Scope(function.scope.module, _bound(function, passed), function.scope, [], [], owner)
        if isinstance(function.node, ast.Lambda):
            return [run.eval(function.node.body, scope)]
        end = run.run(function.node.body, scope)
        returned = scope.returns or []
        if scope.yields or _generates(run, function.node):
            return [Seq(list(scope.yields or []), open=run.uncertain)]
        if end == "raise":
            return returned or [UNKNOWN]
        return returned if end == "return" else [*returned, None]
    finally:
        run.leave_call()


def joined(run: Runtime, values: list[Value]) -> Value:
    """Return what is known of a value that is one of several."""
    result = values[0]
    for value in values[1:]:
        result = run.join(result, value)
    return result


def _generates(run: Runtime, node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Return whether a function has a `yield` of its own, not in a nested function."""
    pending: list[ast.AST] = list(node.body)
    while pending:
        run.budget.spend()
        inner = pending.pop()
        if isinstance(inner, (ast.Yield, ast.YieldFrom)):
            return True
        if not isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            pending += ast.iter_child_nodes(inner)
    return False


def _bound(function: PluginFunction, passed: Arguments) -> dict[str, Value]:
    """Return the parameters of a function as a call binds them; Unknown for those that may not be passed."""
    arguments = function.node.args
    positional = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)]
    named = dict(passed.named)
    names: dict[str, Value] = {}
    for index, name in enumerate(positional):
        if index < len(passed.positional):
            names[name] = passed.positional[index]
        else:
            default = function.defaults.get(name, UNKNOWN) if passed.complete else UNKNOWN
            names[name] = named.pop(name, default)
    for argument in arguments.kwonlyargs:
        default = function.defaults.get(argument.arg, UNKNOWN) if passed.complete else UNKNOWN
        names[argument.arg] = named.pop(argument.arg, default)
    if arguments.vararg:
        names[arguments.vararg.arg] = Seq(passed.positional[len(positional) :], "tuple", not passed.complete)
    if arguments.kwarg:
        rest = Map(open=not passed.complete)
        rest.entries.update(named)
        names[arguments.kwarg.arg] = rest
    return names


def _construct(run: Runtime, cls: Class, passed: Arguments) -> Value:
    for base in cls.lineage:
        if not isinstance(base, Class):
            return UNKNOWN
        if base.make:
            return base.make(run, passed)
        if "__new__" in base.names:
            return UNKNOWN
        if "__init__" in base.names:
            break
    instance = Instance(cls)
    initializer = lookup(cls, "__init__")
    if isinstance(initializer, PluginFunction):
        results(run, initializer, Arguments([instance, *passed.positional], passed.named, passed.complete), cls)
    return instance if initializer is MISSING or isinstance(initializer, PluginFunction) else UNKNOWN
