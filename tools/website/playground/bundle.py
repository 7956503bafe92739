#!/usr/bin/env python3
"""Write what the playground loads: the packages of a default installation in Python alone, and the examples.

    python tools/website/playground/bundle.py OUT

OUT gets `hotlint.zip` and `examples.json`. Run it with the interpreter of an installation for development.
"""

from __future__ import annotations

import json
import re
import sys
import zipfile
from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hotlint.linter.rules.rule import Rule

TOP = Path(__file__).resolve().parents[3]
OWN = {"hotlint": "hotlint", "rules/hotlint_rules": "hotlint_rules", "server/hotlint_server": "hotlint_server"}
LEFT_OUT = re.compile(
    r"__pycache__|\.(so|pyd|pyi|typed|exe|pth)$|^(?!hotlint)[^/]+/(.*/)?tests?/|^netaddr/eui/.*\.(txt|idx)$|^(setuptools|pkg_resources|pbr|_distutils_hack)/"
)
"""What no check in a browser needs: compiled parts, tests, the vendors of network cards, and what installs packages."""
METADATA = (".dist-info/METADATA", ".dist-info/entry_points.txt")
"""What names the project's version and its rule packs."""
EXAMPLES = {
    "Web servers": {"web.yaml": "web.yaml", "web.env.yaml": "env.yaml"},
    "A template with mistakes": {"broken.yaml": "broken.yaml"},
}
"""The files of each example, by their names in the playground: those in the folder of examples."""


def main(arguments: list[str]) -> int:
    """Write the files into the folder that the argument names. Returns 0."""
    out = Path(arguments[0])
    out.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(out / "hotlint.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, path in sorted({**dict(own_files()), **dict(required_files())}.items()):
            archive.writestr(zipfile.ZipInfo(name), path.read_bytes(), zipfile.ZIP_DEFLATED, 9)
    (out / "examples.json").write_text(json.dumps(examples(), indent=1) + "\n", encoding="utf-8")
    return 0


def own_files() -> Iterator[tuple[str, Path]]:
    """Yield the files of the project: their names in the archive, and their paths."""
    for folder, package in OWN.items():
        for path in sorted((TOP / folder).rglob("*")):
            name = f"{package}/{path.relative_to(TOP / folder).as_posix()}"
            if path.is_file() and not LEFT_OUT.search(name):
                yield name, path


def required_files() -> Iterator[tuple[str, Path]]:
    """Yield the files of the packages that a default installation needs."""
    waiting, seen = ["hotlint"], set()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        try:
            found = distribution(name)
        except PackageNotFoundError:
            continue  # a requirement of another platform
        waiting += [
            re.match(r"[\w.-]+", line)[0]  # type: ignore[index]
            for line in found.requires or ()
            if "extra ==" not in line
        ]
        for file in found.files or ():
            text = file.as_posix()
            is_wanted = text.endswith(METADATA) if name == "hotlint" else ".dist-info/" not in text
            if is_wanted and not text.startswith("..") and not LEFT_OUT.search(text):
                yield text, Path(str(file.locate()))


def examples() -> dict[str, Any]:
    """Return the files of each example by its title, and those of each rule's own example by its code."""
    from hotlint.linter.packs.registry import load

    chosen = {
        title: {name: (TOP / "examples" / path).read_text(encoding="utf-8") for name, path in files.items()}
        for title, files in EXAMPLES.items()
    }
    return {"examples": chosen, "rules": dict(of_rules(load().rules))}


def of_rules(rules: Iterable[Rule]) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the code of each rule whose example needs no cloud and no release, and the files of its first one."""
    from hotlint.linter.checking.testing import parse_marks

    for rule in rules:
        example = next((e for e in rule.bad if e.cloud is None and e.target is None), None)
        if example is not None:
            environment = {"env.yaml": example.environment} if example.environment is not None else {}
            yield rule.code, {"template.yaml": parse_marks(example.text).text, **environment, **example.files}


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
