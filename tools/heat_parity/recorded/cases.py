"""The cases that Heat is asked about: small templates with an environment each, and deployments of several files.

A Python file lists the small ones: its TOPICS are functions, each of which yields (template, environment) pairs.

A file NAME.case holds the files of a deployment, each below a line `=== name`; root.yaml is the template, env*.yaml are
its environments, in order.
"""

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from .verdicts import content_key

SUFFIX = ".case"
ROOT = "root.yaml"
SEPARATOR = "=== "


class TemplateCase(NamedTuple):
    """A template and the environment that it is validated with."""

    template: str
    environment: dict[str, Any]

    @property
    def key(self) -> str:
        """The key of the verdict on this case."""
        return content_key(self.template, self.environment)


def read_topics(path: Path) -> Iterator[tuple[str, list[TemplateCase]]]:
    """Yield the cases of each topic of a file, with its name. The file is run."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for topic in module.TOPICS:
        yield topic.__name__, [TemplateCase(template, environment) for template, environment in topic()]


class Composition(NamedTuple):
    """A deployment: the contents of its files, by name."""

    name: str
    files: dict[str, str]

    @property
    def key(self) -> str:
        """The key of the verdict on this case. The name of the case is not part of it."""
        return content_key(self.files)

    def lay_out(self, folder: Path) -> tuple[Path, list[Path]]:
        """Write the files into a folder; return the paths of the template and of the environments."""
        for name, text in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return folder / ROOT, [folder / name for name in sorted(self.files) if name.startswith("env")]


def read_composition(path: Path) -> Composition:
    """Return the deployment that a .case file holds; ValueError when it has no root.yaml."""
    files: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in path.read_text(encoding="utf-8").splitlines(keepends=True):
        if line.startswith(SEPARATOR):
            lines = files.setdefault(line[len(SEPARATOR) :].strip(), [])
        else:
            lines.append(line)
    if ROOT not in files:
        raise ValueError(f"{path.name}: has no {ROOT}")
    return Composition(path.stem, {name: "".join(lines) for name, lines in files.items()})


def read_compositions(folder: Path) -> Iterator[Composition]:
    """Yield the deployments of a folder, in the order of their names."""
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        yield read_composition(path)
