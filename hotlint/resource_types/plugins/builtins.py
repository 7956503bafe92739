"""Functions of Python, and of `copy`, `itertools` and other modules, that plugins build schemas with."""

from __future__ import annotations

import builtins
import string
from collections.abc import Callable
from typing import Any, Final, Literal

from hotlint.resource_types.plugins.attributes import attribute, members
from hotlint.resource_types.plugins.budget import DEPTH, ITEMS
from hotlint.resource_types.plugins.containers import METHODS
from hotlint.resource_types.plugins.operators import small, truth
from hotlint.resource_types.plugins.schema_objects import DeclaredConstraint, PropertySchema
from hotlint.resource_types.plugins.values import (
    CONSTANTS,
    MISSING,
    UNKNOWN,
    Arguments,
    Builtin,
    Class,
    Instance,
    Map,
    PluginFunction,
    Runtime,
    Seq,
    UnreadValue,
    Value,
    inherits,
    lookup,
)


def _dict(run: Runtime, passed: Arguments) -> Value:
    result = Map()
    METHODS[Map]["update"](run, result, passed)
    return result


def _sequence(kind: Literal["list", "tuple", "set"]) -> Callable[[Runtime, Arguments], Value]:
    def make(run: Runtime, passed: Arguments) -> Value:
        if not passed.positional and passed.complete:
            return Seq([], kind)
        source = members(run, passed.get(0, "iterable", UNKNOWN))
        return Seq(list(source.items), kind, source.open)

    return make


def _sorted(run: Runtime, passed: Arguments) -> Value:
    source = members(run, passed.get(0, "iterable", UNKNOWN))
    plain = all(isinstance(item, str) for item in source.items) or all(
        isinstance(item, (int, float)) for item in source.items
    )
    if passed.named or not plain:
        return Seq(list(source.items), "list", source.open)
    return Seq(sorted(source.items), "list", source.open)


def _reversed(run: Runtime, passed: Arguments) -> Value:
    source = members(run, passed.get(0, "sequence", UNKNOWN))
    return Seq(source.items[::-1], "list", source.open)


def _range(run: Runtime, passed: Arguments) -> Value:
    known = all(isinstance(part, int) for part in passed.positional) and 1 <= len(passed.positional) <= 3
    if not known or not passed.complete or (len(passed.positional) == 3 and not passed.positional[2]):
        return UNKNOWN
    numbers = range(*passed.positional)
    if numbers and (numbers[-1] - numbers[0]) // numbers.step >= ITEMS:
        return UNKNOWN
    run.budget.spend(1 + len(numbers) // 8)
    return Seq(list(numbers))


def _len(_run: Runtime, passed: Arguments) -> Value:
    value = passed.get(0, "value", UNKNOWN)
    if isinstance(value, (Map, Seq)):
        return UNKNOWN if value.open else len(value.entries if isinstance(value, Map) else value.items)
    return len(value) if isinstance(value, (str, bytes)) else UNKNOWN


def _plain(function: Callable[..., Any]) -> Callable[[Runtime, Arguments], Value]:
    """Return the implementation of a function of constants: `str`, `int`, `bool`, `abs`."""

    def apply(_run: Runtime, passed: Arguments) -> Value:
        if passed.named or not passed.complete or not all(isinstance(part, CONSTANTS) for part in passed.positional):
            return UNKNOWN
        try:
            return small(function(*passed.positional))
        except (TypeError, ValueError, ArithmeticError):
            return UNKNOWN

    return apply


def _extreme(function: Callable[..., Any]) -> Callable[[Runtime, Arguments], Value]:
    def apply(run: Runtime, passed: Arguments) -> Value:
        source = members(run, passed.positional[0]) if len(passed.positional) == 1 else Seq(passed.positional)
        known = source.items and not source.open and not passed.named and passed.complete
        if not known or not all(isinstance(item, (int, float)) for item in source.items):
            return UNKNOWN
        return small(function(source.items))

    return apply


def _zip(run: Runtime, passed: Arguments) -> Value:
    parts = [members(run, part) for part in passed.positional]
    if not parts or not passed.complete or any(part.open for part in parts):
        return UNKNOWN
    rows = zip(*(part.items for part in parts), strict=False)
    return Seq([Seq(list(row), "tuple") for row in rows])


def _enumerate(run: Runtime, passed: Arguments) -> Value:
    source = members(run, passed.get(0, "iterable", UNKNOWN))
    start = passed.get(1, "start", 0)
    if not isinstance(start, int):
        return UNKNOWN
    return Seq([Seq([index, item], "tuple") for index, item in enumerate(source.items, start)], "list", source.open)


def _chain(run: Runtime, passed: Arguments) -> Value:
    result = Seq([], "list", not passed.complete)
    for part in passed.positional:
        METHODS[Seq]["extend"](run, result, Arguments([members(run, part)]))
    return result


def _chain_all(run: Runtime, passed: Arguments) -> Value:
    parts = members(run, passed.get(0, "iterable", UNKNOWN))
    return _chain(run, Arguments(list(parts.items), {}, not parts.open))


def _getattr(run: Runtime, passed: Arguments) -> Value:
    name = passed.get(1, "name", UNKNOWN)
    return attribute(run, passed.get(0, "object", UNKNOWN), name) if isinstance(name, str) else UNKNOWN


def _setattr(run: Runtime, passed: Arguments) -> Value:
    name = passed.get(1, "name", UNKNOWN)
    if isinstance(name, str):
        run.bind_member(passed.get(0, "object", UNKNOWN), name, passed.get(2, "value", UNKNOWN))
    return None


def _hasattr(_run: Runtime, passed: Arguments) -> Value:
    holder, name = passed.get(0, "object", UNKNOWN), passed.get(1, "name", UNKNOWN)
    if not isinstance(holder, Class) or not isinstance(name, str):
        return UNKNOWN
    found = lookup(holder, name)
    return UNKNOWN if isinstance(found, UnreadValue) else found is not MISSING


def _issubclass(_run: Runtime, passed: Arguments) -> Value:
    child, parent = passed.get(0, "class", UNKNOWN), passed.get(1, "parent", UNKNOWN)
    if not isinstance(child, Class) or not isinstance(parent, Class):
        return UNKNOWN
    if any(base is parent for base in child.lineage) or inherits(child, f"{parent.module}.{parent.name}"):
        return True
    return UNKNOWN if any(isinstance(base, UnreadValue) for base in child.lineage) else False


def _type(_run: Runtime, passed: Arguments) -> Value:
    if len(passed.positional) != 3 or not isinstance(passed.positional[1], Seq):
        return UNKNOWN
    name, bases, body = passed.positional
    names = {key: value for key, value in getattr(body, "entries", {}).items() if isinstance(key, str)}
    return Class(str(name), "", tuple(bases.items), names, open=not isinstance(body, Map) or body.open)


def _any(wanted: bool) -> Callable[[Runtime, Arguments], Value]:
    def apply(run: Runtime, passed: Arguments) -> Value:
        source = members(run, passed.get(0, "iterable", UNKNOWN))
        found = [truth(item) for item in source.items]
        if wanted in found:
            return wanted
        return UNKNOWN if source.open or None in found else not wanted

    return apply


def _map(run: Runtime, passed: Arguments) -> Value:
    source = members(run, passed.get(1, "iterable", UNKNOWN))
    mapper = passed.get(0, "function", UNKNOWN)
    if not isinstance(mapper, Builtin) or len(passed.positional) != 2:
        return UNKNOWN
    return Seq([mapper.call(run, Arguments([item])) for item in source.items], "list", source.open)


def _shallow(run: Runtime, passed: Arguments) -> Value:
    value = passed.get(0, "x", UNKNOWN)
    if isinstance(value, (Map, Seq)):
        return METHODS[type(value)]["copy"](run, value, Arguments())
    return _deep_copy(run, value, {}, 0) if isinstance(value, PropertySchema) else value


def _deepcopy(run: Runtime, passed: Arguments) -> Value:
    return _deep_copy(run, passed.get(0, "x", UNKNOWN), {}, 0)


def _deep_copy(run: Runtime, value: Value, seen: dict[int, Value], depth: int) -> Value:
    if id(value) in seen:
        return seen[id(value)]
    if not isinstance(value, (Map, Seq, PropertySchema)):
        return value
    if depth > DEPTH // 2:
        return UNKNOWN
    run.budget.spend()
    copy: Map | Seq | PropertySchema
    if isinstance(value, Map):
        copy = seen[id(value)] = Map({}, value.open)
        for key, item in value.entries.items():
            copy.entries[key] = _deep_copy(run, item, seen, depth + 1)
    elif isinstance(value, Seq):
        copy = seen[id(value)] = Seq([], value.kind, value.open)
        copy.items += [_deep_copy(run, item, seen, depth + 1) for item in value.items]
    else:
        copy = seen[id(value)] = PropertySchema()
        for name in PropertySchema.__dataclass_fields__:
            setattr(copy, name, _deep_copy(run, getattr(value, name), seen, depth + 1))
    return copy


def _isinstance(_run: Runtime, passed: Arguments) -> Value:
    value, wanted = passed.get(0, "object", UNKNOWN), passed.get(1, "class", UNKNOWN)
    if not isinstance(wanted, Builtin) or wanted.name not in _TYPES:
        return UNKNOWN
    if isinstance(value, (UnreadValue, Instance)):
        return UNKNOWN
    kinds = {Map: "dict", PluginFunction: "function", DeclaredConstraint: "", PropertySchema: ""}
    actual = value.kind if isinstance(value, Seq) else kinds.get(type(value), type(value).__name__)
    return actual == wanted.name or (actual == "bool" and wanted.name == "int")


_TYPES: Final = frozenset({"dict", "list", "tuple", "set", "str", "int", "float", "bool", "bytes"})
_KNOWN: Final[dict[str, Callable[[Runtime, Arguments], Value]]] = {
    "dict": _dict, "list": _sequence("list"), "tuple": _sequence("tuple"), "set": _sequence("set"),
    "frozenset": _sequence("set"), "sorted": _sorted, "reversed": _reversed, "range": _range, "xrange": _range,
    "len": _len, "str": _plain(str), "int": _plain(int), "float": _plain(float), "bool": _plain(bool),
    "abs": _plain(abs), "min": _extreme(min), "max": _extreme(max), "zip": _zip, "enumerate": _enumerate,
    "getattr": _getattr, "setattr": _setattr, "hasattr": _hasattr, "issubclass": _issubclass, "type": _type,
    "any": _any(True), "all": _any(False), "map": _map, "isinstance": _isinstance,
}  # fmt: skip
BUILTINS: Final[dict[str, Value]] = {
    **{name: Builtin(name, known) for name, known in _KNOWN.items()},
    **{
        name: Class(name, "builtins", shared=True)
        for name, value in vars(builtins).items()
        if name == "object" or (isinstance(value, type) and issubclass(value, BaseException))
    },
    "staticmethod": Builtin("staticmethod", lambda _run, passed: passed.get(0, "function", UNKNOWN)),
}


_WITH_METACLASS: Final = Builtin("", lambda _run, passed: Class("", "", tuple(passed.positional[1:])))


def python_modules() -> dict[str, dict[str, Value]]:
    """Return the names of each standard module that plugins use, created anew for each reading."""
    chain = Builtin("chain", _chain)
    return {
        "copy": {"copy": Builtin("copy", _shallow), "deepcopy": Builtin("deepcopy", _deepcopy)},
        "itertools": {"chain": chain, "chain_from_iterable": Builtin("chain_from_iterable", _chain_all)},
        "collections": {"OrderedDict": BUILTINS["dict"], "defaultdict": Builtin("defaultdict", _defaultdict)},
        "string": {name: value for name, value in vars(string).items() if isinstance(value, str) and name[0] != "_"},
        "six": {"PY2": False, "PY3": True, "text_type": BUILTINS["str"], "with_metaclass": _WITH_METACLASS},
        "typing": {"TYPE_CHECKING": False},
        "__future__": {},
    }


def _defaultdict(run: Runtime, passed: Arguments) -> Value:
    return _dict(run, Arguments(passed.positional[1:], passed.named, passed.complete))
