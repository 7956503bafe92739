"""The manual: a page in Markdown for each rule, function and resource type, made from what they say of themselves.

`hotlint explain` prints these pages, the server shows them, and docs/ holds those of the rules.
"""

from __future__ import annotations

from hotlint import functions
from hotlint.catalogue import Catalogue, ResourceType


def page(name: str, catalogue: Catalogue) -> str | None:
    """The page of a rule (by code or name), a function or a resource type; None when there is nothing of that name."""
    if name in functions.NAMES:
        from hotlint.manual.function import function_page

        function = functions.get(name)
        assert function is not None
        return function_page(function)
    if "::" in name:
        found = catalogue.resource(name)
        if isinstance(found, ResourceType):
            from hotlint.manual.type import type_page

            return type_page(found)
        return None
    from hotlint import registry
    from hotlint.manual.rule import rule_page

    rule = registry.load().find(name)
    return rule_page(rule) if rule is not None else None


def names(catalogue: Catalogue) -> list[str]:
    """Everything that has a page."""
    from hotlint import registry

    rules = registry.load().rules
    return [*(r.code for r in rules), *(r.name for r in rules), *sorted(functions.NAMES), *catalogue.names()]
