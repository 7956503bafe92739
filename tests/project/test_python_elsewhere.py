"""Files that are not Python name only modules of hotlint that exist, and hold no Python where a module could."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest
from vocabulary import tracked_files

from hotlint.cli import in_worker

TOP = Path(__file__).resolve().parents[2]
SCRIPTS = ("*.ts", "*.js", "*.mjs", "*.cjs")
OTHERS = ("*.yml", "*.yaml", "*.sh", "*Dockerfile", "*Makefile", ".ci/*")
CORPORA = ("tests/data/", "examples/", "vscode-extension/test/vscode/corpus/")

_MODULE = r"(hotlint\w*(?:\.\w+)*)"
_FROM = re.compile(rf"\bfrom\s+{_MODULE}\s+import\s+\(?\s*(\w+(?:\s+as\s+\w+)?(?:\s*,\s*\w+(?:\s+as\s+\w+)?)*)")
_NAMED = re.compile(
    rf"\bimport\s+{_MODULE}(?![\w/-])|\bpyimport\(\s*['\"`]{_MODULE}|(?<!\S)['\"]?-m['\"]?,?\s+['\"]?{_MODULE}"
)


def stale(text: str) -> list[str]:
    """Return the modules of hotlint, and what is imported from them, that a text names and that do not exist."""
    modules = [module for names in _NAMED.findall(text) for module in names if module]
    for module, names in _FROM.findall(text):
        modules.append(module)
        if _exists(module):
            imported = import_module(module)
            names_alone = (one.split()[0] for one in names.split(","))
            modules += [f"{module}.{name}" for name in names_alone if not hasattr(imported, name)]
    return [module for module in modules if not _exists(module)]


def _exists(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # nor does the package of the module exist
        return False


def _texts(*patterns: str) -> Iterator[tuple[str, str]]:
    """Yield path and text of each file that matches one of the globs, except templates that are tested with."""
    for path in tracked_files(*patterns):
        if not path.startswith(CORPORA):
            yield path, (TOP / path).read_text(encoding="utf-8")


def test_every_module_that_another_language_names_exists() -> None:
    assert [(path, stale(text)) for path, text in _texts(*SCRIPTS, *OTHERS) if stale(text)] == []


def test_no_script_holds_python() -> None:
    assert [
        path for path, text in _texts(*SCRIPTS) if re.search(r"\b(runPython|pyodide_?py\.code)\w*\s*\(", text)
    ] == []


def test_the_worker_calls_functions_that_exist() -> None:
    text = (TOP / "vscode-extension/src/worker/python.ts").read_text(encoding="utf-8")
    declared = re.search(r"export interface Hotlint \{(.*?)\n\}", text, re.DOTALL)
    assert declared and f"pyimport('{in_worker.__name__}')" in text
    names = re.findall(r"(?m)^  (\w+)\(", declared[1])
    assert names and [name for name in names if not callable(getattr(in_worker, name, None))] == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("from hotlint_server.transport.messages import connect", ["hotlint_server.transport.messages"]),
        ("from hotlint_server.transport.inbox import connect, disconnect", ["hotlint_server.transport.inbox.disconnect"]),
        ("from hotlint.cli import in_worker as w, nothing", ["hotlint.cli.nothing"]),
        ("import hotlint_rules.gone\n", ["hotlint_rules.gone"]),
        ("python.pyimport('hotlint.gone.at_all')", ["hotlint.gone.at_all"]),
        ("python -m hotlint_serve", ["hotlint_serve"]),
        ('["python", "-m", "hotlint_server.gone"]', ["hotlint_server.gone"]),
        ("python -m hotlint check; import hotlint; from hotlint.cli.main import main", []),
        ("read from hotlint.pyz, or import './hotlint.js'", []),
    ],
)  # fmt: skip
def test_what_does_not_exist_is_found(text: str, found: list[str]) -> None:
    assert stale(text) == found
