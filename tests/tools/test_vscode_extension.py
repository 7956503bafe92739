"""Grammar and snippets of the VS Code extension: they are up to date, and every snippet is a template without errors."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

import hotlint
from hotlint.language import functions, versions

TOP = Path(__file__).parents[2]
SNIPPETS: dict[str, dict[str, Any]] = json.loads((TOP / "vscode-extension/snippets/hot.json").read_text("utf-8"))
GRAMMAR = json.loads((TOP / "vscode-extension/syntaxes/hot-keys.injection.tmLanguage.json").read_text("utf-8"))
LEFT_TO_THE_USER = {"HOT602", "HOT110", "HOT221", "HOT301", "HOT302", "HOT304", "HOT307", "HOT601"}
"""Codes of what a snippet leaves open: empty properties, and names and files that are not defined yet."""


@pytest.mark.parametrize("name", ["vscode_language", "vscode_facts"])
def test_generated_files_are_up_to_date(name: str) -> None:
    command = [sys.executable, str(TOP / "tools/generate"), name, "--check"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")


@pytest.mark.parametrize("name", sorted(functions.NAMES))
def test_every_function_is_highlighted_once(name: str) -> None:
    matching = [p["name"] for p in GRAMMAR["patterns"] if re.search(rf"[(|:]{re.escape(name)}[)|]", p["match"])]
    refers = name in {"get_param", "get_resource", "get_attr", "get_file", "Ref"}
    assert matching == ["support.function.reference.hot" if refers else "support.function.hot"]


def filled(body: list[str]) -> str:
    """Return a snippet as it is once inserted, each placeholder with its default."""
    text = "\n".join(body)
    text = re.sub(r"\$\{\d+\|([^,|]*)[^}]*\|\}", r"\1", text)
    text = re.sub(r"(?<!\\)\$\{\d+:((?:\\.|[^}])*)\}", r"\1", text)
    return re.sub(r"(?<!\\)\$\d+", "", text).replace("\\$", "$")


def in_template(prefix: str, text: str) -> str:
    """Return a template around a filled snippet."""
    head = f"heat_template_version: {versions.NEWEST}\n"
    lines = text.replace("\n", "\n  ")
    value = {"type": "OS::Heat::Value", "properties": {"value": 1}}
    rest = yaml.safe_dump({"resources": {"value": value}})
    if prefix == "hot":
        return text
    if prefix in ("hot-conditions", "hot-parameter-groups"):
        return f"{head}{text}\n{rest}"
    if prefix.startswith("hot-parameter"):
        return f"{head}parameters:\n  {lines}\n{rest}"
    if prefix == "hot-output":
        return f"{head}{rest}outputs:\n  {lines}\n"
    name = yaml.safe_load(text)
    function = functions.get(next(iter(name)))
    if function is None:
        return f"{head}resources:\n  {lines}\n"
    if not function.value:
        return f"{head}conditions:\n  a:\n    " + text.replace("\n", "\n    ") + f"\n{rest}"
    return f"{head}{rest}outputs:\n  a:\n    value:\n      " + text.replace("\n", "\n      ") + "\n"


@pytest.mark.parametrize("name", [name for name, s in SNIPPETS.items() if s["prefix"] != "hot-environment"])
def test_every_snippet_is_a_template_without_errors(name: str) -> None:
    snippet = SNIPPETS[name]
    text = in_template(snippet["prefix"], filled(snippet["body"]))
    report = hotlint.check("snippet.yaml", text=text, config=False)
    assert [f for f in report.diagnostics if f.severity == "error" and f.code not in LEFT_TO_THE_USER] == [], text


def test_every_snippet_has_its_place() -> None:
    places = {s["prefix"]: s["place"] for s in SNIPPETS.values()}
    assert places["hot"] == places["hot-environment"] == "document"
    assert places["hot-conditions"] == "section"
    assert places["hot-parameter-choice"] == "parameters"
    assert places["hot-server"] == "resources"
    assert places["hot-output"] == "outputs"
    assert places["hot-get-attr"] == places["hot-equals"] == "value"


def test_prefixes_are_distinct() -> None:
    prefixes = [s["prefix"] for s in SNIPPETS.values()]
    assert len(prefixes) == len(set(prefixes))
