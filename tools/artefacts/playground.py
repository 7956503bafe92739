"""Build the playground in a clean clone, and use it in headless Chromium: type, see a finding, fix, share, reload, on a phone."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parents[1])

from artefacts.steps import PICTURES, checkout, environment, program, run, script  # noqa: E402


def main() -> None:
    """Build it as `make playground` does, and drive it as `make test-playground` does."""
    program("npm")
    chromium = program("chromium")
    kept = PICTURES / "playground"
    shutil.rmtree(kept, ignore_errors=True)
    with checkout() as clone:
        python = environment(clone / ".venv", f"{clone}[policies]") / "python"
        folder, out, pyz = clone / "tools/website/playground", clone / "out", clone / "hotlint.pyz"
        run(["npm", "ci", "--no-audit", "--no-fund"], cwd=folder)
        run([python, "tools/website/build.py", "--examples", out / "examples.json"], cwd=clone)
        run([python, "tools/one_file.py", "--out", pyz, "--extra", "policies"], cwd=clone)
        run(["node", "build.mjs", out, pyz], cwd=folder)
        print(run(["node", "test.mjs", out, kept], cwd=folder, env={"CHROMIUM": str(chromium)}).strip())


if __name__ == "__main__":
    script(main)
