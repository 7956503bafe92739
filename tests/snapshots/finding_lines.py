"""Findings as lines of text, everything that a finding holds included."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

import hotlint
from hotlint.api import Finding, PositionSpan
from hotlint.heat_types.example import Example
from hotlint.linter.checking.engine import Engine
from hotlint.linter.checking.testing import parse_marks
from hotlint.linter.settings.model import Settings
from hotlint.operations.engines import HANDLERS
from hotlint.output.findings.conversion import file_report

TOOLS = str(Path(__file__).resolve().parents[2] / "tools")
if TOOLS not in sys.path:
    sys.path.append(TOOLS)  # for heat_parity; at the end: no other tool hides a module
TEMPLATE, ENVIRONMENT = "template.yaml", "environment.yaml"


def write_example(folder: Path, example: Example) -> list[Path]:
    """Write the files of an example but for the template; return its environments."""
    for name, text in example.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    (folder / ".hotlint.yaml").write_text(f"target: {example.target}\n" if example.target else "", encoding="utf-8")
    if example.environment is None:
        return []
    (folder / ENVIRONMENT).write_text(example.environment, encoding="utf-8")
    return [folder / ENVIRONMENT]


@contextmanager
def checks_alone(folder: Path) -> Iterator[Checks]:
    """Checks of a template alone in an empty folder, for all tests of a module."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        yield Checks(folder / TEMPLATE)


def checks_of(example: Example, folder: Path, alone: Checks) -> Checks:
    """Return the checks of an example's template: `alone` if the example has no other files, else those of a folder with them."""
    if not (example.files or example.target or example.environment is not None):
        return alone
    folder.mkdir(exist_ok=True)
    return Checks(folder / TEMPLATE, write_example(folder, example))


def example_text(example: Example) -> str:
    """The template of an example without its marks."""
    return parse_marks(example.text).text


def findings(folder: Path, text: str, environments: list[Path]) -> list[Finding]:
    """What the API reports on a template in a folder."""
    (folder / TEMPLATE).write_text(text, encoding="utf-8")
    return list(hotlint.check(folder / TEMPLATE, environments=environments).diagnostics)


class Checks:
    """Checks of one file with many texts, each as `hotlint.check` does it.

    They share an engine: to make one, and to find the contexts of the file, takes longer than to check a small text.
    """

    def __init__(self, path: Path, environments: Sequence[Path] = ()) -> None:
        self.path = path
        self._engine = Engine(Settings(environments=tuple(map(str, environments))), handlers=HANDLERS)

    def findings(self, text: str) -> list[Finding]:
        """Return the findings in a text that stands in for the file's own."""
        found = self._engine.check_file(str(self.path), text)
        assert found is not None
        return list(file_report(found, self._engine.run_level_diagnostics()).diagnostics)

    def changed(self, path: Path) -> None:
        """Read another file again."""
        self._engine.changed(str(path))


def brief(found: Finding, folder: Path) -> str:
    """One finding without what is related to it and its fixes."""
    return f"{at(found.span)} {found.severity} {found.code} {_local(found.message, folder)}"


def full(found: Finding, folder: Path) -> Iterator[str]:
    """One finding with all that belongs to it."""
    yield " ".join([brief(found, folder), f"[{found.rule}]", *found.tags])
    for related in found.related:
        yield f"  related {_local(related.path, folder)} {at(related.span)} {_local(related.message, folder)}"
    for fix in found.fixes:
        yield f"  {fix.safety} fix: {_local(fix.title, folder)}"
        for edit in fix.edits:
            yield f"    {_local(edit.path, folder)} {at(edit.span)} {edit.text!r}"


def at(span: PositionSpan) -> str:
    """The 1-based lines and columns of a span's start and end."""
    return f"{span.start_line + 1}:{span.start_column + 1}-{span.end_line + 1}:{span.end_column + 1}"


def _local(text: str, folder: Path) -> str:
    return text.replace(f"{folder}/", "").replace(str(folder), ".")
