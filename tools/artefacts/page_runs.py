"""Run what the documents tell their readers to run, with the hotlint of this interpreter: python tools/artefacts/page_runs.py.

Every command is checked (see page_checks.py). Then each that a block tells to run runs, in a folder of its page's own or at the top
of the repository, unless NOT_RUN says why not. `documents.py` calls this in a clean clone.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parents[1])

from artefacts.page_checks import problem  # noqa: E402
from artefacts.page_cloud import clouds  # noqa: E402
from artefacts.page_commands import TOP, Command, commands, pages  # noqa: E402
from artefacts.page_folder import consoles, prepared  # noqa: E402
from artefacts.page_snippets import ci_problems, snippet_problems  # noqa: E402

NOT_RUN = (
    (r"^docker ", "it needs Docker; the artefact 'image' runs the steps of the Dockerfile"),
    (r"^dask |--cluster /shared/|s3://", "it needs several machines and a shared store"),
    (
        r"^hotlint .*(?: \[|\bTEMPLATE\b|\bVERSION\b|\bFOLDER\b|(?<!--cloud )\bNAME\b)",
        "a synopsis: capitals stand for values",
    ),
    (r"^python3 hotlint\.pyz ", "it needs hotlint.pyz, which the artefact 'one_file' builds and runs"),
    (
        r"^pip install '?hotlint\b|^pipx install ",
        "it installs a release; the artefact 'wheel' installs what will be one",
    ),
    (r"^python -m pip (?:wheel|install) ", "the artefacts 'wheel' and 'sdist' build and install the package"),
    (r"^npm ", "the artefact 'extension' builds and tests the extension"),
    (
        r"^make (?!demo$|help$)",
        "CI has a job for it, or it changes the checkout; here its targets and variables are checked",
    ),
    (
        r"^python (?:-m pytest -n auto|benchmarks/(?!.* --help$)|tools/heat_parity )",
        "it takes minutes, an installed Heat, or a corpus",
    ),
    (r"^\.venv-heat/", "it needs an installed Heat"),
    (r"^hotlint check \. -e overcloud-resource", "it needs the source tree of TripleO"),
    (
        r"cosmic-ray|hotlint-mutants|^\.venv/bin/cr-|^git checkout ",
        "it changes the code of the checkout, for minutes or hours",
    ),
    (r"^duckdb ", "no package of Python or Debian brings DuckDB's command"),
)
"""The commands that are only checked, by pattern, each with the reason. A pattern that no command has is a mistake."""
EXITS = (
    ("server/README.md", "hotlint server", 1, "its input ends before it was told to exit"),
    (
        "server/README.md",
        "hotlint server --log server.log --log-level info",
        1,
        "its input ends before it was told to exit",
    ),
    ("docs/failure.md", "hotlint failure web web.yaml --cloud prod", 1, "no resource of the stack has failed"),
    (
        "docs/plan.md",
        "hotlint plan web web.yaml -e prod.yaml --cloud prod --fail-on replace",
        1,
        "the cloud has no network of the example",
    ),
    (
        "docs/plan.md",
        "hotlint plan web web.yaml -e prod.yaml --cloud prod --format markdown --out plan.json",
        1,
        "the same",
    ),
    (
        "docs/plan.md",
        "hotlint plan --check plan.json && openstack stack update web -t web.yaml -e prod.yaml",
        1,
        "the same, so nothing is updated",
    ),
    ("README.md", "hotlint check", 1, "the template of the page has mistakes"),
    ("docs/format.md", "hotlint format --check .", 1, "the template of the page is not formatted"),
    ("docs/start.md", "hotlint check server.yaml", 1, "the template of the page has mistakes"),
    (
        "docs/recipes.md",
        "hotlint check --each-environment 'env/*.yaml' --strict",
        1,
        "examples/broken.yaml is in the folder",
    ),
    (
        "docs/template-docs.md",
        "hotlint docs server.yaml network.yaml --inject README.md --check",
        1,
        "README.md is stale",
    ),
)
"""The commands that end with another code than 0: page, command, code, reason."""
ENDLESS = re.compile(r" --(?:watch|tcp)\b")
"""Commands that run until Ctrl-C: it comes after some seconds, and they have to run until then."""
INTERRUPTED = 124
"""The exit code of timeout for a command that has run until its time was over."""
TESTED = {"docs/testing.md": r"^(?:hotlint|pytest)", "docs/policies.md": r"^hotlint"}
"""Commands with output that tests/suites/test_documented_blocks.py runs and compares, by page."""
AT_TOP = re.compile(r"^(?:make|python|grep|git diff|\.venv/)")
"""Commands that run at the top of the repository, as do all of PAGES_AT_TOP."""
PAGES_AT_TOP = ("examples/README.md", "docs/packaging.md")
RULEPACK = "examples/rulepack/README.md"
"""The page that runs in a copy of its folder, and last: it installs the package PACK."""
PACK = "acme-hotlint-rules"
SHOWN = 600
"""Characters of a command's output that a failure shows, from its end."""


def main() -> int:
    """Check and run all commands and snippets, print what fails, and return 1 where something does."""
    found = {page: list(commands(page)) for page in pages()}
    every = [command for listed in found.values() for command in listed]
    failures = [f"{command}\n  {wrong}" for command in every if (wrong := problem(command)) is not None]
    told = [command for command in every if command.kind != "named"]
    for pattern, _ in NOT_RUN:
        if not any(re.search(pattern, command.text) for command in told):
            failures.append(f"NOT_RUN of {Path(__file__).name}: no command is like {pattern!r}")
    for page, text, _, _ in EXITS:
        if not any((command.page, command.text) == (page, text) for command in told):
            failures.append(f"EXITS of {Path(__file__).name}: {page} has no command {text!r}")
    for page in consoles.pages():
        absent = [c for c in found[page] if c.kind == "console" and not _is_left(c) and not _has_programs(c)]
        failures += [f"{command}\n  its program is not installed, so its output is not compared" for command in absent]
        if consoles.document(page) != (TOP / page).read_text(encoding="utf-8"):
            failures.append(f"{page}: its commands print something else; run make docs")
    failures += [wrong for page in pages() for wrong in snippet_problems(page)]
    failures += ci_problems()
    ran = 0
    with clouds() as variables:
        for page in sorted(found, key=RULEPACK.__eq__):
            runs = [command for command in found[page] if command.kind == "run" and not _is_left(command)]
            if runs:
                failures += _run(page, runs, variables)
                ran += len(runs)
    subprocess.run([sys.executable, "-m", "pip", "uninstall", "--quiet", "--yes", PACK], check=True)
    print("\n".join(failures))
    consoled = sum(command.kind == "console" for command in every)
    print(
        f"{len(every)} commands: {ran} run, {consoled} with their output, the others checked; {len(failures)} failures"
    )
    return int(bool(failures))


def _is_left(command: Command) -> bool:
    """Return whether a command is only checked, or run by a test."""
    tested = TESTED.get(command.page)
    if tested is not None and re.search(tested, command.text):
        return True
    return any(re.search(pattern, command.text) for pattern, _ in NOT_RUN)


def _has_programs(command: Command) -> bool:
    words = re.findall(r"(?:^|\| *)([\w-]+)", command.text)
    return all(shutil.which(word, path=consoles.environment("")["PATH"]) for word in words if word != "cd")


def _run(page: str, runs: list[Command], variables: dict[str, str]) -> Iterator[str]:
    """Run commands of a page in order, with variables, and yield those that end with another code than the page says."""
    with tempfile.TemporaryDirectory() as folder:
        prepared(Path(folder), (TOP / page).read_text(encoding="utf-8"))
        if page == RULEPACK:
            shutil.copytree((TOP / page).parent, folder, dirs_exist_ok=True)
        at = Path(folder)
        for command in runs:
            if command.text.startswith("cd "):
                at = at / command.text[3:]
                continue
            is_top = page in PAGES_AT_TOP or (page != RULEPACK and AT_TOP.search(command.text))
            text = re.sub(r"^(?:\.venv/bin/)?pytest ", "python -m pytest --collect-only -q ", command.text)
            if ENDLESS.search(text):
                text = f"timeout --signal INT --kill-after 30 10 {text}"
            shell = shutil.which("zsh") if "${fpath" in text else "/bin/bash"
            given = {"GITHUB_STEP_SUMMARY": f"{folder}/summary.md", "FPATH": f"{folder}/.home/.zsh", **variables}
            done = subprocess.run(
                text, shell=True, executable=shell, cwd=TOP if is_top else at,
                env=consoles.environment(folder) | given, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, timeout=600,
            )  # fmt: skip
            usual = INTERRUPTED if ENDLESS.search(text) else 0
            code = next((code for where, what, code, _ in EXITS if (where, what) == (page, command.text)), usual)
            if done.returncode != code:
                yield f"{command}\n{done.stdout[-SHOWN:]}\n  exit code {done.returncode}, not {code}"


if __name__ == "__main__":
    raise SystemExit(main())
