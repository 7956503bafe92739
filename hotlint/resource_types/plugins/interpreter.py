"""The interpreter: evaluates the constant parts of plugin code, within limits, and never runs any of it.

Branches around the current statement that may or may not be taken make it uncertain. Within one, a known value is not
overwritten: the old and the new value are joined (`Interpreter.bind`).
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Any

from hotlint.resource_types.plugins.budget import CALLS, DEPTH, ReaderBudget
from hotlint.resource_types.plugins.operators import same
from hotlint.resource_types.plugins.schema_objects import AttributeSchema, PropertySchema
from hotlint.resource_types.plugins.source import parse
from hotlint.resource_types.plugins.values import (
    UNKNOWN,
    Class,
    ImportResolver,
    Instance,
    Key,
    Map,
    Module,
    Runtime,
    Scope,
    Seq,
    UnreadValue,
    Value,
)

Evaluate = Callable[[Runtime, Any, Scope], Value]
"""Evaluates one kind of expression, or executes one kind of statement and returns how it ended."""
Handlers = Mapping[type[ast.AST], Evaluate]


def handles(table: dict[type[ast.AST], Evaluate], *kinds: type[ast.AST]) -> Callable[[Callable[..., Any]], Evaluate]:
    """Return a decorator that makes a function the handler of some kinds of nodes in a table."""

    def add(handler: Callable[..., Any]) -> Evaluate:
        table.update(dict.fromkeys(kinds, handler))
        return handler

    return add


_MODULE_DEPTH = 20
"""Levels that reading an imported module must at least have left."""


class Interpreter:
    """Evaluates syntax trees; `expressions` and `statements` have a handler for each kind of node. A `Runtime`."""

    __slots__ = ("_calls", "_depth", "_expressions", "_statements", "_uncertain", "budget", "modules")

    def __init__(
        self, modules: ImportResolver, budget: ReaderBudget, expressions: Handlers, statements: Handlers
    ) -> None:
        self.budget = budget
        self.modules = modules
        self._expressions = expressions
        self._statements = statements
        self._depth = 0
        self._calls = 0
        self._uncertain = 0

    @property
    def uncertain(self) -> bool:
        """Whether the current statement may or may not be executed."""
        return bool(self._uncertain)

    def eval(self, node: ast.AST | None, scope: Scope) -> Value:
        """Return the value of an expression; Unknown when it is not constant, or nested too deeply; None for no node."""
        if node is None:
            return None
        self.budget.spend()
        handler = self._expressions.get(type(node))
        if handler is None or self._depth >= DEPTH:
            return UNKNOWN
        self._depth += 1
        try:
            return handler(self, node, scope)
        finally:
            self._depth -= 1

    def run(self, body: list[ast.stmt], scope: Scope) -> str:
        """Execute statements and return how the last one ended.

        Returns "", "return", "break", "continue", "raise" or "perhaps". The last means that a loop, or an iteration of it,
        may have ended, so that the following statements are uncertain.
        """
        for number, statement in enumerate(body):
            self.budget.spend()
            handler = self._statements.get(type(statement))
            if handler is None or self._depth >= DEPTH:
                continue
            self._depth += 1
            try:
                end = handler(self, statement, scope)
            finally:
                self._depth -= 1
            if end == "perhaps":
                self.run_maybe(body[number + 1 :], scope)
            if end:
                return str(end)
        return ""

    def run_maybe(self, body: list[ast.stmt], scope: Scope) -> str:
        """Execute statements that may or may not be executed."""
        self._uncertain += 1
        try:
            return self.run(body, scope)
        finally:
            self._uncertain -= 1

    def run_source(self, text: str, scope: Scope) -> None:
        """Execute a source file with its own limit of steps; does nothing when it is imported at too deep a level.

        Raises UnreadableError for a file that is not Python, OutOfBudgetError and RecursionError for one that is too costly.
        """
        if self._depth >= DEPTH - _MODULE_DEPTH:
            return
        before = self._depth, self._calls, self._uncertain
        self._uncertain = 0
        try:
            with self.budget.module():
                self.run(parse(text).body, scope)
        finally:
            self._depth, self._calls, self._uncertain = before

    def enter_call(self) -> bool:
        """Count a nested call; return False, without counting it, when calls are nested too deeply."""
        if self._calls >= CALLS or self._depth >= DEPTH:
            return False
        self._calls += 1
        return True

    def leave_call(self) -> None:
        """End a nested call."""
        self._calls -= 1

    def bind(self, names: dict[str, Value], name: str, value: Value) -> None:
        """Execute `name = value`."""
        names[name] = self.join(names[name], value) if self._uncertain and name in names else value

    def bind_member(self, holder: Value, name: str, value: Value) -> None:
        """Execute `holder.name = value`, if the holder belongs to the plugin."""
        if isinstance(holder, (Class, Instance, Module)) and not (isinstance(holder, Class) and holder.shared):
            self.bind(holder.names, name, value)
        elif isinstance(holder, (PropertySchema, AttributeSchema)) and name in holder.__dataclass_fields__:
            setattr(holder, name, self.join(getattr(holder, name), value) if self._uncertain else value)

    def put(self, target: Map, key: Key | None, value: Value) -> None:
        """Execute `target[key] = value`; an unknown key, None, opens the mapping."""
        if key is None:
            target.open = True
        elif self._uncertain and key in target.entries:
            target.entries[key] = self.join(target.entries[key], value)
        else:
            target.entries[key] = weakened(value) if self._uncertain else value

    def join(self, old: Value, new: Value) -> Value:
        """Return what is known of a value that is one of two."""
        if old is new or same(old, new, self.budget):
            return old
        if isinstance(old, Map) and isinstance(new, Map):
            self.budget.spend(len(old.entries) + len(new.entries))
            both = {key: weakened(value) for key, value in {**old.entries, **new.entries}.items()}
            for key in old.entries.keys() & new.entries.keys():
                first, second = old.entries[key], new.entries[key]
                both[key] = first if first is second or same(first, second, self.budget) else UNKNOWN
            return Map(both, old.open or new.open)
        if isinstance(old, Seq) and isinstance(new, Seq) and old.kind == new.kind:
            return Seq([], old.kind, open=True)
        if isinstance(old, UnreadValue) and old.path:
            return old
        return UNKNOWN


def weakened(value: Value) -> Value:
    """Return a value that may be absent: a property that may not exist must not be required."""
    if isinstance(value, PropertySchema) and value.required is not False:
        copy = PropertySchema(*(getattr(value, name) for name in PropertySchema.__dataclass_fields__))
        copy.required = UNKNOWN
        return copy
    return value
