"""Completion inside of strings: placeholders in str_replace and repeat, functions in YAQL expressions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import takewhile

from hotlint.ide.completion import placeholders
from hotlint.ide.completion.relevance import Relevance
from hotlint.ide.completion.request import CompletionItem, CompletionRequest
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
    position = request.position
    if position.role != "value" and not (position.maybe_key and position.quote):
        return
    location = request.locator.locate(position.path)
    function = functions.get(location.function)
    if function is None:
        return
    if function.argument_kind(location.argument) == "expression":
        yield from _yaql()
    elif function.placeholders and location.argument == ("template",) and (position.quote or position.prefix):
        yield from _placeholders(request, function.placeholders)


def _yaql() -> Iterator[CompletionItem]:
    yield CompletionItem("$.data", "value", Relevance(), "what data holds")
    for name, what in YAQL.items():
        yield CompletionItem(name, "function", Relevance(rank=1), what, f"{name}(", f"{name}(${{1}})")


_PARAMS = "params"
_GET_FILE = re.compile(r"[\s{]*[\"']?get_file[\"']?\s*:\s*[\"']?([^\s\"'{}]+)")
_LONGEST = 20_000
"""The characters of a file with placeholders that are read."""
_MOST_COMMON = 20
"""The placeholders of other calls that are given."""


def placeholders_in_template(request: CompletionRequest, argument: str) -> Iterator[CompletionItem]:
    """Yield what the template beside a mapping of placeholders names, and the mapping lacks, in order."""
    start = _argument(request, "template", argument)
    if start is None:
        yield from _of_other_calls(request, argument, ": ")
        return
    rows = request.text[start : start + placeholders.AFTER].split("\n")
    line = request.text[request.text.rfind("\n", 0, start) + 1 : start]
    column = len(line) - len(line.lstrip(" -"))
    below = takewhile(lambda row: not row.strip() or len(row) - len(row.lstrip()) > column, rows[1:])
    first = re.split(rf"[\"']?\b{argument}\b[\"']?:", rows[0])[0]
    written = "\n".join((first, *below))
    if (file := _GET_FILE.match(written)) is not None:
        written = request.environment.text(file.group(1))[:_LONGEST]
    for rank, name in enumerate(dict.fromkeys(placeholders.PLACEHOLDER.findall(written))):
        yield CompletionItem(name, "placeholder", Relevance(is_needed=True, rank=rank), "in the template", f"{name}: ")


def _placeholders(request: CompletionRequest, argument: str) -> Iterator[CompletionItem]:
    """Yield the keys of the mapping of placeholders that is nearest to the string; of all mappings, if it has none yet."""
    start = _argument(request, argument, "template")
    own = placeholders.keys_after(request.text, start) if start is not None else []
    yield from (CompletionItem(name, "placeholder") for name in own)
    if not own:
        yield from _of_other_calls(request, argument)


def _of_other_calls(request: CompletionRequest, argument: str, after: str = "") -> Iterator[CompletionItem]:
    """Yield the placeholders that other calls in the text and its neighbors have; `after` is what is inserted behind each."""
    if argument != _PARAMS:
        return
    counted = Counter(request.names.placeholders)
    counted.update(request.environment.neighbors().placeholders)
    for rank, (name, _) in enumerate(counted.most_common(_MOST_COMMON)):
        yield CompletionItem(
            name, "placeholder", Relevance(rank=rank), "in other calls", f"{name}{after}" if after else None
        )


def _argument(request: CompletionRequest, name: str, other: str) -> int | None:
    """Return where the nearest argument with a name begins, behind its colon; `other` is the argument at the cursor.

    It stands beside the other argument: in the same column, or in the same flow mapping.
    """
    text, offset = request.text, request.offset
    written = re.compile(rf"""(?:^([ ]*(?:-[ ]+)*)|[{{,][ ]*)["']?(?:{name}|{other})["']?[ ]*:(?=\s|$)""", re.M)
    found = list(written.finditer(text, max(0, offset - placeholders.AFTER), offset + placeholders.AFTER))
    own = next((m for m in reversed(found) if m.start() < offset and other in m.group()), None)
    beside = [m for m in found if name in m.group() and (own is None or _column(m) == _column(own))]
    nearest = min(beside, key=lambda m: abs(m.start() - offset), default=None)
    return nearest.end() if nearest is not None else None


def _column(match: re.Match[str]) -> int | None:
    """Return the column of a key in block style; None in flow style."""
    return len(match.group(1)) if match.group(1) is not None else None
