"""The characters that open a list of completions by themselves, and what is offered then.

Editors accept the first entry of an open list on Enter. So a list that nobody has asked for opens only where no line ends:
behind `::` in the name of a type, behind `/` in a path, behind `-` in a version, and behind a key that takes one name.
"""

from __future__ import annotations

import re

from hotlint.ide.completion.request import CompletionItem, CompletionList

CHARACTERS = (":", "/", "-", " ")
_BEGINNINGS = {":": re.compile(r"\w.*::$"), "/": re.compile(r".*/$"), "-": re.compile(r"\d{4}-(?:\d\d-)?$")}
"""What is typed of a word, up to the character that triggers the request."""
_KINDS = {":": ("type", "parameter"), "/": ("file", "type"), "-": ("version",)}
_TAKES_NAME = re.compile(
    r"""(?:^|[\s{,])(["']?)(?:type|heat_template_version|get_param|get_resource|get_file|custom_constraint)\1:[ ]$"""
)
_NAMES = frozenset({"type", "version", "parameter", "resource", "file", "constraint", "value"})


def is_refused(trigger: str, text: str, offset: int) -> bool:
    """Return whether a character opens no list at an offset, whatever could be offered there; "" is no character."""
    if not trigger:
        return False
    row = text[text.rfind("\n", 0, offset) + 1 : offset]
    if trigger == " ":
        return _TAKES_NAME.search(row) is None
    word = re.split(r"""[\s"'\[{,]""", row)[-1]
    return trigger not in _BEGINNINGS or _BEGINNINGS[trigger].match(word) is None


def narrowed(found: CompletionList, trigger: str, text: str, offset: int) -> CompletionList:
    """Return the completions that continue what is typed, for a list that a character opens; "" is no character."""
    if not trigger:
        return found
    typed = text[found.span.start : offset]
    items = [item for item in found.items if _continues(item, trigger, typed)]
    return found._replace(items=items)


def _continues(item: CompletionItem, trigger: str, typed: str) -> bool:
    if trigger == " ":
        return item.kind in _NAMES
    return item.kind in _KINDS[trigger] and item.label.startswith(typed)
