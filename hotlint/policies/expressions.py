"""CEL expressions: compiled once, evaluated within a budget.

The evaluator of cel-python interprets the syntax tree in Python and runs no code of the author. This one counts every node
that is visited and bounds the size of what is made, so that no expression can run for long: CEL has no loops of its own, but
macros may be nested.
"""

from __future__ import annotations

import logging
import operator
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, reduce
from typing import Any, NamedTuple

from celpy import evaluation
from celpy.celparser import CELParseError, CELParser
from celpy.celtypes import BoolType, MapType
from celpy.evaluation import Activation, CELEvalError, Evaluator, base_functions
from lark import Tree
from lark.exceptions import LarkError

from hotlint.common.platforms import thread_time
from hotlint.common.suggestions import did_you_mean
from hotlint.policies.expression_errors import message_of, on_one_line
from hotlint.policies.values import (
    ARITHMETIC,
    TYPE_NAMES,
    PartialMap,
    UnknownMark,
    carrying,
    cel_and,
    cel_captures,
    cel_comparison,
    cel_equal,
    cel_in,
    cel_item,
    cel_matches,
    cel_not_equal,
    cel_or,
    cel_size,
    cel_text,
    plain_value,
    value_origin,
    value_sources,
)

LENGTH_LIMIT = 4_000
"""Characters of an expression."""
STEP_LIMIT = 100_000
"""Nodes that one evaluation may visit."""
SIZE_LIMIT = 100_000
"""Characters or items of a value that an expression makes."""
MADE_LIMIT = 10_000_000
"""Characters and items of all values of one evaluation together, which may all be held at once."""
SECONDS = 5.0
"""Seconds of processor time for all policies on one template: a busy machine changes no answer."""
_STEPS_BETWEEN_CLOCKS = 100
_STEPS_OF_A_ROUND = 10
"""What one round of a macro counts: it makes a scope of its own."""
_MACROS = frozenset(("all", "exists", "exists_one", "map", "filter"))
"""Macros of CEL, whose first argument is a variable."""
_NOT_CALLED = frozenset(("list", "map", "null_type"))
"""Functions of cel-python that CEL does not have."""
_LEVELS = ("expr", "conditionalor", "conditionaland", "relation", "addition", "multiplication", "unary", "member")
"""Nodes with one child where an expression has no operator of their precedence."""

_WITHOUT_DOT = {"dot_ident": "ident", "dot_ident_arg": "ident_arg"}
"""Nodes of a name with a dot before it, which CEL looks up among all names, and those of the name alone."""

evaluation.Result = Any  # type: ignore[assignment] # casts at run time hash this large union: half of the time
logging.getLogger("celpy").setLevel(logging.CRITICAL + 1)  # what it logs as errors are results of expressions


class ExpressionError(ValueError):
    """Raised for a text that is no expression; the message says why."""


class ExpressionBudgetError(Exception):
    """Raised when an evaluation needs more than its budget."""


class Answer(NamedTuple):
    """The result of an expression: its value as plain data, or why it is unknown or fails (then `value` is None)."""

    value: Any = None
    unknown: str | None = None
    error: str | None = None


class ExpressionMeter:
    """What all policies on one template may take. `is_over`: the time is up."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self._until = thread_time() + seconds
        self.is_over = False
        self.left = self.room = self._unchecked = 0

    def begin(self) -> None:
        """Begin one evaluation. Raises ExpressionBudgetError when the time for all is up."""
        self.left, self.room = STEP_LIMIT, MADE_LIMIT
        self._count(1)

    def step(self, count: int = 1) -> None:
        """Count visited nodes. Raises ExpressionBudgetError."""
        self.left -= count
        if self.left < 0:
            raise ExpressionBudgetError(f"the expression takes more than {STEP_LIMIT:,} steps")
        self._count(count)

    def _count(self, steps: int) -> None:
        """Look at the clock at the first step, and then once in a hundred: asking for the time costs as much as a step."""
        self._unchecked -= steps
        if self._unchecked < 0:
            if thread_time() > self._until:  # as it is at each later step
                self.is_over = True
                raise ExpressionBudgetError(f"the policies take longer than the {self.seconds:g} seconds that they may")
            self._unchecked = _STEPS_BETWEEN_CLOCKS

    def make(self, size: int) -> None:
        """Count a value of a size. Raises ExpressionBudgetError when it, or all values together, are too large."""
        self.room -= size
        if size > SIZE_LIMIT:
            raise ExpressionBudgetError(f"the expression makes a value of more than {SIZE_LIMIT:,} items or characters")
        if self.room < 0:
            raise ExpressionBudgetError(f"the expression makes more than {MADE_LIMIT:,} items and characters in all")


class Expression:
    """A compiled expression. `names` are those of the variables that it uses."""

    __slots__ = ("_tree", "names")

    def __init__(self, tree: Tree[Any], names: frozenset[str]) -> None:
        self.names = names
        self._tree = tree

    def evaluate(self, variables: Mapping[str, Any], meter: ExpressionMeter) -> Answer:
        """Return the value with these variables, which are values of CEL. Raises ExpressionBudgetError."""
        meter.begin()
        try:
            activation = Activation(vars=dict(variables), functions=_FUNCTIONS)
            value = _Evaluator(self._tree, activation, meter).visit(self._tree)
        except CELEvalError as exc:
            value = exc
        except RecursionError:
            return Answer(error="the expression is nested too deeply")
        except (ArithmeticError, LookupError, TypeError, ValueError, AttributeError):
            return Answer(error="it cannot be evaluated with these values")
        if isinstance(value, UnknownMark):
            return Answer(unknown=value.reason)
        if isinstance(value, CELEvalError):
            return Answer(error=message_of(value))
        return Answer(plain_value(value))


def compiled(text: str, variables: tuple[str, ...]) -> Expression:
    """Return a compiled expression over these variables. Raises ExpressionError."""
    if len(text) > LENGTH_LIMIT:
        raise ExpressionError(f"an expression must not have more than {LENGTH_LIMIT:,} characters")
    return _compiled(text, variables)


@lru_cache(2_000)
def _compiled(text: str, variables: tuple[str, ...]) -> Expression:
    try:
        tree = CELParser().parse(text)
        known = {*variables, *TYPE_NAMES.values()}
        names = dict.fromkeys(_free_names(tree, frozenset()))
        unknown = next((name for name in names if name not in known), None)
        wrong = next(_not_callable(tree), None)
        tree = _shortened(tree)
    except CELParseError as exc:
        line = f"in line {exc.line} " if "\n" in text.strip() else ""
        message = f"'{on_one_line(text)}' is not a CEL expression: syntax error {line}at character {exc.column}"
        raise ExpressionError(message) from None
    except (LarkError, RecursionError, ValueError) as exc:
        why = "nested too deeply" if isinstance(exc, RecursionError) else str(exc).splitlines()[0][:100]
        raise ExpressionError(f"'{on_one_line(text)}' is not a CEL expression: {why}") from None
    if unknown is not None:
        hint = did_you_mean(unknown, known) or f"; there are {', '.join(variables)}"
        raise ExpressionError(f"'{on_one_line(text)}' uses an undefined name '{unknown}'{hint}")
    if wrong is not None:
        hint = f"; write items.{wrong}(item, ...)" if wrong in _MACROS else did_you_mean(wrong, _CALLABLE | _MACROS)
        raise ExpressionError(f"'{on_one_line(text)}' calls an unknown function '{wrong}'{hint}")
    return Expression(tree, frozenset(names))


def _not_callable(tree: Tree[Any]) -> Iterator[str]:
    """Yield the names of the functions, methods and macros that an expression calls and that there are not."""
    for node in tree.iter_subtrees():
        if node.data == "member_dot_arg" and str(node.children[1]) not in _CALLABLE | _MACROS:
            yield str(node.children[1])
        elif node.data in ("ident_arg", "dot_ident_arg") and str(node.children[0]) not in _CALLABLE:
            yield str(node.children[0])


def _free_names(tree: Any, bound: frozenset[str]) -> Iterator[str]:
    """Yield the names that an expression uses and no macro in it binds."""
    if not isinstance(tree, Tree):
        return
    if tree.data in ("ident", "dot_ident"):
        name = str(tree.children[0])
        if name not in bound:
            yield name
        return
    if tree.data == "member_dot_arg" and str(tree.children[1]) in _MACROS and len(tree.children) > 2:
        yield from _free_names(tree.children[0], bound)
        arguments = tree.children[2].children
        names = {str(ident.children[0]) for ident in arguments[0].find_data("ident")}
        for argument in arguments:
            yield from _free_names(argument, bound | names)
        return
    for child in tree.children:
        yield from _free_names(child, bound)


def _shortened(tree: Tree[Any]) -> Tree[Any]:
    """Return a tree without the nodes that only lead to the next level of precedence: they cost time and stack.

    A name with a dot before it is the name: cel-python would not call it.
    """
    while tree.data in _LEVELS and len(tree.children) == 1 and isinstance(tree.children[0], Tree):
        tree = tree.children[0]
    tree.data = _WITHOUT_DOT.get(tree.data, tree.data)
    tree.children = [_shortened(child) if isinstance(child, Tree) else child for child in tree.children]
    return tree


class _Evaluator(Evaluator):
    """cel-python's evaluator with a budget, and with unknown values."""

    def __init__(self, ast: Tree[Any], activation: Activation, meter: ExpressionMeter) -> None:
        super().__init__(ast, activation)
        self.meter = meter

    def sub_evaluator(self, ast: Tree[Any]) -> _Evaluator:
        return _Evaluator(ast, self.activation, self.meter)

    def visit(self, tree: Tree[Any]) -> Any:
        self.meter.step()
        value = super().visit(tree)
        if isinstance(value, str | list | dict):
            self.meter.make(len(value))
        return value

    def visit_children(self, tree: Tree[Any]) -> list[Any]:
        """Return the values of all children: lark's own method goes past `visit`, and so past the budget."""
        return [self.visit(child) if isinstance(child, Tree) else child for child in tree.children]

    def evaluate(self, context: Mapping[str, Any] | None = None) -> Any:
        self.meter.step(_STEPS_OF_A_ROUND)
        try:
            return super().evaluate(context)
        except CELEvalError as exc:
            exc.__traceback__ = None  # one mark may be raised thousands of times
            raise

    def expr(self, tree: Tree[Any]) -> Any:
        """`a ? b : c`, which depends on `a` alone where that is not known."""
        if len(tree.children) != 3:
            return super().expr(tree)
        condition = self.visit(tree.children[0])
        if isinstance(condition, CELEvalError):
            return condition
        if not isinstance(condition, BoolType):
            return CELEvalError("the condition of '?' must be true or false")
        return self.visit(tree.children[1 if condition else 2])

    def member_dot_arg(self, tree: Tree[Any]) -> Any:
        """A method or macro. The known items decide `exists` and `all`, as the sides of `||` and `&&` do."""
        if str(tree.children[1]) not in _DECIDED or len(tree.children) < 3:
            return super().member_dot_arg(tree)
        items = self.visit(tree.children[0])
        if isinstance(items, CELEvalError):
            return items
        decide, start = _DECIDED[str(tree.children[1])]
        return reduce(decide, map(self.build_ss_macro_eval(tree), items), BoolType(start))

    def function_eval(self, name_token: Any, exprlist: Any = None) -> Any:
        """A call. Functions about where a value comes from have an answer for a value that is not known, too."""
        if name_token.value in _OF_ANY_VALUE and isinstance(exprlist, list) and len(exprlist) == 1:
            return _OF_ANY_VALUE[name_token.value](exprlist[0])
        if name_token.value == "string" and isinstance(exprlist, list):
            exprlist = [cel_text(value, name_token) for value in exprlist]
        made = super().function_eval(name_token, exprlist)
        return MapType if made is PartialMap else made

    def macro_has_eval(self, exprlist: Tree[Any]) -> Any:
        """`has(a.b)`: whether a mapping has a key, be its value known or not."""
        selection = exprlist.children[0]
        while isinstance(selection, Tree) and selection.data != "member_dot" and len(selection.children) == 1:
            selection = selection.children[0]
        if not isinstance(selection, Tree) or selection.data != "member_dot":
            return CELEvalError("has() needs a selection such as properties.name")
        owner, key = self.visit(selection.children[0]), selection.children[1]
        if isinstance(owner, CELEvalError):
            return owner if isinstance(owner, UnknownMark) else BoolType(False)
        if isinstance(owner, PartialMap) and str(key) not in owner.keys():  # noqa: SIM118
            return owner.mark
        return BoolType(isinstance(owner, dict) and str(key) in owner and owner[str(key)] is not None)


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "_||_": cel_or,
    "_&&_": cel_and,
    **{name: carrying(function) for name, function in (ARITHMETIC | {"_[_]": cel_item}).items()},
    "_==_": cel_equal,
    "_!=_": cel_not_equal,
    "_in_": cel_in,
    "_<_": cel_comparison(operator.lt),
    "_<=_": cel_comparison(operator.le),
    "_>_": cel_comparison(operator.gt),
    "_>=_": cel_comparison(operator.ge),
    "size": cel_size,
    "matches": cel_matches,
    "captures": cel_captures,
}
_DECIDED = {"exists": (cel_or, False), "all": (cel_and, True)}
"""Macros that combine an answer about each item, and the answer without any."""
_OF_ANY_VALUE: dict[str, Callable[[Any], Any]] = {"origin": value_origin, "sources": value_sources}
"""Functions that have an answer for a value that is not known, too."""


_CALLABLE = frozenset(
    {name for name in base_functions if name.isidentifier()} - _NOT_CALLED | {"has", "dyn", "captures", *_OF_ANY_VALUE}
)


class MessageText:
    """A message with expressions in double braces, such as `flavor {{ properties.flavor }} is not allowed`."""

    __slots__ = ("_parts",)

    def __init__(self, text: str, variables: tuple[str, ...]) -> None:
        """Compile the expressions in a text. Raises ExpressionError."""
        self._parts: list[str | Expression] = []
        rest = text
        while "{{" in rest:
            before, _, rest = rest.partition("{{")
            inner, closed, rest = rest.partition("}}")
            if not closed:
                raise ExpressionError("'{{' in the message is not closed by '}}'")
            self._parts += [before, compiled(inner.strip(), variables)]
        self._parts.append(rest)

    @property
    def names(self) -> frozenset[str]:
        """The names of the variables that the expressions use."""
        return frozenset().union(*(part.names for part in self._parts if isinstance(part, Expression)))

    def render(self, variables: Mapping[str, Any], meter: ExpressionMeter, show: Callable[[Any], str]) -> str:
        """Return the message with the values of its expressions, each written by `show`. Raises ExpressionBudgetError."""
        shown = []
        for part in self._parts:
            if isinstance(part, str):
                shown.append(part)
                continue
            answer = part.evaluate(variables, meter)
            shown.append(show(answer.value) if answer.unknown is None and answer.error is None else "<unknown>")
        return "".join(shown)
