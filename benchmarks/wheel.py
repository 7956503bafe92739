"""Build a wheel of this source tree and install it into a virtual environment, as users have it: with compiled bytecode."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent


def install_wheel(folder: Path, source: Path = TOP) -> Path:
    """Build and install the wheel below `folder`; returns the Python interpreter of its environment.

    Dependencies are downloaded by pip. Raises CalledProcessError when pip fails.
    """
    wheels = folder / "wheels"
    _pip(Path(sys.executable), "wheel", "--no-deps", "--wheel-dir", str(wheels), str(source))
    environment = folder / "venv"
    venv.create(environment, with_pip=True, symlinks=os.name != "nt")
    python = environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    _pip(python, "install", "--compile", *map(str, wheels.glob("hotlint-*.whl")))
    return python


def _pip(python: Path, *arguments: str) -> None:
    command = [str(python), "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments]
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
