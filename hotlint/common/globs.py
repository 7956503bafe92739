"""Glob patterns of the configuration: `*` and `?` stay within a folder's name, `**` spans folders, `[ab]` is a choice.

A pattern without a slash counts at any depth, as in .gitignore; one that matches a folder matches all that is in it.
"""

from __future__ import annotations

import re
from functools import lru_cache


@lru_cache(maxsize=512)
def _compiled(pattern: str) -> re.Pattern[str]:
    anchored = "/" in pattern.rstrip("/")
    parts = [_part(p) for p in pattern.strip("/").split("/") if p != "."]
    body = "".join(p if p.endswith("/)*") else p + "/" for p in parts).removesuffix("/")
    return re.compile(("" if anchored else "(?:.*/)?") + body + "(?:/.*)?", re.S)


def _part(part: str) -> str:
    if part == "**":
        return "(?:[^/]+/)*"
    made, at = "", 0
    while at < len(part):
        char = part[at]
        close = part.find("]", at + 2) if char == "[" else -1
        if char == "*":
            made += "[^/]*"
        elif char == "?":
            made += "[^/]"
        elif close > 0:
            inner = part[at + 1 : close].replace("\\", "\\\\")
            made += f"[{'^' + inner[1:] if inner[0] == '!' else inner}]"
            at = close
        else:
            made += re.escape(char)
        at += 1
    return made


def matches(pattern: str, path: str) -> bool:
    """Whether a pattern matches a path, which is relative to the pattern's folder and has slashes."""
    try:
        return _compiled(pattern).fullmatch(path) is not None
    except re.error:
        return False
