"""hotlint's own rules by group. The entry point group `hotlint.rules` finds `RULES`, and `TYPE_RULES`.

`RULES` are the classes with a code in the modules of all groups. `TYPE_RULES` is the module of each resource type that has rules of
its own. Each is found when it is first asked for.
"""

from __future__ import annotations

import os
from importlib import import_module

from hotlint.common.annotations import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

    from hotlint.rule import Rule

    RULES: list[type[Rule]]
    TYPE_RULES: dict[str, str]

__all__ = ["RULES", "TYPE_RULES"]


def __getattr__(name: str) -> object:
    if name == "RULES":
        return _rules()
    if name == "TYPE_RULES":
        return _type_rules()
    raise AttributeError(f"module 'hotlint_rules' has no attribute {name!r}")


def _names(folder: str) -> list[str]:
    """Return the names in a folder that are not private. (`pkgutil` does the same, and imports more than all rules.)"""
    return [name for name in sorted(os.listdir(folder)) if not name.startswith(("_", "."))]


def _modules(package: str) -> Iterator[ModuleType]:
    """Import and yield the modules of a package that are not private."""
    (folder,) = import_module(package).__path__
    for name in _names(folder):
        if name.endswith(".py"):
            yield import_module(f"{package}.{name[:-3]}")


def _rules() -> list[type[Rule]]:
    """Return the rules of all groups: in each module the classes that have a code."""
    (folder,) = __path__
    groups = [f"{__name__}.{name}" for name in _names(folder) if "." not in name]
    return [kind for group in groups for module in _modules(group) for kind in _classes(module) if "code" in vars(kind)]


def _type_rules() -> dict[str, str]:
    """Return the module of each resource type that has rules of its own."""
    from hotlint import heat_types

    found = {name for known in heat_types.all_types() if known.source for name in known.types}
    return {name: f"{heat_types.__name__}.{heat_types.module_of(name)}" for name in sorted(found)}


def _classes(module: ModuleType) -> Iterator[type[Any]]:
    return (kind for kind in vars(module).values() if isinstance(kind, type) and kind.__module__ == module.__name__)
