"""Records are named tuples, as those of `typing`."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from hotlint.common.records import NamedTuple


class Point(NamedTuple):
    """A point."""

    x: int
    y: int = 2

    @property
    def sum(self) -> int:
        """The sum of both."""
        return self.x + self.y

    @classmethod
    def origin(cls) -> Point:
        """The origin."""
        return cls(0, 0)


class Named(Point):
    """A class derived from records."""

    def text(self) -> str:
        """The point as text."""
        return f"{self.x}/{self.y}"


class Many(NamedTuple):
    """More fields than there are constructors at hand."""

    a: int
    b: int
    c: int
    d: int
    e: int
    f: int
    g: int
    h: int
    i: int
    j: int
    k: int
    l: int  # noqa: E741
    m: int
    n: int
    o: int = 14
    p: int = 15


def test_a_record_is_a_tuple_with_names() -> None:
    point = Point(1)
    assert point == (1, 2)
    assert (point.x, point.y, point.sum) == (1, 2, 3)
    assert isinstance(point, tuple)
    assert Point(y=5, x=4) == (4, 5)
    assert Point.origin() == (0, 0)
    assert repr(point) == "Point(x=1, y=2)"
    assert Point._fields == ("x", "y")
    assert Point._field_defaults == {"y": 2}
    assert point._asdict() == {"x": 1, "y": 2}
    assert {point: 1}[Point(1, 2)] == 1
    assert Named(7).text() == "7/2"
    assert Many(*range(14)) == tuple(range(16))


def test_fields_are_replaced() -> None:
    assert Point(1)._replace(y=9) == Point(1, 9)
    assert type(Point(1)._replace(x=3)) is Point
    with pytest.raises(ValueError, match="has no field 'z'"):
        Point(1)._replace(z=1)  # type: ignore[call-arg]
    assert Point._make([3, 4]) == Point(3, 4)
    with pytest.raises(TypeError, match="takes 2 values, not 3"):
        Point._make([1, 2, 3])


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'x'"):
        Point()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="unexpected keyword argument 'z'"):
        Point(1, z=2)  # type: ignore[call-arg]
    with pytest.raises(AttributeError):
        Point(1).x = 2  # type: ignore[misc]


def test_records_are_matched_copied_and_pickled() -> None:
    match Point(5, 6):
        case Point(x, y):
            assert (x, y) == (5, 6)
    assert copy.deepcopy(Point(1)) == Point(1)
    assert pickle.loads(pickle.dumps(Many(*range(16)))) == Many(*range(16))


def test_defaults_come_last() -> None:
    make: Any = type(Point)
    with pytest.raises(TypeError, match="a field without a default follows one that has a default"):
        make("Wrong", (NamedTuple,), {"__annotations__": {"a": "int", "b": "int"}, "a": 1})
