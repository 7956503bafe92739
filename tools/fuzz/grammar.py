"""Templates and environments made by the grammar of HOT: mostly valid, with each kind of mistake now and then.

They are written as YAML in a random mixture of styles.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

from fuzz import hostile
from hotlint.language import functions
from hotlint.language.versions import VERSIONS

NAMES = ("net", "server", "port", "image", "count", "flavor", "group", "a", "b_1", "b_2", "Zone-A", "key", "größe")
TYPES = ("string", "number", "json", "comma_delimited_list", "boolean", "strng", "String")
RESOURCE_TYPES = (
    "OS::Heat::Value", "OS::Heat::Value", "OS::Heat::TestResource", "OS::Nova::Server", "OS::Neutron::Net",
    "OS::Neutron::Port", "OS::Cinder::Volume", "OS::Heat::ResourceGroup", "OS::Heat::AutoScalingGroup",
    "OS::Heat::SoftwareConfig", "OS::Heat::ResourceChain", "OS::Heat::Stack", "OS::Heat::RandomString", "OS::Nova::Servr",
    "child.yaml", "OS::Neutron::SecurityGroup", "OS::Heat::None", "Acme::Thing",
)  # fmt: skip
PROPERTIES = (
    "value", "name", "flavor", "image", "networks", "size", "count", "resource_def", "config", "rules", "type", "network",
    "resources", "p", "user_data", "metadata", "min_size", "max_size", "index_var", "fixed_ips", "template", "removal_policies",
)  # fmt: skip
ATTRIBUTES = ("value", "name", "show", "first_address", "addresses", "outputs", "refs", "o", "resource.0.value", "id")
SCALARS: tuple[Any, ...] = (
    "x", "", "cirros", "m1.small", "10.0.0.0/24", "%index%", "$a", "~", "yes", "0x1F", "1_000", "1e400", ".nan", "-.inf",
    "2001-01-01", "12:30:45", "0o17", "!!binary", "é", "😀", "a: b", "null", "<<", "=", "OS::stack_name",
    0, 1, -1, 7, 10**20, 1.5, True, False, None,
)  # fmt: skip
FUNCTIONS = tuple(sorted(functions.NAMES))
DEEPEST = 4


class Grammar:
    """Makes documents from one source of randomness."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def template(self) -> str:
        """Return a template."""
        rng = self._rng
        data: dict[Any, Any] = {
            "heat_template_version": rng.choice((*VERSIONS[-3:], *VERSIONS, "rocky", 2018, "2099-01-01"))
        }
        sections: dict[str, Callable[[], Any]] = {
            "description": lambda: rng.choice(SCALARS),
            "parameters": lambda: self._named(self._parameter),
            "parameter_groups": lambda: [{"label": "l", "parameters": rng.choices(NAMES, k=rng.randrange(3))}],
            "conditions": lambda: self._named(lambda: self._condition(0)),
            "resources": lambda: self._named(self._resource),
            "outputs": lambda: self._named(lambda: {"value": self.value(0)}),
        }
        for name, make in sections.items():
            if rng.random() < (0.9 if name in ("parameters", "resources", "outputs") else 0.4):
                data[name] = make() if rng.random() < 0.98 else self.value(DEEPEST)
        if rng.random() < 0.03:
            data[rng.choice(("output", "Resources", 1, None, "x"))] = self.value(2)
        return Styler(rng).document(data)

    def environment(self) -> str:
        """Return an environment file."""
        rng = self._rng
        data: dict[Any, Any] = {}
        for name in rng.sample(
            ("parameters", "parameter_defaults", "resource_registry", "parameter_merge_strategies"), 2
        ):
            data[name] = {rng.choice(NAMES): self._plain(0) for _ in range(rng.randrange(1, 4))}
        if "resource_registry" in data:
            data["resource_registry"] = {
                "OS::Nova::Servr": rng.choice(("child.yaml", "OS::Heat::Value", "none.yaml", 1))
            }
        return Styler(rng).document(data)

    def _named(self, make: Callable[[], Any]) -> dict[Any, Any]:
        return {self._rng.choice(NAMES): make() for _ in range(self._rng.choice((1, 1, 2, 3, 4)))}

    def _parameter(self) -> Any:
        rng = self._rng
        found: dict[Any, Any] = {"type": rng.choice(TYPES[:5] if rng.random() < 0.9 else TYPES)}
        if rng.random() < 0.6:
            found["default"] = self._plain(1)
        if rng.random() < 0.25:
            found["constraints"] = [self._constraint() for _ in range(rng.choice((1, 1, 2)))]
        for key in ("label", "description", "hidden", "immutable", "tags", "Default", "schema"):
            if rng.random() < 0.08:
                found[key] = rng.choice((True, "x", "yes", [1], None))
        return found

    def _constraint(self) -> Any:
        rng = self._rng
        found = rng.choice((
            {"length": {"min": rng.choice(SCALARS), "max": 5}}, {"range": {"min": 1, "max": rng.choice(SCALARS)}},
            {"modulo": {"step": rng.choice((0, 2, "x")), "offset": 1}}, {"allowed_values": [self._plain(2), "x"]},
            {"allowed_pattern": hostile.pattern(rng)}, {"custom_constraint": rng.choice(("nova.flavor", "neutron.netwrk"))},
        ))  # fmt: skip
        return found | ({"description": "d"} if rng.random() < 0.2 else {})

    def _resource(self) -> Any:
        rng = self._rng
        found: dict[Any, Any] = {"type": rng.choice(RESOURCE_TYPES)}
        if rng.random() < 0.9:
            found["properties"] = {rng.choice(PROPERTIES): self.value(0) for _ in range(rng.randrange(1, 4))}
        extras: dict[str, Callable[[], Any]] = {
            "depends_on": lambda: rng.choice((rng.choice(NAMES), [rng.choice(NAMES)])),
            "condition": lambda: self._condition(2),
            "metadata": lambda: self.value(1),
            "deletion_policy": lambda: rng.choice(("Retain", "delete", self.value(3))),
            "update_policy": lambda: {"rolling_update": self.value(2)},
            "external_id": lambda: self.value(3),
        }
        for key, make in extras.items():
            if rng.random() < 0.12:
                found[key] = make()
        return found

    def _condition(self, depth: int) -> Any:
        rng = self._rng
        name = rng.choice(("equals", "equals", "and", "or", "not", "name", "bool", "yaql", "get_param"))
        if depth >= DEEPEST or name in ("name", "bool"):
            return rng.choice(NAMES) if name == "name" else rng.choice((True, False, "yes"))
        if name == "equals":
            return {"equals": [self.value(2), self.value(3)][: rng.choice((2, 2, 2, 1))]}
        if name in ("and", "or"):
            return {name: [self._condition(depth + 1) for _ in range(rng.randrange(1, 4))]}
        return {"not": self._condition(depth + 1)} if name == "not" else self._call(name, depth + 1)

    def value(self, depth: int) -> Any:
        """Return a value that may hold function calls."""
        rng = self._rng
        if depth >= DEEPEST or rng.random() < 0.25:
            return self._plain(depth)
        if rng.random() < 0.65:
            return self._call(
                rng.choice(FUNCTIONS) if rng.random() < 0.6 else rng.choice(("get_param", "get_attr")), depth
            )
        if rng.random() < 0.5:
            return [self.value(depth + 1) for _ in range(rng.randrange(3))]
        return {rng.choice((*PROPERTIES, *NAMES)): self.value(depth + 1) for _ in range(rng.randrange(3))}

    def _plain(self, depth: int) -> Any:
        rng = self._rng
        if depth >= DEEPEST or rng.random() < 0.7:
            return rng.choice(SCALARS)
        if rng.random() < 0.5:
            return [self._plain(depth + 1) for _ in range(rng.randrange(3))]
        return {rng.choice((*NAMES, *FUNCTIONS[:8])): self._plain(depth + 1) for _ in range(rng.randrange(3))}

    def _call(self, name: str, depth: int) -> dict[Any, Any]:
        rng = self._rng
        if rng.random() < 0.06:  # arguments of any shape
            return {name: self.value(depth + 1)}

        def some() -> Any:
            return self.value(depth + 1)

        arguments: dict[str, Callable[[], Any]] = {
            "get_param": lambda: rng.choice((rng.choice(NAMES), [rng.choice(NAMES), rng.choice((0, "a", some()))])),
            "get_resource": lambda: rng.choice(NAMES),
            "get_attr": lambda: [
                rng.choice(NAMES),
                rng.choice(ATTRIBUTES),
                *rng.choices((0, "x", -1), k=rng.randrange(2)),
            ],
            "get_file": lambda: rng.choice(("child.yaml", "nothing", "http://[", "/dev/null", "../x", some())),
            "list_join": lambda: [
                rng.choice((",", "", some())),
                *[[some(), some()] for _ in range(rng.randrange(1, 3))],
            ],
            "str_split": lambda: [rng.choice((",", "", some())), some(), rng.choice((0, 99, "x"))][
                : rng.choice((2, 3))
            ],
            "repeat": lambda: {"template": some(), "for_each": {rng.choice(("%a%", "x", "")): some()}},
            "map_replace": lambda: [some(), {"keys": some(), "values": some()}],
            "map_merge": lambda: [some(), some()],
            "if": lambda: [self._condition(depth + 2), some(), some()][: rng.choice((3, 3, 2))],
            "equals": lambda: [some(), some()],
            "digest": lambda: [rng.choice(("md5", "sha512", "sha")), some()],
            "filter": lambda: [some(), some()],
            "contains": lambda: [some(), some()],
            "make_url": lambda: {"scheme": some(), "host": some(), "port": some(), "query": some()},
            "yaql": lambda: {"expression": hostile.expression(rng), "data": some()},
            "resource_facade": lambda: rng.choice(("metadata", "deletion_policy", "update_policy", "x")),
        }
        if name.startswith("str_replace"):
            return {
                name: {"template": rng.choice(("a $x b", "", some())), "params": {rng.choice(("$x", "a", "")): some()}}
            }
        make = arguments.get(name)
        return {name: make() if make is not None else [some(), some()]}


class Styler:
    """Writes data as YAML, each part in a style of its own: block or flow, plain, quoted, folded or literal."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._step = rng.choice((2, 2, 2, 4, 1, 3))
        self._flow = rng.choice((0.0, 0.1, 0.3, 0.9))

    def document(self, data: dict[Any, Any]) -> str:
        """Return the data as a document of block style."""
        return self._block(data, 0)

    def _block(self, data: Any, indent: int) -> str:
        pad = " " * indent
        if isinstance(data, dict) and data:
            return "".join(f"{pad}{self._key(key)}:{self._value(value, indent)}" for key, value in data.items())
        if isinstance(data, list) and data:
            return "".join(f"{pad}-{self._value(value, indent)}" for value in data)
        return f"{pad}{self.flow(data)}\n"

    def _value(self, value: Any, indent: int) -> str:
        rng = self._rng
        if value and isinstance(value, dict | list) and rng.random() >= self._flow:
            comment = "  # note" if rng.random() < 0.03 else ""
            return f"{comment}\n{self._block(value, indent + self._step)}"
        if isinstance(value, str) and rng.random() < 0.06:
            inside = " " * (indent + self._step)
            lines = "".join(f"{inside}{line}\n" for line in value.split("\n"))
            return f" {rng.choice(('|', '>', '|-', '>+', '|2'))}\n{lines}"
        return f" {self.flow(value)}\n"

    def flow(self, value: Any) -> str:
        """Return the data in flow style."""
        if isinstance(value, dict):
            return "{" + ", ".join(f"{self._key(k)}: {self.flow(v)}" for k, v in value.items()) + "}"
        if isinstance(value, list):
            return "[" + ", ".join(map(self.flow, value)) + "]"
        return self._scalar(value)

    def _key(self, key: Any) -> str:
        return self._scalar(key) if self._rng.random() < 0.04 else str(key)

    def _scalar(self, value: Any) -> str:
        if not isinstance(value, str):
            return "null" if value is None else str(value)
        chance = self._rng.random()
        if chance < 0.1:
            return json.dumps(value, ensure_ascii=chance < 0.05)
        if chance < 0.2 or not value or value[0] in "{}[],&*#?|-<>=!%@`'\" " or ": " in value or " #" in value:
            return "'" + value.replace("'", "''") + "'"
        return value
