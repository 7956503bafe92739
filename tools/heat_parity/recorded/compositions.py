"""Deployments of several files: a template with what it nests and its environments.

A file NAME.case holds the files of a deployment, each below a line `=== name`; root.yaml is the template, env*.yaml are
its environments, in order.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from .verdicts import content_key

SUFFIX = ".case"
ROOT = "root.yaml"
SEPARATOR = "=== "


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
