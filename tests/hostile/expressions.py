"""Every regular expression of hotlint's own code, and texts that are made to keep it busy.

Expressions are found in the sources: calls of the functions of `re`, with all methods that are called on a compiled one.
So a new one is covered as soon as it is written.
"""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

TOP = Path(__file__).parents[2]
FUNCTIONS = frozenset(("match", "fullmatch", "search", "findall", "finditer", "split", "sub"))
_USE = re.compile(rf"\.(?:compile|{'|'.join(sorted(FUNCTIONS))})\b")
_CALL = re.compile(rf"\bre{_USE.pattern}\(")
SAMPLES = 4
LONGEST_SAMPLE = 48
LONGEST_PUMP = 4


class Expression(NamedTuple):
    """An expression with the function of `re` that it is used with, and where it is written."""

    where: str
    pattern: re.Pattern[Any]
    function: str

    def run(self, text: str) -> None:
        """Search a text as hotlint does."""
        subject = text if isinstance(self.pattern.pattern, str) else text.encode()
        if self.function == "sub":
            self.pattern.sub(b"" if isinstance(subject, bytes) else "", subject)
        elif self.function == "finditer":
            for _ in self.pattern.finditer(subject):
                pass
        else:
            getattr(self.pattern, self.function)(subject)


def modules() -> list[str]:
    """Return the modules of the packages that call a function of `re`, as their text shows without parsing it."""
    return [name for name, text in _texts().items() if _CALL.search(text)]


@cache
def expressions(module: str) -> list[Expression]:
    """Return every expression of a module, once for each function that it is used with."""
    tree = _trees()[module]
    try:
        names = vars(import_module(module))
    except ImportError:  # a library that only an extra brings
        names = {}
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    own = _uses([tree])
    found = []
    for node in parents:
        function = node.func if isinstance(node, ast.Call) else None
        if not (
            isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name) and function.value.id == "re"
        ):
            continue
        assert isinstance(node, ast.Call)
        if function.attr not in (*FUNCTIONS, "compile"):
            continue
        pattern = _compiled(node, names)
        if pattern is None:
            continue
        used = {function.attr} if function.attr != "compile" else _functions_of(node, parents, _all_uses(), own)
        found += [Expression(f"{module}:{node.lineno}", pattern, each) for each in sorted(used)]
    return found


@cache
def _texts() -> dict[str, str]:
    texts = {}
    for folder, package in (
        ("hotlint", "hotlint"),
        ("rules/hotlint_rules", "hotlint_rules"),
        ("server/hotlint_server", "hotlint_server"),
    ):
        for path in sorted((TOP / folder).rglob("*.py")):
            name = ".".join((package, *path.relative_to(TOP / folder).with_suffix("").parts)).removesuffix(".__init__")
            if not name.endswith("__main__") and ".extraction." not in name:  # which Heat's Python imports
                texts[name] = path.read_text(encoding="utf-8")
    return texts


@cache
def _trees() -> dict[str, ast.Module]:
    """Return the modules that name a function of `re`, parsed."""
    return {name: ast.parse(text) for name, text in _texts().items() if _USE.search(text)}


@cache
def _all_uses() -> dict[str, set[str]]:
    return _uses(_trees().values())


def _uses(trees: Iterable[ast.Module]) -> dict[str, set[str]]:
    """Return the functions of `re` that are called on each name, anywhere: {name of a variable: functions}."""
    uses: dict[str, set[str]] = {}
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and node.attr in FUNCTIONS:
                value = node.value
                name = (
                    value.id if isinstance(value, ast.Name) else value.attr if isinstance(value, ast.Attribute) else ""
                )
                if isinstance(value, ast.Subscript) and isinstance(value.value, ast.Name):
                    name = value.value.id
                uses.setdefault(name, set()).add(node.attr)
    return uses


def _functions_of(
    node: ast.AST, parents: dict[ast.AST, ast.AST], uses: dict[str, set[str]], own: dict[str, set[str]]
) -> set[str]:
    """Return the functions that a compiled expression is used with; all of them where that cannot be seen."""
    parent = parents[node]
    if isinstance(parent, ast.Attribute):
        return {parent.attr}
    while not isinstance(parent, ast.Assign | ast.AnnAssign | ast.stmt):
        parent = parents[parent]
    targets = parent.targets if isinstance(parent, ast.Assign) else [getattr(parent, "target", None)]
    names = [t.id if isinstance(t, ast.Name) else getattr(t, "attr", "") for t in targets]
    seen = [own.get(n) or (set() if n.startswith("_") else uses.get(n, set())) for n in names]
    return set().union(*seen) or own.get("pattern") or set(FUNCTIONS)


def _compiled(call: ast.Call, module: dict[str, Any]) -> re.Pattern[Any] | None:
    """Return the expression of a call, with the digit 2 for what only the run knows; None for one that is all of that."""
    known = _text(call.args[0], module)
    if known is None:
        return None
    others = [ast.unparse(a) for a in (*call.args[1:], *(k.value for k in call.keywords))]
    flags = [text for text in others if re.fullmatch(r"re\.[A-Z]+( \| re\.[A-Z]+)*", text)]
    flag = eval(flags[0], {"re": re}) if flags else 0
    return re.compile(known, flag)


def _text(node: ast.expr, module: dict[str, Any]) -> Any:
    if isinstance(node, ast.JoinedStr):
        parts = [_text(v.value, module) if isinstance(v, ast.FormattedValue) else v.value for v in node.values]  # type: ignore[attr-defined]
        return "".join("2" if part is None else str(part) for part in parts)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = _text(node.left, module), _text(node.right, module)
        return None if left is None and right is None else f"{left or '2'}{right or '2'}"
    try:
        found = eval(ast.unparse(node), module, {})
    except Exception:
        return None
    return found if isinstance(found, str | bytes) else None


def hostile_texts(pattern: re.Pattern[Any], chance: random.Random) -> Iterator[tuple[str, str, str]]:
    """Yield (start, part to be repeated, end): pieces of texts that the expression matches, and of its own characters."""
    raw = pattern.pattern
    parser: Any = import_module("re._parser")
    parsed = parser.parse(raw, pattern.flags & ~re.UNICODE if isinstance(raw, bytes) else pattern.flags)
    yielded = set()
    for number in range(SAMPLES):
        sample = _sample(parsed, chance, number)[:LONGEST_SAMPLE]
        for at in range(len(sample) + 1):
            pumps = [sample[at : at + size] for size in range(1, LONGEST_PUMP + 1)]
            for start, pump in [*((sample[:at], p) for p in pumps), ("", sample[:at]), ("\n", sample[at:])]:
                for end in ("", "\0"):
                    if pump and (start, pump, end) not in yielded:
                        yielded.add((start, pump, end))
                        yield start, pump, end
    letters = sorted({c for start, pump, _ in yielded for c in start + pump})[:12]
    for first in letters:
        for second in letters:
            for end in ("", "\0"):
                yield "", first + second, end


def _sample(items: Any, chance: random.Random, variant: int) -> str:
    """Return a text that parts of an expression match, looking around left out."""
    made = ""
    for op, args in items:
        made += _sample_of(str(op), args, chance, variant)
    return made


def _sample_of(op: str, args: Any, chance: random.Random, variant: int) -> str:
    if op == "LITERAL":
        return chr(args)
    if op == "NOT_LITERAL":
        return chance.choice([c for c in "a ':-" if ord(c) != args])
    if op == "ANY":
        return chance.choice("a :")
    if op == "IN":
        return _one_of(args, chance)
    if op in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
        times = min(args[1], max(args[0], variant % 3))
        return "".join(_sample(args[2], chance, variant) for _ in range(int(times)))
    if op == "SUBPATTERN":
        return _sample(args[3], chance, variant)
    if op == "ATOMIC_GROUP":
        return _sample(args, chance, variant)
    if op == "BRANCH":
        return _sample(chance.choice(args[1]), chance, variant)
    return ""


CATEGORIES = {"DIGIT": "1", "WORD": "a_", "SPACE": " \n\t", "NOT_DIGIT": "a ", "NOT_WORD": " :", "NOT_SPACE": "a:-"}


def _one_of(args: Any, chance: random.Random) -> str:
    """Return a character of a set."""
    kinds = [(str(kind), value) for kind, value in args]
    if kinds[0][0] == "NEGATE":
        return chance.choice([c for c in "a1 \n\t:,-\"'[{#" if not _in_set(c, kinds[1:])] or ["~"])
    kind, value = chance.choice(kinds)
    if kind == "LITERAL":
        return chr(value)
    if kind == "RANGE":
        return chr(value[0])
    return chance.choice(CATEGORIES[str(value).removeprefix("CATEGORY_").removeprefix("UNI_")])


def _in_set(char: str, kinds: list[tuple[str, Any]]) -> bool:
    for kind, value in kinds:
        if kind == "LITERAL" and ord(char) == value:
            return True
        if kind == "RANGE" and value[0] <= ord(char) <= value[1]:
            return True
        if kind == "CATEGORY":
            name = str(value).removeprefix("CATEGORY_").removeprefix("UNI_")
            tests = {"DIGIT": char.isdigit(), "WORD": char.isalnum() or char == "_", "SPACE": char.isspace()}
            if tests[name.removeprefix("NOT_")] is not name.startswith("NOT_"):
                return True
    return False
