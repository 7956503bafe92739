"""Build each artefact from a clean clone and use it as its user does: python tools/artefacts [NAME...].

Each artefact is a script in this folder, which can be run by itself. Two run at a time; the table at the end says how long each
took. The exit code is 1 when one failed.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
ARTEFACTS = {
    "extension": "the VSIX in VS Code: with Python, with an empty PATH, in the browser",
    "site": "the documentation site and its search",
    "playground": "hotlint in headless Chromium",
    "wasm": "the core in Pyodide",
    "wheel": "the wheel in a new environment: check, preview, server, entry points",
    "sdist": "the sdist, unpacked and installed",
    "one_file": "hotlint.pyz on a Python without packages",
    "mcp": "hotlint mcp, by the client of the SDK, over stdio and HTTP",
    "hooks": "the hooks, by pre-commit",
    "action": "the steps of the action for GitHub",
    "image": "the steps of the Dockerfile",
    "openstack_client": "the commands of the OpenStack client",
    "pytest_plugin": "the plugin for pytest",
    "documents": "the commands of examples, README and docs",
    "editors": "the server in Neovim and Emacs, with the configurations of the documents",
}
"""What each script builds and uses, in the order in which they start: the longest first."""


def run(name: str) -> tuple[str, bool, float]:
    """Run one script, print what it prints, and return its name, whether it passed, and its seconds."""
    began = time.monotonic()
    command = [sys.executable, str(HERE / f"{name}.py")]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    seconds = time.monotonic() - began
    passed = done.returncode == 0
    print(f"== {name}: {'passed' if passed else 'FAILED'}\n{done.stdout}{done.stderr}", flush=True)
    return name, passed, seconds


def main(argv: Sequence[str] | None = None) -> int:
    """Run the named scripts, all by default. Returns 1 when one failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(ARTEFACTS)}")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="scripts at a time (default: 2)")
    options = parser.parse_args(argv)
    unknown = set(options.names) - set(ARTEFACTS)
    if unknown:
        parser.error(f"no artefact is called {', '.join(sorted(unknown))}: {', '.join(ARTEFACTS)}")
    with ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(run, [name for name in ARTEFACTS if name in options.names or not options.names]))
    for name, passed, seconds in results:
        print(f"{'passed' if passed else 'FAILED'}  {seconds / 60:5.1f} min  {name}: {ARTEFACTS[name]}")
    return 0 if all(passed for _, passed, _ in results) else 1


if __name__ == "__main__":
    raise SystemExit(main())
