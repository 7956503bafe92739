"""The page on reliability names tests that exist, and every promise on it names one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from vocabulary import TOP

PAGE = "docs/reliability.md"
_NAMED = re.compile(r"`((?:tests|vscode-extension/test)/[\w./-]+|)(?:::([\w:]+)(?:\[([^\]`]+)\])?)?`")
"""A file or folder of tests, and a test of it; without the file, of the one named before. In brackets a case."""
_COMMAND = re.compile(r"`(make [\w-]+|tools/\w+(\.py)?)")
"""What tests a promise where no test of the suite can."""


class Promise(NamedTuple):
    """A row of a table of the page, and the tests that it names, as file, test and case; "" for all tests of a file."""

    row: str
    tests: list[tuple[str, str, str]]


def promises() -> Iterator[Promise]:
    """Yield the rows of the tables of promises."""
    inside, file = False, ""
    for row in (TOP / PAGE).read_text(encoding="utf-8").splitlines():
        if row.lower().startswith("| promise |"):
            inside, file = True, next((name for name, _, _ in _NAMED.findall(row) if name), "")
        elif not row.startswith("|"):
            inside = False
        elif inside and not row.startswith("|--"):
            yield Promise(row, list(_tests(row, file)))


def _tests(row: str, file: str) -> Iterator[tuple[str, str, str]]:
    for name, test, case in _NAMED.findall(row):
        file = name or file
        if name or test:
            yield file, test, case


@cache
def _defined(file: str) -> frozenset[str]:
    """Return the functions and classes of a file, and the functions of the classes, as pytest names them."""
    found = set()
    for node in ast.parse((TOP / file).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}::{inner.name}" for inner in node.body if isinstance(inner, ast.FunctionDef)}
    return frozenset(found)


def _exists(file: str, test: str, case: str) -> bool:
    if not (TOP / file).exists() or (test and test not in _defined(file)):
        return False
    return not case or case in (TOP / file).read_text(encoding="utf-8")


def test_named_tests_exist() -> None:
    named = [test for promise in promises() for test in promise.tests]
    assert len(named) > 150
    assert [test for test in named if not _exists(*test)] == []


def test_every_promise_names_what_tests_it() -> None:
    assert [promise.row for promise in promises() if not promise.tests and not _COMMAND.search(promise.row)] == []
