"""Refactorings between values and parameters: extract a value to a parameter, inline a parameter."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator

from hotlint.analysis.symbols import name_span
from hotlint.analysis.template import Parameter
from hotlint.ide import text_insertion
from hotlint.ide.code_actions.action import EXTRACT, INLINE, QUICK, CodeAction
from hotlint.ide.code_actions.literals import extractable, free_name, on_one_line, whole_lines
from hotlint.ide.cursor import cursor_at
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.ide.navigation import Subject, Users, other, sites
from hotlint.language import functions
from hotlint.language.functions.base import Call
from hotlint.language.parameter_types import ConversionError, convert
from hotlint.language.versions import PARAMETER_TYPES
from hotlint.linter.diagnostic import Diagnostic
from hotlint.syntax.edits import Edit
from hotlint.syntax.nodes import Mapping, Node, Scalar
from hotlint.syntax.source import Span


def extract(analysis: FileAnalysis, span: Span) -> Iterator[CodeAction]:
    """Yield actions that turn the literal value here, or that of the key here, into a parameter: here, and in all places."""
    spot = cursor_at(analysis.document.root, span.start)
    node, path = spot.entry.value if spot.on_key and spot.entry is not None else spot.node, spot.path
    if not isinstance(node, Scalar) or not extractable(path, node):
        return
    name = free_name(analysis, path)
    kind = {bool: "boolean", int: "number", float: "number"}.get(type(node.value), "string")
    declared = text_insertion.new_entry(
        analysis, "parameters", name, [f"type: {kind}", f"default: {on_one_line(analysis, node)}"]
    )
    if declared is None:
        return
    same = [n for n in _values(analysis) if n.value == node.value and type(n.value) is type(node.value)]
    edits = tuple(Edit(Span(n.start, n.end), f"{{get_param: {name}}}") for n in same)
    yield CodeAction(
        f"Extract to a parameter '{name}'", EXTRACT, (declared, *[e for e in edits if e.span.start == node.start])
    )
    if len(same) > 1:
        yield CodeAction(f"Extract to a parameter '{name}', in all {len(same)} places", EXTRACT, (declared, *edits))


_UNSAFE_IN_FLOW = re.compile(r"^[^'\"].*[,\[\]{}]")
"""A plain scalar that is several nodes, or the end of one, in flow style."""


def _values(analysis: FileAnalysis) -> Iterator[Scalar]:
    """Yield the literal scalars in properties, in order."""
    for resource in analysis.template.resources.values():
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


def remove(analysis: FileAnalysis, here: Iterable[Diagnostic], users: Users) -> Iterator[CodeAction]:
    """Yield the action that removes a parameter which is never used (HOT801), with its entries in environments.

    It is disabled where another template may need one of these entries, and where one shares its lines.
    """
    starts = {found.span.start for found in here if found.code == "HOT801"}
    for owner in (p for p in analysis.template.parameters.values() if p.key.start in starts):
        subject = Subject(analysis.path, "parameter", owner.name, name_span(owner.key))
        places = sites(analysis, subject, users)
        files = {
            path: analysis if path == analysis.path else other(analysis, path) for path in {s.path for s in places}
        }
        edits = [_removal(files[site.path], site.span) for site in places]
        given = sorted(os.path.basename(path) for path in files if path != analysis.path)
        title = f"Remove the parameter '{owner.name}'" + (f", and its value in {', '.join(given)}" if given else "")
        doubt = next((site.doubt for site in places if site.doubt), "")
        if doubt or None in edits:
            yield CodeAction(title, QUICK, disabled=doubt or f"'{owner.name}' shares its lines with something else.")
        else:
            yield CodeAction(title, QUICK, tuple(edit for edit in edits if edit is not None))


def _removal(file: FileAnalysis | None, name: Span) -> Edit | None:
    """Return the edit that removes the entry whose key is at a place, or its section where that has no other."""
    root = file.document.root if file is not None else None
    for section in root.entries if isinstance(root, Mapping) else ():
        entries = section.value.entries if isinstance(section.value, Mapping) else ()
        for entry in entries:
            if entry.via is None and entry.key.start <= name.start < entry.key.end:
                removed = entry if len(entries) > 1 else section
                assert file is not None
                whole = whole_lines(file.text, Span(removed.key.start, max(removed.value.end, removed.key.end)))
                return Edit(whole, "", file.path) if whole is not None else None
    return None


def inline(analysis: FileAnalysis, offset: int, users: Users) -> Iterator[CodeAction]:
    """Yield the action that replaces every use of a parameter by its default, and removes the parameter.

    It is disabled where that would change a value: another file sets the parameter, or its default has no literal form.
    """
    found = analysis.name_at(offset)
    owner = analysis.template.parameters.get(found.name) if found is not None and found.kind == "parameter" else None
    if not isinstance(owner, Parameter) or not owner.has_default:
        return
    title = f"Inline the parameter '{owner.name}'"
    obstacle = _obstacle(analysis, owner, users)
    value = _default_literal(analysis, owner) if obstacle is None else None
    if obstacle is not None or value is None:
        why = obstacle or f"The default of '{owner.name}' cannot be written in the place of a call."
        yield CodeAction(title, INLINE, disabled=why)
        return
    edits = [Edit(Span(c.node.start, c.node.end), value) for c in _calls(analysis, owner) if c.node is not None]
    whole = whole_lines(analysis.text, Span(owner.key.start, max(owner.node.end, owner.key.end)))
    if whole is not None and len(analysis.template.parameters) > 1:
        edits.append(Edit(whole, ""))
    yield CodeAction(title, INLINE, tuple(dict.fromkeys(edits)))


def _calls(analysis: FileAnalysis, owner: Parameter) -> list[Call]:
    """Return the calls that give the value of a parameter as it is."""
    calls = (call for _, call in analysis.template.calls() if call.function.takes("parameter"))
    return [call for call in calls if call.args == owner.name and call.node is not None]


def _obstacle(analysis: FileAnalysis, owner: Parameter, users: Users) -> str | None:
    """Return why a parameter cannot be inlined; None when it can."""
    calls = _calls(analysis, owner)
    spans = {Span(call.node.start, call.node.end) for call in calls if call.node is not None}
    if not calls:
        return f"Parameter '{owner.name}' is not used."
    if owner.hidden:
        return f"Parameter '{owner.name}' is hidden, and its value would not be."
    if len(spans) != len(analysis.index.references_to("parameter", owner.name)):
        return f"Parameter '{owner.name}' is also used other than by get_param with its name alone."
    subject = Subject(analysis.path, "parameter", owner.name, name_span(owner.key))
    others = sorted({site.path for site in sites(analysis, subject, users)} - {analysis.path})
    return f"Parameter '{owner.name}' is set in {os.path.basename(others[0])}." if others else None


def _default_literal(analysis: FileAnalysis, owner: Parameter) -> str | None:
    """Return the default of a parameter as a literal of the value that get_param gives; None where there is no such."""
    default = owner.field("default")
    if not isinstance(default, Scalar) or default.style in ("|", ">"):
        return None
    return literal(owner.type or "", default, on_one_line(analysis, default))


def literal(kind: str, node: Scalar, written: str) -> str | None:
    """Return the text, in block and flow style, of the value that a parameter of a type gets from a scalar; None for no such."""
    if kind not in PARAMETER_TYPES:
        return None
    try:
        value = convert(kind, node.value)
    except ConversionError:
        return None
    if value.__class__ is node.value.__class__ and value == node.value and not _UNSAFE_IN_FLOW.search(written):
        return written
    return json.dumps(value) if isinstance(value, str | int | float) else None
