"""The origins of values: where a value that is not known comes from, and when two such values are the same.

An origin is a `ValueSource`, which a template names and which therefore is one value wherever it is named; or a `Result`, which
a function has made of other values; or None where nothing is known of it. Only a source is "the id of that resource" or
"that attribute". Results are the same where one function made them of the same values.

Every value may be asked, a known one too: text that stands for a source has an `origin` as an Unknown has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

from hotlint.common.annotations import Any
from hotlint.common.records import NamedTuple

REFERENCE = "reference"
ATTRIBUTE = "attribute"
PARAMETER = "parameter"
PSEUDO = "pseudo parameter"
FILE = "file"
HIDDEN = "hidden"
"""The kind of a hidden parameter whose value a stack does not show."""
FACADE = "facade"
PLACEHOLDER = "placeholder"
"""The kind of a text that a template engine has yet to fill in."""
ZONES = "zones"
RENEWED = "renewed"
"""The kind of an attribute or a reference that is certainly another one once its resource is replaced."""
OF_RESOURCES = (REFERENCE, ATTRIBUTE, RENEWED)
"""Kinds of sources whose name is that of a resource."""


class ValueSource(NamedTuple):
    """What a template names: a parameter, the id or an attribute of a resource, a file, and so on, by its `kind`.

    `path` leads to the part of it that the value is: the steps of an attribute, or keys and indices in a parameter. The
    value must not be shown where the source is `hidden`, which makes it no other source.
    """

    kind: str
    name: str = ""
    path: tuple[str | int, ...] = ()
    hidden: bool = False

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ValueSource) and self[:3] == other[:3]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self[:3])


class Result:
    """What a function has made of values: `sources` are those of its arguments, each once, in reading order.

    `shape` is a hash of the arguments, with the number of a source in the place of each, so that results of the same
    arguments are equal. It is `number` for a function that may yield another value each time. `first` is the source of the
    first unknown argument, which the result is called by; None for an argument without a source of its own.

    The arguments are read when somebody asks for the first time, which nobody does for most results.
    """

    __slots__ = ("_args", "_number", "_read", "first", "function")

    def __init__(self, function: str, args: Any, number: int | None, first: ValueSource | None) -> None:
        self.function = function
        self.first = first
        self._args = args
        self._number = number
        self._read: tuple[int, tuple[ValueSource, ...]] | None = None

    @property
    def shape(self) -> int:
        """The same number for results of the same arguments."""
        return self._spelled()[0]

    @property
    def sources(self) -> tuple[ValueSource, ...]:
        """The sources of the arguments, each once."""
        return self._spelled()[1]

    def _spelled(self) -> tuple[int, tuple[ValueSource, ...]]:
        waiting = [] if self._read else [self]
        while waiting:  # results of results may be deep
            one = waiting[-1]
            inner = _origins_in(one._args) if one._read is None else ()
            unread = [each for each in inner if isinstance(each, Result) and each._read is None]
            waiting += unread
            if unread:
                continue
            waiting.pop()
            if one._read is None:
                one._read = _read(one._args, one._number)
                one._args = None
        assert self._read is not None
        return self._read

    def with_sources(self, change: Callable[[ValueSource], ValueSource]) -> Result:
        """Return the result with every source changed."""
        changed = Result(self.function, None, None, change(self.first) if self.first is not None else None)
        changed._read = self.shape, tuple(map(change, self.sources))
        return changed

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Result) or self.function != other.function or self.first != other.first:
            return False
        return self is other or self._spelled() == other._spelled()

    def __hash__(self) -> int:
        return hash((self.function, self.shape))


Origin = ValueSource | Result | None

_UNIQUE = count()


def result(function: str, *args: Any, once: bool = True, first: ValueSource | None = None) -> Result:
    """Return the origin of what a function makes of its evaluated arguments, which must be all that it depends on.

    Without `once`, it is the same value as no other: the function may yield another one each time, or not all that it
    depends on is known.
    """
    return Result(function, args, None if once else next(_UNIQUE), first)


def _read(args: Any, number: int | None) -> tuple[int, tuple[ValueSource, ...]]:
    """Return the shape and the sources of the result of evaluated arguments, in which all results have been read."""
    if number is not None:
        return number, tuple(dict.fromkeys(sources_of(args)))
    sources: dict[ValueSource, int] = {}
    pieces: list[Any] = []
    _spell(args, sources, pieces)
    return hash(tuple(pieces)), tuple(sources)


def _spell(value: Any, sources: dict[ValueSource, int], pieces: list[Any]) -> None:
    """Add to `pieces` what is the same only for the same value, with the numbers of the sources in it. All pieces have a hash."""
    kind = value.__class__
    if kind is str:
        pieces += (kind, value)
    elif kind is ValueSource:
        pieces += (kind, sources.setdefault(value, len(sources)))
    elif kind is Result:
        pieces += (kind, value.function, value.shape)
        pieces += [sources.setdefault(source, len(sources)) for source in value.sources]
        pieces.append(...)
    elif kind is dict:
        pieces.append(kind)
        for key, item in value.items():
            pieces.append(key if key.__class__ is str else repr(key))
            _spell(item, sources, pieces)
        pieces.append(...)
    elif isinstance(value, list | tuple):
        pieces.append(kind)
        for item in value:
            _spell(item, sources, pieces)
        # A mark of which nothing is known is the same as no other.
        pieces.append(... if getattr(value, "origin", value) is not None else next(_UNIQUE))
    else:  # no number as it is: -1 and -2 have the same hash
        pieces += (kind, repr(value))


def origin_of(value: Any) -> Origin:
    """Return the origin of a value; None for one that has none."""
    return getattr(value, "origin", None)


def source_of(value: Any, *kinds: str) -> ValueSource | None:
    """Return the source that a value is, if it is one, of one of the kinds."""
    origin = origin_of(value)
    return origin if isinstance(origin, ValueSource) and origin.kind in kinds else None


def id_of(value: Any) -> str | None:
    """Return the name of the resource that a value is the id of; None for any other value."""
    source = source_of(value, REFERENCE)
    return source.name if source is not None and not source.path else None


def is_attribute(value: Any) -> bool:
    """Return whether a value is an attribute of a resource, or a part of one."""
    return source_of(value, ATTRIBUTE) is not None


def sources_of(value: Any) -> Iterator[ValueSource]:
    """Yield the sources that a value comes from, through functions and at any depth, in reading order."""
    for origin in _origins_in(value):
        if isinstance(origin, Result):
            yield from origin.sources
        else:
            yield origin


def _origins_in(value: Any) -> Iterator[ValueSource | Result]:
    """Yield the sources and results in a value, and not those that the results are made of, in reading order."""
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, ValueSource | Result):
            yield item
        elif isinstance(item, dict):
            stack += reversed(item.values())
        elif isinstance(item, list | tuple):
            stack += reversed(item)
        elif isinstance(item, str) and item.__class__ is not str:
            stack.append(origin_of(item))


def is_hidden(value: Any) -> bool:
    """Return whether a value, or a part of it, comes from a hidden source."""
    return any(source.hidden for source in sources_of(value))


def part_of(origin: Origin, step: str | int) -> Origin:
    """Return the origin of a part of a value: of a source, a source with a longer path; None where nothing is known of it."""
    if isinstance(origin, ValueSource):
        return ValueSource(origin.kind, origin.name, (*origin.path, step), origin.hidden)
    if origin is None:
        return None
    first = origin.first._replace(path=(*origin.first.path, step)) if origin.first is not None else None
    return result("part", origin, step, first=first)


def with_sources(origin: Origin, change: Callable[[ValueSource], ValueSource]) -> Origin:
    """Return an origin with every source changed."""
    if isinstance(origin, ValueSource):
        return change(origin)
    return origin.with_sources(change) if origin is not None else None


def first_source(origin: Origin) -> ValueSource | None:
    """Return the source that a value is called by: itself, or that of what was unknown first; None where there is none."""
    return origin.first if isinstance(origin, Result) else origin
