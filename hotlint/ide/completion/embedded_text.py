"""Completion inside of strings: placeholders in str_replace and repeat, functions in YAQL expressions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hotlint.ide.completion.item import CompletionItem
from hotlint.ide.completion.relevance import Relevance
from hotlint.ide.completion.request import CompletionRequest
from hotlint.language import functions

YAQL = {
    "select": "every item, turned into something else", "where": "the items for which something holds",
    "selectMany": "the items of lists, in one list", "flatten": "lists in a list, as one list",
    "distinct": "each item once", "orderBy": "in order of something", "orderByDescending": "in falling order of something",
    "groupBy": "a list of keys and the items of each", "first": "the first item", "last": "the last item",
    "len": "the number of items", "sum": "the sum", "max": "the greatest", "min": "the least", "any": "whether any",
    "all": "whether all", "reduce": "folds a list", "aggregate": "folds a list", "join": "joins two lists, or texts",
    "split": "cuts a text", "keys": "the keys of a mapping", "values": "the values of a mapping", "items": "keys and values of a mapping",
    "get": "the value of a key, or a default", "set": "a mapping with one more key", "mergeWith": "two mappings in one",
    "dict": "a mapping", "list": "a list", "range": "numbers", "zip": "lists side by side", "enumerate": "items with their numbers",
    "skip": "all but the first", "limit": "the first", "take": "the first", "slice": "pieces of a list", "concat": "texts or lists in one",
    "toUpper": "in capitals", "toLower": "in small letters", "trim": "without blanks at the ends", "replace": "with parts replaced",
    "startsWith": "whether a text starts so", "endsWith": "whether a text ends so", "substring": "a part of a text",
    "matches": "whether a pattern matches", "int": "as a number", "str": "as a text", "float": "as a number",
    "bool": "as true or false", "isEmpty": "whether there is nothing in it", "toDict": "as a mapping", "toList": "as a list",
    "toSet": "as a set", "reverse": "the other way round", "contains": "whether it is in there", "switch": "the first that holds",
    "coalesce": "the first that is not null", "let": "names for values", "format": "a text with values put in",
}  # fmt: skip


def completions(request: CompletionRequest) -> Iterator[CompletionItem]:
    """Yield the completions inside of a block scalar."""
    path = request.position.path
    environment = [f for step in reversed(path) if (f := functions.get(str(step))) is not None]
    if any(function.argument_kind(path[-1:]) == "expression" for function in environment):
        yield from _yaql()
    function = next((f for f in environment if f.placeholders), None)
    if function is not None:
        yield from _placeholders(request, function.placeholders)


def in_value(request: CompletionRequest) -> Iterator[CompletionItem]:
    """Yield the completions in a value that is a template string or an expression; none in any other."""
    if request.position.role != "value":
        return
    location = request.locator.locate(request.position.path)
    function = functions.get(location.function)
    if function is None:
        return
    if function.argument_kind(location.argument) == "expression":
        yield from _yaql()
    elif (
        function.placeholders
        and location.argument == ("template",)
        and (request.position.quote or request.position.prefix)
    ):
        yield from _placeholders(request, function.placeholders)


def _yaql() -> Iterator[CompletionItem]:
    yield CompletionItem("$.data", "value", Relevance(), "what data holds")
    for name, what in YAQL.items():
        yield CompletionItem(name, "function", Relevance(rank=1), what, f"{name}(", f"{name}(${{1}})")


def _placeholders(request: CompletionRequest, argument: str) -> Iterator[CompletionItem]:
    """Yield the keys of the mapping of placeholders that is nearest to the string."""
    text = request.text
    below = re.compile(rf"\n[ ]*{argument}:").search(text, request.offset)
    above = text.rfind(f"{argument}:", 0, request.offset)
    starts = [m for m in (below.end() if below else -1, above + len(argument) + 1 if above >= 0 else -1) if m >= 0]
    for start in sorted(starts, key=lambda at: abs(at - request.offset))[:1]:
        yield from (CompletionItem(name, "placeholder") for name in _keys_after(text, start))


def _keys_after(text: str, start: int) -> list[str]:
    rest = text[start : start + 4000]
    flow = re.match(r"[ ]*\{([^}]*)\}", rest)
    if flow:
        return [k.strip().strip("\"'") for k in re.findall(r"(?:^|,)([^:,]+):", flow.group(1))]
    rows = rest.split("\n")[1:]
    found, level = [], -1
    for row in rows:
        if not row.strip() or row.lstrip().startswith("#"):
            continue
        indent = len(row) - len(row.lstrip())
        level = indent if level < 0 else level
        if indent < level:
            break
        match = re.match(r"""["']?([^"':]+(?::[^\s"':]+)*)["']?:(?:\s|$)""", row.strip())
        if indent == level and match:
            found.append(match.group(1))
    return found
