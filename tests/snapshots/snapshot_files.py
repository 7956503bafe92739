"""Recorded answers: texts in tests/data/snapshots, one file a subject, one section a case. `make snapshots` writes them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "data" / "snapshots"
WRITE = os.environ.get("HOTLINT_SNAPSHOTS") == "write"
_SECTION = re.compile(r"^=== (.*)\n", re.MULTILINE)


def sections(text: str) -> dict[str, str]:
    """The parts of a text that begin with a line `=== name`, by their names."""
    parts = _SECTION.split(text)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


class RecordedAnswers:
    """The recorded answers of one kind, by the name of the case.

    A name begins with its subject, such as a rule or a template: all before the first `: `. The answers about a subject share
    a file of the folder, also with those of other kinds. A change of a rule therefore changes one file.
    """

    def __init__(self, folder: str, kind: str = "") -> None:
        self.folder = FOLDER / folder
        self._ending = f": {kind}" if kind else ""

    def check(self, name: str, answer: str) -> None:
        """Assert that the answer is the recorded one, or record it when snapshots are written."""
        answer = answer.rstrip("\n") + "\n"
        path = self.folder / (re.sub(r"[^\w.]+", "-", name.partition(": ")[0]) + ".txt")
        section = name + self._ending
        recorded = _read(path)
        if WRITE and recorded.get(section) != answer:
            recorded[section] = answer
            _write(path, recorded)
        before = recorded.get(section, "")
        changes = unified_diff(before.splitlines(), answer.splitlines(), "recorded", "now", lineterm="", n=1)
        if answer != before:
            where = path.relative_to(FOLDER)
            pytest.fail(f"{where}, {section}; if this is meant: `make snapshots`\n" + "\n".join(changes), pytrace=False)

    def keep_only(self, names: set[str]) -> None:
        """Assert that no other case is recorded, or drop those when snapshots are written."""
        kept = {name + self._ending for name in names}
        if WRITE:
            for path, found in list(self._recorded()):
                if not found <= kept:
                    _write(path, {k: v for k, v in _read(path).items() if k in kept or k not in found})
        assert {section for _, found in self._recorded() for section in found} == kept, "`make snapshots`"

    def _recorded(self) -> Iterator[tuple[Path, set[str]]]:
        """Yield each file of the folder, with its sections of this kind."""
        for path in self.folder.glob("*.txt"):
            yield path, {section for section in _read(path) if section.endswith(self._ending)}


def _read(path: Path) -> dict[str, str]:
    return sections(path.read_text(encoding="utf-8")) if path.exists() else {}


def _write(path: Path, recorded: dict[str, str]) -> None:
    assert "PYTEST_XDIST_WORKER" not in os.environ, "two workers overwrite each other: use `make snapshots`"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"=== {name}\n{text}" for name, text in sorted(recorded.items())), encoding="utf-8")
    if not recorded:
        path.unlink()
