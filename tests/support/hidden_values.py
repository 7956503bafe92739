"""Random templates with hidden values, each written twice, with other hidden values of the same kinds."""
# ruff: noqa: E501 - templates on one line

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import yaml

PAIRS: dict[str, tuple[tuple[Any, Any], ...]] = {
    "string": (
        ("a", "b"), ("None", "Some"), ("admin", "owner"), ("100", "101"), ("true", "false"), ("x", "yy"), ("network", "subnets"),
        ("s3cret-of-one", "0ther-of-two!"), ("two words", "two other"), ("it's", "it is"), ("é", "ü"), ("l1\nl2", "k1\nk2"),
    ),
    "number": ((100, 101), (0, 1), (7, 8), (1.5, 2.5), (80, 443), (123456, 654321)),
    "boolean": ((True, False), (False, True)),
    "comma_delimited_list": (("a,b", "c,d"), ("admin,None", "x,y"), ("100,7", "101,8")),
    "json": (
        ({"k": "a"}, {"k": "b"}), ({"admin": "a", "k": 100}, {"owner": "b", "k": 101}), ({"k": ["a", "b"]}, {"k": ["c", "d"]}),
        ({"k": {"None": None}}, {"k": {"Some": 1}}),
    ),
}  # fmt: skip
"""Two values of each parameter type: what is shown must be the same with both."""


class Case:
    """A random template of hidden and visible parameters, resources, a nested template, a group and outputs."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.parameters: dict[str, dict[str, Any]] = {}
        self.hidden: dict[str, tuple[Any, Any]] = {}
        for number in range(self.random.randint(3, 8)):
            self._parameter(f"p{number}", self.random.random() < 0.5)
        self._parameter("h", True)
        self.outputs = {f"o{n}": {"value": self.expression(3)} for n in range(6)}
        self.in_environment = {n for n in self.hidden if self.random.random() < 0.4}
        self.resources: dict[str, Any] = {
            f"r{n}": {"type": "OS::Heat::Value", "properties": {"value": self.expression(2)}} for n in range(3)
        }
        self.resources["s"] = {
            "type": "OS::Nova::Server",
            "properties": {
                "flavor": self.text(), "image": self.text(), "name": self.text(), "metadata": {"role": self.expression(1), "x": "admin"},
                "networks": [{"network": self.text()}], "user_data": self.text(),
            },
        }  # fmt: skip
        self.resources["n"] = {"type": "child.yaml", "properties": {"shown": self.text(), "pw": self.text()}}
        self.resources["g"] = {
            "type": "OS::Heat::ResourceGroup",
            "properties": {"count": 2, "resource_def": {"type": "child.yaml", "properties": {"shown": "m-%index%", "pw": self.text()}}},
        }  # fmt: skip
        self.outputs["nested"] = {"value": {"get_attr": ["n", "both"]}}
        self.outputs["inner"] = {"value": {"get_attr": ["n", "own"]}}
        self.outputs["members"] = {"value": {"get_attr": ["g", "both"]}}
        self.outputs["echo"] = {"value": {"get_attr": ["r0", "value"]}}

    def _parameter(self, name: str, hidden: bool) -> None:
        kind = self.random.choice(list(PAIRS))
        pair = self.random.choice(PAIRS[kind])
        self.parameters[name] = {"type": kind, "default": pair[0]}
        if hidden:
            self.parameters[name]["hidden"] = True
            self.hidden[name] = pair

    def text(self) -> Any:
        """Return a property that is a string."""
        kind = self.random.choice(["literal", "join", "replace", "parameter"])
        names = [n for n, p in self.parameters.items() if p["type"] in ("string", "number")]
        if kind == "literal" or not names:
            return self.random.choice(["admin", "None", "administrator", "a", "100"])
        if kind == "parameter":
            return {"get_param": self.random.choice(names)}
        return self.joined(names) if kind == "join" else self.replaced(names)

    def joined(self, names: list[str]) -> Any:
        """Return a text that is joined of a literal and a parameter."""
        return {
            "list_join": [
                self.random.choice(["-", "", "a"]),
                ["admin", {"get_param": self.random.choice(names)}, "x100"],
            ]
        }

    def replaced(self, names: list[str]) -> Any:
        """Return a text with a parameter in its middle."""
        params = {"%a%": {"get_param": self.random.choice(names)}, "%b%": "admin"}
        return {"str_replace": {"template": "None %a% and %b%", "params": params}}

    def expression(self, depth: int) -> Any:
        """Return a value of functions of parameters."""
        names, pick = list(self.parameters), self.random.choice
        texts = [n for n, p in self.parameters.items() if p["type"] in ("string", "number")]
        maps = [n for n, p in self.parameters.items() if p["type"] == "json"]
        lists = [n for n, p in self.parameters.items() if p["type"] == "comma_delimited_list"]
        kind = pick(["param", "literal", "list", "map", "join", "replace", "split", "digest", "yaql", "repeat", "path", "concat", "merge", "if", "contains", "url"])  # fmt: skip
        if depth <= 0 or kind in ("param", "literal"):
            return {"get_param": pick(names)} if kind != "literal" else pick(["admin", 100, None, "a", True, "None"])
        if kind == "list":
            return [self.expression(depth - 1) for _ in range(self.random.randint(1, 3))]
        if kind == "map":
            return {key: self.expression(depth - 1) for key in self.random.sample(["a", "admin", "k", "None", "x"], 2)}
        if kind == "join" and texts:
            return self.joined(texts)
        if kind == "replace" and texts:
            return self.replaced(texts)
        if kind == "split" and texts:
            return {"str_split": [pick(["-", "m"]), self.joined(texts)]}
        if kind == "digest" and texts:
            return {"digest": ["md5", {"list_join": ["", ["x", {"get_param": pick(texts)}]]}]}
        if kind == "yaql":
            return {
                "yaql": {
                    "expression": pick(["$.data.len()", "[$.data.a, 'admin']", "$.data"]),
                    "data": {"a": self.expression(0)},
                }
            }
        if kind == "repeat" and lists:
            return {
                "repeat": {"template": {"n": "i-%i%", "f": "admin"}, "for_each": {"%i%": {"get_param": pick(lists)}}}
            }
        if kind == "path" and maps:
            return {"get_param": [pick(maps), "k"]}
        if kind == "concat" and lists:
            return {"list_concat": [["admin"], {"get_param": pick(lists)}, ["z"]]}
        if kind == "merge" and maps:
            return {"map_merge": [{"c": "admin"}, {"get_param": pick(maps)}, {"d": "None"}]}
        if kind == "if":
            return {"if": [pick(["yes", "no"]), self.expression(depth - 1), self.expression(depth - 1)]}
        if kind == "contains":
            return {"map_replace": [{"admin": self.expression(0), "x": "None"}, {"values": {"None": "a"}}]}
        return {"a": self.expression(0), "b": self.expression(0)}

    def write(self, folder: Path, which: int) -> None:
        """Write the template, its child and an environment, with one of the two values of each hidden parameter."""
        folder.mkdir(parents=True, exist_ok=True)
        parameters = {name: dict(schema) for name, schema in self.parameters.items()}
        given = {}
        for name, pair in self.hidden.items():
            if name in self.in_environment:
                del parameters[name]["default"]
                given[name] = pair[which]
            else:
                parameters[name]["default"] = pair[which]
        template = {
            "heat_template_version": "2021-04-16", "description": "d", "parameters": parameters,
            "conditions": {"yes": {"equals": ["a", "a"]}, "no": {"not": "yes"}},
            "resources": self.resources, "outputs": self.outputs,
        }  # fmt: skip
        child = {
            "heat_template_version": "2018-08-31",
            "parameters": {
                "shown": {"type": "string"}, "pw": {"type": "string", "hidden": True},
                "own": {"type": "string", "hidden": True, "default": ("admin", "owner")[which]},
            },
            "resources": {"v": {"type": "OS::Heat::Value", "properties": {"value": {"list_join": ["-", [{"get_param": "pw"}, {"get_param": "shown"}, "admin"]]}}}},
            "outputs": {
                "both": {"value": {"a": {"get_param": "shown"}, "b": {"get_param": "pw"}, "admin": {"get_attr": ["v", "value"]}}},
                "own": {"value": {"list_join": ["/", ["None", {"get_param": "own"}]]}},
            },
        }  # fmt: skip
        for name, schema in parameters.items():
            if "default" in schema and name in self.hidden:
                schema["default"] = f"<{name}>"
        text = yaml.safe_dump(template, sort_keys=False, allow_unicode=True)
        for name, pair in self.hidden.items():
            text = text.replace(f"<{name}>", json.dumps(pair[which]))
        (folder / "t.yaml").write_text(text)
        (folder / "child.yaml").write_text(yaml.safe_dump(child, sort_keys=False))
        (folder / "env.yaml").write_text(
            "parameters:\n" + "".join(f"  {n}: {json.dumps(v)}\n" for n, v in given.items())
        )
        (folder / ".hotlint.yaml").write_text("environments: [env.yaml]\n")

    def reads_hidden(self, expression: Any) -> bool:
        """Return whether an expression reads a hidden parameter."""
        if isinstance(expression, dict):
            named = expression.get("get_param")
            name = named[0] if isinstance(named, list) else named
            return name in self.hidden or any(map(self.reads_hidden, expression.values()))
        return isinstance(expression, list) and any(map(self.reads_hidden, expression))
