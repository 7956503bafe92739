"""hotlint's own rules by group. The entry point group `hotlint.rules` finds `RULES`, and `TYPE_RULES`.

`manifest.json` states for each rule what it looks at, so that a check imports only the rules of what a file has (see
`hotlint.linter.packs.manifest`). `RULES` itself imports all of them.
"""

from __future__ import annotations

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


def _modules(package: str) -> Iterator[ModuleType]:
    """Import and yield the modules of a package that are not private."""
    from pkgutil import iter_modules  # not in a check

    for module in iter_modules(import_module(package).__path__, f"{package}."):
        if not module.ispkg and not module.name.rpartition(".")[2].startswith("_"):
            yield import_module(module.name)


def _rules() -> list[type[Rule]]:
    """Return the rules of all groups: in each module the classes that have a code."""
    from pkgutil import iter_modules

    groups = (group.name for group in iter_modules(__path__, f"{__name__}.") if group.ispkg)
    return [kind for group in groups for module in _modules(group) for kind in _classes(module) if "code" in vars(kind)]


def _type_rules() -> dict[str, str]:
    """Return the module of each resource type that has rules of its own."""
    from hotlint import heat_types

    found = {name for known in heat_types.all_types() if known.source for name in known.types}
    return {name: f"{heat_types.__name__}.{heat_types.module_of(name)}" for name in sorted(found)}


def _classes(module: ModuleType) -> Iterator[type[Any]]:
    return (kind for kind in vars(module).values() if isinstance(kind, type) and kind.__module__ == module.__name__)
