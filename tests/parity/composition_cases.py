"""Deployments in which functions compute values from ids and attributes: each function, at ten places of a stack.

`make parity-record` records the verdicts of new ones, as of the deployments in `tests/data/composition`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

Snippet = Any
VERSION = {"heat_template_version": "2021-04-16"}
SPLIT = "$.data.split(',')"


def functions(x: Snippet, condition: Snippet) -> dict[str, tuple[str, Snippet]]:
    """Return a call of each function with a text `x` in its arguments, and the type of its value; conditions ask for `condition`."""
    split = {"str_split": [",", x]}
    is_x = {"equals": [condition, "x"]}
    return {
        "and": ("text", {"if": [{"and": [is_x, True]}, x, "b"]}),
        "contains": ("text", {"if": [{"contains": [condition, ["x", "y"]]}, x, "b"]}),
        "digest": ("text", {"digest": ["md5", x]}),
        "equals": ("text", {"if": [is_x, x, "b"]}),
        "filter": ("list", {"filter": [[""], split]}),
        "get_attr": ("text", {"get_attr": ["kept", "value"]}),
        "get_file": ("text", {"list_join": ["", [{"get_file": "text.txt"}, x]]}),
        "get_param": ("text", {"list_join": ["", [condition, x]]}),
        "get_resource": ("text", {"get_resource": "kept"}),
        "if": ("list", {"if": ["flag", split, [x]]}),
        "list_concat": ("list", {"list_concat": [split, [x, "b"]]}),
        "list_concat_unique": ("list", {"list_concat_unique": [split, [x]]}),
        "list_join": ("text", {"list_join": [",", [x], ["b"]]}),
        "make_url": ("text", {"make_url": {"scheme": "http", "host": "h", "path": x}}),
        "map_merge": ("map", {"map_merge": [{"a": x}, {"b": split}]}),
        "map_replace": ("map", {"map_replace": [{"a": x, "b": "c"}, {"keys": {"a": "d"}, "values": {"c": x}}]}),
        "not": ("text", {"if": [{"not": is_x}, x, "b"]}),
        "or": ("text", {"if": [{"or": [is_x, False]}, x, "b"]}),
        "repeat": ("list", {"repeat": {"for_each": {"<%i%>": split}, "template": "<%i%>-x"}}),
        "resource_facade": ("text", {"list_join": ["", [{"resource_facade": "deletion_policy"}, x]]}),
        "str_replace": ("text", {"str_replace": {"template": "a,$b", "params": {"$b": x}}}),
        "str_replace_strict": ("text", {"str_replace_strict": {"template": "a,$b", "params": {"$b": x}}}),
        "str_replace_vstrict": ("text", {"str_replace_vstrict": {"template": "a,$b", "params": {"$b": x}}}),
        "str_split": ("list", split),
        "yaql": ("list", {"yaql": {"expression": SPLIT, "data": x}}),
    }


NAMES = tuple(functions("", ""))


def as_text(kind: str, value: Snippet) -> Snippet:
    """Return a snippet of a text that has the value in it."""
    return value if kind == "text" else {"list_join": [",", value if kind == "list" else [value]]}


def as_list(kind: str, value: Snippet) -> Snippet:
    """Return a snippet of a list that has the value, or its parts."""
    return value if kind == "list" else [as_text(kind, value)]


def server(**properties: Snippet) -> dict[str, Snippet]:
    """Return a server with these properties."""
    given = {"flavor": "f", "image": "i", "networks": [{"network": "n"}], **properties}
    return {"type": "OS::Nova::Server", "properties": given}


def places(kind: str, value: Snippet, other: Snippet) -> dict[str, dict[str, Snippet]]:
    """Return resources that take a value, or it and another one, by the place where they do."""
    text, items = as_text(kind, value), as_list(kind, value)
    passed = {"text": text, "list": items}
    member = {"type": "passed.yaml", "properties": passed}
    repeated = {"repeat": {"template": {"config": "<%c%>"}, "for_each": {"<%c%>": items}}}
    return {
        "string": {"r": server(name=text)},
        "list": {"r": server(security_groups=items)},
        "map": {"r": server(metadata=value if kind == "map" else {"k": value})},
        "twice": {"r": server(networks=[{"port": text}, {"port": text}])},
        "both": {"r": server(networks=[{"port": text}, {"port": as_text(kind, other)}])},
        "value": {
            "v": {"type": "OS::Heat::Value", "properties": {"value": items}},
            "r": server(security_groups={"get_attr": ["v", "value"]}),
        },
        "mime": {"r": {"type": "OS::Heat::MultipartMime", "properties": {"parts": repeated}}},
        "nested": {"r": member, "after": server(name={"get_attr": ["r", "text"]})},
        "group": {"r": {"type": "OS::Heat::ResourceGroup", "properties": {"count": 2, "resource_def": member}}},
    }  # fmt: skip


PASSED = VERSION | {
    "parameters": {"text": {"type": "string"}, "list": {"type": "comma_delimited_list"}},
    "resources": {
        "one": server(security_groups={"get_param": "list"}),
        "two": server(networks=[{"port": {"str_split": [",", {"get_param": "text"}, 0]}}, {"port": {"get_param": "text"}}]),
    },
    "outputs": {"text": {"value": {"get_param": "text"}}},
}  # fmt: skip


def around(value: Snippet) -> dict[str, Snippet]:
    """Return a template that has all that the functions name; `kept` has the value."""
    config = {"type": "OS::Heat::SoftwareConfig", "properties": {"config": "x"}}
    return VERSION | {
        "parameters": {"p": {"type": "string", "default": "x"}},
        "conditions": {"flag": {"equals": [{"get_param": "p"}, "y"]}},
        "resources": {"a": config, "b": config, "kept": {"type": "OS::Heat::Value", "properties": {"value": value}}},
    }


def compositions() -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the files of each deployment, with its name."""
    sources = {
        "id": ({"get_resource": "a"}, {"get_resource": "b"}),
        "attribute": ({"get_attr": ["a", "config"]}, {"get_attr": ["b", "config"]}),
    }
    for source, (value, other) in sources.items():
        calls = [functions(x, {"get_param": "p"}) for x in (value, other)]
        for name in NAMES:
            (kind, call), (_, second) = (both[name] for both in calls)
            for place, resources in places(kind, call, second).items():
                if place == "both" and call == second:
                    continue  # as "twice"
                root = around(value)
                root["resources"] |= resources
                yield f"{name}-{source}-{place}", files(root)
    for name, (kind, call) in functions({"get_param": "p"}, {"get_param": "p"}).items():
        for source, (value, _) in sources.items():
            within = around({"get_param": "p"})
            within["resources"] |= places(kind, call, call)["list"]
            root = around("x")
            root["resources"]["r"] = {"type": "child.yaml", "properties": {"p": value}}
            yield f"{name}-{source}-within", files(root) | {"child.yaml": json.dumps(within)}


def files(root: dict[str, Snippet]) -> dict[str, str]:
    """Return the files of a deployment."""
    return {
        "root.yaml": json.dumps(root),
        "passed.yaml": json.dumps(PASSED),
        "text.txt": "x",
        "env.yaml": "parameters: {p: x}\n",
    }
