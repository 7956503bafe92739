"""Evaluation of yaql expressions as Heat does it, also on data that is partly unknown; runs in the sandbox worker.

Heat: heat.engine.hot.functions.Yaql
"""

from __future__ import annotations

import sys
from functools import cache
from typing import Any

ITERATIONS = 200
MEMORY_QUOTA = 10_000
"""Heat's own limits on yaql (heat.common.config): items of an iterator, and bytes of the largest structure."""
_DIGITS = 4_300
"""Digits of the longest number that Python, and so Heat, converts to a string."""

Reply = tuple[Any, ...]
"""("value", v), ("syntax", kind, value, position), ("unsure", reason) or ("unknown", number)."""


def check_syntax(expression: str) -> Reply:
    """Parse a yaql expression; the position of an error is 0-based, None for the end."""
    from yaql.language.exceptions import YaqlLexicalException, YaqlParsingException

    try:
        _engine()[0](expression)
    except YaqlParsingException as exc:
        kind = "character" if isinstance(exc, YaqlLexicalException) else "word"
        return ("syntax", kind, None if exc.value is None else str(exc.value), exc.position)
    return ("value", None)


def evaluate(expression: str, data: Any, unknowns: int) -> Reply:
    """Evaluate a yaql expression on data with a number of unknown parts."""
    reply = check_syntax(expression)
    if reply[0] != "value":
        return reply
    engine, context = _engine()
    statement = engine(expression)
    reason = _changing_reason(statement.expression)
    if reason is not None:
        return ("unsure", reason)
    if not unknowns:
        return ("value", _plain(statement.evaluate({"data": data}, context.create_child_context())))
    return _with_unknowns(statement, data, context)


def _with_unknowns(statement: Any, data: Any, context: Any) -> Reply:
    """Evaluate an expression on data that is partly unknown; its value is known if it does not use an unknown part."""
    from yaql.language.utils import convert_input_data

    context = context.create_child_context()
    trap = _Trap()
    context["$"] = convert_input_data({"data": _revived(data, trap)})
    trap.arm()
    try:
        return ("value", _plain(statement.evaluate(context=context)))
    except _TouchedError as exc:
        return ("unknown", exc.number)
    except Exception:
        return ("unknown", 0)  # the failure may be due to an unknown part
    finally:
        trap.disarm()


class _TouchedError(Exception):
    """An expression has used the unknown value of a number."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class _Trap:
    """Switch of the unknown values of one evaluation: armed, they raise even when their type is asked."""

    def __init__(self) -> None:
        self.armed = False

    def arm(self) -> None:
        """Let unknown values raise when their type is asked."""
        self.armed = True

    def disarm(self) -> None:
        """Let unknown values be inspected again."""
        self.armed = False


class _Unknown:
    """An unknown value: it can be passed on, but any use of it, even of its type, raises _TouchedError."""

    __slots__ = ("number", "trap")

    def __init__(self, number: int, trap: _Trap) -> None:
        self.number = number
        self.trap = trap

    def _touched(self, *_: Any) -> Any:
        raise _TouchedError(self.number)

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __hash__ = __bool__ = __str__ = __repr__ = _touched
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __mod__ = _touched

    def _type(self) -> Any:
        return self._touched() if self.trap.armed else _Unknown

    __class__ = property(_type)


def _revived(data: Any, trap: _Trap) -> Any:
    """Return the data of a request with unknown values instead of complex numbers."""
    if isinstance(data, complex):
        return _Unknown(int(data.imag), trap)
    if isinstance(data, dict):
        return {key: _revived(value, trap) for key, value in data.items()}
    return [_revived(value, trap) for value in data] if isinstance(data, list) else data


_CHANGING = {
    "now": "it is the time of the deployment",
    "random": "it is left to chance",
    "randomInteger": "it is left to chance",
}


def _changing_reason(expression: Any) -> str | None:
    """Return why an expression has another value each time; None where it calls no such function."""
    stack = [expression]
    while stack:
        part = stack.pop()
        found = _CHANGING.get(getattr(part, "name", ""))
        if found is not None:
            return found
        stack += getattr(part, "args", ())
        stack += [p for p in map(vars(part).get, ("expr", "source", "destination")) if p is not None]
    return None


def _plain(value: Any) -> Any:
    """Return a result as plain data; anything else, such as a date, as a string. Raises OverflowError."""
    if value is None or isinstance(value, bool | float | str):
        return value
    if isinstance(value, int):
        if abs(value) >> int(_DIGITS * 3.3219):
            raise OverflowError("the number is too large to be written")
        return value
    if isinstance(value, dict):
        return {_plain(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, set | frozenset):
        return {_plain(item) for item in value}
    return str(value)


@cache
def _engine() -> tuple[Any, Any]:
    """Return Heat's yaql, loaded when first needed: the engine with Heat's limits, and its standard context."""
    import collections.abc  # noqa: F401 - yaql uses it without importing it
    import gc
    import types

    if "pbr.version" not in sys.modules:
        # yaql asks pbr for its own version number, which takes half of its start-up time and is not used.
        version = types.ModuleType("pbr.version")
        version.VersionInfo = _NoVersion  # type: ignore[attr-defined]
        pbr = types.ModuleType("pbr")
        pbr.version = version  # type: ignore[attr-defined]
        sys.modules.update({"pbr": pbr, "pbr.version": version})
    import yaql

    options = {"yaql.limitIterators": ITERATIONS, "yaql.memoryQuota": MEMORY_QUOTA}
    engine = (yaql.YaqlFactory().create(options), yaql.create_context())
    gc.freeze()
    return engine


def is_loaded() -> bool:
    """Load yaql; returns whether that is possible."""
    try:
        return _engine() is not None
    except Exception:
        return False


class _NoVersion:
    """Stand-in for pbr's VersionInfo."""

    def __init__(self, package: str) -> None:
        self.package = package

    def version_string(self) -> str:
        """Return a version that is not used."""
        return "0"
