"""Paths in configurations (.hotlint.yaml) and in suites of tests, which follow renamed files as those in templates do."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from hotlint.analysis.symbols import name_span
from hotlint.formats.configuration import NAME as CONFIGURATION
from hotlint.ide.suites import kind_of_text
from hotlint.syntax.nodes import Mapping, Node, Scalar, Sequence
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source, Span

_IN_CONFIGURATIONS = frozenset({
    "cloud_snapshot", "deployments", "environments", "exclude", "extends", "files", "jinja", "plugin_dirs", "policies", "search_path",
    "target", "template", "templates", "variable_files",
})  # fmt: skip
_IN_SUITES = frozenset({"environments", "matrix", "template", "tests"})
_GLOB = re.compile(r"[*?\[]")


def holds_mentions(path: str, text: str) -> bool:
    """Return whether a text is a configuration or a suite, in which paths are named by certain keys."""
    return os.path.basename(path) == CONFIGURATION or kind_of_text(path, text) == "suite"


def mentions(path: str, text: str) -> Iterator[tuple[str, Span]]:
    """Yield what may be a path in a configuration or a suite, and where; of a glob, the folders that it begins with."""
    keys = _IN_CONFIGURATIONS if os.path.basename(path) == CONFIGURATION else _IN_SUITES
    for node in _scalars(parse(Source(path, text)).root, keys):
        name, span = node.value, name_span(node)
        if isinstance(name, str) and text[span.start : span.end] == name:
            literal = _before_glob(name)
            if literal:
                yield literal, Span(span.start, span.start + len(literal))


def _scalars(node: Node | None, keys: frozenset[str], *, by_name: bool = False) -> Iterator[Scalar]:
    """Yield the scalars that keys lead to; `by_name`: the entries have names of the user's own."""
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _scalars(item, keys)
    elif isinstance(node, Mapping):
        for entry in node.entries:
            if entry.name == "templates" and isinstance(entry.value, Mapping):
                for under in entry.value.entries:
                    yield from _scalars(under.key, keys)
                    yield from _scalars(under.value, keys)
            elif by_name or entry.name in keys:
                yield from _scalars(entry.value, keys, by_name=entry.name == "environments")


def _before_glob(name: str) -> str:
    """Return a path, or the folders before the first step of it that is a glob."""
    found = _GLOB.search(name)
    return name if found is None else name[: max(name.rfind("/", 0, found.start()), 0)]
