"""Check and package the extension in a clean clone, and use the VSIX in a real VS Code: with Python, without, and in a browser."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import zipfile
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parents[1])

from artefacts.steps import CACHE, PICTURES, StepError, checkout, environment, expect, install, program, run, script  # noqa: E402
from artefacts.vsix import lost_links, missing_files  # noqa: E402
from release import extension_links  # noqa: E402

PARTS = ("bundled", "worker", "web", "failing", "damaged", "missing", "person")
"""The parts of vscode-extension/test/vscode/run.mjs that are run."""
STARTS = ("python", "worker", "web")
"""Pictures that the first three parts leave."""
BUILD = (
    "build-essential", "pkg-config", "libkrb5-dev", "libsecret-1-dev", "libx11-dev", "libxkbfile-dev", "fonts-dejavu-core",
)  # fmt: skip
"""What Debian needs to build the programs within VS Code."""
EXAMPLE = "https://github.com/example/hotlint"


def main() -> None:
    """Package, look into the package, and use it."""
    for name, package in (("npm", ""), ("chromium", ""), ("rg", "ripgrep")):
        program(name, package)
    install(*BUILD)
    CACHE.mkdir(parents=True, exist_ok=True)
    with checkout() as clone:
        folder = clone / "vscode-extension"
        python = environment(clone / ".venv", clone) / "python"
        settings = {
            "CHROMIUM": str(program("chromium")),
            "HOTLINT_PYTHON": str(python),
            "HOTLINT_SERVER": str(python.parent / "hotlint"),
            "HOTLINT_VSCODE": str(CACHE / "vscode"),
        }
        run(["npm", "ci", "--no-audit", "--no-fund"], cwd=folder)
        run(["npm", "run", "package"], cwd=folder, env=settings)
        is_whole(folder / "hotlint.vsix", folder, address(clone))
        if not address(clone):
            is_published(clone, python, settings)
        run(["bash", "test/install-vscode.sh", settings["HOTLINT_VSCODE"]], cwd=folder, seconds=1200)
        checked = run(["npm", "run", "check"], cwd=folder, env=settings)
        if re.search(r"\d+ skipped", checked):
            raise StepError(f"npm run check skips tests\n{tail(checked, 10)}")
        print(tail(checked, 5))
        try:
            printed = run(["bash", "test/run.sh", *PARTS], cwd=folder, env=settings, seconds=3600)
        finally:
            pictures(folder / ".test-vscode")
        print(printed[printed.index(f"\n{PARTS[0]}\n") :])
        expect(printed, *(f"\n{part}\n" for part in PARTS), of="test/run.sh")
        missing = [name for name in STARTS if not (PICTURES / f"vscode-{name}.png").exists()]
        if missing:
            raise StepError(f"no picture of {', '.join(missing)}")


def is_published(clone: Path, python: Path, settings: dict[str, str]) -> None:
    """Fail unless the extension is whole with an address of the project, set as a release sets it. The clone stays as it was."""
    folder = clone / "vscode-extension"
    run([python, "tools/release.py", "address", EXAMPLE], cwd=clone)
    run(["npm", "run", "package", "--", "--out", "published.vsix"], cwd=folder, env=settings)
    is_whole(folder / "published.vsix", folder, EXAMPLE)
    run(["git", "checkout", "--quiet", "."], cwd=clone)


def is_whole(archive: Path, folder: Path, address: str) -> None:
    """Fail unless an archive has each file that was built or is named, the links to an address, and texts that link to what exists."""
    tracked = set(run(["git", "ls-files", "-z"], cwd=folder.parent).rstrip("\0").split("\0"))
    lacking = [f"{archive.name} lacks {name}" for name in missing_files(archive, folder)]
    lacking += [f"{archive.name} links to nothing in {link}" for link in lost_links(archive, address, tracked)]
    with zipfile.ZipFile(archive) as packed:
        manifest = json.loads(packed.read("extension/package.json"))
    wanted = extension_links(address)
    lacking += [
        f"{archive.name} has no {name} of the project in package.json"
        for name in wanted
        if manifest.get(name) != wanted[name]
    ]
    if lacking:
        raise StepError("\n".join(lacking))


def address(clone: Path) -> str:
    """Return the address of the project that its sources state, "" while there is none."""
    found = re.search(r'(?m)^ADDRESS = "(.*)"$', (clone / "hotlint/common/version.py").read_text(encoding="utf-8"))
    if found is None:
        raise StepError("hotlint/common/version.py states no ADDRESS")
    return found[1]


def pictures(folder: Path) -> None:
    """Keep what the acts have left: a picture for each server, and one for each act that failed."""
    shutil.rmtree(PICTURES / "vscode-failures", ignore_errors=True)
    for name in STARTS:
        (PICTURES / f"vscode-{name}.png").unlink(missing_ok=True)
    if not folder.exists():
        return
    PICTURES.mkdir(parents=True, exist_ok=True)
    for name in STARTS:
        if (folder / "pictures" / f"{name}.png").exists():
            shutil.copy(folder / "pictures" / f"{name}.png", PICTURES / f"vscode-{name}.png")
    if any((folder / "failures").glob("*.png")):
        shutil.copytree(folder / "failures", PICTURES / "vscode-failures")


def tail(text: str, lines: int) -> str:
    """Return the last lines of a text that are not empty."""
    return "\n".join([line for line in text.splitlines() if line.strip()][-lines:])


if __name__ == "__main__":
    os.environ.pop("HOTLINT_PICTURES", None)  # pictures of the documents are another matter
    script(main)
