"""The form of a folder of cases: files, and index.jsonl with a line for each case.

Paths in a line are relative to the folder. The keys that every generator writes are "file", "valid", "error" and
"kind"; the others depend on the generator:

- "env": an environment file, or a list of them in order
- "source", "op", "path": what was changed, by which mutation, where in the template
- "line", "end_line": first and last line of the change, 0-based
- "phase", "asked", "refused", "type": more of Heat's verdict
- "attrs", "result": attributes of resources, and the value of the output named `it` with them: {"value": v} or
  {"error": message, "kind": class}, or None where Heat could not load the template
"""

import argparse
import json
from pathlib import Path
from types import TracebackType
from typing import Any, Self

Row = dict[str, Any]
"""A line of index.jsonl. What it has depends on what wrote it, see above."""


class CaseWriter:
    """Writes a folder of cases. Used with `with`; the folder is made when it is not there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.count = 0
        folder.mkdir(parents=True, exist_ok=True)
        self._index = (folder / "index.jsonl").open("w", encoding="utf-8")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, exc: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._index.close()

    def name(self, suffix: str) -> str:
        """Return the name of a file of the case that is added next, such as 00012.yaml for the suffix .yaml."""
        return f"{self.count:05d}{suffix}"

    def write(self, suffix: str, text: str) -> Path:
        """Write a file of the case that is added next."""
        path = self.folder / self.name(suffix)
        path.write_text(text, encoding="utf-8")
        return path

    def add(self, row: Row) -> None:
        """Add a case to the index."""
        self._index.write(json.dumps(row) + "\n")
        self.count += 1


def read_cases(folder: Path) -> list[Row]:
    """Return the lines of a folder's index. Raises FileNotFoundError when the folder has none."""
    return [json.loads(line) for line in (folder / "index.jsonl").read_text(encoding="utf-8").splitlines()]


def environments_of(row: Row, folder: Path) -> list[Path]:
    """Return the environment files of a case, in order."""
    given = row.get("env") or []
    return [folder / name for name in ([given] if isinstance(given, str) else given)]


def maker_parser(prog: str, about: str | None) -> argparse.ArgumentParser:
    """Return the parser of a command that makes cases: all of them have a seed, a count and a folder."""
    parser = argparse.ArgumentParser(prog, description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--out", required=True, type=Path, metavar="DIR")
    return parser
