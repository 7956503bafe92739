#!/usr/bin/env python3
"""List what Heat's releases changed in the code that decides about templates, and what hotlint knows of each change.

    python tools/generate/release_changes.py [--cache FOLDER] [--diff WORD]

Downloads the last release of each major version of openstack-heat (through pip, wheels only; none is installed and nothing of
them runs), and compares the functions, constraints, parameters, properties and templates, and the methods of resources that
validate, refer, depend and update, by their syntax trees: comments, messages of logs and the ways of older Pythons do not
count. Compares the properties that `validate()` reads with those that hotlint states, too: where only one of the two changes,
that is a change. Prints each change that `release_changes.yaml` does not state, and each statement whose change is gone, and then exits
with 1. With `--diff` it prints the changes whose place contains the word.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import json
import pathlib
import re
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from itertools import pairwise

import yaml
from releases import versions, wheel
from validate_reads import differences

TOP = pathlib.Path(__file__).resolve().parents[2]
STATES = pathlib.Path(__file__).with_suffix(".yaml")
ENGINE = "heat/engine/"
WHOLE = re.compile(
    r"(hot/|cfn/|constraint/|(attributes|conditions|constraints|dependencies|environment|function|output|parameter_groups|"
    r"parameters|properties|rsrc_defn|support|template|template_common|template_files|translation)\.py$)"
)
"""Files that are compared whole, below the engine's folder."""
PARTLY = re.compile(r"(resources/|(resource|stack|service)\.py$)")
METHODS = re.compile(
    r"_?validate|needs_replace|handle_update$|add_(explicit_)?dependencies$|translation_rules$|get_reference_id$|_?check_|"
    r"prepare_for_replace$|_needs_update$"
)
"""Methods that are compared in files of `PARTLY`."""
CONSTRAINTS = re.compile(r"clients/os/")


def functions(archive: pathlib.Path) -> dict[str, str]:
    """Return the normalized source of each compared function of a release, by its place: `file.py:Class.method`."""
    found = {}
    with zipfile.ZipFile(archive) as files:
        for name in sorted(files.namelist()):
            path = name.removeprefix(ENGINE)
            if name == path or not path.endswith(".py") or not any(p.match(path) for p in (WHOLE, PARTLY, CONSTRAINTS)):
                continue
            for owner, function in _defined(ast.parse(files.read(name))):
                if _is_compared(path, owner, function.name):
                    found[f"{path}:{owner}{function.name}"] = ast.unparse(_Plain().visit(function))
    return found


def _defined(module: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Yield the functions and methods of a module, with the name of their class and a dot."""
    for node in module.body:
        inside, owner = (node.body, f"{node.name}.") if isinstance(node, ast.ClassDef) else ([node], "")
        yield from ((owner, found) for found in inside if isinstance(found, ast.FunctionDef))


def _is_compared(path: str, owner: str, name: str) -> bool:
    if CONSTRAINTS.match(path):
        return owner.endswith("Constraint.")
    return bool(WHOLE.match(path)) or bool(METHODS.match(name))


class _Plain(ast.NodeTransformer):
    """Takes out what differs between releases without a meaning: logs, docstrings, translated messages, six."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.generic_visit(node)
        body = node.body[1:] if ast.get_docstring(node) is not None else node.body
        node.body = [line for line in body if not ast.unparse(line).startswith("LOG.")] or [ast.Pass()]
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        called = ast.unparse(node.func)
        if called == "_" and len(node.args) == 1:
            return node.args[0]
        if called == "super":
            node.args = []
        if called in ("six.iteritems", "six.itervalues", "six.iterkeys"):
            return ast.Call(ast.Attribute(node.args[0], called[8:], ast.Load()), [], [])
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        return ast.Constant(node.value)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        written = ast.unparse(node)
        plain = {
            "six.string_types": "str",
            "six.text_type": "str",
            "six.integer_types": "int",
            "six.moves.xrange": "range",
        }
        if written in plain:
            return ast.Name(plain[written], node.ctx)
        if written.startswith("six.moves."):
            return ast.Name("functools.reduce" if node.attr == "reduce" else node.attr, node.ctx)
        if re.fullmatch(r"collections\.[A-Z]\w*", written):
            return ast.Name(f"collections.abc.{node.attr}", node.ctx)
        return node


def changes(old: dict[str, str], new: dict[str, str]) -> dict[str, tuple[str, str]]:
    """Return the old and the new source of what differs, by place; a whole file that came or went is one place."""
    found = {p: (old.get(p, ""), new.get(p, "")) for p in sorted({*old, *new}) if old.get(p) != new.get(p)}
    files = [{place.partition(":")[0] for place in side} for side in (old, new)]
    for file in files[0] ^ files[1]:
        found = {place: sides for place, sides in found.items() if place.partition(":")[0] != file}
        found[file] = ("", "") if file in files[1] else ("the file", "")
    return dict(sorted(found.items()))


def main(argv: list[str] | None = None) -> int:
    """Print the changes that nobody has looked at. Returns 1 when there are some."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cache", type=pathlib.Path, metavar="FOLDER", help="keep the wheels in this folder")
    parser.add_argument("--diff", metavar="WORD", help="print the changes of places that contain the word")
    options = parser.parse_args(argv)
    newest = json.loads((TOP / "hotlint/data/releases.json").read_text())["releases"][-1][0]
    stated = yaml.safe_load(STATES.read_text(encoding="utf-8"))
    missing = 0
    with tempfile.TemporaryDirectory() as folder:
        cache = options.cache or pathlib.Path(folder)
        wheels = {version: wheel(version, cache) for version in versions(newest)}
        read = {version: functions(archive) | differences(archive) for version, archive in wheels.items()}
    for old, new in pairwise(read):
        found, known = changes(read[old], read[new]), stated.get(f"{old} to {new}", {})
        for place, (before, after) in found.items():
            if options.diff and options.diff in place:
                print(f"== {old} to {new}: {place}")
                print("\n".join(difflib.unified_diff(before.splitlines(), after.splitlines(), n=2, lineterm="")))
        for place in [*(p for p in found if p not in known), *(p for p in known if p not in found)]:
            missing += 1
            print(f"{old} to {new}: {place}: {'not looked at' if place in found else 'no longer a change'}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
