"""Make templates of one resource with random properties that its schema takes, and record Heat's verdict on each.

What a schema cannot say (properties that exclude or need each other, pools within a subnet, devices of a server) is in
each resource type's own validate(), which Heat runs at `stack create`. So these cases have a deep verdict.
DIR/index.jsonl has a line for each case, as for `mutations`; `op` is the resource type. Half of the cases are one change
away from a case that was accepted: a property more, one less, or another value.
"""

import random
import sys
from collections.abc import Callable, Collection
from typing import Any

import yaml

from ..judge.judge import HeatJudge
from .folder import CaseWriter, maker_parser
from .random_properties import Properties, Schemata, changed_properties, random_properties

Change = Callable[[Properties, random.Random], Properties]
Template = Callable[[str, Properties], str]
VERSION = "2018-08-31"
FOREIGN = ("Docker", "Rackspace")
"""Prefixes of types that are contributed by others and not part of an OpenStack cloud."""
LAST_LINE = 10**6


def types_where(test: Callable[[str, Any], bool]) -> dict[str, Schemata]:
    """Return the schemata of the resource types whose name and class pass a test, by name; none of others' plugins."""
    from heat.engine import properties, resources

    registry = resources.global_env()
    found: dict[str, Schemata] = {}
    for name in sorted(registry.registry.get_types()):
        try:
            plugin = registry.get_class(name)
        except Exception:  # a type that this release only knows as gone
            continue
        if not name.startswith(FOREIGN) and test(name, plugin):
            found[name] = properties.schemata(plugin.properties_schema)
    return found


def types_with_rules(wanted: Collection[str]) -> dict[str, Schemata]:
    """Return the schemata of the resource types wanted, by name; without any, of those with a validate() of their own."""
    from heat.engine import resource

    base = resource.Resource.validate
    return types_where(lambda name, plugin: name in wanted if wanted else plugin.validate is not base)


def template_of(type_name: str, properties: Properties) -> str:
    """Return the template with one resource named `it`."""
    resource = {"type": type_name, **({"properties": properties} if properties else {})}
    template = {"heat_template_version": VERSION, "resources": {"it": resource}}
    return yaml.safe_dump(template, sort_keys=False)


def write_cases(
    writer: CaseWriter,
    judge: HeatJudge,
    types: dict[str, Schemata],
    rng: random.Random,
    count: int,
    change: Change | None = None,
    template_of: Template = template_of,
) -> None:
    """Ask a deep judge about random resources until the folder has so many cases; with `change`, about changed ones."""
    accepted: dict[str, list[Properties]] = {}
    while writer.count < count:
        name = rng.choice(list(types))
        near = accepted.get(name)
        if near and rng.random() < 0.5:
            plain = changed_properties(rng.choice(near), types[name], rng)
        else:
            plain = random_properties(types[name], rng)
        properties = change(plain, rng) if change is not None else plain
        if change is not None and properties == plain:
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


def run(
    arguments: list[str], prog: str, about: str | None, change: Change | None = None, template: Template = template_of
) -> int:
    """Run a command that makes such cases, and return its exit code: 1 when no type is left."""
    parser = maker_parser(prog, about)
    parser.add_argument("--type", nargs="*", default=(), help="only these types (default: those with own rules)")
    args = parser.parse_args(arguments)
    judge = HeatJudge(deep=True)
    types = types_with_rules(args.type)
    if not types:
        return 1
    with CaseWriter(args.out) as writer:
        write_cases(writer, judge, types, random.Random(args.seed), args.count, change, template)
    print(f"{writer.count} cases of {len(types)} types", file=sys.stderr)
    return 0


def main(arguments: list[str], prog: str) -> int:
    """Run the command and return its exit code."""
    return run(arguments, prog, __doc__)
