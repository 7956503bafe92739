"""Make whole systems: a template with nested templates, groups and environments, and record Heat's verdict on each.

Each property begins as one that Heat takes, and reaches its resource in one of the ways in which people write it: through a
parameter with a default, through an environment, an `if`, a function, the attribute of an OS::Heat::Value, or as the argument
of a nested template. A resource is of any type, or the members of a group are, or an alias of an environment names it. A third of
the systems has one of the changes of `mutations` in one of its templates, and some have a value of the wrong kind. `op` is
that change. `results` has the outputs of a system without one, as in `unknowns`.
"""

import json
import random
import sys
from collections.abc import Callable
from typing import Any

import yaml

from ..judge.client import StrPath
from ..judge.engine import NeedsCloudError
from ..judge.judge import HeatJudge, output_value, set_attributes, value_of
from .expressions import FIRST_WITH_CONDITIONS
from .faults import FaultMaker
from .folder import CaseWriter, maker_parser
from .mutation_table import MUTATIONS, PLAIN_VALUES
from .references import places
from .resources import types_where
from .template_sites import Sites

VERSIONS = ("2015-10-15", "2016-10-14", "2017-02-24", "2018-03-02", "2018-08-31", "2018-08-31", "rocky")
NAMES = ("a", "b", "c", "d", "e", "f", "g", "h")
DEEPEST = 2
CALLS = ("list_join", "str_replace", "str_split", "yaql", "map_merge")
ROOT, ENVIRONMENT = "root.yaml", "root.env"
Template = dict[str, Any]


class System:
    """A random system: its templates by file name, and its environment. `root.yaml` is the root."""

    def __init__(self, maker: FaultMaker, types: list[str], rng: random.Random) -> None:
        self.files: dict[str, Template] = {}
        self.registry: dict[str, Any] = {}
        self.rng = rng
        self._maker = maker
        self._types = types
        self.environment: dict[str, Any] = {"parameters": {}, "parameter_defaults": {}}
        self._add(ROOT, 0, {})
        if self.registry:
            self.environment["resource_registry"] = self.registry
        self.environment = {section: entries for section, entries in self.environment.items() if entries}

    def _add(self, name: str, depth: int, given: dict[str, Any]) -> None:
        """Add a template whose resources take `given` as parameters, by name."""
        rng = self.rng
        template: Template = {"heat_template_version": rng.choice(VERSIONS), "parameters": {}}
        self.files[name] = template
        for parameter, value in given.items():
            template["parameters"][parameter] = self._parameter(value)
        if template["heat_template_version"] >= FIRST_WITH_CONDITIONS:
            template["conditions"] = {"yes": True, "no": {"not": "yes"}}
        resources: dict[str, Any] = {}
        template["resources"] = resources
        template["outputs"] = {}
        part = _Part(self, name, template)
        for number in range(rng.choice((1, 2, 2, 3, 4) if depth else (2, 3, 4, 5, 7))):
            label = f"{rng.choice(NAMES)}{number}"
            made = self._resource(part, depth, given)
            if resources and rng.random() < 0.15:
                made["depends_on"] = rng.choice(list(resources))
            if "conditions" in template and rng.random() < 0.1:
                made["condition"] = rng.choice(("yes", "yes", "no", {"equals": ["a", "a"]}))
            if rng.random() < 0.05:
                made["deletion_policy"] = rng.choice(("Retain", "Delete"))
            if rng.random() < 0.05:
                made["metadata"] = {"k": part.way(rng.choice(("v", [1], {"a": "b"})))}
            resources[label] = made
        for parameter in given:
            template["outputs"][f"o_{parameter}"] = {"value": {"get_param": parameter}}
        for label, made in resources.items():
            inner = self.files.get(made["type"], {}).get("outputs", {})
            of = ["value"] if made["type"] == "OS::Heat::Value" else sorted(inner)[:1]
            if of and "condition" not in made:
                template["outputs"][f"o_{label}"] = {"value": {"get_attr": [label, *of]}}
            elif rng.random() < 0.2:
                template["outputs"][f"r_{label}"] = {"value": {"get_resource": label}}
        if not template["parameters"]:
            del template["parameters"]

    def _resource(self, part: "_Part", depth: int, given: dict[str, Any]) -> dict[str, Any]:
        """Return a resource: of a type, a nested template, or a group of one of these."""
        rng, form = self.rng, self.rng.random()
        if form < 0.2:
            value = rng.choice(("text", 7, True, ["x", "y"], {"k": "v"}, [{"a": 1}]))
            return {"type": "OS::Heat::Value", "properties": {"value": part.way(value)}}
        if form < 0.45 and depth < DEEPEST:
            type_name, properties = self._nested(part, depth)
        else:
            type_name = rng.choice(self._types)
            plain = self._maker.plain(type_name) or {}
            properties = part.ways(plain)
            if rng.random() < 0.1:
                type_name = self._alias(type_name)
        resource = {"type": type_name, "properties": properties} if properties else {"type": type_name}
        return self._group(part, resource) if rng.random() < 0.2 else resource

    def _nested(self, part: "_Part", depth: int) -> tuple[str, dict[str, Any]]:
        """Return the name of a new nested template, and the arguments for it."""
        rng = self.rng
        given = {f"p{i}": rng.choice(("text", 3, True, ["x", "y"], {"k": "v"})) for i in range(rng.randrange(3))}
        name = f"child{len(self.files)}.yaml"
        self._add(name, depth + 1, given)
        passed = {key: part.way(value) for key, value in given.items() if rng.random() < 0.95}
        return (self._alias(name) if rng.random() < 0.2 else name), passed

    def _alias(self, type_name: str) -> str:
        alias = f"Own::Type{len(self.registry)}"
        self.registry[alias] = type_name
        return alias

    def _group(self, part: "_Part", resource: dict[str, Any]) -> dict[str, Any]:
        """Return a group whose members are like a resource."""
        rng = self.rng
        form = rng.randrange(3)
        if form == 0:
            properties = {"count": part.way(rng.choice((0, 1, 2, 3))), "resource_def": resource}
            return {"type": "OS::Heat::ResourceGroup", "properties": properties}
        if form == 1:
            properties = {"min_size": 1, "max_size": part.way(rng.choice((1, 3))), "resource": resource}
            return {"type": "OS::Heat::AutoScalingGroup", "properties": properties}
        chain = {"resources": [resource["type"]] * rng.choice((1, 2))}
        return {
            "type": "OS::Heat::ResourceChain",
            "properties": {**chain, "resource_properties": resource.get("properties", {})},
        }

    def _parameter(self, value: Any) -> dict[str, Any]:
        """Return the declaration of a parameter of a nested template that takes a value."""
        made: dict[str, Any] = {"type": kind_of(value, self.rng)}
        if self.rng.random() < 0.4:
            made["default"] = value
        if isinstance(value, str) and self.rng.random() < 0.2:
            made["constraints"] = [self.rng.choice(({"allowed_values": [value, "z"]}, {"length": {"max": 40}}))]
        return made


class _Part:
    """A template that is being made, to which values may add parameters and resources."""

    def __init__(self, system: System, name: str, template: Template) -> None:
        self._system = system
        self._is_root = name == ROOT
        self._template = template
        self._rng = system.rng
        self._values = 0

    def ways(self, properties: dict[str, Any]) -> dict[str, Any]:
        """Return properties of which some values come in other ways, and now and then one is of the wrong kind."""
        made: dict[str, Any] = json.loads(json.dumps(properties))
        for holder, key in list(places(made)):
            if self._rng.random() < 0.25:
                holder[key] = self.way(holder[key])
        found = list(places(made))
        if found and self._rng.random() < 0.08:
            holder, key = self._rng.choice(found)
            holder[key] = self.way(yaml.safe_load(self._rng.choice(PLAIN_VALUES)))
        return made

    def way(self, value: Any) -> Any:
        """Return what has a value in the end: the value itself, a reference, or a call."""
        if _has_call(value):
            return value
        form: Callable[[Any], Any] = self._rng.choice(
            (lambda v: v, self._by_parameter, self._by_if, self._by_call, self._by_attribute)
        )
        return form(_plain(value))

    def _by_parameter(self, value: Any) -> Any:
        if value is None:
            return value
        name = f"q{len(self._template['parameters'])}"
        made: dict[str, Any] = {"type": kind_of(value, self._rng)}
        given = value
        if made["type"] == "comma_delimited_list" and self._rng.random() < 0.5:
            given = ",".join(value)
        place = self._rng.random()
        if place < 0.4 and self._is_root:
            self._system.environment["parameters"][name] = given
        elif place < 0.5:
            self._system.environment["parameter_defaults"].setdefault(name, given)
            made["default"] = given
        else:
            made["default"] = given
        if self._rng.random() < 0.1:
            made[self._rng.choice(("hidden", "immutable"))] = True
        self._template["parameters"][name] = made
        return {"get_param": name}

    def _by_if(self, value: Any) -> Any:
        if "conditions" not in self._template:
            return value
        other = self._rng.choice((value, "other", None, {"get_param": "OS::stack_name"}))
        return {"if": self._rng.choice((["yes", value, other], ["no", other, value]))}

    def _by_call(self, value: Any) -> Any:
        if "conditions" not in self._template:
            return value
        if isinstance(value, str) and value:
            at = self._rng.randrange(len(value))
            pieces = [value[:at], value[at:]]
            return self._rng.choice(
                (
                    {"list_join": ["", pieces]},
                    {"str_replace": {"template": "%1%2", "params": {"%1": pieces[0], "%2": pieces[1]}}},
                )
            )
        if isinstance(value, list):
            texts = all(isinstance(one, str) and one and "," not in one for one in value)
            if texts and value and self._rng.random() < 0.5:
                return {"str_split": [",", ",".join(value)]}
            return {"yaql": {"expression": "$.data.v", "data": {"v": value}}}
        if isinstance(value, dict):
            return {"map_merge": [value, {}]}
        return {"yaql": {"expression": "$.data", "data": value}}

    def _by_attribute(self, value: Any) -> Any:
        self._values += 1
        name = f"value{self._values}"
        self._template["resources"][name] = {"type": "OS::Heat::Value", "properties": {"value": value}}
        return {"get_attr": [name, "value"]}


def _has_call(value: Any) -> bool:
    """Return whether a value is or holds what this module makes of values: then it cannot be that of a parameter."""
    return any(f'"{key}"' in json.dumps(value) for key in ("get_param", "get_attr", "if", *CALLS))


def kind_of(value: Any, rng: random.Random) -> str:
    """Return a type of parameters that takes a value."""
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "number"
    if isinstance(value, list) and value and all(isinstance(one, str) and one and "," not in one for one in value):
        return rng.choice(("comma_delimited_list", "json"))
    return "json" if isinstance(value, list | dict) else "string"


def written(system: System) -> tuple[dict[str, str], str]:
    """Return the text of each file of a system, and the name of the change that one of them got; "" for none."""
    rng = system.rng
    texts = {name: yaml.safe_dump(_plain(template), sort_keys=False) for name, template in system.files.items()}
    texts[ENVIRONMENT] = yaml.safe_dump(_plain(system.environment), sort_keys=False)
    if rng.random() < 0.66:
        return texts, ""
    name, mutation = rng.choice(list(system.files)), rng.choice(sorted(MUTATIONS))
    try:
        change = MUTATIONS[mutation](rng, Sites(texts[name]))
    except (IndexError, yaml.YAMLError):
        return texts, ""
    if change is None:
        return texts, ""
    texts[name] = change.text
    return texts, mutation


def _plain(value: Any) -> Any:
    """Return a copy in which no object is there twice, which would become an alias."""
    return json.loads(json.dumps(value))


def resolved_outputs(stack: Any, cloud: int) -> dict[str, Any]:
    """Return the outputs of a stack as they are once a cloud has made its resources: its ids end in the number of the cloud."""
    for resource in stack.dependencies:
        values: dict[str, Any] = {"__ref__": f"{resource.name}-{cloud}"}
        if resource.type() == "OS::Heat::Value":
            values["value"] = value_of(resource)
        elif getattr(resource, "template_url", None):
            nested = resource._parse_nested_stack(resource.name, resource.child_template(), resource.child_params())
            found = resolved_outputs(nested, cloud)
            values |= {name: one["value"] for name, one in found.items() if "value" in one}
        set_attributes(stack, {resource.name: values})
    names = list(stack.t.outputs(stack.defn))
    return {name: output_value(stack, name) for name in names}


def results(judge: HeatJudge, root: StrPath, environment: StrPath) -> dict[str, Any]:
    """Return the outputs of a system in each of two clouds, but not ids; none where Heat cannot tell them."""
    try:
        found = [resolved_outputs(judge.received_stack(root, [environment]), cloud) for cloud in (1, 2)]
    except (Exception, NeedsCloudError):
        return {}
    return {name: [one[name] for one in found] for name in found[0] if name.startswith("o_")}


def main(arguments: list[str], prog: str) -> int:
    """Run the command and return its exit code, which is always 0."""
    args = maker_parser(prog, __doc__).parse_args(arguments)
    judge, rng = HeatJudge(deep=True), random.Random(args.seed)
    types = types_where(lambda name, plugin: True)
    maker = FaultMaker(judge, types, rng)
    usable = [name for name in types if maker.plain(name) is not None]
    with CaseWriter(args.out) as writer:
        while writer.count < args.count:
            texts, change = written(System(maker, usable, rng))
            folder = args.out / writer.name("")
            folder.mkdir(exist_ok=True)
            for name, text in texts.items():
                (folder / name).write_text(text, encoding="utf-8")
            verdict = judge.create(folder / ROOT, [folder / ENVIRONMENT])
            if verdict["valid"] is None:
                continue
            place: dict[str, Any] = {"file": f"{folder.name}/{ROOT}", "env": f"{folder.name}/{ENVIRONMENT}"}
            if verdict["valid"] and not change:
                place["results"] = results(judge, folder / ROOT, folder / ENVIRONMENT)
            writer.add({**place, "op": f"system {change}".strip(), "source": "", **verdict})
    print(f"{writer.count} cases of {len(types)} types", file=sys.stderr)
    return 0
