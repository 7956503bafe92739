"""Completion at any offset of a half-typed text, with invalid YAML too.

    completions = complete(text, offset, environment)

`misplaced_rows` puts back the rows that stand a level beside their place, `cursor_position` puts a mark at the cursor and parses
what surrounds it, `schema_location` reads its meaning from the path of keys, `declared_names` the names from the lines of the text,
`habits` what stands at places like the cursor's. `keys` and `values` complete those, `embedded_text` the inside of strings,
`environments` environment files.
"""

from __future__ import annotations

import re
from typing import Any

from hotlint.analysis.environments.registry import TEMPLATE_ENDINGS
from hotlint.analysis.symbols import is_file
from hotlint.ide.completion import embedded_text, environments, keys, values
from hotlint.ide.completion.cursor_position import CursorPosition, cursor_position
from hotlint.ide.completion.declared_names import Declared, DeclaredNames
from hotlint.ide.completion.lines import line_end
from hotlint.ide.completion.misplaced_rows import meant
from hotlint.ide.completion.nearby_names import MOST_NAMES
from hotlint.ide.completion.other_names import in_hot
from hotlint.ide.completion.placeholders import span_of_placeholder, span_of_word
from hotlint.ide.completion.placement import placed, safe
from hotlint.ide.completion.request import (
    CompletionAt,
    CompletionEnvironment,
    CompletionItem,
    CompletionList,
    CompletionRequest,
    NeighborNames,
    in_order,
)
from hotlint.ide.completion.schema_location import SchemaLocator
from hotlint.ide.completion.tree_names import TreeNames
from hotlint.language.dialects import dialect, known_version
from hotlint.language.versions import NEWEST
from hotlint.resource_types.schema import Properties, ResourceType
from hotlint.syntax.source import Span

__all__ = [
    "CompletionAt",
    "CompletionEnvironment",
    "CompletionItem",
    "CompletionList",
    "DeclaredNames",
    "NeighborNames",
    "TreeNames",
    "complete",
]

MOST_ITEMS = 1500
"""Completions that are given at once; of more, the editor asks again as more is typed."""
_SPACE = " "
_CODE = re.compile(r"""(?:[^'"#]|"(?:[^"\\]|\\.)*"|'[^']*'|(?<=\w)['"]|(?<=\S)#)*""")
"""A line up to its comment."""
_STARTS, _ENDS = tuple("\"'{["), tuple("\"'}]")
"""The first and last characters of quoted and flow values: no other value can stand behind them."""
_MARK = "\ufeff"
"""The byte order mark, which no part of the first key is."""
_BLANK = re.compile(r"\s")
_LONE_RETURN = re.compile(r"\r(?!\n)")
_LINE_END = re.compile(r"[\r\n]")


def complete(
    text: str,
    offset: int,
    environment: CompletionEnvironment,
    names: DeclaredNames | None = None,
    *,
    is_environment: bool = False,
) -> CompletionList:
    """Return the completions at an offset of a template or an environment, the best first. Never raises, whatever the text is.

    `names` are those of the text, where they are known already. Where nothing can stand in the bracket or quote that is open at the
    offset, and keys are beside the cursor, it was left open by mistake.
    """
    if text.startswith(_MARK):
        marked = complete(text[1:], max(0, offset - 1), environment, is_environment=is_environment)
        return marked._replace(span=Span(marked.span.start + 1, marked.span.end + 1))
    if "\r" in text:
        text = _LONE_RETURN.sub("\n", text)  # a line end as well; no offset changes
    names = names or DeclaredNames(text)
    version = known_version(names.version) or NEWEST
    read = (text, offset) if is_environment else meant(text, offset, names, dialect(version))
    if read[0] != text:
        names = DeclaredNames(read[0])
    position = cursor_position(text, offset, read)
    found = _at(position, text, offset, environment, names, is_environment=is_environment)
    if found.items or not (position.flow or position.quote or not position.path):
        return found
    position = cursor_position(text, offset, read, is_closed=True)
    return (
        _at(position, text, offset, environment, names, is_environment=is_environment) if position.siblings else found
    )


def _at(
    position: CursorPosition,
    text: str,
    offset: int,
    environment: CompletionEnvironment,
    names: DeclaredNames,
    *,
    is_environment: bool,
) -> CompletionList:
    """Return the completions at a position of a text, the best first."""
    nothing = CompletionList([], Span(offset, offset))
    if _in_comment(text, offset, position):
        return nothing
    version = known_version(names.version) or NEWEST
    position = position._replace(path=in_hot(position.path, dialect(version)))
    names = _with_own_entry(names, position)
    nested = _nested(position, names, environment)
    locator = SchemaLocator(names, environment.catalog, nested, environment.mapped, version)
    request = CompletionRequest(text, offset, position, names, environment, locator)
    span = Span(position.start, position.end)
    if is_environment:
        found = list(environments.completions(request))
    elif position.role == "text":
        found = [_as_it_is(item) for item in embedded_text.completions(request)]
        span = _span_in_string(found, text, offset)
    elif in_string := list(embedded_text.in_value(request)):
        span = _span_in_string(in_string, text, offset)
        is_part = not position.quote and span.start > position.start
        found = [_as_it_is(item) if is_part else item for item in in_string]
    elif _is_inside_text(text, position):
        found = []
    else:
        found = _in_template(request)
    if _LINE_END.search(text, span.start, span.end):
        return nothing  # editors replace a part of one line
    offered = len(found)
    if position.prefix:
        found = [fit for item in found if (fit := safe(item, position)) is not None]
    if position.role == "value" and position.prefix.endswith(TEMPLATE_ENDINGS) and position.end == offset:
        found = [item for item in found if item.label == position.prefix]  # Enter must not make it another file's name
    taken = set(position.siblings) - {text[position.start : position.end]} if position.role == "key" else set()
    ordered = [item for item in in_order(found) if item.label not in taken]
    # Of an incomplete list, editors show the old state while they ask again, and Enter accepts an entry of that.
    is_cut = len(ordered) > MOST_ITEMS or (offered > len(found) and bool(position.prefix))
    row = text[text.rfind("\n", 0, offset) + 1 : line_end(text, offset)]
    line_indent = len(row) - len(row.lstrip(" "))
    fitting = [fit for item in ordered[:MOST_ITEMS] if (fit := placed(item, position, line_indent)) is not None]
    incomplete = is_cut or max(len(names.parameters), len(names.resources)) > MOST_NAMES
    return CompletionList(fitting, span, _SPACE if position.glued else "", incomplete)


def _with_own_entry(names: DeclaredNames, position: CursorPosition) -> DeclaredNames:
    """Return the names of a text in which the entry at the cursor is one, also if its line is shifted or lacks its colon."""
    section, name = position.path[:2] if len(position.path) > 2 else ("", "")
    entries = {"resources": names.resources, "parameters": names.parameters}.get(str(section))
    if entries is None or name in entries:
        return names
    own = re.compile(rf"^([ ]+){re.escape(str(name))}[ ]*:?[ ]*$", re.M)
    found = own.search(names.text)
    if found is None:
        return names
    first = next(iter(entries.values()), None)
    column = first.at - names.text.rfind("\n", 0, first.at) - 1 if first is not None else len(found.group(1))
    if first is not None and len(found.group(1)) < column:  # the first entry is the one that is shifted
        text = names.text[: first.at - column] + found.group(1) + names.text[first.at :]
    else:
        text = f"{names.text[: found.start()]}{' ' * column}{name}:{names.text[found.end() :]}"
    read = DeclaredNames(text)
    return read if name in {**read.resources, **read.parameters} else names


def _span_in_string(items: list[CompletionItem], text: str, offset: int) -> Span:
    """Return the span that items in a string replace: the word at the cursor, or its part that begins a placeholder."""
    names = [item.label for item in items if item.kind == "placeholder"]
    return span_of_placeholder(text, offset, names) if names else span_of_word(text, offset)


def _as_it_is(item: CompletionItem) -> CompletionItem:
    """Return an item for a place within a longer text, where quotes would be part of that text."""
    return item if item.insert is not None or item.snippet is not None else item._replace(insert=item.label)


def _in_template(request: CompletionRequest) -> list[CompletionItem]:
    position = request.position
    location = request.locator.locate(position.path)
    if position.role == "value":
        found = list(values.completions(request, location))
        if not found and location.kind == "constraint" and position.flow:
            found = list(keys.completions(request, location))  # `constraints: [length: {max: 5}]`
        if position.flow and location.properties and isinstance(position.path[-1], int):
            found += [i for i in keys.completions(request, location) if i.kind == "property"]  # `[subnet: a]`
        return found
    found = list(keys.completions(request, location))
    if position.maybe_key and not position.has_colon:
        found += [i for i in values.completions(request, location) if i.kind != "function"]
    return found


def _nested(
    position: CursorPosition, names: DeclaredNames, environment: CompletionEnvironment
) -> dict[str, Properties]:
    """Return the properties of the nested template that the resource at the cursor is made of: its parameters."""
    if len(position.path) < 3 or position.path[0] != "resources":
        return {}
    declared = names.resources.get(str(position.path[1]))
    made = {}
    for type_ in (declared.type, declared.inner) if declared else ():
        found = environment.nested(type_) if type_ and _may_be_template(type_, environment) else None
        if type_ and found is not None:
            made[type_] = Properties({n: _facts(p) for n, p in found.parameters.items()})
    return made


def _may_be_template(type_: str, environment: CompletionEnvironment) -> bool:
    return is_file(type_) or not isinstance(environment.catalog.resource(type_), ResourceType)


def _facts(parameter: Declared) -> dict[str, Any]:
    types = {"json": "map", "comma_delimited_list": "list"}
    kind = parameter.type or "any"
    return {"type": types.get(kind, kind), "constraints": [{"custom": c} for c in parameter.customs]}


def _in_comment(text: str, offset: int, position: CursorPosition) -> bool:
    """Return whether the cursor is in a comment, on a line of its own or after a value."""
    if position.role == "text" or position.quote:
        return False
    line = text[text.rfind("\n", 0, offset) + 1 : offset]
    code = _CODE.match(line)
    return code is not None and line[code.end() :].startswith("#")


def _is_inside_text(text: str, position: CursorPosition) -> bool:
    """Return whether the cursor is in a value of several words, or before something that the completion would run into."""
    if position.quote:
        return position.quote in position.prefix
    if position.has_colon:
        return False
    if not position.prefix and text[position.start : position.end] == "-":
        return True  # the start of an item
    if text[text.rfind("\n", 0, position.start) + 1 : position.start].rstrip()[-1:] in _ENDS:
        return True
    rest = text[position.end : line_end(text, position.end)].strip()
    runs_into = rest[:1] not in (("", "#", ",", "]", "}") if position.flow else ("", "#"))
    is_whole = position.prefix[:1] in _STARTS  # of a value that ends at the cursor
    return runs_into or is_whole or (position.role == "value" and _BLANK.search(position.prefix) is not None)
