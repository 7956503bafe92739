"""Values of the dry run: what is known of them, what is not, and why.

A value is plain data as Heat's loader yields it (None, bool, int, float, str, list, dict). At any depth, a mark may
take the place of a part that is not, or not wholly, known before a deployment:

- `Unknown`: nothing is known but perhaps the type, such as the address of a server that does not exist yet;
- `PartialText`: a string of which some pieces are known, such as "http://", Unknown, "/index.html";
- `Partial`: a list or mapping that holds at least certain items or keys, and perhaps more;
- `Either`: one of two values, depending on a condition that cannot be decided.

So `{"host": Unknown(...), "port": 80}` is a mapping whose port is known: a mark says as little as possible, and a
function keeps every part that does not depend on it. What is said of a value must hold whatever the marks turn out to
be; where that is not certain, the answer is None (see `equal`) or a mark again, and no finding. OMITTED is no value
at all: the result of `if` without a third argument. Where Heat would fail, EvaluationError is raised instead.

Small records here and elsewhere on the path of `hotlint check` are NamedTuples and slotted classes: importing
`dataclasses` alone costs as much as starting Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from hotlint.common.annotations import Any
from hotlint.common.records import NamedTuple
from hotlint.language.origins import ATTRIBUTE, Origin, first_source, id_of, result, source_of

Value = Any
"""None | bool | int | float | str | list[Value] | dict[str, Value] | one of MARKS | OMITTED

A yaql expression may also yield a set (from `keys()`, for example), which no function of Heat accepts as a list.
"""


class Unknown(NamedTuple):
    """A value that cannot be known offline.

    `reason` completes the sentence "not known: ..." for a template author. `type` is a parameter or property type
    ("string", "number", "list", "map", "boolean"), None where not even that is known. `origin` is where it comes from: two
    Unknowns of the same origin and type are the same value.
    """

    reason: str
    type: str | None = None
    origin: Origin = None


class PartialText(NamedTuple):
    """A string of which some pieces are unknown: `parts` joined; never two adjacent strings, never an empty one."""

    parts: tuple[str | Unknown, ...]


class Either(NamedTuple):
    """One of two values, the result of `if` for a condition that cannot be decided.

    `condition` is as messages show it, and `origin` that of the value of the condition.
    """

    condition: str
    if_true: Value
    if_false: Value
    origin: Origin = None


class Partial(NamedTuple):
    """A mapping or list that holds at least what `known` holds, and perhaps more.

    `rest` has the reason, and the origin of the whole. In a list, an Unknown marks each place where further items may be
    (none, one or many).
    """

    known: Any
    rest: Unknown


MARKS = (Unknown, PartialText, Either, Partial)
"""Types of values that are not, or not wholly, known."""
PLAIN = frozenset((str, int, float, bool, type(None)))
"""Classes of values that are wholly known, and no mappings or lists: most are."""


class _Omitted:
    """Type of OMITTED, the result of `if` with two arguments and a false condition.

    The item or key that holds it is left out (HOT 2021-04-16; heat.engine.hot.functions.IfNullable).
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return "OMITTED"


OMITTED = _Omitted()


class EvaluationError(Exception):
    """Failure of a function, where Heat would fail too.

    `message` is for a template author; `path` (keys and indices) leads from the function's arguments to the error;
    `slug` names a kind of error that rules tell from the others, such as "budget", and is "" for any other; `part` is
    "key" or "value", whichever is wrong there. `call`, a `functions.base.Call`, is the innermost call that failed; None
    where the failure is outside of calls.
    """

    call: Any = None

    def __init__(self, message: str, path: tuple[str | int, ...] = (), slug: str = "", part: str = "value") -> None:
        super().__init__(message)
        self.message = message
        self.path = path
        self.slug = slug
        self.part = part

    def copy(self) -> EvaluationError:
        """Return the same error without a traceback, to keep it or raise it again: a traceback keeps all its frames alive."""
        made = self.__class__.__new__(self.__class__, *self.args)
        made.__dict__.update(self.__dict__)
        return made


class ConditionValueError(EvaluationError):
    """Condition of a template that is neither true nor false. `condition` is its name."""

    def __init__(self, message: str, condition: str = "") -> None:
        super().__init__(message, slug="condition-value")
        self.condition = condition


def is_known(value: Value) -> bool:
    """Return whether no part of the value, at any depth, is unknown."""
    kind = value.__class__
    if kind is dict:
        return all(map(is_known, value.values()))
    if kind is list:
        return all(map(is_known, value))
    return kind not in MARKS


def first_unknown(value: Value) -> Unknown | None:
    """Return the first unknown part of a value in reading order, the reason why it is not known; None for a known one."""
    if isinstance(value, Unknown):
        return value
    if isinstance(value, PartialText):
        return next(p for p in value.parts if isinstance(p, Unknown))
    if isinstance(value, Either):
        return Unknown(f"it depends on the condition {value.condition}")
    if isinstance(value, Partial):
        return value.rest
    children = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return next((found for child in children if (found := first_unknown(child)) is not None), None)


def propagate_unknown(function: str, *args: Value, type_: str | None = None, once: bool = True) -> Unknown:
    """Return the result of a function whose arguments are not wholly known, for the reason of the first unknown one.

    `type_` is the type of that result, None where it is not known. See `origins.result` for the others.
    """
    unknown = first_unknown([*args])
    assert unknown is not None
    first = first_source(unknown.origin)
    return Unknown(unknown.reason, type_, result(function, *args, once=once, first=first))


_POSSIBLE: dict[str | None, tuple[type, ...]] = {
    "string": (str,),
    "number": (int, float),
    "boolean": (bool,),
    "comma_delimited_list": (list,),
    "list": (list,),
    "map": (dict,),
}
"""Python types of the values of each type; a json value may be of any."""


def may_be(value: Value, *types: type) -> bool:
    """Return whether a value, known or not, may be of one of these types (`type(None)` for null)."""
    if not isinstance(value, MARKS):
        return isinstance(value, types)
    if isinstance(value, PartialText):
        return str in types
    if isinstance(value, Either):
        return may_be(value.if_true, *types) or may_be(value.if_false, *types)
    if isinstance(value, Partial):
        return isinstance(value.known, types)
    if isinstance(value, Unknown):
        # The catalog's type of an attribute is not always right.
        possible = None if source_of(value, ATTRIBUTE) is not None else _POSSIBLE.get(value.type)
        return possible is None or any(issubclass(one, types) for one in possible)
    return False


def each_outcome(value: Value, change: Callable[[Value], Value]) -> Value:
    """Return a value with each outcome of it changed; one that is no Either is its only outcome."""
    if isinstance(value, Either):
        outcomes = each_outcome(value.if_true, change), each_outcome(value.if_false, change)
        return Either(value.condition, *outcomes, value.origin)
    return change(value)


def omitted_to(replacement: Value, value: Value) -> Value:
    """Return a value with a known replacement for each outcome that is OMITTED."""
    return each_outcome(value, lambda outcome: replacement if outcome is OMITTED else outcome)


def may_be_omitted(value: Value) -> bool:
    """Return whether a value, or one outcome of it, is OMITTED: whether the item or key that holds it may be left out."""
    if isinstance(value, Either):
        return may_be_omitted(value.if_true) or may_be_omitted(value.if_false)
    return value is OMITTED


def settled(value: Value) -> Value:
    """Return a mapping or list, of which an item may be left out, as a Partial; any other value as it is."""
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    doubtful = next(filter(may_be_omitted, items), None) if Either in map(type, items) else None
    if doubtful is None:
        return value
    rest = propagate_unknown("if", doubtful, value)
    if isinstance(value, dict):
        return Partial({k: v for k, v in value.items() if not may_be_omitted(v)}, rest)
    return Partial([propagate_unknown("if", v, once=False) if may_be_omitted(v) else v for v in value], rest)


def text_of(parts: Iterable[Value]) -> str | Unknown | PartialText:
    """Return the string that parts make up: a str, a PartialText where some are unknown, or a lone Unknown."""
    merged: list[str | Unknown] = []
    texts: list[str] = []  # what comes after the last unknown part
    for part in parts:
        for piece in part.parts if isinstance(part, PartialText) else (part,):
            if isinstance(piece, str):
                texts.append(piece)
                continue
            if any(texts):
                merged.append("".join(texts))
            texts = []
            merged.append(piece if isinstance(piece, Unknown) else propagate_unknown("text", piece))
    if any(texts):
        merged.append("".join(texts))
    if not merged:
        return ""
    if len(merged) > 1:
        return PartialText(tuple(merged))
    (lone,) = merged
    if isinstance(lone, Unknown) and lone.type is not None:
        return lone._replace(type="string")
    return lone


def equal(a: Value, b: Value) -> bool | None:
    """Return whether two values are equal as Python, and so Heat, compares them; None where that is not known."""
    if a.__class__ in MARKS or b.__class__ in MARKS:
        return _equal_unknown(a, b)
    if isinstance(a, list) and isinstance(b, list):
        if settled(a) is not a or settled(b) is not b:
            return None
        return len(a) == len(b) and _all(map(equal, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        if settled(a) is not a or settled(b) is not b:
            return None
        return len(a) == len(b) and a.keys() == b.keys() and _all(equal(v, b[k]) for k, v in a.items())
    return bool(a == b)


def _equal_unknown(a: Value, b: Value) -> bool | None:
    """Return what `equal` does of two values of which one is not, or not wholly, known."""
    if isinstance(a, Either) or isinstance(b, Either):
        choice, other = (a, b) if isinstance(a, Either) else (b, a)
        first = equal(choice.if_true, other)
        return first if first is equal(choice.if_false, other) else None
    if isinstance(a, Unknown) or isinstance(b, Unknown):
        if id_of(a) is not None and id_of(b) is not None:
            return id_of(a) == id_of(b)  # no two resources have the same id
        return _is_same(a, b) or None
    if isinstance(a, Partial) or isinstance(b, Partial):
        return None
    return _equal_text(*((a, b) if isinstance(a, PartialText) else (b, a)))


def _is_same(a: Value, b: Value) -> bool:
    """Return whether two values are certainly the same: equal ones that are known, or of the same origin and type."""
    if isinstance(a, Unknown) and isinstance(b, Unknown):
        return a.origin is not None and a.origin == b.origin and a.type == b.type
    return bool(a == b) and not isinstance(a, MARKS)


def _equal_text(partial: PartialText, other: Value) -> bool | None:
    """Return whether a partly known string equals another value: False where its known pieces cannot be in it."""
    parts = partial.parts
    if isinstance(other, PartialText):
        if len(parts) == len(other.parts) and all(map(_is_same, parts, other.parts)):
            return True
        starts = parts[0], other.parts[0]
        if isinstance(starts[0], str) and isinstance(starts[1], str):
            length = min(len(starts[0]), len(starts[1]))
            return None if starts[0][:length] == starts[1][:length] else False
        return None
    if not isinstance(other, str):
        return False
    first, last = parts[0], parts[-1]
    fits = not isinstance(first, str) or other.startswith(first)
    fits = fits and (not isinstance(last, str) or other.endswith(last))
    return None if fits and all(p in other for p in parts if isinstance(p, str)) else False


def _all(answers: Iterable[bool | None]) -> bool | None:
    """Return False if one of the answers is False, else None if one is None, else True."""
    result: bool | None = True
    for answer in answers:
        if answer is False:
            return False
        result = result and answer
    return result


def show(value: Value, limit: int = 60) -> str:
    """Return a value as messages show it: strings in quotes, the rest in YAML's flow style, cut at `limit` characters."""
    if isinstance(value, str):
        return f"'{_cut(value if value.isprintable() else repr(value)[1:-1], limit)}'"
    if isinstance(value, PartialText):
        return f"'{_cut(''.join(_flow(value)), limit)}'"
    shown = ""
    for piece in _flow(value):
        shown += piece
        if len(shown) > limit:
            break
    return _cut(shown, limit)


def _flow(value: Value) -> Iterator[str]:
    """Yield the pieces of a value in YAML's flow style."""
    if isinstance(value, list | set):
        yield "["
        for index, item in enumerate(value):
            yield ", " if index else ""
            yield from _flow(item)
        yield "]"
    elif isinstance(value, dict):
        yield "{"
        for index, (key, item) in enumerate(value.items()):
            yield ", " if index else ""
            yield from _flow(key)
            yield ": "
            yield from _flow(item)
        yield "}"
    elif isinstance(value, PartialText):
        yield from (part if isinstance(part, str) else "?" for part in value.parts)
    else:
        yield _WORDS[value] if value is None or isinstance(value, bool) else _plain(value)


_WORDS = {None: "null", True: "true", False: "false"}


def _plain(value: Value) -> str:
    return "?" if isinstance(value, MARKS) else "''" if value == "" else str(value)


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"


_SORTS: dict[type, str] = {
    str: "a string", int: "a number", bool: "a boolean", list: "a list", dict: "a mapping",
}  # fmt: skip


def describe_type(value: Value) -> str:
    """Return the type of a value in a template author's words, with its article: "a list"."""
    if value is None:
        return "empty (null)"
    if isinstance(value, bool):
        return "a boolean"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return "a string"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, set):
        return "a set"
    if isinstance(value, PartialText):
        return "a string"
    if isinstance(value, Unknown):
        kind = (_POSSIBLE.get(value.type) or (object,))[0]
        return _SORTS.get(kind, "something else")
    if isinstance(value, Either | Partial):
        return describe_type(value.known if isinstance(value, Partial) else value.if_true)
    return "a mapping" if isinstance(value, dict) else "something else"
