"""Completion inside of strings: placeholders in str_replace and repeat, functions in YAQL expressions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile

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


_PLACEHOLDER = re.compile(
    r"\$\{[\w.-]+\}|<[%$]?[\w.-]+[%$]?>|\{\{[ ]?[\w.-]+[ ]?\}\}|%[\w.-]+%|@[\w.-]+@|\$\(?\w+\)?|__\w+__|\b[A-Z][A-Z0-9_]{2,}\b|%\w+"
)
"""What templates take for placeholders: $name, ${name}, <name>, {{name}}, %name%, @name@, __name__ and NAME."""
_AFTER = 4000
"""The characters of a template or a mapping of placeholders that are read."""


def placeholders_in_template(request: CompletionRequest, argument: str) -> Iterator[CompletionItem]:
    """Yield what the template beside a mapping of placeholders names, and the mapping lacks, in order."""
    start = _argument(request, "template", argument)
    if start is None:
        return
    rows = request.text[start : start + _AFTER].split("\n")
    line = request.text[request.text.rfind("\n", 0, start) + 1 : start]
    column = len(line) - len(line.lstrip(" -"))
    below = takewhile(lambda row: not row.strip() or len(row) - len(row.lstrip()) > column, rows[1:])
    first = re.split(rf"[\"']?\b{argument}\b[\"']?:", rows[0])[0]
    for rank, name in enumerate(dict.fromkeys(_PLACEHOLDER.findall("\n".join((first, *below))))):
        yield CompletionItem(name, "placeholder", Relevance(is_needed=True, rank=rank), "in the template", f"{name}: ")


def _placeholders(request: CompletionRequest, argument: str) -> Iterator[CompletionItem]:
    """Yield the keys of the mapping of placeholders that is nearest to the string."""
    start = _argument(request, argument, "template")
    if start is not None:
        yield from (CompletionItem(name, "placeholder") for name in _keys_after(request.text, start))


def _argument(request: CompletionRequest, name: str, other: str) -> int | None:
    """Return where the nearest argument with a name begins, behind its colon; `other` is the argument at the cursor.

    It stands beside the other argument: in the same column, or in the same flow mapping.
    """
    text, offset = request.text, request.offset
    written = re.compile(rf"""(?:^([ ]*(?:-[ ]+)*)|[{{,][ ]*)["']?(?:{name}|{other})["']?[ ]*:(?=\s|$)""", re.M)
    found = list(written.finditer(text, max(0, offset - _AFTER), offset + _AFTER))
    own = next((m for m in reversed(found) if m.start() < offset and other in m.group()), None)
    beside = [m for m in found if name in m.group() and (own is None or _column(m) == _column(own))]
    nearest = min(beside, key=lambda m: abs(m.start() - offset), default=None)
    return nearest.end() if nearest is not None else None


def _column(match: re.Match[str]) -> int | None:
    """Return the column of a key in block style; None in flow style."""
    return len(match.group(1)) if match.group(1) is not None else None


def _keys_after(text: str, start: int) -> list[str]:
    """Return the keys of the mapping that begins at an offset."""
    rest = text[start : start + _AFTER]
    if rest.lstrip().startswith("{"):
        return _keys_of_flow(rest.lstrip())
    found: list[str] = []
    level = -1
    for row in rest.split("\n")[1:]:
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


def _keys_of_flow(text: str) -> list[str]:
    """Return the keys of the flow mapping that a text begins with; those of a broken one, too."""
    found, depth = [], 0
    for token in re.finditer(
        r"""[{}\[\]]|(?<=[{,\s])(?:"([^"\n]*)"|'([^'\n]*)'|([^\s{}\[\],:"'][^{}\[\],:\n]*)):(?=[\s{])""", text
    ):
        depth += {"{": 1, "[": 1, "}": -1, "]": -1}.get(token.group(), 0)
        if depth == 0:
            break
        key = token.group(1) or token.group(2) or token.group(3)
        if key and depth == 1:
            found.append(key.strip())
    return found
