"""The snippets of the documents that are no commands: Python, configurations of hotlint, data, and steps of CI systems."""

from __future__ import annotations

import ast
import configparser
import json
import re
import shlex
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import yaml
from artefacts.page_checks import problem
from artefacts.page_commands import SHELLS, TOP, Block, Command, blocks
from artefacts.page_folder import consoles, prepared

from hotlint.linter.settings.config import read_config

EXECUTED = "docs/python-api.md"
"""The page whose blocks of Python run; those of other pages are parts of files, and are parsed."""
EDITORS = ("lua", "elisp", "vim")
"""The languages that tools/artefacts/editors.py is for."""
_GITLAB = "docs/gitlab-ci.yml"
_INPUTS = re.compile(r"OWNER/hotlint@")


def snippet_problems(page: str) -> Iterator[str]:
    """Yield what is wrong with the snippets of a page: each as "page:line: what"."""
    for block in blocks(page):
        yield from (f"{page}:{block.line}: {wrong}" for wrong in block_problems(block))


def block_problems(block: Block) -> Iterator[str]:
    """Yield what is wrong with one block, by its language."""
    check = _CHECKS.get(block.language)
    yield from (f"no check is for the language '{block.language}'",) if check is None else check(block)


def ci_problems() -> list[str]:
    """Run the steps of the job for GitLab, and return what is wrong with them."""
    job = yaml.safe_load((TOP / _GITLAB).read_text(encoding="utf-8"))["hotlint"]
    found = [wrong for text in job["before_script"] if (wrong := _of_command(text)) is not None]
    with tempfile.TemporaryDirectory() as folder:
        prepared(Path(folder), "")
        given = {"HOTLINT_PATHS": "templates\nmy stack.yaml", "HOTLINT_ARGUMENTS": "-e 'env/common.yaml'"}
        assert set(job["variables"]) == set(given)
        for script in job["script"]:
            done = _ran(["sh", "-c", script], folder, given)
            if done.returncode:
                found.append(f"its script ends with {done.returncode}: {done.stdout}")
        reports = job["artifacts"]["reports"].values()
        found += [f"its script writes no '{name}'" for name in reports if not Path(folder, name).exists()]
    return [f"{_GITLAB}: {wrong}" for wrong in found]


def _of_command(text: str) -> str | None:
    """Return what is wrong with a command of a CI system. One of hotlint runs, where the folder of a page is the job's."""
    wrong = problem(Command("", 0, text, "run"))
    if wrong is not None or not re.match(r"(?:[\w.]+/)*hotlint ", text):
        return wrong
    with tempfile.TemporaryDirectory() as folder:
        prepared(Path(folder), "")
        done = _ran(["sh", "-c", re.sub(r"^\S*/", "", text)], folder, {})
    return f"'{text}' ends with {done.returncode}: {done.stdout}" if done.returncode else None


def _ran(words: list[str], folder: str, given: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a command in the folder of a page, with variables, and return how it ended."""
    return subprocess.run(
        words, cwd=folder, env=consoles.environment(folder) | given, check=False, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip


def _python(block: Block) -> Iterator[str]:
    if block.page != EXECUTED:
        is_body = block.text.startswith(" ")  # of a class, with a text whose lines begin at the margin
        try:
            ast.parse(f"class Body:\n{block.text}" if is_body else block.text)
        except SyntaxError as exc:
            yield f"it is no Python: {exc}"
        return
    with tempfile.TemporaryDirectory() as folder:
        prepared(Path(folder), block.text)
        run = _ran([sys.executable, "-c", block.text], folder, {})
        if run.returncode:
            yield f"it fails: {run.stdout}"


def _yaml(block: Block) -> Iterator[str]:
    """Yield what is wrong with YAML: a configuration of hotlint, a step of GitHub, hooks of pre-commit, or anything else."""
    try:
        data = yaml.safe_load(block.text)
    except yaml.YAMLError as exc:
        yield f"it is no YAML: {exc}"
        return
    if _is_configuration(data):
        yield from _configuration(block.text)
    for step in _mappings(data):
        if _INPUTS.match(str(step.get("uses", ""))):
            yield from _action(step)
        elif str(step.get("id", "")).startswith("hotlint-") or "OWNER/hotlint" in str(step.get("repo", "")):
            yield from _hook(step)


def _is_configuration(data: Any) -> bool:
    """Return whether most keys are those of .hotlint.yaml: a misspelled one is a mistake, not another file."""
    keys = json.loads((TOP / "hotlint/data/config.schema.json").read_text(encoding="utf-8"))["properties"]
    return isinstance(data, dict) and 2 * sum(key in keys for key in data) > len(data)


def _configuration(text: str) -> Iterator[str]:
    """Yield the problems of a configuration, but for files that it names and a page does not have."""
    with tempfile.TemporaryDirectory() as folder:
        prepared(Path(folder), "")
        path = Path(folder, ".hotlint.yaml")
        path.write_text(text, encoding="utf-8")
        found = [one.message for one in read_config(str(path), None).problems]
        yield from (one for one in found if "does not exist" not in one)


def _mappings(data: Any) -> Iterator[dict[str, Any]]:
    if isinstance(data, dict):
        yield data
    for inner in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from _mappings(inner)


def _action(step: dict[str, Any]) -> Iterator[str]:
    declared = yaml.safe_load((TOP / "action.yml").read_text(encoding="utf-8"))["inputs"]
    given = step.get("with", {})
    yield from (f"action.yml has no input '{name}'" for name in given if name not in declared)
    paths = shlex.join(given.get("paths", ".").splitlines())
    wrong = _of_command(f"hotlint check {given.get('arguments', '')} {paths}")
    yield from (wrong,) if wrong is not None else ()


def _hook(step: dict[str, Any]) -> Iterator[str]:
    hooks = {one["id"]: one for one in yaml.safe_load((TOP / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))}
    for used in step.get("hooks", (step,)):
        if used["id"] not in hooks:
            yield f".pre-commit-hooks.yaml has no hook '{used['id']}'"
            continue
        hook = hooks[used["id"]]
        # without arguments, as in `hotlint docs`, which needs some
        wrong = _of_command(shlex.join([*shlex.split(hook["entry"]), *used["args"]])) if "args" in used else None
        yield from (wrong,) if wrong is not None else ()


def _text(block: Block) -> Iterator[str]:
    """Yield what is wrong with an indented block: it may be a configuration, or Python."""
    first = block.text.split("\n")[0]
    if re.match(r"(?:async )?def |import |from \w+ import ", first):
        yield from _python(block)
        return
    try:
        data = yaml.safe_load(block.text)
    except yaml.YAMLError:
        return  # commands, output, or another text
    if first.startswith("# .hotlint.yaml") or _is_configuration(data):
        yield from _configuration(block.text)


def _json(block: Block) -> Iterator[str]:
    try:
        json.loads(block.text)
    except ValueError as exc:
        yield f"it is no JSON: {exc}"


def _toml(block: Block) -> Iterator[str]:
    try:
        tomllib.loads(block.text)
    except tomllib.TOMLDecodeError as exc:
        yield f"it is no TOML: {exc}"


def _ini(block: Block) -> Iterator[str]:
    reader = configparser.ConfigParser()
    try:
        reader.read_string(block.text)
    except configparser.Error as exc:
        yield f"it is no INI file: {exc}"
        return
    for section in reader.sections():
        for command in reader.get(section, "commands", fallback="").splitlines():
            wrong = _of_command(command.replace("{posargs}", ""))
            yield from (wrong,) if wrong is not None else ()


def _groovy(block: Block) -> Iterator[str]:
    """Yield what is wrong with the shell steps of a Jenkinsfile. The last one is the check, and there is one."""
    steps = re.findall(r"^ *sh '([^']*)'$", block.text, re.M)
    yield from () if steps else ("it has no shell step",)
    yield from (wrong for step in steps if (wrong := _of_command(step)) is not None)


def _nothing(block: Block) -> Iterator[str]:
    return iter(())


CLIENTS = ("hcl", "go", "ruby", "java")
"""Languages of programs that use a library of OpenStack, which are only read."""
_CHECKS: dict[str, Callable[[Block], Iterator[str]]] = {
    "": _text, "python": _python, "yaml": _yaml, "json": _json, "toml": _toml, "ini": _ini, "groovy": _groovy,
    **dict.fromkeys(("text", "console", *SHELLS, *EDITORS, *CLIENTS), _nothing),
}  # fmt: skip
