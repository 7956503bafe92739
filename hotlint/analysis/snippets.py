"""Nodes read into snippets: plain data with a `Call` in place of each function call (see `functions.base`)."""

from __future__ import annotations

import re

from hotlint.language import functions
from hotlint.language.functions.base import Call, Snippet
from hotlint.syntax.nodes import Entry, Mapping, Node, Scalar, Sequence

NODE_LIMIT = 400_000
"""Nodes that a template may expand to, aliases followed: more is an alias bomb."""
_LIKE_A_FUNCTION = r"(?:get|str|list|map)[_-]?[a-zA-Z_]+$|fn::|(?:repeat|digest|contains|equals|filter|yaql|if|ref)s?$"
_BEGINNINGS = (
    "get", "str", "list", "map", "fn::", "repeat", "digest", "contains", "equals", "filter", "yaql", "if", "ref",
)  # fmt: skip


class SnippetReader:
    """Reads one part of a template, in one walk that also notes what rules look for.

    `calls` are the function calls in the order of the text, `suspects` the single keys that look like functions and are none
    here, by identity (aliases repeat them); `company`: some mapping has the name of a function among several keys. `left` is
    the number of nodes that may still be read, below 0 when some were left out.
    """

    __slots__ = ("_names", "_version", "calls", "company", "left", "suspects")

    def __init__(self, version: str, left: int = NODE_LIMIT) -> None:
        self._version = version
        self._names = functions.names(version)
        self.left = left
        self.calls: list[Call] = []
        self.suspects: dict[int, Entry] = {}
        self.company = False

    def read(self, node: Node, context: str, parent: Call | None = None) -> Snippet:
        """Return a node as a snippet. `parent` is the call whose arguments it is in, `context` that of `Call`."""
        if node.__class__ is Scalar:
            return node.value
        self.left -= 1
        if self.left < 0:
            return None
        read = self.read
        if node.__class__ is Sequence:
            items = []  # loops: what a comprehension costs is more than what most of these hold
            for item in node.items:
                items.append(item.value if item.__class__ is Scalar else read(item, context, parent))  # noqa: PERF401
            return items
        assert isinstance(node, Mapping)
        entries = node.named
        if len(entries) == 1:
            ((name, entry),) = entries.items()
            if name is not None:
                known = name in self._names
                if known and functions.status(name, self._version, context) != "future":
                    return self._call(name, node, entry.value, context, parent)
                if known or _is_like_a_function(name):
                    self.suspects[id(entry)] = entry
        elif not self.company and not self._names.isdisjoint(entries):
            self.company = True
        values = {}
        for name, entry in entries.items():
            value = entry.value
            values[name] = value.value if value.__class__ is Scalar else read(value, context, parent)
        return values

    def _call(self, name: str, node: Node, args: Node, context: str, parent: Call | None) -> Call:
        function = functions.get(name, context)
        assert function is not None
        call = Call(function, name, None, node, parent, context)
        self.calls.append(call)
        if function.macro and args.__class__ is Sequence and args.items:
            # `if`: its first argument is a condition, whatever the call is in
            head, *rest = args.items
            call.args = [self.read(head, "condition", call)]
            call.args += [self.read(item, context, call) for item in rest]
        else:
            call.args = args.value if args.__class__ is Scalar else self.read(args, context, call)
        return call


def _is_like_a_function(name: str) -> bool:
    """Return whether a key looks like the name of a function; of most, the beginning tells that it does not."""
    return name.lower().startswith(_BEGINNINGS) and re.match(_LIKE_A_FUNCTION, name, re.I) is not None
