"""The project's own Python files as syntax trees, for the tests of its house rules."""

from __future__ import annotations

import ast
import gc
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple

TOP = Path(__file__).resolve().parents[2]
ROOTS = ("hotlint", "rules/hotlint_rules", "server/hotlint_server")
Function = ast.FunctionDef | ast.AsyncFunctionDef
Documented = ast.Module | ast.ClassDef | Function


@dataclass(frozen=True, eq=False)
class Module:
    """One file: its path relative to the top, its number of lines, and its syntax tree."""

    path: str
    lines: int
    tree: ast.Module

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """All nodes of the tree."""
        return list(ast.walk(self.tree))


class Definition(NamedTuple):
    """One module, class or function, by its path and qualified name ("hotlint/api.py:Report.__init__")."""

    where: str
    node: Documented
    public: bool


@cache
def modules(roots: tuple[str, ...] = ROOTS) -> tuple[Module, ...]:
    """Return every Python file below the roots, in order of paths."""
    paths = [path for root in roots for path in sorted((TOP / root).rglob("*.py"))]
    gc.disable()  # it would look through all trees again and again, which takes longer than parsing
    try:
        found = tuple(map(_read, paths))
        gc.freeze()
        return found
    finally:
        gc.enable()


def definitions(module: Module) -> Iterator[Definition]:
    """Yield the module, and every class and function that is not inside a function."""
    yield Definition(module.path, module.tree, True)
    yield from _inside(module.tree, f"{module.path}:", True)


def _inside(parent: ast.Module | ast.ClassDef, prefix: str, public: bool) -> Iterator[Definition]:
    for node in parent.body:
        if isinstance(node, Documented) and not isinstance(node, ast.Module):
            shown = public and not node.name.startswith("_")
            yield Definition(prefix + node.name, node, shown)
            if isinstance(node, ast.ClassDef):
                yield from _inside(node, f"{prefix}{node.name}.", shown)


def _read(path: Path) -> Module:
    text = path.read_text(encoding="utf-8")
    return Module(path.relative_to(TOP).as_posix(), text.count("\n"), ast.parse(text))
