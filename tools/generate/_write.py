"""Write generated files, or report those that are stale: what all generators share."""

from __future__ import annotations

from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
"""Top folder of the repository."""


def update(files: dict[str, str], *, check: bool) -> int:
    """Write each file (path from the top folder -> content) that differs; with `check`, only name it.

    Returns the exit code: 1 where `check` finds a stale file, otherwise 0.
    """
    stale = [path for path, text in files.items() if _content(TOP / path) != text]
    for path in stale:
        if check:
            print(f"stale: {path} (run `make docs`)")
        else:
            (TOP / path).write_text(files[path], encoding="utf-8")
    if not check:
        print(f"{len(files)} files, {len(stale)} written")
    return 1 if check and stale else 0


def _content(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.exists() else None
