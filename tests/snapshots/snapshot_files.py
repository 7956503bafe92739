"""Recorded answers: texts in tests/data/snapshots, one file an area, one section a case. `make snapshots` writes them."""

from __future__ import annotations

import os
import re
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


class SnapshotFile:
    """The recorded answers of one area, by the name of the case."""

    def __init__(self, area: str) -> None:
        self.path = FOLDER / f"{area}.txt"
        text = self.path.read_text(encoding="utf-8") if self.path.exists() else ""
        self._sections = sections(text)

    def names(self) -> set[str]:
        """The cases that are recorded."""
        return set(self._sections)

    def check(self, name: str, answer: str) -> None:
        """Assert that the answer is the recorded one, or record it when snapshots are written."""
        answer = answer.rstrip("\n") + "\n"
        if WRITE and self._sections.get(name) != answer:
            self._sections[name] = answer
            self._write()
        recorded = self._sections.get(name, "")
        changes = unified_diff(recorded.splitlines(), answer.splitlines(), "recorded", "now", lineterm="", n=1)
        if answer != recorded:
            pytest.fail(
                f"{self.path.name}, {name}; if this is meant: `make snapshots`\n" + "\n".join(changes), pytrace=False
            )

    def keep_only(self, names: set[str]) -> None:
        """Assert that no other case is recorded, or drop those when snapshots are written."""
        if WRITE and not self.names() <= names:
            self._sections = {name: text for name, text in self._sections.items() if name in names}
            self._write()
        assert self.names() == names, "`make snapshots`"

    def _write(self) -> None:
        assert "PYTEST_XDIST_WORKER" not in os.environ, "two workers overwrite each other: use `make snapshots`"
        self.path.parent.mkdir(parents=True, exist_ok=True)
        sections = [f"=== {name}\n{text}" for name, text in sorted(self._sections.items())]
        self.path.write_text("".join(sections), encoding="utf-8")
