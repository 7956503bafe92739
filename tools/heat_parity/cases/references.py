"""Make templates of a resource that refers to others, and record Heat's verdict on each.

The resource types are those of `resources`, and so are the properties; but some values are get_resource, get_attr, or
functions around these. Before the stack exists an attribute is null, and so are many ids: what each type's own
validate() makes of that, Heat decides at `stack create`. So these cases have a deep verdict. `op` is the resource type.
"""

import copy
import random
from collections.abc import Iterator
from typing import Any

import yaml

from . import TABLES
from .random_properties import Properties
from .resources import VERSION, run

PEERS: dict[str, dict[str, Any]] = TABLES["references"]["peers"]
"""Resources that others refer to."""
ATTRIBUTES: list[list[Any]] = TABLES["references"]["attributes"]
PARAMETERS: dict[str, Any] = TABLES["references"]["parameters"]
NAMED: list[str] = TABLES["references"]["named"]
"""Words in the names of properties that are mostly references, each the name of a peer or like it."""


def referring_properties(given: Properties, rng: random.Random) -> Properties:
    """Return a copy with one to three values, at any depth, that refer to resources."""
    made: Properties = copy.deepcopy(given)
    for _ in range(rng.choice([1, 1, 2, 3])):
        found = list(places(made))
        if not found:
            break
        likely = [place for place in found if any(word in str(place[1]) for word in NAMED)]
        holder, key = rng.choice(likely if likely and rng.random() < 0.4 else found)
        holder[key] = _reference(str(key), holder[key], rng)
    return made


def peers_of(properties: Properties) -> dict[str, Any]:
    """Return the resources that properties refer to, and those that these refer to in turn."""
    found: dict[str, Any] = {}
    waiting: list[Any] = [properties]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            name = value.get("get_resource") or (value.get("get_attr") or [None])[0]
            if isinstance(name, str) and name in PEERS and name not in found:
                found[name] = PEERS[name]
                waiting.append(PEERS[name])
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
    return found


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the container and the key or index of each value at any depth, but of none within a reference."""
    if isinstance(value, dict) and any(key.startswith(("get_", "str_", "list_", "if")) for key in value):
        return
    for key, item in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield value, key
        yield from places(item)


def _reference(name: str, before: Any, rng: random.Random) -> Any:
    """Return a value that refers to a resource, or to a parameter, for a property that had another one."""
    likely = [peer for peer in PEERS if peer in name]
    if isinstance(before, str) and rng.random() < 0.6:
        simple: Any = {"get_resource": rng.choice(likely or list(PEERS))}
    else:
        simple = {"get_attr": list(rng.choice(ATTRIBUTES))}
    form = rng.random()
    if form < 0.7:
        return simple
    if form < 0.78:
        return {"if": ["always", simple, before]}
    if form < 0.82:
        return {"if": ["never", before, simple]}
    if form < 0.88:
        return {"str_replace": {"template": rng.choice(["$x", "a-$x"]), "params": {"$x": simple}}}
    if form < 0.94:
        return {"list_join": [rng.choice(["", "-"]), [simple, *rng.choice([[], ["a"]])]]}
    return {"get_param": rng.choice(list(PARAMETERS))}


def template_of(type_name: str, properties: Properties) -> str:
    """Return the template with one resource named `it`, and with those that it refers to."""
    template = {
        "heat_template_version": VERSION,
        "parameters": PARAMETERS,
        "conditions": {"always": True, "never": False},
        "resources": {**peers_of(properties), "it": {"type": type_name, "properties": properties}},
    }
    return yaml.dump(template, Dumper=_Plain, sort_keys=False)


class _Plain(yaml.SafeDumper):
    """Writes the same object twice rather than an alias."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def main(arguments: list[str], prog: str) -> int:
    """Run the command and return its exit code."""
    return run(arguments, prog, __doc__, referring_properties, template_of)
