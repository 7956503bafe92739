"""Random values and calls of HOT functions, nested, with wrong arguments mixed in."""

import random
from collections.abc import Callable, Mapping
from typing import Any


class RandomCalls:
    """Draws values from a random generator. `depth` is how deep calls may be nested in what is drawn.

    `arguments` has, by function, what draws its arguments. `used` collects the functions that were called.
    """

    def __init__(self, rng: random.Random, arguments: "Mapping[str, ArgumentMaker]") -> None:
        self.rng = rng
        self.used: set[str] = set()
        self._arguments = arguments
        self._names = sorted(arguments)

    def one(self, *options: Any) -> Any:
        """Return one of the options."""
        return self.rng.choice(options)

    def text(self) -> Any:
        """Return a string."""
        return self.one("hello", "a,b,c", "", "x y", "10.0.0.1", "$var and $var", "prod", "<%p%>")

    def scalar(self) -> Any:
        """Return a string, a number, a boolean or null."""
        return self.one(self.text(), self.text(), 0, 1, 3, -1, 2.5, True, False, None)

    def value(self, depth: int) -> Any:
        """Return anything."""
        kind = self.rng.random()
        if depth <= 0 or kind < 0.25:
            return self.scalar()
        if kind < 0.4:
            return [self.value(depth - 1) for _ in range(self.rng.randint(0, 3))]
        if kind < 0.52:
            return {self.one("k", "a", "b", "x"): self.value(depth - 1) for _ in range(self.rng.randint(0, 2))}
        return self.call(depth)

    def list_like(self, depth: int) -> Any:
        """Return a value for a place that takes a list: most of the time a list, or a call that yields one."""
        return self.one(
            ["a", "b"],
            ["a", "a", "c"],
            [],
            [1, 2, 3],
            {"get_param": "l"},
            {"get_param": ["j", "list"]},
            {"get_attr": ["net", "value", "ips"]},
            None,
            [None, "x"],
            [["a"], ["b"]],
            [{"k": "v"}],
            self.value(depth - 1),
            [self.value(depth - 1), self.value(depth - 1)],
        )

    def map_like(self, depth: int) -> Any:
        """Return a value for a place that takes a mapping."""
        return self.one(
            {"k": "v"},
            {"a": 1, "b": [1]},
            {},
            {"get_param": "j"},
            {"get_attr": ["net", "value"]},
            None,
            {"k": self.value(depth - 1)},
            self.value(depth - 1),
        )

    def text_like(self, depth: int) -> Any:
        """Return a value for a place that takes a string."""
        return self.one(self.text(), self.text(), {"get_param": "s"}, {"get_param": "e"}, self.value(depth - 1))

    def condition(self, depth: int) -> Any:
        """Return a value for a place that takes a condition."""
        if depth <= 0:
            return self.one("yes_c", "no_c", "b_c", True, False, "NOPE")
        return self.one(
            "yes_c",
            "no_c",
            "b_c",
            True,
            False,
            {"equals": [self.value(0), self.value(0)]},
            {"equals": [{"get_param": "s"}, "hello"]},
            {"not": self.condition(depth - 1)},
            {"and": [self.condition(depth - 1), self.condition(depth - 1)]},
            {"or": [self.condition(depth - 1), self.condition(depth - 1)]},
            {"get_param": "b"},
            {"get_param": "s"},
            {"contains": ["a", {"get_param": "l"}]},
            {"yaql": {"expression": "$.data.x = 3", "data": {"x": {"get_param": "n"}}}},
            {"equals": [1]},
            {"and": [True]},
            {"not": [True]},
            "NOPE",
            1,
        )

    def call(self, depth: int) -> dict[str, Any]:
        """Return a call of a function; now and then with arguments of no kind, or with a second key."""
        name = self.rng.choice(self._names)
        self.used.add(name)
        if self.rng.random() > 0.07:
            arguments = self._arguments[name](self, depth)
        else:
            arguments = self.value(min(depth - 1, 1))
        call = {name: arguments}
        if self.rng.random() < 0.01:
            call["extra"] = 1
        return call


ArgumentMaker = Callable[[RandomCalls, int], Any]
"""Draws the arguments of one function, with calls nested so deep."""
