"""Write the generated files, or with `--check` name those that are stale: `make docs` and `make docs-check`.

    python tools/generate [--check] [NAME...]

Each NAME is a module of this folder, whose `files()` returns texts by path. Without any, all of GENERATORS run.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

GENERATORS = ("docs", "vscode_language", "vscode_facts", "consoles")
TOP = Path(__file__).resolve().parents[2]
RULES = "docs/rules"
"""The folder of which every page is generated: the page of a rule that is gone is stale, too."""


def main(arguments: list[str]) -> int:
    """Write or check the files. Returns 1 where a check finds a stale one."""
    check = "--check" in arguments
    names = [name for name in arguments if name != "--check"] or GENERATORS
    stale: list[str] = []
    for name in names:
        files = importlib.import_module(name).files()
        changed = [path for path, text in files.items() if _content(TOP / path) != text]
        left = [path for path in _pages() if path not in files] if name == "docs" else []
        stale += [*changed, *left]
        if not check:
            for path in changed:
                (TOP / path).write_text(files[path], encoding="utf-8")
            for path in left:
                (TOP / path).unlink()
            print(f"{name}: {len(files)} files, {len(changed)} written, {len(left)} removed")
    if check:
        print("".join(f"stale: {path} (run `make docs`)\n" for path in stale), end="")
    return int(check and bool(stale))


def _pages() -> list[str]:
    return sorted(path.relative_to(TOP).as_posix() for path in (TOP / RULES).glob("*.md"))


def _content(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.exists() else None


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
