"""Put a fault into what each gate guards, and see that the gate fails: python tools/artefacts/faults.py [NAME...].

Each fault is a replacement in one file of a fresh clone of the last commit. The exit code is 1 when a gate misses one.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

sys.path[0] = str(Path(__file__).resolve().parents[1])

from artefacts.steps import CACHE, StepError, checkout, run  # noqa: E402


class Fault(NamedTuple):
    """A fault: `old` becomes `new` in a file. `gate` is a script of this folder or a target of make, and `says` what it has to print."""

    name: str
    file: str
    old: str
    new: str
    gate: str
    says: str = ""


FAULTS = (
    Fault(
        "a folder of data is not in the wheel", "pyproject.toml", "[tool.hatch.build.targets.wheel]\n",
        '[tool.hatch.build.targets.wheel]\nexclude = ["hotlint/data/scaffolds"]\n', "wheel", "hotlint/data/scaffolds/",
    ),
    Fault(
        "the entry point for pytest is gone", "pyproject.toml",
        '[project.entry-points.pytest11]\nhotlint = "hotlint.pytest_plugin"\n', "", "wheel", "entry points of",
    ),
    Fault(
        "a file that the build reads is not in the sdist", "pyproject.toml", "[tool.hatch.build.targets.wheel]\n",
        '[tool.hatch.build.targets.sdist]\nexclude = ["tests/data/parity"]\n\n[tool.hatch.build.targets.wheel]\n',
        "sdist", "tests/data/parity/",
    ),
    Fault(
        "a dependency is not in hotlint.pyz", "tools/one_file.py", '_NOT_IMPORTED = {"setuptools"}',
        '_NOT_IMPORTED = {"setuptools", "lsprotocol"}', "one_file", "language server",
    ),
    Fault(
        "a tool for agents raises", "hotlint/mcp/server.py", "find(query, self._answers(roots).catalog(), limit)",
        "find(query, self._answers(roots).types(), limit)", "mcp", "find over standard input fails",
    ),
    Fault(
        "a hook calls a command that does not exist", ".pre-commit-hooks.yaml", "entry: hotlint format", "entry: hotlint fmt",
        "hooks", "hotlint-format",
    ),
    Fault(
        "the action reads an input that it does not declare", "action.yml", "${{ inputs.arguments }}", "${{ inputs.args }}",
        "action", "inputs.args",
    ),
    Fault(
        "the build of the image does not see a file that it needs", ".dockerignore", "!hatch_build.py\n", "",
        "image", "hatch_build.py",
    ),
    Fault(
        "a link of the site leads nowhere", "tools/website/index.md", "[Start](docs/start.md)",
        '<a href="docs/first.html">Start</a>', "site", "index.html: docs/first.html",
    ),
    Fault(
        "a script of the site fails", "tools/website/_static/site.js", "pages.get(result[0])", "pages.fetch(result[0])",
        "site", "a script fails",
    ),
    Fault(
        "a command for the OpenStack client is gone", "pyproject.toml",
        'hot_graph = "hotlint.cli.openstack_commands:HotGraph"\n', "", "openstack_client", "hot graph",
    ),
    Fault(
        "the fixture for pytest has another name", "hotlint/pytest_plugin.py", "def hot(request:", "def heat(request:",
        "pytest_plugin", "fixture 'hot' not found",
    ),
)  # fmt: skip


def caught(fault: Fault) -> tuple[Fault, str, float]:
    """Return a fault, whether its gate catches it, in words, and the seconds of the gate. Prints the end of what the gate prints."""
    try:
        with checkout() as clone:
            file = clone / fault.file
            text = file.read_text(encoding="utf-8")
            if text.count(fault.old) != 1:
                return fault, f"STALE: {fault.file} does not have the replaced text once", 0
            file.write_text(text.replace(fault.old, fault.new), encoding="utf-8")
            author = ["-c", "user.name=faults", "-c", "user.email=faults@localhost"]
            run(["git", *author, "commit", "--quiet", "--all", "--message", fault.name], cwd=clone)
            gate = clone / "tools" / "artefacts" / f"{fault.gate}.py"
            command = [sys.executable, str(gate)] if gate.exists() else ["make", fault.gate]
            began = time.monotonic()
            done = subprocess.run(
                command, cwd=clone, env=os.environ | {"ARTEFACTS_CACHE": str(CACHE)}, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace", check=False,
            )  # fmt: skip
            seconds = time.monotonic() - began
    except StepError as exc:
        return fault, f"MISSED: {exc}", 0
    print(f"== {fault.name}: {fault.gate}\n{done.stdout[-1500:]}", flush=True)
    if not done.returncode:
        return fault, "MISSED", seconds
    return fault, "caught" if fault.says in done.stdout else f"MISSED: fails without {fault.says!r}", seconds


def main(argv: Sequence[str] | None = None) -> int:
    """Try the named faults, or those of the named gates; all by default. Returns 1 when one is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="the name of a fault, or of a gate")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="gates at a time (default: 2)")
    options = parser.parse_args(argv)
    unknown = set(options.names) - {name for fault in FAULTS for name in (fault.name, fault.gate)}
    if unknown:
        parser.error(f"no fault or gate is called {', '.join(sorted(unknown))}")
    chosen = [fault for fault in FAULTS if not options.names or {fault.name, fault.gate} & set(options.names)]
    with ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(caught, chosen))
    for fault, verdict, seconds in results:
        print(f"{verdict}  {seconds / 60:5.1f} min  {fault.gate}: {fault.name}")
    return 0 if all(verdict == "caught" for _, verdict, _ in results) else 1


if __name__ == "__main__":
    raise SystemExit(main())
