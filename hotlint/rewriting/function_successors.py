"""Edits that replace CloudFormation's functions, which later versions of HOT do not have, by HOT's own.

Only what gives the same value in every case is replaced: `Ref` and `Fn::Join` by name, `Fn::Base64` by its argument (Heat encodes
nothing), `Fn::Replace` with its arguments by keys, and `Fn::Select` from a parameter by a path.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from hotlint.analysis.template import Template, argument, span_of
from hotlint.language import functions
from hotlint.language.functions.base import Call
from hotlint.language.versions import display_name, is_pseudo
from hotlint.syntax.edits import Edit
from hotlint.syntax.nodes import Entry, Mapping, Node, Scalar, Sequence
from hotlint.syntax.source import LineIndex, Span
from hotlint.syntax.yaml_rewriter import with_keyed_arguments


def dedented(fragment: str, column: int) -> str | None:
    """Return a fragment that begins at a column, its further lines moved left by as much; None where one is less indented."""
    first, *lines = fragment.split("\n")
    made = []
    for line in lines:
        if line[:column].strip():
            return None
        made.append(line[column:])
    return "\n".join([first, *made])


def indented_fragment(fragment: str, column: int) -> str:
    """Return a fragment with its further lines moved right to a column; empty lines stay empty."""
    first, *lines = fragment.split("\n")
    return "\n".join([first, *(" " * column + line if line else "" for line in lines)])


_REPLACE_KEYS = ("params", "template")
_FACADES = {"Metadata": "metadata", "DeletionPolicy": "deletion_policy", "UpdatePolicy": "update_policy"}
_INDEX = re.compile(r"""\d+|['"]\d+['"]|[A-Za-z_][\w.-]*""")
_COLLECTION_TYPES = ("json", "comma_delimited_list")


class Succession(NamedTuple):
    """What replaces one call. `edit` is None when nothing does with certainty; `reason` then says why, in a clause."""

    call: Call
    entry: Entry
    successor: str
    edit: Edit | None
    reason: str = ""


def is_outdated(call: Call) -> bool:
    """Return whether a call is of a function that later versions of HOT do not have."""
    return call.function.until is not None


def successions(template: Template) -> Iterator[Succession]:
    """Yield what replaces each call of an outdated function in a template, in the order of the template's parts."""
    for _, call in template.calls():
        _, entry = argument(call)
        if is_outdated(call) and entry is not None and isinstance(entry.key, Scalar):
            yield _succession(template, call, entry, entry.key)


def why_not(succession: Succession, version: str) -> str | None:
    """Return why a call cannot be replaced in a version of HOT, as a clause; None where it can be."""
    successor = functions.get(succession.successor)
    if succession.edit is None:
        return succession.reason
    if successor is None or successor.since <= version:
        return None
    return f"its successor {successor.name} came with {display_name(successor.since)}"


def _succession(template: Template, call: Call, entry: Entry, key: Scalar) -> Succession:
    made = _EDITS.get(call.name)
    if made is None:
        return Succession(call, entry, "", None, "HOT has no successor for it")
    if entry.via is not None or not isinstance(call.node, Mapping):
        return Succession(call, entry, "", None, "its argument is an alias")
    return made(template, call, entry, key)


def _renamed(template: Template, call: Call, entry: Entry, key: Scalar) -> Succession:
    successor = call.function.replaced_by or ""
    return Succession(call, entry, successor, Edit(span_of(key), successor))


def _ref(template: Template, call: Call, entry: Entry, key: Scalar) -> Succession:
    name = call.args
    if isinstance(name, str) and (name in template.resources or name in template.parameters):
        successor = "get_resource" if name in template.resources else "get_param"
        return Succession(call, entry, successor, Edit(span_of(key), successor))
    if isinstance(name, str) and is_pseudo(name):
        return Succession(call, entry, "get_param", Edit(span_of(key), "get_param"))
    return Succession(call, entry, "", None, "what it refers to is not in the template")


def _base64(template: Template, call: Call, entry: Entry, key: Scalar) -> Succession:
    node, value, text = call.node, entry.value, template.document.text
    assert isinstance(node, Mapping)
    if node.flow:
        return Succession(call, entry, "", Edit(Span(node.start, node.end), text[value.start : value.end]))
    if not text[key.end : value.start].replace(":", "", 1).isspace():
        return Succession(call, entry, "", None, "a comment, an anchor or a tag is before its argument")
    start, before = node.start, text[: node.start].rstrip()
    if isinstance(value, Scalar) and before.endswith(":"):
        return Succession(call, entry, "", Edit(Span(len(before), value.start), " "))
    return Succession(call, entry, "", Edit(Span(start, value.start), ""))


def _replace(template: Template, call: Call, entry: Entry, key: Scalar) -> Succession:
    node, text = call.node, template.document.text
    assert isinstance(node, Mapping)
    column = LineIndex(text).position(node.start).column
    fragment = dedented(text[node.start : node.end], column)
    made = None
    if fragment is not None and isinstance(entry.value, Sequence) and len(entry.value.items) == 2:
        made = with_keyed_arguments(fragment, "str_replace", _REPLACE_KEYS)
    if made is None:
        return Succession(
            call, entry, "str_replace", None, "its arguments cannot be given names without losing comments"
        )
    return Succession(call, entry, "str_replace", Edit(Span(node.start, node.end), indented_fragment(made, column)))


def _select(template: Template, call: Call, entry: Entry, key: Scalar) -> Succession:
    node, text = call.node, template.document.text
    assert isinstance(node, Mapping)
    items = entry.value.items if isinstance(entry.value, Sequence) else []
    name = _parameter(items[1]) if len(items) == 2 else None
    parameter = template.parameters.get(name.value) if name is not None else None
    index = text[items[0].start : items[0].end] if items else ""
    if parameter is None or name is None or parameter.type not in _COLLECTION_TYPES or not _INDEX.fullmatch(index):
        reason = "only an item of a parameter that is a list or a mapping can be named by a path with the same result"
        return Succession(call, entry, "get_param", None, reason)
    path = f"{{get_param: [{text[name.start : name.end]}, {index}]}}"
    return Succession(call, entry, "get_param", Edit(Span(node.start, node.end), path))


def _parameter(node: Node) -> Scalar | None:
    """Return the name in `{get_param: name}` or `{Ref: name}`; None for any other node."""
    entries = node.entries if isinstance(node, Mapping) else []
    if len(entries) != 1 or entries[0].name not in ("get_param", "Ref"):
        return None
    value = entries[0].value
    return value if isinstance(value, Scalar) and value.style not in ("|", ">") else None


def _facade(template: Template, call: Call, entry: Entry, key: Scalar) -> Succession:
    value = entry.value
    new = _FACADES.get(str(value.value)) if isinstance(value, Scalar) and not value.style else None
    if new is None:
        return Succession(call, entry, "resource_facade", None, "its argument is not written out")
    text = template.document.text
    edit = Edit(Span(key.start, value.end), f"resource_facade{text[key.end : value.start]}{new}")
    return Succession(call, entry, "resource_facade", edit)


_EDITS: dict[str, Callable[[Template, Call, Entry, Scalar], Succession]] = {
    "Ref": _ref,
    "Fn::Join": _renamed,
    "Fn::Split": _renamed,
    "Fn::Base64": _base64,
    "Fn::Replace": _replace,
    "Fn::Select": _select,
    "Fn::ResourceFacade": _facade,
}
