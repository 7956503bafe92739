"""Random values and calls of HOT functions, nested, with wrong arguments mixed in.

Each call of `one` draws all its options before it picks one, so the order of what is drawn, and with it what a seed
gives, depends on the order of the options.
"""

import random
from collections.abc import Callable, Mapping
from typing import Any


class RandomCalls:
    """Draws values from a random generator. `depth` is how deep calls may be nested in what is drawn.

    `used` collects the functions that were called.
    """

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.used: set[str] = set()

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
        name = self.rng.choice(sorted(ARGUMENTS))
        self.used.add(name)
        if self.rng.random() > 0.07:
            arguments = ARGUMENTS[name](self, depth)
        else:
            arguments = self.value(min(depth - 1, 1))
        call = {name: arguments}
        if self.rng.random() < 0.01:
            call["extra"] = 1
        return call


ArgumentMaker = Callable[[RandomCalls, int], Any]
"""Draws the arguments of one function, with calls nested so deep."""


def _get_param(draw: RandomCalls, depth: int) -> Any:
    return draw.one(
        "s", "n", "l", "j", "b", "e", ["j", "k"], ["j", "list", 0], ["j", "list", 9], ["l", 1], ["l", "1"],
        ["j", "map", "x"], ["j", "nope"], ["j", "z", "y"], ["s", 0], ["s"], "OS::stack_name", "OS::project_id",
        ["j", {"get_param": "s"}], "NOPE", [],
    )  # fmt: skip


def _get_attr(draw: RandomCalls, depth: int) -> Any:
    return draw.one(
        ["vol", "value"], ["net", "value"], ["net", "value", "ips", 0], ["net", "value", "ips", 7],
        ["net", "value", "nope"], ["net", "value", "none", "x"], ["vol", "nope"], ["net"], ["NOPE", "value"], "net", [],
        ["net", "value", {"get_param": "s"}], ["net", "value", "n", 0], ["net", "value", "ips", "0"],
    )  # fmt: skip


def _list_join(draw: RandomCalls, depth: int) -> Any:
    return draw.one(
        [",", draw.list_like(depth)],
        [draw.text_like(depth), draw.list_like(depth)],
        ["-", draw.list_like(depth), draw.list_like(depth)],
        [draw.text_like(depth)],
        [",", "abc"],
        [1, ["a"]],
    )


def _str_replace(draw: RandomCalls, depth: int) -> Any:
    return {
        "template": draw.text_like(depth),
        "params": draw.one(
            {"$var": draw.value(depth - 1)},
            {"hello": draw.text_like(depth), "l": "L"},
            {"a": "b", "b": "c"},
            {"$var": "1", "$va": "2"},
            {},
            draw.map_like(depth),
            {"": "x"},
            {"x": None},
        ),
    }


def _str_replace_strict(draw: RandomCalls, depth: int) -> Any:
    template = draw.text_like(depth)
    params = draw.one({"$var": draw.value(depth - 1)}, {"hello": "x"}, {"nope": "y"}, {})
    return {"template": template, "params": params}


def _str_replace_vstrict(draw: RandomCalls, depth: int) -> Any:
    template = draw.text_like(depth)
    params = draw.one({"$var": draw.value(depth - 1)}, {"hello": ""}, {"hello": None}, {"hello": "x"})
    return {"template": template, "params": params}


def _str_split(draw: RandomCalls, depth: int) -> Any:
    return draw.one(
        [",", draw.text_like(depth)],
        [",", "a,b,c", 1],
        [",", "a,b,c", "2"],
        [",", "a", 5],
        [",", draw.text_like(depth), 0],
        [draw.text_like(depth), "a,b"],
        [","],
        ["", "abc"],
        [",", None],
    )


def _repeat(draw: RandomCalls, depth: int) -> Any:
    return draw.one(
        {
            "for_each": {"<%p%>": draw.list_like(depth)},
            "template": draw.one("x-<%p%>", {"k": "<%p%>"}, ["<%p%>"], {"<%p%>": 1}, draw.value(depth - 1)),
        },
        {
            "for_each": {"A": draw.list_like(depth), "B": draw.list_like(depth)},
            "template": draw.one("A-B", {"A": "B"}),
            "permutations": draw.one(True, False, "false"),
        },
        {"for_each": {"A": draw.list_like(depth), "B": draw.list_like(depth)}, "template": "A-B"},
        {"for_each": {"A": draw.map_like(depth)}, "template": "kA"},
        {"for_each": draw.list_like(depth), "template": "x"},
        {"template": "x"},
    )


def _digest(draw: RandomCalls, depth: int) -> Any:
    return [draw.one("md5", "sha1", "sha256", "sha512", "nope", "SHA256", 1), draw.text_like(depth)]


def _map_merge(draw: RandomCalls, depth: int) -> Any:
    return draw.one(
        [draw.map_like(depth), draw.map_like(depth)], [], [{"k": "v"}, None], {"k": "v"}, [draw.map_like(depth), "x"]
    )


def _map_replace(draw: RandomCalls, depth: int) -> Any:
    return [
        draw.map_like(depth),
        draw.one(
            {"keys": {"k": "K"}},
            {"values": {"v": "V"}},
            {"keys": {"a": "b"}, "values": {"1": 2}},
            {"nope": {}},
            {},
            {"keys": None},
            {"values": {"k": draw.value(depth - 1)}},
        ),
    ]


def _yaql(draw: RandomCalls, depth: int) -> Any:
    expression = draw.one(
        "$.data", "$.data.x", "$.data.l.select(int($)).max()", "$.data.x.len()", "$.data.l.where($ = a)", "$.data.(",
        "$.data.x + 1", "$.data.m.keys()", "dict($.data.l.select([$, 1]))", "$.data.l.orderBy($)", "nope($)", "1 +", 3,
    )  # fmt: skip
    data = draw.one(
        {"x": draw.value(depth - 1), "l": draw.list_like(depth), "m": draw.map_like(depth)},
        {"l": ["3", "1"]},
        draw.value(depth - 1),
    )
    return {"expression": expression, "data": data}


def _if(draw: RandomCalls, depth: int) -> Any:
    return draw.one(
        [draw.condition(depth), draw.value(depth - 1), draw.value(depth - 1)],
        [draw.condition(1), "t", "f"],
        [draw.condition(depth), draw.value(depth - 1)],
        ["yes_c"],
        "yes_c",
    )


def _filter(draw: RandomCalls, depth: int) -> Any:
    return draw.one(
        [["a"], draw.list_like(depth)],
        [draw.list_like(depth), draw.list_like(depth)],
        [[None], ["a", None]],
        [["a"]],
    )


def _make_url(draw: RandomCalls, depth: int) -> Any:
    return draw.one(
        {
            "scheme": "http",
            "host": draw.text_like(depth),
            "port": draw.one(80, "8080", 0, 70000, "x", {"get_param": "n"}),
            "path": draw.one("/x", "x y", "", None),
        },
        {"host": "::1", "port": 80},
        {
            "scheme": "https",
            "username": "u@x",
            "password": "p:q",
            "host": "h",
            "query": draw.one({"a": "b c", "l": [1, 2]}, draw.map_like(depth), {}),
            "fragment": "f f",
        },
        {"path": "/only"},
        {"scheme": "http:"},
        {"nope": 1},
        {"password": "p", "host": "h"},
        {"query": "x"},
        {"fragment": "#a", "host": "h/x"},
    )


def _list_concat(draw: RandomCalls, depth: int) -> Any:
    return draw.one(
        [draw.list_like(depth), draw.list_like(depth)],
        [draw.list_like(depth), None],
        [],
        ["ab", ["c"]],
        [draw.map_like(depth)],
    )


def _list_concat_unique(draw: RandomCalls, depth: int) -> Any:
    return draw.one([draw.list_like(depth), draw.list_like(depth)], [["a", "b"], ["b", "a"]], [["a"], {"k": 1}])


def _contains(draw: RandomCalls, depth: int) -> Any:
    return draw.one([draw.value(0), draw.list_like(depth)], ["a", "abc"], ["k", {"k": 1}], ["a"], ["a", None])


ARGUMENTS: Mapping[str, ArgumentMaker] = {
    "get_param": _get_param,
    "get_resource": lambda draw, depth: draw.one("vol", "net", "vol", "NOPE", ["vol"]),
    "get_attr": _get_attr,
    "list_join": _list_join,
    "str_replace": _str_replace,
    "str_replace_strict": _str_replace_strict,
    "str_replace_vstrict": _str_replace_vstrict,
    "str_split": _str_split,
    "repeat": _repeat,
    "digest": _digest,
    "map_merge": _map_merge,
    "map_replace": _map_replace,
    "yaql": _yaql,
    "if": _if,
    "filter": _filter,
    "make_url": _make_url,
    "list_concat": _list_concat,
    "list_concat_unique": _list_concat_unique,
    "contains": _contains,
    "resource_facade": lambda draw, depth: draw.one("metadata", "deletion_policy", "update_policy", "nope"),
    "get_file": lambda draw, depth: draw.one("no-such-file.txt", ["x"]),
    "equals": lambda draw, depth: [draw.value(depth - 1), draw.value(depth - 1)],
    "Fn::Select": lambda draw, depth: [draw.one(0, "1", "k", 9), draw.list_like(depth)],
    "Fn::Join": lambda draw, depth: [",", draw.list_like(depth)],
    "Fn::Split": lambda draw, depth: [",", draw.text_like(depth)],
    "Fn::Base64": lambda draw, depth: draw.text_like(depth),
    "Fn::Replace": lambda draw, depth: [{"hello": "x"}, draw.text_like(depth)],
    "Fn::MemberListToMap": lambda draw, depth: ["Name", "Value", [".member.0.Name=a", ".member.0.Value=b"]],
    "Ref": lambda draw, depth: draw.one("s", "vol", "NOPE"),
}
"""The arguments of each function: right ones, and wrong ones of the kinds that people write."""
