"""House rule: what one resource type does stands in its module of `hotlint.heat_types`, and nowhere else."""

from __future__ import annotations

import ast
import re

from source_tree import modules

NAMESPACE = re.compile(r"(OS|AWS)::(?!\s|stack_id$|stack_name$|project_id$|StackId$|StackName$|Region$)")
# Files and folders that name types all the same, and why. The list only gets shorter.
NAMING = {
    "hotlint/heat_types/": "the home of types",
    "hotlint/language/versions.py": "the names that Heat reserves for pseudo parameters",
    "hotlint/linter/checking/aws_templates.py": "the namespaces by which a template is one for AWS",
    "hotlint/resource_types/cloud_release.py": "one policy of Heat, by patterns of names",
    "hotlint/resource_types/extraction/type_facts.py": "it makes the facts, where Heat is installed and hotlint is not",
}


def test_only_heat_types_names_types() -> None:
    naming = {module.path for module in modules() for node in module.nodes if _names_types(node)}
    assert [path for path in sorted(naming) if not path.startswith(tuple(NAMING))] == []
    assert [place for place in NAMING if not any(path.startswith(place) for path in naming)] == []


def _names_types(node: ast.AST) -> bool:
    """Return whether a text is a type, or the beginning of types, such as "OS::Heat::"; a pseudo parameter is none."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and NAMESPACE.match(node.value) is not None
