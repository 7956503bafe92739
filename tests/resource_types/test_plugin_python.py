"""The plugin reader evaluates Python as Python does: each expression is read from a plugin and evaluated for comparison."""

from __future__ import annotations

import copy
import itertools
import string
from typing import Any

from for_each import for_each
from plugin_fixture import properties_of

NAMES = {"copy": copy, "itertools": itertools, "string": string}
EXPRESSIONS = [
    # Operators.
    "1 + 2 * 3 - 4 // 2", "7 % 4 | 8", "6 & 3 ^ 1", "-5 + +2", "~5", "2 ** 5", "256 >> 2", "1 << 4", "7 / 2", "'ab' * 2",
    "[1] + [2, 3]", "(1, 2)[0]", "'a' in 'abc'", "3 not in [1, 2]", "1 < 2 <= 2", "'a' == 'a' != 'b'", "not []", "[] or 'x'",
    "0 and 1", "None is None", "1 is not None", "'%s-%d' % ('a', 3)", "'%(x)s' % {'x': 1}", "'{}{b}'.format(1, b=2)",
    "f'{1 + 1}-{\"a\"}'", "'abcdef'[1:4]", "'abcdef'[::-1]", "[1, 2, 3][-1]", "[1, 2, 3][1:]",
    # Functions.
    "abs(-3)", "min(3, 1, 2)", "max([3, 1, 2])", "len('abc')", "len([1, 2])", "len({'a': 1})", "str(12)", "int('12')",
    "float('1.5')", "bool('')", "list(range(5))", "list(range(2, 10, 3))", "list(reversed([1, 2, 3]))", "sorted([3, 1, 2])",
    "sorted({'b', 'a'})", "list(zip([1, 2], ['a', 'b']))", "list(enumerate(['a', 'b'], 1))", "any([0, 1])", "all([1, 0])",
    "any([])", "all([])", "list(map(str, [1, 2]))", "tuple([1, 2])", "sorted(set([2, 1]))", "dict(a=1, b=2)",
    "dict([('a', 1)])", "dict({'a': 1}, b=2)", "isinstance('a', str)",
    "isinstance([], list)", "list(itertools.chain([1], [2, 3]))",
    "copy.copy([1, 2])", "copy.deepcopy({'a': [1, {'b': 2}]})", "string.digits", "string.ascii_lowercase",
    # Methods of strings.
    "'aBc'.upper()", "'aBc'.lower()", "'a b'.title()", "'abc'.capitalize()", "' a '.strip()", "'xxa'.lstrip('x')", "'axx'.rstrip('x')",
    "'a,b,c'.split(',')", "'-'.join(['a', 'b'])", "'abc'.replace('b', 'x')", "'abc'.startswith('a')",
    "'abc'.endswith('b')", "'12'.isdigit()", "'abc'.find('c')", "'aa'.count('a')", "'abc'.removeprefix('a')",
    # Methods of mappings and lists.
    "{'a': 1}.get('a')", "{'a': 1}.get('b', 2)", "list({'a': 1, 'b': 2})", "list({'a': 1}.keys())", "list({'a': 1}.values())",
    "[list(item) for item in {'a': 1}.items()]", "{'a': 1}.copy()", "{'a': {'b': 1}}['a']['b']", "{'a': 1} | {'b': 2}",
    "{**{'a': 1}, 'b': 2}", "[*[1, 2], 3]",
    # Comprehensions and conditions.
    "[x * 2 for x in range(4) if x % 2]", "[(a, b) for a in 'xy' for b in (1, 2)]", "'a' if 1 > 2 else 'b'",
    "sum([1, 2]) if False else 0", "(lambda a, b=2, *c, **d: [a, b, list(c), d])(1, 3, 4, e=5)", "[y for y in (x for x in [1, 2])]",
]  # fmt: skip

UNREAD = [
    "dict.fromkeys(['a', 'b'], 0)",
    "isinstance(1, (str, dict))",
    "list(itertools.chain.from_iterable([[1], [2]]))",
    "'a,b,c'.split(',', 1)",
    "'a.b'.partition('.')",
    "[1, 2, 1].index(2)",
    "[1, 2, 1].count(1)",
    "{x: x + 1 for x in (1, 2)}",
    "open('x').read()", "input()", "__import__('os').getpid()", "10 ** 10_000_000", "'a' * 10_000_000",
]  # fmt: skip
"""Expressions that plugins have no use for, or must not run: their value is unknown."""


@for_each("expression", EXPRESSIONS)
def test_value_is_that_of_python(expression: str) -> None:
    expected = _plain(eval(expression, dict(NAMES)))
    assert _plain(_read(expression)) == expected


@for_each("expression", UNREAD)
def test_value_is_unknown(expression: str) -> None:
    assert _read(expression) is None


def _read(expression: str) -> Any:
    """Return the value as the plugin reader evaluates it, None when that is unknown."""
    before = f"import copy\nimport itertools\nimport string\nVALUE = {expression}\n"
    return properties_of("{'p': properties.Schema('Map', default=VALUE)}", before)["p"].get("default")


def _plain(value: Any) -> Any:
    """Return a value as the facts hold it: JSON, whose keys are strings and which has no tuples."""
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, (list, tuple)) else value
