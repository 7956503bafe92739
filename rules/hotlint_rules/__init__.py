"""hotlint's own rules by group. The entry point group `hotlint.rules` finds `RULES`.

`RULES` are the classes with a code in the modules of all groups, found when they are first asked for. The own rules of resource types
are in `hotlint.heat_types`.
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

__all__ = ["RULES"]


def __getattr__(name: str) -> object:
    if name == "RULES":
        return _rules()
    raise AttributeError(f"module 'hotlint_rules' has no attribute {name!r}")


def _names(folder: str) -> list[str]:
    """Return the names in a folder that are not private. (`pkgutil` does the same, and imports more than all rules.)"""
    return [name for name in sorted(os.listdir(folder)) if not name.startswith(("_", "."))]


def _modules(package: str) -> Iterator[ModuleType]:
    """Import and yield the modules of a package that are not private. Those for WebAssembly are compiled, without their sources."""
    (folder,) = import_module(package).__path__
    for name in _names(folder):
        module, _, ending = name.partition(".")
        if ending in ("py", "pyc"):
            yield import_module(f"{package}.{module}")


def _rules() -> list[type[Rule]]:
    """Return the rules of all groups: in each module the classes that have a code."""
    (folder,) = __path__
    groups = [f"{__name__}.{name}" for name in _names(folder) if "." not in name]
    return [kind for group in groups for module in _modules(group) for kind in _classes(module) if "code" in vars(kind)]


def _classes(module: ModuleType) -> Iterator[type[Any]]:
    name = module.__name__
    return (kind for kind in vars(module).values() if kind.__class__ is type and kind.__module__ == name)
