"""What is offered while a template is written: at the end of each word, with nothing after it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from editor_answers import shown
from snapshot_files import FOLDER, RecordedAnswers

from hotlint.analysis.file_kinds import recognize
from hotlint.ide.completion import CompletionEnvironment, DeclaredNames, NeighborNames, complete
from hotlint.ide.signature_help import signature_help
from hotlint.resource_types.catalog import Catalog

SOURCES = Path(__file__).parents[2] / "tools" / "heat_parity" / "data" / "sources"
PATHS = [SOURCES / "functions.yaml", SOURCES / "autoscaling.yaml", FOLDER / "input" / "environment.yaml"]
TEXTS = {path.stem: path.read_text(encoding="utf-8") for path in PATHS}
CHILD = (FOLDER / "input" / "child.yaml").read_text(encoding="utf-8")
RECORDED = RecordedAnswers("typing")
NAMES = 6
"""How many completions are recorded by name."""
PARTS = 4


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", TEXTS)
def test_completions_while_typing(name: str, part: int) -> None:
    text = TEXTS[name]
    around = CompletionEnvironment(
        Catalog(),
        files=lambda: ["child.yaml", "script.sh"],
        neighbors=NeighborNames,
        nested=lambda file: DeclaredNames(CHILD) if file == "child.yaml" else None,
        templates=lambda: [DeclaredNames(CHILD)],
    )
    is_environment = recognize("t.yaml", text) == "environment"
    lines = []
    for number, word in enumerate(re.finditer(r"[\w.$%-]+[:,\[{ ]*", text)):
        if number % PARTS == part:
            end = word.end()
            found = complete(text[:end], end, around, is_environment=is_environment)
            offered = [item.label for item in found.items[:NAMES]]
            first = f"{found.items[0].kind} {found.items[0].detail!r} {found.items[0].text!r}" if found.items else ""
            lines.append(
                f"{end} {word[0]!r}: {shown(found.span)} {found.prefix!r} {offered} {len(found.items)} {first}"
            )
            help_ = signature_help(text[:end], end)
            lines += [f"  {shown(help_)}"] if help_ is not None else []
    RECORDED.check(f"{name}: {part}", "\n".join(lines))


def test_nothing_else_is_recorded() -> None:
    RECORDED.keep_only({f"{name}: {part}" for name in TEXTS for part in range(PARTS)})
