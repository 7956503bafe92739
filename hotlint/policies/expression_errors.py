"""What a failed evaluation of an expression is called in the words of the author of a template."""

from __future__ import annotations

import re

from celpy.celparser import DumpAST
from celpy.evaluation import CELEvalError
from lark import Tree

_TYPES = {
    "StringType": "a string", "IntType": "a number", "DoubleType": "a number", "BoolType": "a boolean", "ListType": "a list",
    "MapType": "a mapping", "PartialMap": "a mapping", "NoneType": "null",
}  # fmt: skip
"""What a message calls the types of CEL."""
_OPERATORS = {
    "relation_lt": "<", "relation_le": "<=", "relation_gt": ">", "relation_ge": ">=", "relation_in": "in",
    "addition_add": "+", "addition_sub": "-", "multiplication_mul": "*", "multiplication_div": "/", "multiplication_mod": "%",
}  # fmt: skip
"""The operators of CEL by the names that its grammar has for them."""
_MESSAGES = {
    "invalid_argument": "an index is out of range",
    "modulus or divide by zero": "it divides by zero",
    "divide by zero": "it divides by zero",
    "return error for overflow": "a number is too large, or a string is not a number",
    "match error": "the argument of matches() is not a regular expression",
    "has() needs a selection such as properties.name": "has() needs a selection such as properties.name",
    "the condition of '?' must be true or false": "the condition of '?' must be true or false",
}
"""Messages of cel-python by their text. Any other one may show values, and so secrets."""


def message_of(error: CELEvalError) -> str:
    """Return the message of a failed evaluation in a template author's words."""
    text = str(error.args[0]) if error.args else "it fails"
    if text == "no such key" and len(error.args) > 2 and error.args[2]:
        return f"there is no key '{error.args[2][0]}'"
    if "no such member in mapping" in text:
        return f"there is no key {text.rsplit(': ', 1)[-1]}"
    if "no matching overload" in text:
        return _unsupported(error, text)
    if text == "no such overload" and error.token is not None:
        return f"{error.token}() does not support the type of its argument"
    return _MESSAGES.get(text, "it cannot be evaluated with these values")


def _unsupported(error: CELEvalError, text: str) -> str:
    """Return the message of an operation that does not support the types of its operands."""
    types = [_TYPES.get(name, "a value") for name in re.findall(r"\b(\w++)'>", text)]
    sides = error.tree.children if error.tree is not None else []
    operation = sides[0] if len(sides) == len(types) == 2 else None
    if not isinstance(operation, Tree) or operation.data not in _OPERATORS:
        return "an operation does not support the types of its operands"
    left, right = (on_one_line(DumpAST.display(side)) for side in (operation.children[0], sides[1]))
    return f"'{_OPERATORS[operation.data]}' does not support {types[0]} ({left}) and {types[1]} ({right})"


def on_one_line(text: str) -> str:
    """Return the first 60 characters of an expression, each white space as one blank."""
    return " ".join(text.split())[:60]
