"""The mutants of the core: all that the operators can make, and the sample of them that a seed draws."""

from __future__ import annotations

import ast
import difflib
import random
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from .operators import OPERATORS, Code, Edit

NO_BEHAVIOR = (ast.Import, ast.ImportFrom, ast.Assert, ast.Global, ast.Nonlocal, ast.Pass)
TYPE_CALLS = {"TypeVar", "NewType", "ParamSpec", "cast"}
UNSPOKEN = {"__all__", "__slots__", "bad", "good", "example", "given", "result", "source", "demands"}
"""What is assigned for readers: names for `import *`, and the examples and pages that the tests themselves are made of."""


class Mutant(NamedTuple):
    """One change of one file. `line` is 1-based; `scope` is the function or class around it, "" for the module."""

    file: str
    line: int
    scope: str
    in_function: bool
    edit: Edit
    before: str
    after: str

    @property
    def operator(self) -> str:
        """The kind of change."""
        return self.edit.operator

    @property
    def key(self) -> str:
        """What names the mutant wherever its line moves to: the file, the scope and the changed lines."""
        return f"{self.file}:{self.scope}: {' '.join(self.before.split())} => {' '.join(self.after.split())}"

    def lines(self) -> range:
        """The lines that the change touches."""
        return range(self.line, self.line + self.before.count("\n") + 1)

    def diff(self) -> str:
        """The change as a unified diff without a header."""
        rows = difflib.unified_diff(self.before.splitlines(), self.after.splitlines(), lineterm="", n=0)
        return "\n".join(row for row in rows if not row.startswith(("---", "+++", "@@")))


def of_tree(root: Path, folders: tuple[str, ...], left_out: tuple[str, ...] = ()) -> list[Mutant]:
    """All mutants of the Python files below the folders, in the order of files and lines."""
    skipped = [root / folder for folder in left_out]
    below = (path for folder in folders for path in (root / folder).rglob("*.py"))
    files = sorted(path for path in below if not any(path.is_relative_to(folder) for folder in skipped))
    return [m for path in files for m in of_text(path.relative_to(root).as_posix(), path.read_text(encoding="utf-8"))]


def of_text(file: str, text: str) -> Iterator[Mutant]:
    """The mutants of one file; a few are no Python or change nothing, which `is_viable` tells."""
    code = Code(text)
    seen = set()
    for node, scope, in_function in _nodes(code.tree, (), False):
        for edit in OPERATORS.get(type(node), _nothing)(code, node):
            if edit[1:] not in seen:
                seen.add(edit[1:])
                yield _mutant(file, code, edit, scope, in_function)


def apply(text: str, edit: Edit) -> str:
    """The text after the edit."""
    return text[: edit.start] + edit.text + text[edit.end :]


def is_viable(text: str, mutant: Mutant) -> bool:
    """Whether the mutant of this text is Python code, and other code."""
    try:
        return ast.dump(ast.parse(apply(text, mutant.edit))) != ast.dump(ast.parse(text))
    except SyntaxError:
        return False


def sample(mutants: list[Mutant], count: int, seed: int) -> list[Mutant]:
    """Draw lines of code evenly, and one mutant of each: a crowded line counts no more than a plain one."""
    by_line = defaultdict(list)
    for mutant in mutants:
        by_line[mutant.file, mutant.line].append(mutant)
    draw = random.Random(seed)
    lines = draw.sample(sorted(by_line), min(count, len(by_line)))
    return [draw.choice(by_line[line]) for line in lines]


def _mutant(file: str, code: Code, edit: Edit, scope: tuple[str, ...], in_function: bool) -> Mutant:
    start = code.text.rfind("\n", 0, edit.start) + 1
    end = code.text.find("\n", edit.end)
    end = len(code.text) if end < 0 else end
    after = code.text[start : edit.start] + edit.text + code.text[edit.end : end]
    return Mutant(file, code.line(edit.start), ".".join(scope), in_function, edit, code.text[start:end], after)


def _nothing(_code: Code, _node: ast.AST) -> Iterator[Edit]:
    return iter(())


def _nodes(node: ast.AST, scope: tuple[str, ...], in_function: bool) -> Iterator[tuple[ast.AST, tuple[str, ...], bool]]:
    """Every node that does something when the code runs, with the names of the definitions around it."""
    for child in _children(node):
        inner, inside = scope, in_function
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inner = (*scope, child.name)
            inside = in_function or not isinstance(child, ast.ClassDef)
        elif not _is_silent(child):
            yield child, scope, in_function
        if not _is_silent(child):
            yield from _nodes(child, inner, inside)


def _children(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.JoinedStr):  # Python 3.11 does not say where its parts are
        return
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_params", "bases", "type_comment"):
            continue
        yield from (part for part in (value if isinstance(value, list) else [value]) if isinstance(part, ast.AST))


def _is_silent(node: ast.AST) -> bool:
    """Whether a node is a docstring, an import, a type, or a check for the reader."""
    if isinstance(node, NO_BEHAVIOR) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
        return True
    if isinstance(node, ast.If):
        return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    if isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        names = {target.id for target in targets if isinstance(target, ast.Name)}
        annotation = node.annotation if isinstance(node, ast.AnnAssign) else None
        return bool(names & UNSPOKEN) or (isinstance(annotation, ast.Name) and annotation.id == "TypeAlias")
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TYPE_CALLS
