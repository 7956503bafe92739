"""The documents: what README, docs and examples tell their readers to run runs, from a clean clone, and all else is checked."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parents[1])

from artefacts.steps import checkout, program, run, script  # noqa: E402


def main() -> None:
    """Install hotlint as CONTRIBUTING.md says, and run the commands of the documents with it."""
    for shell in ("zsh", "fish"):  # which a page has a command for, and tests use where they are installed
        program(shell)
    with checkout() as top:
        run(["make", ".venv/.installed"], cwd=top)
        print(run([top / ".venv/bin/python", "tools/artefacts/page_runs.py"], cwd=top, seconds=1800))


if __name__ == "__main__":
    script(main)
