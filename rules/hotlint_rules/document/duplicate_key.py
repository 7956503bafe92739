from __future__ import annotations

from collections.abc import Iterator

from hotlint.analysis.environments.file import to_plain
from hotlint.analysis.template import is_template
from hotlint.rule import (
    Checked,
    Document,
    Edit,
    Entry,
    Example,
    Fix,
    Mapping,
    Node,
    RuleContext,
    Span,
)
from hotlint.syntax.nodes import walk
from hotlint_rules.document.yaml_problems import ProblemRule
from hotlint_rules.structure._misplaced import misplaced_section_causes

_DOCUMENTING = frozenset({"description", "parameter_groups"})
_DOCUMENTING_ENTRY = frozenset({"description", "label"})
_DOCUMENTED = ("parameters", "outputs")


class DuplicateKey(ProblemRule):
    """A mapping has the same key twice.

    YAML forbids it, but Heat's loader silently keeps only the last value: a resource, a property or a whole section is
    lost. Remove or rename one of the keys. It is a warning where nothing that is deployed is lost: both values are equal, the
    first one is empty, or the key is a description, a label or the groups of parameters. The fix removes the second one of equal entries.
    """

    code = "HOT002"
    name = "duplicate-key"
    refused_by = "nobody"
    stricter = "Heat's loader keeps the last of two equal keys and silently drops the other one: data is lost"
    slugs = frozenset({"duplicate-key"})
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
        if not reported:
            return
        doubled = list(_with_duplicates(document.root))
        harmless = {*_documentation(document), *_after_empty(doubled)}
        equal = {again.key.span: again for again in _equal(doubled)}
        for found in reported:
            if found.span in equal:
                fix = _removal(equal[found.span], document.text)
                message = found.message.replace("; Heat keeps only the last value", " with the same value")
                related = tuple(r._replace(message="first entry") for r in found.related)
                yield ctx.report(found.span, message, severity="warning", related=related, fix=fix)
            else:
                causes = misplaced_section_causes(found.span, ctx) if is_template(document) else ()
                yield found._replace(severity="warning" if found.span in harmless else found.severity, causes=causes)


def _equal(doubled: list[Mapping]) -> Iterator[Entry]:
    """Yield the entries whose mapping has had the same key with the same value."""
    for mapping in doubled:
        values: dict[str, set[str]] = {}
        for entry in mapping.entries:
            earlier = values.setdefault(repr(entry.name), set())
            earlier.add(repr(to_plain(entry.value)))
            if len(earlier) == 1:
                yield entry


def _after_empty(doubled: list[Mapping]) -> Iterator[Span]:
    """Yield the keys of the entries whose mapping has had the same key with empty values alone."""
    for mapping in doubled:
        kept: set[str] = set()
        for entry in mapping.entries:
            if repr(entry.name) not in kept:
                yield entry.key.span
            if to_plain(entry.value) is not None:
                kept.add(repr(entry.name))


def _with_duplicates(root: Node | None) -> Iterator[Mapping]:
    for node in walk(root):
        if isinstance(node, Mapping) and len({repr(e.name) for e in node.entries}) < len(node.entries):
            yield node


def _removal(entry: Entry, text: str) -> Fix | None:
    """Return the fix that removes an entry; None where it shares its lines, or has comments, anchors or aliases."""
    start = text.rfind("\n", 0, entry.key.start) + 1
    end = text.find("\n", max(entry.value.end, entry.key.end)) + 1 or len(text)
    if entry.via is not None or text[start : entry.key.start].strip(" ") or any(c in text[start:end] for c in "#&*"):
        return None
    if text[max(entry.value.end, entry.key.end) : end].strip(" \r\n:"):
        return None
    return Fix(f"Remove the second '{entry.name}'", (Edit(Span(start, end), ""),), "safe")


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
