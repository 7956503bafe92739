"""What can be done about the text at a cursor: mend findings, add what is missing, and small refactorings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from hotlint.analysis.symbols import name_span
from hotlint.analysis.template import Parameter, Resource
from hotlint.ide import text_insertion
from hotlint.ide.cursor import cursor_at, owner_at
from hotlint.ide.snapshot import Snapshot
from hotlint.language import functions, versions
from hotlint.language.functions.base import Function
from hotlint.linter.diagnostic import Diagnostic
from hotlint.resource_types.schema import ResourceType
from hotlint.syntax.edits import Edit
from hotlint.syntax.nodes import Mapping, Node, Scalar, walk
from hotlint.syntax.source import LineIndex, Span

QUICK, EXTRACT, INLINE, REWRITE = "quickfix", "refactor.extract", "refactor.inline", "refactor.rewrite"


class CodeAction(NamedTuple):
    """An offer: `kind` in the protocol's words. `fixes` is the finding that it is about. `disabled`: it cannot be done."""

    title: str
    kind: str
    edits: tuple[Edit, ...] = ()
    fixes: Diagnostic | None = None
    preferred: bool = False
    disabled: str | None = None


def actions(snapshot: Snapshot, span: Span, findings: Iterable[Diagnostic]) -> Iterator[CodeAction]:
    """Everything that can be done at a span, given what was found in the text."""
    here = [d for d in findings if d.span.start <= span.end and span.start <= d.span.end]
    for found in here:
        for index, fix in enumerate(found.fixes):
            yield CodeAction(fix.title, QUICK, fix.edits, found, preferred=index == 0 and len(found.fixes) == 1)
    titles = {fix.title for found in here for fix in found.fixes}
    if snapshot.kind == "hot":
        yield from (a for a in _missing_names(snapshot, span.start) if a.title not in titles)
        yield from (a for a in _missing_properties(snapshot, span.start) if a.title not in titles)
    for found in here:
        suppression = suppressed(snapshot, found)
        if suppression is not None:
            yield suppression
    if snapshot.kind == "hot":
        yield from _extract(snapshot, span)
        yield from _inline(snapshot, span.start)
        yield from _quote(snapshot, span.start)
        yield from _upgrade(snapshot, span.start)


def _missing_names(snapshot: Snapshot, offset: int) -> Iterator[CodeAction]:
    """Declare a parameter or a condition that is used and not there."""
    found = snapshot.index.at(offset)
    if found is None or found.defines or snapshot.index.definition_of(*found.key) is not None:
        return
    if found.kind == "parameter":
        type_ = _type_for(snapshot, offset)
        edit = text_insertion.new_entry(snapshot, "parameters", found.name, [f"type: {type_}"])
        if edit is not None:
            yield CodeAction(f"Add the parameter '{found.name}'", QUICK, (edit,))
    elif found.kind == "condition" and snapshot.template.version >= versions.SECTIONS["conditions"]:
        edit = text_insertion.new_entry(snapshot, "conditions", found.name, ["equals: [true, true]"])
        if edit is not None:
            yield CodeAction(f"Add the condition '{found.name}'", QUICK, (edit,))


def _type_for(snapshot: Snapshot, offset: int) -> str:
    """The parameter type that fits the property which uses it."""
    path = cursor_at(snapshot.document.root, offset).path
    owner = snapshot.template.resources.get(str(path[1])) if path[:1] == ("resources",) and len(path) > 4 else None
    kind = snapshot.unit.resource_type(owner) if owner is not None else None
    steps = [s for s in path[3:] if isinstance(s, str)]
    if not isinstance(kind, ResourceType) or len(steps) != 2:
        return "string"
    schema = kind.properties.get(steps[0])
    types = {
        "integer": "number",
        "number": "number",
        "boolean": "boolean",
        "list": "comma_delimited_list",
        "map": "json",
    }
    return types.get(schema.type, "string") if schema is not None else "string"


def _missing_properties(snapshot: Snapshot, offset: int) -> Iterator[CodeAction]:
    """Add the properties that a resource's type requires."""
    owner = owner_at(snapshot, offset)
    kind = snapshot.unit.resource_type(owner) if isinstance(owner, Resource) and owner.type else None
    if not isinstance(owner, Resource) or not isinstance(kind, ResourceType):
        return
    entry = owner.fields.get("properties")
    node = entry.value if entry else None
    there = {e.name for e in node.items()} if isinstance(node, Mapping) else set()
    missing = [n for n, p in kind.properties.items() if p.required and n not in there]
    if not missing or (node is not None and not isinstance(node, Mapping)):
        return
    edit = _properties_edit(snapshot, owner, node, missing)
    if edit is not None:
        yield CodeAction("Add the required properties: " + ", ".join(missing), QUICK, (edit,))


def _properties_edit(snapshot: Snapshot, owner: Resource, node: Mapping | None, missing: list[str]) -> Edit | None:
    text = snapshot.text
    if node is not None and node.entries and not node.flow:
        last = node.entries[-1]
        column = text_insertion.column_of(text, last.key.start)
        at = text_insertion.line_end(text, max(last.via.end if last.via else last.value.end - 1, last.key.end))
        return Edit(Span(at, at), "".join(f"\n{' ' * column}{name}: " for name in missing))
    if node is not None and node.flow:
        at = node.end - 1
        lead = ", " if node.entries else ""
        return Edit(Span(at, at), lead + ", ".join(f"{name}: ''" for name in missing))
    type_ = owner.fields["type"]
    if not isinstance(owner.node, Mapping) or owner.node.flow:
        return None
    column = text_insertion.column_of(text, type_.key.start)
    at = text_insertion.line_end(text, type_.value.end)
    return Edit(
        Span(at, at), f"\n{' ' * column}properties:" + "".join(f"\n{' ' * (column + 2)}{name}: " for name in missing)
    )


def suppressed(snapshot: Snapshot, found: Diagnostic) -> CodeAction | None:
    """A comment that silences a finding: on its line, or above it where a comment would be part of a text."""
    text = snapshot.text
    lines = LineIndex(text)
    line = lines.position(found.span.start).line
    start, end = lines.line_span(line)
    title = f"Silence {found.code} here"
    inside = any(
        s.start < start and end <= s.end and s.style in ("|", ">", "'", '"') for s in _scalars(snapshot, start)
    )
    if inside:
        return None
    comment = next((c for c in snapshot.document.comments if start <= c.start <= end), None)
    if comment is not None:
        known = re.search(r"hotlint:\s*disable\s*=\s*[\w,\s-]*\w", text[comment.start : comment.end])
        if known:
            at = comment.start + known.end()
            return CodeAction(title, QUICK, (Edit(Span(at, at), f", {found.code}"),), found)
        indent = " " * (len(text[start:end]) - len(text[start:end].lstrip()))
        return CodeAction(
            title, QUICK, (Edit(Span(start, start), f"{indent}# hotlint: disable-next-line={found.code}\n"),), found
        )
    return CodeAction(title, QUICK, (Edit(Span(end, end), f"  # hotlint: disable={found.code}"),), found)


def _scalars(snapshot: Snapshot, offset: int) -> list[Scalar]:
    node = cursor_at(snapshot.document.root, offset).node
    return [node] if isinstance(node, Scalar) else []


def _extract(snapshot: Snapshot, span: Span) -> Iterator[CodeAction]:
    """Make a parameter of a value that is written out, everywhere that it stands in properties."""
    spot = cursor_at(snapshot.document.root, span.start)
    node, path = spot.node, spot.path
    if not isinstance(node, Scalar) or spot.on_key or not _extractable(snapshot, path, node):
        return
    name = _free_name(snapshot, path)
    kind = {bool: "boolean", int: "number", float: "number"}.get(type(node.value), "string")
    declared = text_insertion.new_entry(
        snapshot, "parameters", name, [f"type: {kind}", f"default: {_written(snapshot, node)}"]
    )
    if declared is None:
        return
    same = [n for n in _values(snapshot) if n.value == node.value and type(n.value) is type(node.value)]
    edits = tuple(Edit(Span(n.start, n.end), f"{{get_param: {name}}}") for n in same)
    yield CodeAction(
        f"Extract to a parameter '{name}'", EXTRACT, (declared, *[e for e in edits if e.span.start == node.start])
    )
    if len(same) > 1:
        yield CodeAction(f"Extract to a parameter '{name}', in all {len(same)} places", EXTRACT, (declared, *edits))


def _extractable(snapshot: Snapshot, path: tuple[Any, ...], node: Scalar) -> bool:
    if len(path) < 4 or path[0] != "resources" or path[2] != "properties" or node.style in ("|", ">"):
        return False
    return node.value is not None and not any(step in functions.NAMES for step in path[3:] if isinstance(step, str))


def _values(snapshot: Snapshot) -> Iterator[Scalar]:
    """The scalars in properties that stand for themselves, in order."""
    for resource in snapshot.template.resources.values():
        yield from _plain_values(resource.field("properties"))


def _plain_values(node: Node | None) -> Iterator[Scalar]:
    if isinstance(node, Mapping):
        for entry in node.entries:
            if entry.via is None and entry.name not in functions.NAMES:
                yield from _plain_values(entry.value)
    elif isinstance(node, Scalar):
        if node.style not in ("|", ">"):
            yield node
    elif node is not None:
        for index, item in enumerate(node.items):
            if index not in node.via:
                yield from _plain_values(item)


def _written(snapshot: Snapshot, node: Scalar) -> str:
    return snapshot.text[node.start : node.end]


def _free_name(snapshot: Snapshot, path: tuple[Any, ...]) -> str:
    """A name for a new parameter: that of the property, with the resource's before it if that is taken."""
    names = [str(s) for s in path if isinstance(s, str)]
    base = re.sub(r"\W+", "_", names[-1]).strip("_") or "value"
    taken = snapshot.template.parameters
    for name in (base, f"{re.sub(r'[^a-zA-Z0-9]+', '_', names[1])}_{base}"):
        if name not in taken:
            return name
    number = 2
    while f"{base}_{number}" in taken:
        number += 1
    return f"{base}_{number}"


def _inline(snapshot: Snapshot, offset: int) -> Iterator[CodeAction]:
    """Put a parameter's default wherever the parameter is read, and take the parameter away."""
    found = snapshot.index.at(offset)
    owner = snapshot.template.parameters.get(found.name) if found is not None and found.kind == "parameter" else None
    if not isinstance(owner, Parameter):
        return
    title = f"Inline the parameter '{owner.name}'"
    default = owner.field("default")
    if not isinstance(default, Scalar) or default.style in ("|", ">") or default.value is None:
        return
    calls = [
        c
        for _, c in snapshot.template.calls()
        if c.function.takes("parameter") and c.args == owner.name and c.node is not None
    ]
    uses = snapshot.index.references_to("parameter", owner.name)
    if len(calls) != len(uses):
        yield CodeAction(title, INLINE, disabled="It is used in other ways than by its name alone.")
        return
    value = _written(snapshot, default)
    edits = [Edit(Span(c.node.start, c.node.end), value) for c in calls if c.node is not None]
    whole = _whole_lines(snapshot.text, Span(owner.key.start, max(owner.node.end, owner.key.end)))
    if whole is None or len(snapshot.template.parameters) < 2:
        yield (
            CodeAction(title, INLINE, tuple(edits)) if edits else CodeAction(title, INLINE, disabled="It is not used.")
        )
        return
    yield CodeAction(title, INLINE, (*edits, Edit(whole, "")))


def _whole_lines(text: str, span: Span) -> Span | None:
    """A span with its lines' indentation and last line end; None when other things stand on these lines."""
    lines = LineIndex(text)
    first, last = lines.position(span.start).line, lines.position(max(span.end - 1, span.start)).line
    start, end = lines.line_span(first).start, lines.line_span(last).end
    if text[start : span.start].strip() or text[span.end : end].strip().partition("#")[0]:
        return None
    return Span(start, lines.line_span(last + 1).start if last + 1 < len(lines) else end)


def _quote(snapshot: Snapshot, offset: int) -> Iterator[CodeAction]:
    """Put quotes around a plain scalar, so that it is text whatever it looks like."""
    node = cursor_at(snapshot.document.root, offset).node
    if (
        not isinstance(node, Scalar)
        or node.style
        or node.end <= node.start
        or "\n" in snapshot.text[node.start : node.end]
    ):
        return
    written = snapshot.text[node.start : node.end]
    quoted = '"' + written.replace("\\", "\\\\").replace('"', '\\"') + '"'
    yield CodeAction("Put it in quotes", REWRITE, (Edit(Span(node.start, node.end), quoted),))


def _upgrade(snapshot: Snapshot, offset: int) -> Iterator[CodeAction]:
    node = snapshot.template.version_node
    if node is None or offset not in Span(node.start, node.end):
        return
    for version in reversed(versions.VERSIONS):
        if version > snapshot.template.version:
            yield upgrade_action(snapshot, version)


def upgrade_action(snapshot: Snapshot, version: str) -> CodeAction:
    """The template in a newer version: functions that it does not have any more are written in their new form."""
    title = f"Upgrade to {versions.display_name(version)}"
    node = snapshot.template.version_node
    if not isinstance(node, Scalar):
        return CodeAction(title, REWRITE, disabled="There is no version to upgrade.")
    edits = [Edit(name_span(node), version)]
    for _, call in snapshot.template.calls():
        if functions.status(call.name, version, call.context) != "removed" or not isinstance(call.node, Mapping):
            continue
        successor = functions.get(call.function.replaced_by or "")
        if successor is None or not _same_form(call.function, successor):
            return CodeAction(
                title, REWRITE, disabled=f"{call.name} is not in {version}, and has to be written anew by hand."
            )
        edits.append(Edit(name_span(call.node.entries[0].key), successor.name))
    suspect = _meant_as_data(snapshot, version)
    if suspect:
        return CodeAction(title, REWRITE, disabled=f"'{suspect}' is data here, and would be a function in {version}.")
    return CodeAction(title, REWRITE, tuple(dict.fromkeys(edits)))


def _same_form(old: Function, new: Function) -> bool:
    return re.sub(r"^\S+", "", old.form) == re.sub(r"^\S+", "", new.form) and old.keys == new.keys


def _meant_as_data(snapshot: Snapshot, version: str) -> str | None:
    """A map with one key that is no function now, and would be one in the newer version."""
    current = snapshot.template.version
    for resource in snapshot.template.resources.values():
        for node in walk(resource.field("properties")):
            if isinstance(node, Mapping) and len(node.entries) == 1 and isinstance(node.entries[0].name, str):
                name = node.entries[0].name
                if functions.status(name, current) == "future" and functions.status(name, version) == "available":
                    return name
    return None
