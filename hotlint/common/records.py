"""Named tuples that are made fast: `typing.NamedTuple` compiles a function for each class, which a short run notices.

A module imports `NamedTuple` from here, and writes its classes as with that of `typing`, which is what type checkers take it
for. A record has `_fields`, `_field_defaults`, `_make`, `_replace` and `_asdict`. Annotations must be strings, as they are
with `from __future__ import annotations`.
"""

from __future__ import annotations

from types import FunctionType

from hotlint.common.annotations import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, NamedTuple

__all__ = ["NamedTuple"]

_new = tuple.__new__
# A constructor for each number of fields; that of a class differs only in the names of its arguments.
_NEW: tuple[Any, ...] = (
    lambda k: _new(k, ()),
    lambda k, a: _new(k, (a,)),
    lambda k, a, b: _new(k, (a, b)),
    lambda k, a, b, c: _new(k, (a, b, c)),
    lambda k, a, b, c, d: _new(k, (a, b, c, d)),
    lambda k, a, b, c, d, e: _new(k, (a, b, c, d, e)),
    lambda k, a, b, c, d, e, f: _new(k, (a, b, c, d, e, f)),
    lambda k, a, b, c, d, e, f, g: _new(k, (a, b, c, d, e, f, g)),
    lambda k, a, b, c, d, e, f, g, h: _new(k, (a, b, c, d, e, f, g, h)),
    lambda k, a, b, c, d, e, f, g, h, i: _new(k, (a, b, c, d, e, f, g, h, i)),
    lambda k, a, b, c, d, e, f, g, h, i, j: _new(k, (a, b, c, d, e, f, g, h, i, j)),
    lambda k, a, b, c, d, e, f, g, h, i, j, m: _new(k, (a, b, c, d, e, f, g, h, i, j, m)),
    lambda k, a, b, c, d, e, f, g, h, i, j, m, n: _new(k, (a, b, c, d, e, f, g, h, i, j, m, n)),
    lambda k, a, b, c, d, e, f, g, h, i, j, m, n, o: _new(k, (a, b, c, d, e, f, g, h, i, j, m, n, o)),
    lambda k, a, b, c, d, e, f, g, h, i, j, m, n, o, p: _new(k, (a, b, c, d, e, f, g, h, i, j, m, n, o, p)),
)


def _constructor(fields: tuple[str, ...], defaults: tuple[Any, ...]) -> Any:
    """Return the `__new__` of a class with these fields."""
    arguments = ("_cls", *fields)
    if len(fields) < len(_NEW):
        plain = _NEW[len(fields)]
        return FunctionType(plain.__code__.replace(co_varnames=arguments), globals(), "__new__", defaults)
    source = f"lambda {', '.join(arguments)}: _new(_cls, ({', '.join(fields)}))"
    made = eval(source, {"_new": _new})  # of names of fields, which stand in source code
    made.__defaults__ = defaults
    return made


if not TYPE_CHECKING:
    from _collections import _tuplegetter

    _GETTERS = tuple(_tuplegetter(index, None) for index in range(50))

    class _Fields(type):
        """Makes a class of records from the annotations of its body."""

        def __new__(cls, name, bases, body):
            if bases and NamedTuple not in bases:
                return type.__new__(cls, name, bases, body)  # a class derived from records
            if bases:
                fields = tuple(body.get("__annotations__", ()))
                defaults = {field: body[field] for field in fields if field in body}
                if fields[len(fields) - len(defaults) :] != tuple(defaults):
                    raise TypeError(f"{name}: a field without a default follows one that has a default")
                body.update(zip(fields, _GETTERS[: len(fields)], strict=True))
                body["__new__"] = _constructor(fields, tuple(defaults.values()))
                body["__match_args__"] = body["_fields"] = fields
                body["_field_defaults"] = defaults
            body["__slots__"] = ()
            return type.__new__(cls, name, bases or (tuple,), body)

    class NamedTuple(metaclass=_Fields):
        """Base of records."""

        def __class_getitem__(cls, parameters: object) -> Any:
            return cls

        @classmethod
        def _make(cls, values: Iterable[Any]) -> Any:
            made = _new(cls, values)
            if len(made) != len(cls._fields):
                raise TypeError(f"{cls.__name__} takes {len(cls._fields)} values, not {len(made)}")
            return made

        def _replace(self, /, **values: Any) -> Any:
            made = self._make(map(values.pop, self._fields, self))
            if values:
                raise ValueError(f"{type(self).__name__} has no field {next(iter(values))!r}")
            return made

        def _asdict(self) -> dict[str, Any]:
            return dict(zip(self._fields, self, strict=True))

        def __repr__(self) -> str:
            shown = ", ".join(f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True))
            return f"{type(self).__name__}({shown})"

        def __getnewargs__(self) -> tuple[Any, ...]:
            return tuple(self)
