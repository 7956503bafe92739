"""hotlint's own rules by group. The entry point group `hotlint.rules` finds `RULES`, and `TYPE_RULES`.

`manifest.json` states for each rule what it looks at, so that a check imports only the rules of what a file has (see
`hotlint.linter.packs.manifest`). `RULES` itself imports all of them.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hotlint.rule import Rule

    RULES: list[type[Rule]]
    TYPE_RULES: dict[str, str]

__all__ = ["RULES", "TYPE_RULES"]


def __getattr__(name: str) -> object:
    if name == "RULES":
        return _rules()
    if name == "TYPE_RULES":
        from hotlint_rules.resources.by_type import TYPE_RULES

        return TYPE_RULES
    raise AttributeError(f"module 'hotlint_rules' has no attribute {name!r}")


def _rules() -> list[type[Rule]]:
    """Return the rules of all groups: in each module the class that has a code."""
    from importlib import import_module
    from pkgutil import iter_modules

    found = []
    for group in iter_modules(__path__, f"{__name__}."):
        if not group.ispkg:
            continue
        for module in iter_modules(import_module(group.name).__path__, f"{group.name}."):
            if not module.ispkg and not module.name.rpartition(".")[2].startswith("_"):
                own = vars(import_module(module.name)).values()
                found += [kind for kind in own if _is_rule_of(kind, module.name)]
    return found


def _is_rule_of(kind: object, module: str) -> bool:
    return isinstance(kind, type) and kind.__module__ == module and "code" in vars(kind)
