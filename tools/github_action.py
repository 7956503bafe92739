"""Run the action for GitHub (action.yml): install hotlint in an environment of its own, then check.

The inputs of the action arrive as environment variables, never as words of a shell. Only the standard library is used, and
neither step imports anything from the folder that is checked (`-I`), where the files of a pull request are.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Mapping

MINIMUM = (3, 11)
EXTRAS = "policies"
"""What a configuration can ask for in a check."""
_VERSION = re.compile(r"[0-9A-Za-z.+!-]+")


class InputError(Exception):
    """An input of the action that cannot be used; the message says what would be right."""


def paths(given: str) -> list[str]:
    """Return the files and folders of the input `paths`, one a line; the working folder when there is none."""
    return [line.strip() for line in given.splitlines() if line.strip()] or ["."]


def arguments(given: str) -> list[str]:
    """Return the words of the input `arguments`, split as a POSIX shell does. Raises InputError for an open quote."""
    try:
        return shlex.split(given.replace("\n", " "))
    except ValueError as exc:
        raise InputError(f"the input 'arguments' cannot be split into words: {exc}") from None


def requirement(version: str, action: str) -> str:
    """Return what pip is to install: a release, or the action's own files, with what policies need.

    Raises InputError for another version.
    """
    if not version:
        return f"{action}[{EXTRAS}]"
    if not _VERSION.fullmatch(version):
        raise InputError(f"the input 'version' is not a version such as 1.2.3: {version}")
    return f"hotlint[{EXTRAS}]=={version}"


def check_arguments(inputs: Mapping[str, str]) -> list[str]:
    """Return the arguments of `hotlint`: the log gets annotations, the job a summary, and the file of the input `sarif` a report."""
    files = {"sarif": inputs.get("SARIF"), "markdown": inputs.get("GITHUB_STEP_SUMMARY")}
    report = [f"--report={name}={path}" for name, path in files.items() if path]
    return [
        "check",
        "--format",
        "github",
        *report,
        *arguments(inputs.get("ARGUMENTS", "")),
        "--",
        *paths(inputs.get("PATHS", "")),
    ]


def interpreter(folder: str) -> str:
    """Return the path of the Python of a virtual environment on this operating system."""
    return os.path.join(folder, "Scripts", "python.exe") if os.name == "nt" else os.path.join(folder, "bin", "python")


def main(inputs: Mapping[str, str]) -> int:
    """Run the action with these inputs. Returns the exit code: that of `hotlint check`, or 2 when it cannot be run."""
    try:
        if sys.version_info < MINIMUM:
            version = ".".join(map(str, sys.version_info[:2]))
            raise InputError(f"Python 3.11 or newer is required, not {version}: run actions/setup-python before")
        package = requirement(inputs.get("VERSION", ""), inputs["ACTION"])
        words = check_arguments(inputs)
    except InputError as exc:
        print(f"::error title=hotlint::{exc}")
        return 2
    folder = os.path.join(inputs["RUNNER_TEMP"], "hotlint-action")
    subprocess.run([sys.executable, "-I", "-m", "venv", folder], check=True)
    python = interpreter(folder)
    install = [python, "-I", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", package]
    subprocess.run(install, check=True)
    if inputs.get("SARIF") and inputs.get("GITHUB_OUTPUT"):
        with open(inputs["GITHUB_OUTPUT"], "a", encoding="utf-8") as outputs:
            outputs.write(f"sarif={os.path.abspath(inputs['SARIF'])}\n")
    return subprocess.run([python, "-I", "-X", "utf8", "-m", "hotlint", *words], check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main(os.environ))
