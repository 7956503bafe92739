from __future__ import annotations

from collections.abc import Iterator

from hotlint.rule import Checked, Document, Entry, Example, Mapping, RuleContext, Span
from hotlint_rules.document._problems import ProblemRule

_DOCUMENTING = frozenset({"description", "parameter_groups"})
_DOCUMENTING_ENTRY = frozenset({"description", "label"})
_DOCUMENTED = ("parameters", "outputs")


class DuplicateKey(ProblemRule):
    """A mapping has the same key twice.

    YAML forbids it, but Heat's loader silently keeps only the last value: a resource, a property or a whole section is
    lost. Remove or rename one of the keys. Nothing that is deployed is lost with a description, a label or the groups of
    parameters: there it is a warning.
    """

    code = "HOT002"
    name = "duplicate-key"
    looks_at = frozenset({"duplicate-key"})
    explains = "first value, which Heat drops"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  web:
    type: OS::Heat::Value
  web:
  ^^^
    type: OS::Heat::RandomString
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  web:
    type: OS::Heat::Value
  secret:
    type: OS::Heat::RandomString
""")
    ]

    def check_document(self, document: Document, ctx: RuleContext) -> Checked:
        reported = list(super().check_document(document, ctx))
        harmless = frozenset(_documentation(document)) if reported else frozenset()
        for found in reported:
            yield found._replace(severity="warning") if found.span in harmless else found


def _documentation(document: Document) -> Iterator[Span]:
    """Yield the places of all keys that only document: nothing of a stack depends on what they hold."""
    for section in _entries(document.root):
        if section.name in _DOCUMENTING:
            yield section.key.span
        elif section.name in _DOCUMENTED:
            for item in _entries(section.value):
                yield from (e.key.span for e in _entries(item.value) if e.name in _DOCUMENTING_ENTRY)


def _entries(node: object) -> list[Entry]:
    return list(node.entries) if isinstance(node, Mapping) else []
