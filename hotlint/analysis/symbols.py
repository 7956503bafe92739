"""Definitions and references of a text in one index; definition, references, rename, unused and undefined read it.

A name is known by its kind and its text: ("parameter", "image"), ("resource", "server"), ("condition", "is_prod"),
("output", "address"), ("placeholder", "$ip@1234": the number is where its call starts), ("file", "child.yaml"),
("type", "OS::Nova::Server"), ("anchor", "name"). Spans cover the name alone, without quotes.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from hotlint.analysis.environments.file import EnvironmentFile
from hotlint.analysis.file_kinds import TEMPLATES
from hotlint.analysis.template import Named, Part, Resource, Template, argument, is_template, kind_of, written_once
from hotlint.language.functions.base import Call
from hotlint.syntax import scalars
from hotlint.syntax.nodes import Document, Mapping, Node, Scalar, Sequence, walk
from hotlint.syntax.source import Span


class Occurrence(NamedTuple):
    """One occurrence of a name. `whole` is the span of the whole definition, for a definition."""

    kind: str
    name: str
    span: Span
    defines: bool
    whole: Span
    node: Node

    @property
    def key(self) -> tuple[str, str]:
        """Kind and name, which identify what is named."""
        return self.kind, self.name

    @property
    def shown(self) -> str:
        """The name as the author writes it."""
        return self.name.rpartition("@")[0] if self.kind == "placeholder" else self.name


class Index:
    """All occurrences in one text, in order."""

    __slots__ = ("_by_name", "_starts", "occurrences")

    def __init__(self, occurrences: list[Occurrence]) -> None:
        each_once = {
            (o.kind, o.name, o.span, o.defines): o for o in occurrences
        }  # aliases repeat what their node names
        self.occurrences = sorted(each_once.values(), key=lambda o: (o.span.start, o.span.end))
        self._starts = [o.span.start for o in self.occurrences]
        self._by_name: dict[tuple[str, str], list[Occurrence]] = {}
        for occurrence in self.occurrences:
            self._by_name.setdefault(occurrence.key, []).append(occurrence)

    def at(self, offset: int) -> Occurrence | None:
        """Return the occurrence that a cursor at `offset` touches; of two that meet there, the later one; None without one."""
        after = bisect_right(self._starts, offset)
        for occurrence in reversed(self.occurrences[max(0, after - 8) : after]):
            if offset in occurrence.span:
                return occurrence
        return None

    def all_of(self, kind: str, name: str) -> list[Occurrence]:
        """Return every occurrence of a name, definitions included."""
        return self._by_name.get((kind, name), [])

    def definition_of(self, kind: str, name: str) -> Occurrence | None:
        """Return the definition of a name, the last one of duplicates as in Heat; None for an undefined name."""
        return next((o for o in reversed(self.all_of(kind, name)) if o.defines), None)

    def references_to(self, kind: str, name: str) -> list[Occurrence]:
        """Return the references to a name, in order of the text."""
        return [o for o in self.all_of(kind, name) if not o.defines]

    def names(self) -> list[tuple[str, str]]:
        """Return (kind, name) of everything that is named."""
        return list(self._by_name)


def index_of(document: Document, template: Template) -> Index:
    """Return the index of a template or an environment file; an empty one for any other text."""
    kind = kind_of(document)
    if kind in TEMPLATES:
        found = list(_of_template(template))
    elif kind == "environment":
        found = list(_of_environment(EnvironmentFile(document)))
    else:
        found = []
    anchors = {a.name: a for a in document.anchors.values()}
    found += [
        Occurrence("anchor", a.name, Span(a.span.start + 1, a.span.end), True, a.span, a.node) for a in anchors.values()
    ]
    for name, via in document.aliases:
        if name in anchors:
            found.append(Occurrence("anchor", name, Span(via.start + 1, via.end), False, via, anchors[name].node))
    if "\r" in document.text:  # within quotes a name may end with a line
        found = [o._replace(span=o.span.within(document.text)) for o in found]
    return Index(found)


class Names:
    """The names of one text: entry by entry, until something asks for all of them. Answers equal those of `index`."""

    def __init__(self, document: Document, template: Template) -> None:
        self._document = document
        self._template = template
        self._read: dict[int, Index] = {}

    @cached_property
    def index(self) -> Index:
        """All occurrences of the text."""
        return index_of(self._document, self._template)

    def at(self, offset: int) -> Occurrence | None:
        """Return what `index.at` returns; it reads only the entry at the offset."""
        if "index" not in self.__dict__:
            after = bisect_right(self._entries, offset, key=_start)
            touched = [o for o in self._entries[max(0, after - 2) : after] if offset <= max(o.node.end, o.key.end)]
            if touched:  # of two that meet at the offset, the later one
                return next((found for o in reversed(touched) if (found := self._of(o).at(offset)) is not None), None)
        return self.index.at(offset)

    def definition_of(self, kind: str, name: str) -> Occurrence | None:
        """Return what `index.definition_of` returns; it reads only the entry of that name."""
        if "index" not in self.__dict__ and self._entries:
            owner = next((o for o in self._entries if o.name == name and o.section == f"{kind}s"), None)
            if owner is not None:
                return self._of(owner).definition_of(kind, name)
        return self.index.definition_of(kind, name)

    @cached_property
    def _entries(self) -> list[Named]:
        """The entries in order of the text; none where one cannot be read alone: anchors make names stand in several."""
        document = self._document
        if not is_template(document) or document.anchors or document.aliases or "\r" in document.text:
            return []
        return sorted(self._template.owners(), key=_start)

    def _of(self, owner: Named) -> Index:
        found = self._read.get(owner.key.start)
        if found is None:
            found = self._read[owner.key.start] = Index(list(_of_entry(owner, self._template)))
        return found


def _start(owner: Named) -> int:
    return owner.key.start


def name_span(node: Node) -> Span:
    """Return the span of a scalar without its quotes."""
    quotes = 1 if isinstance(node, Scalar) and node.style in ("'", '"') else 0
    return Span(node.start + quotes, max(node.end - quotes, node.start + quotes))


def _of_template(template: Template) -> Iterator[Occurrence]:
    for owner in template.owners():
        yield from _of_entry(owner, template)
    for group in template.groups:
        yield from (_use("parameter", n.text, n) for n in group.names)
    for section in ("parameters", "conditions", "resources", "outputs"):
        yield from _dropped(template.section(section), section[:-1], defines=True)


def _dropped(section: Node | None, kind: str, *, defines: bool) -> Iterator[Occurrence]:
    """Yield the entries of a section that a later one of the same name replaces."""
    if not isinstance(section, Mapping):
        return
    for entry in section.entries:
        if section.named.get(entry.name) is not entry and isinstance(entry.key, Scalar):
            whole = Span(entry.key.start, max(entry.key.end, entry.value.end))
            yield Occurrence(kind, str(entry.name), name_span(entry.key), defines, whole, entry.value)


def _of_entry(owner: Named, template: Template) -> Iterator[Occurrence]:
    """Yield the definition of a parameter, condition, resource or output, and the names in it."""
    whole = Span(owner.key.start, max(owner.key.end, owner.node.end))
    yield Occurrence(owner.section[:-1], owner.name, name_span(owner.key), True, whole, owner.node)
    if isinstance(owner, Resource):
        yield from (_use("resource", n.text, n) for n in owner.depends_on())
        for type_ in (owner.field("type"), *_member_types(owner)):
            if isinstance(type_, Scalar) and isinstance(type_.value, str):
                yield _use("file" if is_file(type_.value) else "type", type_.value, type_)
    for part in template.parts_of(owner):
        if (
            part.field == "condition"
            and isinstance(part.node, Scalar)
            and isinstance(part.node.value, str)
            and owner.section != "conditions"
        ):
            yield _use("condition", part.node.value, part.node)
        for call in written_once(part.calls):
            yield from _of_call(call, part, template)


def _member_types(resource: Resource) -> Iterator[Node | None]:
    """Yield the types of the members of a group, which has a whole resource definition as a property."""
    properties = resource.field("properties")
    if isinstance(properties, Mapping):
        members = (properties.get("resource_def"), properties.get("resource"))
        yield from (m.get("type") for m in members if isinstance(m, Mapping))


def is_file(type_: str) -> bool:
    """Whether a resource type is the name of a nested template."""
    return type_.endswith((".yaml", ".template")) or "://" in type_


def _of_call(call: Call, part: Part, template: Template) -> Iterator[Occurrence]:
    for target in call.targets:
        node, _ = argument(call, target.path)
        if not isinstance(node, Scalar) or node.value != target.name:
            continue
        kind = target.kind
        if kind == "ref":
            kind = "parameter" if target.name in template.parameters else "resource"
        if kind == "parameter" and target.name in template.dialect.pseudo_parameters:
            kind = "pseudo"
        yield _use(kind, target.name, node)
    if call.function.placeholders and isinstance(call.node, Mapping):
        yield from _placeholders(call, template.document.text)


def _placeholders(call: Call, text: str) -> Iterator[Occurrence]:
    """Placeholders: defined by a key of params, used wherever they stand in what is written out of the template."""
    args, _ = argument(call)
    if not isinstance(args, Mapping):
        return
    params, template = args.get(call.function.placeholders), args.get("template")
    if not isinstance(params, Mapping) or template is None:
        return
    keys = [e for e in params.entries if isinstance(e.key, Scalar) and e.key.text]
    if not keys:
        return
    scope = call.node.start if call.node is not None else 0
    names = {e.key.text: e for e in keys}  # type: ignore[union-attr]
    for name, entry in names.items():
        whole = Span(entry.key.start, max(entry.key.end, entry.value.end))
        yield Occurrence("placeholder", f"{name}@{scope}", name_span(entry.key), True, whole, entry.value)
    within = [
        n for n in walk(template) if isinstance(n, Scalar) and template.start <= n.start and n.end <= template.end
    ]
    for node in dict.fromkeys(within):  # an alias leads to one before
        written = {scalars.within(n, node.style) if node.style in ("'", '"') else n: n for n in names}
        longest_first = "|".join(re.escape(n) for n in sorted(written, key=len, reverse=True))
        for match in re.compile(longest_first).finditer(text, node.start, node.end):
            span = Span(*match.span())
            yield Occurrence("placeholder", f"{written[match.group()]}@{scope}", span, False, span, node)


def _of_environment(environment: EnvironmentFile) -> Iterator[Occurrence]:
    for section in ("parameters", "parameter_defaults", "parameter_merge_strategies"):
        for name, entry in environment.entries(section).items():
            yield Occurrence(
                "parameter",
                name,
                name_span(entry.key),
                False,
                Span(entry.key.start, max(entry.key.end, entry.value.end)),
                entry.value,
            )
        values = environment.sections.get(section)
        yield from _dropped(values.value if values is not None else None, "parameter", defines=False)
    encrypted = environment.sections.get("encrypted_param_names")
    for item in encrypted.value.items if encrypted and isinstance(encrypted.value, Sequence) else ():
        if isinstance(item, Scalar):
            yield _use("parameter", item.text, item)
    for name, entry in environment.entries("resource_registry").items():
        value = entry.value
        if isinstance(value, Scalar) and isinstance(value.value, str):
            yield _use("file" if is_file(value.value) else "type", value.value, value)
            yield Occurrence(
                "type", name, name_span(entry.key), True, Span(entry.key.start, max(entry.key.end, value.end)), value
            )


def _use(kind: str, name: str, node: Scalar) -> Occurrence:
    span = name_span(node)
    return Occurrence(kind, name, span, False, span, node)
