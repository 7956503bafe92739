"""The names of `typing` that annotations use. The import of `typing` takes milliseconds, which a short run notices.

A module with `from __future__ import annotations` never evaluates its annotations, so that the value of these names does not
matter.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO, Any, ClassVar, Literal, NoReturn, TextIO, TypeAlias
else:
    IO = Any = ClassVar = Literal = NoReturn = TextIO = TypeAlias = object

__all__ = ["IO", "TYPE_CHECKING", "Any", "ClassVar", "Literal", "NoReturn", "TextIO", "TypeAlias"]
