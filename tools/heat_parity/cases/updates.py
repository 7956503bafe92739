"""Make pairs of templates that Heat accepts, old and new, and write down what Heat would do in an update.

Each pair is one resource of a random type with random properties (as `resources` makes them), and the same with one to
three properties changed, added or taken away; sometimes its type, metadata or a policy, or an immutable parameter
that feeds a property. DIR/index.jsonl: {"old", "new", "source", "refused", "actions"}. `compare` reads it.
"""

import random
import sys
from typing import Any, NamedTuple

import yaml

from ..judge.judge import HeatJudge
from .folder import CaseWriter, maker_parser
from .random_properties import Properties, Schemata, changed_properties, random_properties
from .resources import VERSION, types_where


class Pair(NamedTuple):
    """The sources of an old and a new template."""

    type: str
    old: str
    new: str


def random_pair(types: dict[str, Schemata], rng: random.Random) -> Pair | None:
    """Return a random pair; None where the schema that was drawn cannot be filled."""
    name = rng.choice(list(types))
    try:
        was = random_properties(types[name], rng)
        now = was
        for _ in range(rng.choice([1, 1, 1, 2, 3])):
            now = changed_properties(now, types[name], rng)
    except Exception:  # such as a range without a whole number
        return None
    other = rng.choice(list(types)) if rng.random() < 0.02 else name
    more: dict[str, Any] = {"metadata": {"a": rng.choice("bc")}} if rng.random() < 0.08 else {}
    if rng.random() < 0.05:
        more["deletion_policy"] = rng.choice(["Retain", "Delete"])
    immutable = rng.random() < 0.5
    old = _template(name, was, {}, immutable, rng)
    return Pair(name, old, _template(other, now, more, immutable, rng))


def _template(name: str, properties: Properties, more: dict[str, Any], immutable: bool, rng: random.Random) -> str:
    resource = {"type": name, **({"properties": properties} if properties else {}), **more}
    template: dict[str, Any] = {"heat_template_version": VERSION, "resources": {"it": resource}}
    if properties and rng.random() < 0.15:  # one property by way of a parameter
        key = rng.choice(list(properties))
        if isinstance(properties[key], str) and properties[key]:
            template["parameters"] = {"p": {"type": "string", "default": properties[key], "immutable": immutable}}
            resource["properties"] = {**properties, key: {"get_param": "p"}}
    return yaml.safe_dump(template, sort_keys=False)


def main(arguments: list[str], prog: str) -> int:
    """Run the command and return its exit code, which is always 0."""
    args = maker_parser(prog, __doc__).parse_args(arguments)
    judge, rng = HeatJudge(), random.Random(args.seed)
    types = types_where(lambda name, plugin: bool(plugin.properties_schema))
    with CaseWriter(args.out) as writer:
        while writer.count < args.count:
            pair = random_pair(types, rng)
            if pair is None:
                continue
            old, new = writer.write("-old.yaml", pair.old), writer.write("-new.yaml", pair.new)
            verdict = judge.update(old, new)
            if verdict["actions"] is None or (verdict["refused"] or "").startswith(("client", "update", "template")):
                continue  # one of the two is no valid template
            writer.add({"old": old.name, "new": new.name, "source": pair.type, **verdict})
    print(f"{writer.count} pairs", file=sys.stderr)
    return 0
