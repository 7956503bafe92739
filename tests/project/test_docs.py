"""Documents agree with the repository: links lead somewhere, named files exist, versions are the same everywhere."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from vocabulary import TOP, tracked_files

import hotlint

_LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
_PATH = re.compile(
    r"`((?:hotlint|rules|server|tests|tools|docs|benchmarks|vscode-extension|examples|requirements)/[\w./*-]+)`"
)
_WALK_EXAMPLES = {"docs/rules/HOT399.md"}
"""Files that the pages on changes invent."""


def documents() -> list[str]:
    """Return the Markdown documents, generated pages, records of tests and the site's first page (which it checks) aside."""
    others = ("docs/rules/", "tests/data/", "vscode-extension/", "tools/website/")
    return [p for p in tracked_files("*.md") if not p.startswith(others)]


@pytest.mark.parametrize("name", documents())
def test_links_lead_somewhere(name: str) -> None:
    text = (TOP / name).read_text(encoding="utf-8")
    targets = [link for link in _LINK.findall(text) if "://" not in link and not link.startswith("mailto:")]
    assert [link for link in targets if not (TOP / name).parent.joinpath(link).exists()] == []


@pytest.mark.parametrize("name", ["ARCHITECTURE.md", *(n for n in documents() if n.startswith("docs/contributing/"))])
def test_named_files_exist(name: str) -> None:
    assert [path for path in _named_files(TOP / name) if not list(TOP.glob(path))] == []


@pytest.mark.parametrize("name", ["server/README.md", "vscode-extension/README.md"])
def test_named_modules_exist(name: str) -> None:
    """Also those that a page names without their folder, and folders of the server."""
    text, below = (TOP / name).read_text(encoding="utf-8"), (TOP / name).parent
    named = {*re.findall(r"[\w./-]+\.(?:py|sh|mjs|ts|lua|el)\b", text), *re.findall(r"`([\w/]+)/`", text)} - {
        "init.lua"
    }
    assert [path for path in sorted(named) if not (TOP / path).exists() and not list(below.glob(f"**/{path}"))] == []


def test_version_is_the_same_everywhere() -> None:
    extension = json.loads((TOP / "vscode-extension/package.json").read_text(encoding="utf-8"))
    assert extension["version"] == hotlint.__version__.partition(".dev")[0]
    assert "version" not in _project()  # the package has that of hotlint/common/version.py


def test_lowest_versions_are_the_lower_bounds() -> None:
    extras = {
        name: of for name, of in _project()["optional-dependencies"].items() if name not in ("dev", "docs", "all")
    }
    needed = [*_project()["dependencies"], *(one for of in extras.values() for one in of)]
    bounds = {d.split(">=")[0].lower(): _numbers(re.split(">=|[,;]", d)[1]) for d in needed}
    lines = (TOP / "requirements/lowest.txt").read_text(encoding="utf-8").splitlines()
    pins = {line.split("==")[0].lower(): _numbers(line.split("==")[1]) for line in lines if "==" in line}
    assert pins == bounds


def _named_files(path: Path) -> Iterator[str]:
    """Yield the repository's paths that a document names in backticks, but for those that it calls new."""
    for line in path.read_text(encoding="utf-8").splitlines():
        for found in _PATH.findall(line):
            if "**new**" not in line and found not in _WALK_EXAMPLES:
                yield found.rstrip("/")


def _project() -> dict[str, Any]:
    project: dict[str, Any] = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return project


def _numbers(version: str) -> tuple[int, ...]:
    """Return a version as numbers without trailing zeros: "1.0" and "1.0.0" are the same."""
    numbers = [int(part) for part in version.split(".")]
    while numbers and not numbers[-1]:
        numbers.pop()
    return tuple(numbers)
