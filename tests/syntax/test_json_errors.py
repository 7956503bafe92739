"""Why a text is not JSON: in hotlint's words and at the same place, whatever release of Python reads it."""

from __future__ import annotations

import json

import pytest
from for_each import for_each

from hotlint.syntax.json_parser import json_error, json_problem


@for_each(
    ("text", "why", "at"),
    [
        ("", "expected a value", 0),
        ("{", "expected a key in double quotes", 1),
        ("{a: 1}", "expected a key in double quotes", 1),
        ('{"a"', "expected ':' after the key", 4),
        ('{"a": nan}', "expected a value", 6),
        ('{"a": 1', "expected ',' or a closing bracket", 7),
        ("[1 2]", "expected ',' or a closing bracket", 3),
        ('{"a": 1 , \n}', "trailing comma", 8),
        ("[1,]", "trailing comma", 2),
        ("[1,,]", "expected a value", 3),
        ("[,]", "expected a value", 1),
        ("{} x", "unexpected text after the end", 3),
        ('"abc', "string without a closing quote", 0),
        ('"a\nb"', "line break or control character in a string", 2),
        (r'"\x"', "invalid escape in a string", 1),
        (r'"\u12"', r"\u needs four hexadecimal digits", 2),
        ("\ufeff{}", "byte order mark at the start", 0),
    ],
)
def test_json_error(text: str, why: str, at: int) -> None:
    with pytest.raises(json.JSONDecodeError) as raised:
        json.loads(text)
    assert json_error(raised.value) == (why, at)


def test_every_release_reports_a_trailing_comma_at_the_comma() -> None:
    text = '{"a": 1,}'
    older = json.JSONDecodeError("Expecting property name enclosed in double quotes", text, 8)
    newer = json.JSONDecodeError("Illegal trailing comma before end of object", text, 7)
    assert json_error(older) == json_error(newer) == ("trailing comma", 7)


def test_numbers_that_python_does_not_read() -> None:
    problem = json_problem('{"a": ' + "1" * 5000 + "}")
    assert problem.message == "template that begins with `{` must be valid JSON: it has a number with too many digits"
