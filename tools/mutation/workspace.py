"""The copy of the tree that mutants are written into, with an interpreter that imports hotlint from there."""

from __future__ import annotations

import filecmp
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCES = (".", "rules", "server")
"""The folders of the tree that hold import packages."""
CORE = (
    "hotlint/syntax",
    "hotlint/language",
    "hotlint/analysis",
    "hotlint/linter",
    "hotlint/dry_run",
    "rules/hotlint_rules",
)
"""What is mutated: what decides about findings and values."""
EVERYTHING = ("hotlint", "rules/hotlint_rules", "server/hotlint_server")
"""What is mutated when it is asked for by the start of its path."""
NOT_MUTATED = ("hotlint/resource_types/extraction",)
"""What runs in the interpreter of Heat only: `make catalog` compares its results with those that are committed."""


class Workspace:
    """A copy of the files that git knows or would add, and a virtual environment of its own next to it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.tree = folder / "tree"
        self.python = folder / "venv" / "bin" / "python"

    def create(self) -> None:
        """Make the copy equal to the tree as it is now, and make the interpreter, when there is none."""
        listed = _output("git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard", "-z")
        names = {name for name in listed.split("\0") if name and (ROOT / name).is_file()}
        is_new = not self.tree.exists()
        for path in [path for path in self.tree.rglob("*") if path.is_file() and "__pycache__" not in path.parts]:
            if path.relative_to(self.tree).as_posix() not in names:
                path.unlink()
        for name in names:
            source, target = ROOT / name, self.tree / name
            if not target.exists() or not filecmp.cmp(source, target):
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, target)
        if not self.python.exists():
            venv.create(self.folder / "venv", symlinks=True)
        self._link_packages()
        self._compile(with_tests=is_new)

    def environment(self) -> dict[str, str]:
        """The environment of a test run in the copy."""
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("COVERAGE_", "PYTEST_", "PYTHON"))}
        own = {"PATH": self._path(), "XDG_CACHE_HOME": str(self.folder / "cache")}
        return {**kept, **own, "PYTHONHASHSEED": "0"}

    def _compile(self, *, with_tests: bool) -> None:
        """Write the byte code of the copy. It holds for a text with its checksum: Python never runs that of another mutant."""
        command = [str(self.python), "-m", "compileall", "-q", "-j", "2", "--invalidation-mode", "checked-hash"]
        packages = [str(self.tree / name) for name in ("hotlint", "rules", "server", "tools")]
        subprocess.run([*command, *packages], check=True)
        if not with_tests:  # what has changed is compiled when it is collected
            return
        collect = [str(self.python), "-m", "pytest", "-q", "--collect-only", "-n", "0", "tests"]  # compiles the tests
        subprocess.run(collect, cwd=self.tree, env=self.environment(), stdout=subprocess.DEVNULL, check=False)

    def _path(self) -> str:
        return os.pathsep.join([str(self.python.parent), str(Path(sys.executable).parent), os.environ.get("PATH", "")])

    def _link_packages(self) -> None:
        """Put the copy's packages before the libraries of the interpreter that runs this, the hotlint of which is the tree itself."""
        own = _output(str(self.python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
        libraries = Path(sysconfig.get_path("purelib"))
        paths = [str((self.tree / source).resolve()) for source in SOURCES]
        Path(own, "_copy.pth").write_text("\n".join([*paths, str(libraries), ""]), encoding="utf-8")
        for hook in libraries.glob("*coverage*.pth"):
            shutil.copy2(hook, own)


def _output(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout
