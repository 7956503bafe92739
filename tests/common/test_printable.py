"""Names and texts of strangers in Markdown, on terminals and in the logs of CI systems."""

from __future__ import annotations

import io
from typing import Any

import pytest
from for_each import for_each

from hotlint.common.printable import PrintableStream, markdown_code, markdown_text, printable_json, shown


@pytest.mark.parametrize("sign", "\\`*_[]<>|#@!")
def test_no_sign_of_markdown_stays_one(sign: str) -> None:
    """@team sends a message to a team, and ![](...) fetches a picture."""
    assert markdown_text(f"a{sign}b") == f"a\\{sign}b"


def test_a_line_of_markdown_stays_one() -> None:
    assert markdown_text("a\n# b\r\n\tc") == "a \\# b c"


@for_each(
    ("text", "expected"),
    [
        ("a", "`a`"), ("a`b", "`` a`b ``"), ("`` a ```", "```` `` a ``` ````"), ("a|b", "`a\\|b`"), ("a\n\nb", "`a b`"), (" ", ""),
    ],
)  # fmt: skip
def test_code_ends_where_it_should(text: str, expected: str) -> None:
    assert markdown_code(text) == expected


@for_each(
    ("text", "expected"),
    [
        ("::error::x", "\\u003a:error::x"), ("  ::add-mask::x", "  \\u003a:add-mask::x"), ("##vso[task]", "\\u0023#vso[task]"),
        ("##[group]", "\\u0023#[group]"), ("a\x1b[31mb", "a\\u001b[31mb"), ("a\u202eb", "a\\u202eb"), ("a\x9bb", "a\\u009bb"),
        ("a\tb", "a\tb"), ("x\n::error::x\ny\n::debug::y\n##[z]\n", "x\n\\u003a:error::x\ny\n\\u003a:debug::y\n\\u0023#[z]\n"),
        ("OS::Nova::Server", "OS::Nova::Server"),
    ],
)  # fmt: skip
def test_nothing_is_a_command(text: str, expected: str) -> None:
    assert shown(text) == expected


class Terminal(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("kind", [io.StringIO, Terminal])
def test_what_is_written_exactly_has_no_controls(kind: Any) -> None:
    stream = kind()
    PrintableStream(stream).write_exactly("a\x1b\x9b\x7fb\u202e\u00e4\n")
    last = "\\u202e" if kind is Terminal else "\u202e"
    assert stream.getvalue() == f"a\\u001b\\u009b\\u007fb{last}\u00e4\n"


def test_json_is_printable() -> None:
    assert printable_json('"\x7f\u00e4\u202e\U000e0001"\n') == '"\\u007f\u00e4\\u202e\\udb40\\udc01"\n'
