#!/usr/bin/env python3
"""Build the wheel and the sdist twice, in different folders, at different times and with another umask, and compare them.

    python tools/reproducible_build.py [--out FOLDER]

Only files under version control are built. SOURCE_DATE_EPOCH is that of the last commit, unless it is set. The exit code is
1 when the two builds differ; --out keeps the first one.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_OLD, _NEW = 1_000_000_000, 1_700_000_000
"""Times of the files of the two builds."""


def build(folder: Path, changed: int, umask: int, epoch: str) -> dict[str, bytes]:
    """Copy the project into a folder, with files that were changed at a time, and return what is built there by name.

    `epoch` is the SOURCE_DATE_EPOCH of the build.

    Raises CalledProcessError when the build fails.
    """
    source, out = folder / "source", folder / "dist"
    for name in _tracked():
        target = source / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, target)
        target.chmod(0o666 & ~umask)
        os.utime(target, (changed, changed))
    environment = os.environ | {"SOURCE_DATE_EPOCH": epoch, "TZ": "UTC" if umask else "Asia/Tokyo"}
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(out)]
    subprocess.run(command, cwd=source, env=environment, check=True, capture_output=True, umask=umask)
    return {path.name: path.read_bytes() for path in sorted(out.iterdir())}


def _tracked() -> list[str]:
    run = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in run.stdout.split("\0") if name and (ROOT / name).is_file()]


def _epoch() -> str:
    known = os.environ.get("SOURCE_DATE_EPOCH")
    if known:
        return known
    run = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=True)
    return run.stdout.strip()


def hashes(files: dict[str, bytes]) -> dict[str, str]:
    """Return the SHA-256 of each file."""
    return {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}


def main(argv: list[str] | None = None) -> int:
    """Build twice and print the hashes. Returns 1 when they differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="keep the first build there")
    options = parser.parse_args(argv)
    epoch = _epoch()  # once: somebody may commit between the two
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        first = build(Path(one), _OLD, 0o022, epoch)
        second = build(Path(other) / "deeper", _NEW, 0o077, epoch)
    for name, digest in hashes(first).items():
        print(f"{digest}  {name}")
        if options.out is not None:
            options.out.mkdir(parents=True, exist_ok=True)
            (options.out / name).write_bytes(first[name])
    if hashes(first) == hashes(second):
        return 0
    print("the second build differs:", file=sys.stderr)
    for name, digest in hashes(second).items():
        print(f"{digest}  {name}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    raise SystemExit(main())
