"""The manual: a page in Markdown for each rule, function and resource type, made from what they say of themselves.

`hotlint explain` prints these pages, the server shows them, and docs/ holds those of the rules.
"""

from __future__ import annotations

from hotlint.language import functions
from hotlint.linter.rule import Rule
from hotlint.resource_types.catalog import Catalog, ResourceType


def page(name: str, catalog: Catalog) -> str | None:
    """The page of a rule (by code or name), a function or a resource type; None when there is nothing of that name."""
    if name in functions.NAMES:
        from hotlint.output.reference.function import function_page

        function = functions.get(name)
        assert function is not None
        return function_page(function)
    if "::" in name:
        found = catalog.resource(name)
        if isinstance(found, ResourceType):
            from hotlint.output.reference.type import type_page

            return type_page(found)
        return None
    from hotlint.output.reference.rule import rule_page

    folded = name.casefold()
    rule = next((r for r in rules() if folded in (r.code.casefold(), r.name.casefold())), None)
    return rule_page(rule) if rule is not None else None


def rules() -> list[Rule]:
    """All rules by their codes, and what the run itself has to say."""
    from hotlint.linter import registry
    from hotlint.linter.run_diagnostics import RUN_RULES

    return sorted((*registry.load().rules, *RUN_RULES), key=lambda r: r.code)


def names(catalog: Catalog) -> list[str]:
    """Everything that has a page."""
    listed = rules()
    return [*(r.code for r in listed), *(r.name for r in listed), *sorted(functions.NAMES), *catalog.names()]
