"""The changes that make mutants: what each does to one node of the code's syntax tree, as a replaced piece of text."""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

COMPARISONS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: (r"not\s+in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: (r"is\s+not", "is"),
}
ARITHMETIC: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "//"),
    ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "//"),
    ast.Pow: ("**", "*"),
    ast.BitOr: ("|", "&"),
    ast.BitAnd: ("&", "|"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
}
COUNTERPARTS = {
    "any": "all",
    "min": "max",
    "lower": "upper",
    "startswith": "endswith",
    "lstrip": "rstrip",
    "find": "rfind",
    "index": "rindex",
    "partition": "rpartition",
    "removeprefix": "removesuffix",
    "split": "rsplit",
    "append": "extend",
}
COUNTERPARTS |= {other: name for name, other in COUNTERPARTS.items()}
BLOCK_ENDS = {ast.Break: "continue", ast.Continue: "break"}


class Edit(NamedTuple):
    """One change of a text: the code points from `start` to `end` become `text`. `operator` names the kind of change."""

    operator: str
    start: int
    end: int
    text: str


class Code:
    """A module's text, with the offsets of the nodes of its syntax tree."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tree = ast.parse(text)
        self._lines = text.splitlines(keepends=True)
        self._starts = [0]
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line))

    def span(self, node: ast.expr | ast.stmt | ast.pattern) -> tuple[int, int]:
        """The offsets of a node's start and end."""
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self._offset(node.lineno, node.col_offset), self._offset(node.end_lineno, node.end_col_offset)

    def segment(self, node: ast.expr | ast.stmt) -> str:
        """The text of a node."""
        start, end = self.span(node)
        return self.text[start:end]

    def line(self, offset: int) -> int:
        """The 1-based line of an offset."""
        return bisect_right(self._starts, offset)

    def replace(self, operator: str, node: ast.expr | ast.stmt, text: str) -> Edit:
        """The edit that puts a text where a node is."""
        return Edit(operator, *self.span(node), text)

    def between(self, operator: str, left: ast.expr, right: ast.expr, old: str, new: str) -> Iterator[Edit]:
        """The edit of the operator `old`, a regular expression, between two nodes."""
        low, high = self.span(left)[1], self.span(right)[0]
        if found := re.compile(old).search(self.text, low, high):
            yield Edit(operator, found.start(), found.end(), new)

    def _offset(self, line: int, column: int) -> int:
        return self._starts[line - 1] + len(self._lines[line - 1].encode()[:column].decode())


def compare(code: Code, node: ast.Compare) -> Iterator[Edit]:
    """Move the boundary of a comparison, or turn it around."""
    for left, kind, right in zip([node.left, *node.comparators], node.ops, node.comparators, strict=False):
        old, new = COMPARISONS[type(kind)]
        yield from code.between("comparison", left, right, old, new)


def boolean(code: Code, node: ast.BoolOp) -> Iterator[Edit]:
    """Exchange `and` and `or`; drop one operand."""
    old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
    for left, right in zip(node.values, node.values[1:], strict=False):
        yield from code.between("boolean", left, right, rf"\b{old}\b", new)


def negation(code: Code, node: ast.UnaryOp) -> Iterator[Edit]:
    """Drop `not` and the minus sign."""
    if isinstance(node.op, ast.Not | ast.USub):
        yield Edit("negation", code.span(node)[0], code.span(node.operand)[0], "(" * _opened(code, node))


def arithmetic(code: Code, node: ast.BinOp) -> Iterator[Edit]:
    """Exchange an operator for its counterpart."""
    if type(node.op) in ARITHMETIC:
        old, new = ARITHMETIC[type(node.op)]
        yield from code.between("arithmetic", node.left, node.right, re.escape(old), new)


def augmented(code: Code, node: ast.AugAssign) -> Iterator[Edit]:
    """Assign instead of adding to what is there."""
    low, high = code.span(node.target)[1], code.span(node.value)[0]
    yield Edit("assignment", low, high, " = " + "(" * code.text[low:high].count("("))


def constant(code: Code, node: ast.Constant) -> Iterator[Edit]:
    """Change a number by one, turn a truth value around, put XX before a string."""
    if isinstance(node.value, bool):
        yield code.replace("constant", node, repr(not node.value))
    elif isinstance(node.value, int | float):
        yield code.replace("number", node, repr(node.value + 1))
    elif isinstance(node.value, str | bytes):
        yield from _string(code, node, "b" * isinstance(node.value, bytes))


def interpolated(code: Code, node: ast.JoinedStr) -> Iterator[Edit]:
    """Put XX before a formatted string."""
    yield from _string(code, node, "")


def call(code: Code, node: ast.Call) -> Iterator[Edit]:
    """Drop each keyword argument and the last of several positional ones; call the counterpart instead."""
    given = [*node.args, *(keyword.value for keyword in node.keywords)]
    spans = [code.span(value) for value in node.args]
    spans += [(code.span(k.value)[0] - _name_length(code, k), code.span(k.value)[1]) for k in node.keywords]
    for number in range(len(given)):
        named = number >= len(node.args)
        if (named and node.keywords[number - len(node.args)].arg) or (number == len(node.args) - 1 > 0 and not named):
            yield _drop(code, spans, number, code.span(node)[1] - 1, code.span(node.func)[1])
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if name in COUNTERPARTS and not (name in ("split", "rsplit") and len(given) < 2):
        end = code.span(node.func)[1]
        yield Edit("counterpart", end - len(name), end, COUNTERPARTS[name])


def condition(code: Code, node: ast.If | ast.IfExp) -> Iterator[Edit]:
    """Take one branch always."""
    for always in ("True", "False"):
        yield from _unless_same(code, "condition", node.test, always)


def comprehension(code: Code, node: ast.comprehension) -> Iterator[Edit]:
    """Let everything through a filter."""
    for test in node.ifs:
        yield from _unless_same(code, "condition", test, "True")


def result(code: Code, node: ast.Return) -> Iterator[Edit]:
    """Return None instead of a value."""
    if node.value is not None:
        yield from _unless_same(code, "result", node.value, "None")


def statement(code: Code, node: ast.Expr | ast.Raise | ast.Assign | ast.Delete) -> Iterator[Edit]:
    """Leave out a call, a raised error, or an assignment to a part of an object."""
    if isinstance(node, ast.Expr) and not isinstance(node.value, ast.Call):
        return
    if isinstance(node, ast.Assign) and not all(isinstance(t, ast.Attribute | ast.Subscript) for t in node.targets):
        return
    yield code.replace("statement", node, "pass")


def leave(code: Code, node: ast.Break | ast.Continue) -> Iterator[Edit]:
    """Exchange `break` and `continue`."""
    yield code.replace("loop", node, BLOCK_ENDS[type(node)])


Operator = Callable[[Code, Any], Iterator[Edit]]
OPERATORS: dict[type[ast.AST], Operator] = {
    ast.Compare: compare,
    ast.BoolOp: boolean,
    ast.UnaryOp: negation,
    ast.BinOp: arithmetic,
    ast.AugAssign: augmented,
    ast.Constant: constant,
    ast.JoinedStr: interpolated,
    ast.Call: call,
    ast.If: condition,
    ast.IfExp: condition,
    ast.comprehension: comprehension,
    ast.Return: result,
    ast.Expr: statement,
    ast.Raise: statement,
    ast.Assign: statement,
    ast.Delete: statement,
    ast.Break: leave,
    ast.Continue: leave,
}


def _string(code: Code, node: ast.Constant | ast.JoinedStr, prefix: str) -> Iterator[Edit]:
    start = code.span(node)[0]
    if not re.match(r"[a-zA-Z]*(\"\"\"|''')", code.text[start:]):
        yield Edit("string", start, start, f'{prefix}"XX" ')


def _unless_same(code: Code, operator: str, node: ast.expr, text: str) -> Iterator[Edit]:
    if code.segment(node) != text:
        yield code.replace(operator, node, text)


def _opened(code: Code, node: ast.UnaryOp) -> int:
    return code.text[code.span(node)[0] : code.span(node.operand)[0]].count("(")


def _name_length(code: Code, keyword: ast.keyword) -> int:
    start = code.span(keyword.value)[0]
    name = re.compile(rf"\b{keyword.arg}\s*=\s*\(*\s*\Z") if keyword.arg else re.compile(r"\*\*\s*\Z")
    found = name.search(code.text[max(0, start - 200) : start])
    assert found is not None, keyword.arg
    return len(found[0])


def _drop(code: Code, spans: list[tuple[int, int]], number: int, close: int, opened: int) -> Edit:
    """The edit that drops one argument with the comma before it, or, for the first, with the one after it."""
    start = spans[number - 1][1] if number else code.text.index("(", opened) + 1
    if number:
        start = code.text.index(",", start)
    end = code.text.index(",", spans[number][1]) if number + 1 < len(spans) else close
    if not number and number + 1 < len(spans):
        end += 1
    return Edit("argument", start, end, "")
