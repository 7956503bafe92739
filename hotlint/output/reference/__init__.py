"""The reference: a page in Markdown for each rule, function, type and word, generated from their definitions.

`hotlint explain` prints these pages, the server shows them, and docs/ holds those of the rules.
"""

from __future__ import annotations

from hotlint.language import functions
from hotlint.linter.rules.rule import Rule
from hotlint.resource_types.catalog import Catalog, ResourceType


def page(name: str, catalog: Catalog) -> str | None:
    """Return the page of a rule (by code or name), function, resource type or word of the language, or None.

    `TYPE.NAME` names a property or an attribute.
    """
    if name in functions.NAMES:
        from hotlint.output.reference.word import function_page

        function = functions.get(name)
        assert function is not None
        return function_page(function)
    from hotlint.output.reference.word import word_page

    word = word_page(name)
    if word is not None:
        return word
    if "::" in name:
        found = catalog.resource(name)
        if isinstance(found, ResourceType):
            from hotlint.linter.packs.type_relations import requirements
            from hotlint.output.reference.type import type_page

            return type_page(found, tuple(requirements(name, catalog)))
        owner, dot, path = name.partition(".")
        found = catalog.resource(owner) if dot else found
        if isinstance(found, ResourceType):
            from hotlint.linter.packs.type_relations import requirements
            from hotlint.output.reference.type import property_page

            return property_page(found, path, tuple(requirements(owner, catalog, tuple(path.split(".")))))
        return None
    from hotlint.linter.packs.registry import find_rule
    from hotlint.output.reference.rule import rule_page

    every = rules()
    rule = find_rule(every, name)
    return rule_page(rule, tuple(every)) if rule is not None else None


def rules() -> list[Rule]:
    """Return all rules by code, those of run diagnostics included."""
    from hotlint.linter.packs import registry
    from hotlint.linter.run_diagnostics import RUN_RULES

    return sorted((*registry.load().rules, *RUN_RULES), key=lambda r: r.code)


def names(catalog: Catalog) -> list[str]:
    """Return the names of everything that has a page."""
    from hotlint.output.reference.word import words

    listed = rules()
    return [*(r.code for r in listed), *(r.name for r in listed), *sorted(functions.NAMES), *words(), *catalog.names()]
