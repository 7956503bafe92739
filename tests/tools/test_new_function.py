"""Scaffold of a HOT function: its tests fail until it is filled in, and nothing else needs a change then."""

from __future__ import annotations

import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
FILLED = {
    "  # TODO: leave this out if null, such as an attribute before creation, is a valid argument": "",
    '"TODO: the type of what it yields, such as list"': '"list"',
    "TODO name what it yields": "list in reverse order",
    "functions.TODO": "functions.ListReverse",
    "TODO: what it yields, in one sentence.": "A list in reverse order.",
    "[<TODO>]": "<list>",
    '("TODO", "TODO: what the first argument is")': '("list", "the list to reverse")',
    "[${1:TODO}]": "${1:list}",
    "{TODO: [web, db]}": "{names: [web, db]}",
    "[{get_param: TODO}]": "{get_param: names}",
    '"TODO\\n"': '"[db, web]\\n"',
    "if not isinstance(args, list):": "if not isinstance(args, list | Call):",
    "import ArgumentError,": "import ArgumentError, Call,",
    'raise NotImplementedError("TODO: the value as Heat resolves it")': "return value[::-1]",
}


def run_tests(top: Path, name: str) -> subprocess.CompletedProcess[str]:
    """Run the tests of a function's facts on the copy of hotlint below `top`."""
    tests = TOP / "tests" / "language"
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "--noconftest",
        "-p",
        "no:cacheprovider",
        "-k",
        f"example and {name}",
    ]
    return subprocess.run(
        [*command, str(tests / "test_function_facts.py")],
        capture_output=True, text=True, check=False, cwd=top,
        env=os.environ | {"PYTHONPATH": str(top), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
    )  # fmt: skip


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a copy of hotlint, and of what it is compiled to."""
    folder = tmp_path_factory.mktemp("copy")
    shutil.copytree(TOP / "hotlint", folder / "hotlint")
    return folder


def test_unfilled_scaffold_fails_its_tests(copy: Path) -> None:
    scaffold = runpy.run_path(str(TOP / "tools/scaffold.py"))["new_function"]
    path: Path = scaffold("list_reverse", copy)
    run = run_tests(copy, "list_reverse")
    assert run.returncode == 1, run.stdout
    assert run.stdout.startswith("FF "), run.stdout

    text = path.read_text(encoding="utf-8")
    for placeholder, filling in FILLED.items():
        assert placeholder in text
        text = text.replace(placeholder, filling)
    path.write_text(text, encoding="utf-8")
    run = run_tests(copy, "list_reverse")
    assert run.returncode == 0, run.stdout
    assert run.stdout.startswith(".. "), run.stdout


@pytest.mark.parametrize(("name", "message"), [("get_param", "already"), ("ListSort", "lower-case"), ("if", "already")])
def test_names_that_are_refused(copy: Path, name: str, message: str) -> None:
    scaffold = runpy.run_path(str(TOP / "tools/scaffold.py"))["new_function"]
    with pytest.raises(ValueError, match=message):
        scaffold(name, copy)
