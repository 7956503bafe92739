"""PyYAML, imported without compiling a pattern that only its pure parser needs.

`yaml.reader` compiles a class of all of Unicode's printable characters whenever it is imported: a seventh of the
instructions of a check of one file. libyaml never asks for it. So it is compiled when it is first used, by whomever.
"""

from __future__ import annotations

import re
import sys
from functools import cached_property
from typing import Any

_PRINTABLE = "[^\t\n\r -~"
"""How that pattern begins."""


class DeferredPattern:
    """A regular expression that is compiled when it is first used."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self.pattern)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._compiled, name)


def _defer_pattern() -> None:
    """Import `yaml.reader`, if nobody has yet. Its module is read by one thread: Python locks the import of this one."""
    compile_at_once = re.compile

    def compile_later(pattern: Any, flags: int = 0) -> Any:
        is_printable = isinstance(pattern, str) and pattern.startswith(_PRINTABLE)
        return DeferredPattern(pattern) if is_printable else compile_at_once(pattern, flags)

    re.compile = compile_later
    try:
        import yaml.reader  # noqa: F401
    finally:
        re.compile = compile_at_once


if "yaml.reader" not in sys.modules:
    _defer_pattern()

import yaml as yaml  # noqa: E402 - the import above comes first
