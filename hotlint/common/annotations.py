"""The names of `typing` that annotations use. The import of `typing` takes milliseconds, which a short run notices.

A module with `from __future__ import annotations` never evaluates its annotations, so that the value of these names does not
matter.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO, Any, ClassVar, Final, Generic, Literal, NoReturn, Protocol, TextIO, TypeAlias

    from typing_extensions import TypeVar
else:
    IO = Any = ClassVar = Final = NoReturn = Protocol = TextIO = TypeAlias = object

    class Generic:
        """Base of a class with parameters, which only type checkers know."""

        __slots__ = ()

        def __class_getitem__(cls, parameters):
            return cls

    Literal = list  # takes any parameters in brackets, and calls nothing

    def TypeVar(name, **options):  # noqa: N802
        return object


__all__ = [
    "IO", "TYPE_CHECKING", "Any", "ClassVar", "Final", "Generic", "Literal", "NoReturn", "Protocol", "TextIO", "TypeAlias",
    "TypeVar",
]  # fmt: skip
