"""The state of one reading: budget, depth, and whether what is being read happens for certain.

`maybe` counts the branches around the current statement that may or may not be taken. Inside of one, nothing that was
known before is overwritten as if it were certain: the old and the new value are joined (`Interpreter.bind`).
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from hotlint.resource_types.plugins.budget import CALLS, DEPTH, ReaderBudget
from hotlint.resource_types.plugins.operators import same
from hotlint.resource_types.plugins.values import (
    UNKNOWN,
    AttributeSchema,
    Class,
    Instance,
    Map,
    Module,
    PropertySchema,
    Scope,
    Seq,
    UnreadValue,
    Value,
)

if TYPE_CHECKING:
    from hotlint.resource_types.plugins.imports import Modules

Evaluate = Callable[["Interpreter", ast.AST, Scope], Value]


class Interpreter:
    """Evaluates nodes by tables that `expressions` and `statements` fill."""

    __slots__ = ("budget", "calls", "depth", "maybe", "modules")

    expressions: Final[dict[type[ast.AST], Evaluate]] = {}
    statements: Final[dict[type[ast.AST], Evaluate]] = {}

    def __init__(self, modules: Modules, budget: ReaderBudget) -> None:
        self.budget = budget
        self.modules = modules
        self.depth = 0
        self.calls = 0
        self.maybe = 0

    def eval(self, node: ast.AST | None, scope: Scope) -> Value:
        """Value of an expression; Unknown when it is not one of constants, or nested too deeply."""
        if node is None:
            return None
        self.budget.spend()
        handler = self.expressions.get(type(node))
        if handler is None or self.depth >= DEPTH:
            return UNKNOWN
        self.depth += 1
        try:
            return handler(self, node, scope)
        finally:
            self.depth -= 1

    def run(self, body: list[ast.stmt], scope: Scope) -> str:
        """Execute statements; returns how the last one ended: "", "return", "break", "continue", "raise" or "perhaps".

        "perhaps" says that a loop may have been left or its turn ended: what comes after is no longer certain.
        """
        for number, statement in enumerate(body):
            self.budget.spend()
            handler = self.statements.get(type(statement))
            if handler is None or self.depth >= DEPTH:
                continue
            self.depth += 1
            try:
                end = handler(self, statement, scope)
            finally:
                self.depth -= 1
            if end == "perhaps":
                self.run_maybe(body[number + 1 :], scope)
            if end:
                return str(end)
        return ""

    def run_maybe(self, body: list[ast.stmt], scope: Scope) -> str:
        """Execute statements that may or may not happen."""
        self.maybe += 1
        try:
            return self.run(body, scope)
        finally:
            self.maybe -= 1

    def enter_call(self) -> bool:
        """Count a call in; False when calls are nested too deeply."""
        if self.calls >= CALLS or self.depth >= DEPTH:
            return False
        self.calls += 1
        return True

    def bind(self, names: dict[str, Value], name: str, value: Value) -> None:
        """`name = value`."""
        names[name] = self.join(names[name], value) if self.maybe and name in names else value

    def bind_member(self, holder: Value, name: str, value: Value) -> None:
        """`holder.name = value`, where the holder is of the plugin's own making."""
        if isinstance(holder, (Class, Instance, Module)) and not (isinstance(holder, Class) and holder.shared):
            self.bind(holder.names, name, value)
        elif isinstance(holder, (PropertySchema, AttributeSchema)) and name in holder.__dataclass_fields__:
            setattr(holder, name, self.join(getattr(holder, name), value) if self.maybe else value)

    def put(self, target: Map, key: str | int | float | bytes | tuple[Value, ...] | None, value: Value) -> None:
        """`target[key] = value`; a key that is not known opens the map."""
        if key is None:
            target.open = True
        elif self.maybe and key in target.entries:
            target.entries[key] = self.join(target.entries[key], value)
        else:
            target.entries[key] = weakened(value) if self.maybe else value

    def join(self, old: Value, new: Value) -> Value:
        """What is known of a name that is one or the other."""
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
    """A property that may or may not be there is not one that a template must set."""
    if isinstance(value, PropertySchema) and value.required is not False:
        copy = PropertySchema(*(getattr(value, name) for name in PropertySchema.__dataclass_fields__))
        copy.required = UNKNOWN
        return copy
    return value
