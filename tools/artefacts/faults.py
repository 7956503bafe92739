"""Put a fault into what each gate guards, and see that the gate fails: .venv/bin/python tools/artefacts/faults.py [NAME...].

Each fault is a replacement in one file of a fresh clone of the last commit. The exit code is 1 when a gate misses one.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

sys.path[0] = str(Path(__file__).resolve().parents[1])

from artefacts.steps import CACHE, StepError, checkout, make_in, run  # noqa: E402


class Fault(NamedTuple):
    """A fault: `old` becomes `new` in a file. `gate`, a script of this folder or a target of make, prints `says` and fails."""

    name: str
    file: str
    old: str
    new: str
    gate: str
    says: str


FAULTS = (
    # Faults that were on the main branch before there were gates.
    Fault(
        "the worker imports a module that is gone", "hotlint/cli/in_worker.py",
        "from hotlint_server.transport.inbox import", "from hotlint_server.transport.messages import",
        "types", "hotlint_server.transport.messages",
    ),
    Fault(
        "the worker imports a module that is gone, in the browser", "hotlint/cli/in_worker.py",
        "from hotlint_server.transport.inbox import", "from hotlint_server.transport.messages import",
        "playground", "No module named 'hotlint_server.transport.messages'",
    ),
    Fault(
        "the worker imports a module that is gone, in VS Code", "hotlint/cli/in_worker.py",
        "from hotlint_server.transport.inbox import", "from hotlint_server.transport.messages import",
        "extension", "No module named 'hotlint_server.transport.messages'",
    ),
    Fault(
        "a suite of the examples has a value that a service refuses", "examples/tests/servers_in_new_neutron_net.hot-test.yaml",
        "  private_net_pool_start: 10.0.0.10", "  private_net_pool_start: 10.0.0.30",
        "docs-check", "stale: examples/README.md",
    ),
    Fault(
        "the demo prints an error about a suite", "examples/tests/lb_server.hot-test.yaml",
        "first_address: 10.0.0.1", "first_address: 10.0.0.2", "demo", "HOT098",
    ),
    Fault(
        "hotlint.preview ignores the environment beside a template", "hotlint/api.py",
        "import preview_of_any\n\n    scope = _scope(path, environments, config, discovery=discovery)",
        "import preview_of_any\n\n    scope = _scope(path, environments, config, discovery=False)",
        "wheel", "import hotlint: no 'debian-12'",
    ),
    Fault(
        "the page of the server names a file that is gone", "server/README.md", "`diagnostics_publisher.py`",
        "`diagnostics_sender.py`", "house-rules", "test_named_modules_exist",
    ),
    Fault(
        "a release leaves the extension without an address", "tools/release.py",
        "    changed += _edit(top, EXTENSION[:1], lambda text: _with_links(text, address))\n", "",
        "house-rules", "test_the_address_is_set_everywhere",
    ),
    Fault(
        "a release leaves the VSIX without an address", "tools/release.py",
        "    changed += _edit(top, EXTENSION[:1], lambda text: _with_links(text, address))\n", "",
        "extension", "has no homepage of the project",
    ),
    # One fault or more in each artefact.
    Fault(
        "a script is not in the VSIX", "vscode-extension/.vscodeignore", "!dist/preview.js\n", "",
        "extension", "lacks dist/preview.js",
    ),
    Fault(
        "a picture of the extension's page is gone", "vscode-extension/README.md", "images/graph.png", "images/graphs.png",
        "extension", "links to nothing in readme.md: ",
    ),
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
        "a link of the site leads nowhere", "tools/website/index.md", 'href="docs/start.html"',
        'href="docs/first.html"', "site", "index.html: docs/first.html",
    ),
    Fault(
        "a script of the site fails", "tools/website/_static/site.js", "scores.get(result.id)", "scores.fetch(result.id)",
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
    Fault(
        "a recipe has an option that does not exist", "docs/recipes.md", "'env/*.yaml' --strict", "'env/*.yaml' --strictly",
        "documents", "--strictly",
    ),
    Fault(
        "a configuration of an editor starts another command", "docs/editors.md", '"command": ["hotlint", "server"]',
        '"command": ["hotlint", "serve"]', "editors", "no command is ['hotlint', 'server']",
    ),
    Fault(
        "the core needs threads", "hotlint/analysis/budget.py", "from __future__ import annotations\n",
        "from __future__ import annotations\n\nimport threading\n\nthreading.Thread(target=print).start()\n",
        "wasm", "can't start new thread",
    ),
)  # fmt: skip


def caught(fault: Fault) -> tuple[Fault, str, float]:
    """Return a fault, whether its gate catches it, in words, and the seconds of the gate. Prints the end of what the gate prints."""
    with checkout() as clone:
        file = clone / fault.file
        text = file.read_text(encoding="utf-8")
        if text.count(fault.old) != 1:
            return fault, f"STALE: {fault.file} does not have the replaced text once", 0
        file.write_text(text.replace(fault.old, fault.new), encoding="utf-8")
        author = ["-c", "user.name=faults", "-c", "user.email=faults@localhost"]
        run(["git", *author, "commit", "--quiet", "--all", "--message", fault.name], cwd=clone)
        command, variables = gate_in(clone, fault.gate)
        began = time.monotonic()
        try:
            run(command, cwd=clone, env=variables, seconds=3600)
            verdict = "MISSED"
        except StepError as exc:
            verdict = "caught" if fault.says in str(exc) else f"MISSED: fails without {fault.says!r}"
            print(f"== {fault.name}: {fault.gate}\n{str(exc)[-1500:]}", flush=True)
        return fault, verdict, time.monotonic() - began


def gate_in(clone: Path, gate: str) -> tuple[list[str | Path], dict[str, str]]:
    """Return the command that runs a gate of a clone, and variables for it."""
    script = clone / f"tools/artefacts/{gate}.py"
    if script.exists():
        return [sys.executable, script], {"ARTEFACTS_CACHE": str(CACHE)}
    words, variables = make_in(clone)
    return [*words, gate], variables


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
