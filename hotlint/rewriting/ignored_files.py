"""Entries below `templates` of a configuration that turn rules off for files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping

from hotlint.syntax.nodes import Mapping as MappingNode
from hotlint.syntax.nodes import Scalar
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source

SECTION = "templates"
_SPECIAL = re.compile(r"[*?\[]")


def glob_of(path: str) -> str:
    """Return the glob that matches one file, of its path relative to the configuration's folder, with slashes."""
    return "/" + _SPECIAL.sub(lambda found: f"[{found[0]}]", path)


def with_ignored(text: str, codes_by_glob: Mapping[str, Iterable[str]]) -> str | None:
    """Return the text of a configuration that ignores rules in the files of globs.

    None when the text cannot be extended without touching its other entries: it cannot be parsed, its `templates` are in
    flow style, or they have one of the globs already.
    """
    rows = [f"{json.dumps(g)}: {{ignore: [{', '.join(sorted(codes))}]}}" for g, codes in codes_by_glob.items()]
    document = parse(Source("", text))
    root = document.root
    if document.problems or not (root is None or (isinstance(root, MappingNode) and not root.flow)):
        return None
    section = root.get(SECTION) if isinstance(root, MappingNode) else None
    is_empty = isinstance(section, Scalar) and section.value is None
    if section is None:
        made = f"{text.rstrip()}\n\n" if text.strip() else ""
        made += f"{SECTION}:\n" + "".join(f"  {row}\n" for row in rows)
    elif isinstance(section, MappingNode) and not section.flow and section.entries and not is_empty:
        if any(g in section.named for g in codes_by_glob):
            return None
        first = section.entries[0].key.start
        indent = " " * (first - text.rfind("\n", 0, first) - 1)
        end = text.find("\n", section.end) if text[section.end - 1 : section.end] != "\n" else section.end - 1
        head, tail = (text, "") if end < 0 else (text[:end], text[end + 1 :])
        made = head + "\n" + "".join(f"{indent}{row}\n" for row in rows) + tail
    else:
        return None
    return made if _entries(made) == {*_entries(text), *codes_by_glob} else None


def _entries(text: str) -> set[str | None]:
    """Return the globs below `templates`; only None for a text with problems."""
    document = parse(Source("", text))
    if document.problems:
        return {None}
    section = document.root.get(SECTION) if isinstance(document.root, MappingNode) else None
    return set(section.named) if isinstance(section, MappingNode) else set()
