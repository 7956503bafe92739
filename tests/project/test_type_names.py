"""House rule: what one resource type does stands in its module of `hotlint.heat_types`, and nowhere else."""

from __future__ import annotations

import ast
import re

from source_tree import modules

TYPE = re.compile(r"(OS|AWS)::\w+::[\w:]+")
# Files and folders that name a type all the same, and why. The list only gets shorter.
NAMING = {
    "hotlint/heat_types/": "the home of types",
    "hotlint/resource_types/extraction/type_facts.py": "it makes the facts, where Heat is installed and hotlint is not",
}


def test_only_heat_types_names_types() -> None:
    naming = {m.path for m in modules() for node in m.nodes if isinstance(node, ast.Constant) and _is_type(node.value)}
    assert [path for path in sorted(naming) if not path.startswith(tuple(NAMING))] == []
    assert [place for place in NAMING if not any(path.startswith(place) for path in naming)] == []


def _is_type(value: object) -> bool:
    return isinstance(value, str) and TYPE.fullmatch(value) is not None
