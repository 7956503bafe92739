"""Make templates of a resource that refers to others, and record Heat's verdict on each.

The resource types are those of `resources`, and so are the properties; but some values are get_resource, get_attr, or
functions around these. Before the stack exists an attribute is null, and so are many ids: what each type's own
validate() makes of that, Heat decides at `stack create`. So these cases have a deep verdict. `op` is the resource type.
"""

import argparse
import random
import sys
from pathlib import Path
from typing import Any

import yaml

from ..judge.judge import HeatJudge
from .folder import CaseWriter
from .random_properties import Properties, Schemata, changed_properties, random_properties
from .random_references import PARAMETERS, peers_of, referring_properties
from .resources import LAST_LINE, VERSION, types_with_rules


def template_of(type_name: str, properties: Properties) -> str:
    """Return the template with one resource named `it`, and with those that it refers to."""
    template = {
        "heat_template_version": VERSION,
        "parameters": PARAMETERS,
        "conditions": {"always": True, "never": False},
        "resources": {**peers_of(properties), "it": {"type": type_name, "properties": properties}},
    }
    return yaml.dump(template, Dumper=_Plain, sort_keys=False)


def write_cases(
    writer: CaseWriter, judge: HeatJudge, types: dict[str, Schemata], rng: random.Random, count: int
) -> None:
    """Ask a deep judge about resources with random references until the folder has so many cases."""
    accepted: dict[str, list[Properties]] = {}
    while writer.count < count:
        name = rng.choice(list(types))
        near = accepted.get(name)
        if near and rng.random() < 0.6:
            plain = changed_properties(rng.choice(near), types[name], rng)
        else:
            plain = random_properties(types[name], rng)
        properties = referring_properties(plain, rng)
        if properties == plain:
            continue
        text = template_of(name, properties)
        verdict = judge.verdict(text, {}, strict=True)
        if verdict["valid"]:
            accepted.setdefault(name, []).append(plain)
        elif verdict["phase"] != "resource" and rng.random() < 0.8:
            continue  # the schema refuses it: `mutations` has enough of those
        template, environment = writer.write(".yaml", text), writer.write(".env", "{}\n")
        known: dict[str, Any] = {"file": template.name, "env": environment.name, "source": name, "op": name}
        writer.add({**known, "path": [], "line": 0, "end_line": LAST_LINE, **verdict})


class _Plain(yaml.SafeDumper):
    """Writes the same object twice rather than an alias."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _parser(prog: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--out", required=True, type=Path, metavar="DIR")
    parser.add_argument("--type", nargs="*", default=(), help="only these types (default: those with own rules)")
    return parser


def main(arguments: list[str], prog: str) -> int:
    """Run the command and return its exit code: 1 when no type is left."""
    args = _parser(prog).parse_args(arguments)
    judge = HeatJudge(deep=True)
    types = types_with_rules(args.type)
    if not types:
        return 1
    with CaseWriter(args.out) as writer:
        write_cases(writer, judge, types, random.Random(args.seed), args.count)
    print(f"{writer.count} cases of {len(types)} types", file=sys.stderr)
    return 0
