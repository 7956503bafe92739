"""Turn text into a tree of nodes with exact spans, and edits back into text. Knows nothing of Heat.

The import of PyYAML compiles regular expressions that its C parser does not use, which takes a sixth of the check of a small
template. Here, each of them is compiled when it is first used.
"""

from __future__ import annotations

import re
import sys

from hotlint.common.annotations import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

__all__: list[str] = []


class _LaterCompiled:
    """A regular expression of PyYAML."""

    def __init__(self, pattern: str, flags: int) -> None:
        self._arguments = pattern, flags

    def __getattr__(self, name: str) -> Any:
        found = getattr(_compile(*self._arguments), name)
        setattr(self, name, found)
        return found


def _compile_later(pattern: str, flags: int = 0) -> Any:
    is_of_yaml = sys._getframe(1).f_globals.get("__name__", "").startswith("yaml.")
    return (_LaterCompiled if is_of_yaml else _compile)(pattern, flags)


_compile = re.compile
re.compile = _compile_later  # type: ignore[assignment]
try:
    import yaml  # noqa: F401
finally:
    re.compile = _compile
