"""Make deployments in which a function fails in one property, at every depth of nested stacks, and record Heat's verdicts.

Heat resolves all properties of the root's own resources before it makes anything. In a nested stack it resolves only
what the types' own validate() reads, and the arguments of further nested stacks in yet another way. Each case has one
resource `it` of any type, whose properties are accepted but for one value, which is a call that fails. The resource is in
the root, in a template that the root uses, or one level deeper; instead of a type, it can be a nested template, and the
value then is an argument. `op` is the place ("child OS::Nova::Server"), `source` the property and the call. `later` says that
Heat accepts the case and yet refuses the same resource in a root: the nested stack fails when Heat creates it.
"""

import json
import random
import sys
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from ..judge.judge import HeatJudge
from . import TABLES
from .folder import CaseWriter, maker_parser
from .random_properties import Properties, Schemata, changed_properties, random_properties
from .references import places
from .resources import VERSION, types_where

LEVELS = ("root", "child", "grandchild")
CALLS: list[dict[str, Any]] = TABLES["faults"]["calls"]
"""Calls that fail, and a few that do not."""
PARAMETERS: dict[str, Any] = TABLES["faults"]["parameters"]
ARGUMENTS: dict[str, Any] = TABLES["faults"]["arguments"]
"""Parameters of a nested template, by their names."""
USED = "used.yaml"
"""The type of a resource that is a nested template."""
ATTEMPTS = 60


class Fault(NamedTuple):
    """A resource with a value that fails: its type, its properties, and the name and the call of the value."""

    type_name: str
    properties: Properties
    name: str
    call: dict[str, Any]


def template_of(fault: Fault) -> dict[str, Any]:
    """Return the template with the resource `it`."""
    resource = {"type": fault.type_name, "properties": fault.properties}
    return {"heat_template_version": VERSION, "parameters": PARAMETERS, "resources": {"it": resource}}


def files_of(fault: Fault, level: int) -> dict[str, Any]:
    """Return the templates of a deployment by name; the resource is `level` templates below the root, which is root.yaml."""
    made = {USED: {"heat_template_version": VERSION, "parameters": ARGUMENTS, "resources": {}}}
    for place, inner in pairwise(LEVELS[: level + 1]):
        resources = {"n": {"type": f"{inner}.yaml"}}
        made[f"{place}.yaml"] = {"heat_template_version": VERSION, "resources": resources}
    return {**made, f"{LEVELS[level]}.yaml": template_of(fault)}


class FaultMaker:
    """Makes random faults of some types, each in properties that Heat accepts."""

    def __init__(self, judge: HeatJudge, types: dict[str, Schemata], rng: random.Random) -> None:
        self._judge = judge
        self._types = types
        self._rng = rng
        self._accepted: dict[str, list[Properties]] = {}

    def make(self) -> Fault | None:
        """Return a fault; None for a type without properties that Heat accepts."""
        rng = self._rng
        if rng.random() < 0.1:
            type_name, plain = USED, {name: PARAMETERS[name[0]]["default"] for name in ARGUMENTS}
        else:
            type_name = rng.choice(list(self._types))
            found = self.plain(type_name)
            if found is None:
                return None
            plain = found
        properties: Properties = json.loads(json.dumps(plain))
        spots = [(properties, name) for name in properties]
        deep = [spot for name in properties for spot in places(properties[name])]
        if not spots:
            return None
        holder, key = rng.choice(deep if deep and rng.random() < 0.3 else spots)
        holder[key] = call = rng.choice(CALLS)
        name = next(name for name in properties if name not in plain or properties[name] != plain[name])
        return Fault(type_name, properties, name, call)

    def plain(self, type_name: str) -> Properties | None:
        """Return properties of a type that Heat accepts, with one more than it needs: any of the type's."""
        rng, schemata = self._rng, self._types[type_name]
        known = self._accepted.setdefault(type_name, [])
        if len(known) < ATTEMPTS / 10:
            for _ in range(ATTEMPTS):
                near = (
                    changed_properties(rng.choice(known), schemata, rng) if known else random_properties(schemata, rng)
                )
                if self._is_accepted(type_name, near):
                    known.append(near)
                    break
        if not known:
            return None
        near = changed_properties(rng.choice(known), schemata, rng)
        return near if self._is_accepted(type_name, near) else rng.choice(known)

    def _is_accepted(self, type_name: str, properties: Properties) -> bool:
        plain = template_of(Fault(type_name, properties, "", {}))
        return bool(self._judge.verdict(json.dumps(plain), {}, strict=True)["valid"])


def random_cases(maker: FaultMaker) -> Iterator[Fault]:
    """Yield faults without end."""
    while True:
        fault = maker.make()
        if fault is not None:
            yield fault


def write_case(writer: CaseWriter, judge: HeatJudge, fault: Fault) -> None:
    """Add a fault at each level to the folder, if Heat has a verdict on it in the root."""
    in_root: bool | None = None
    for level, place in enumerate(LEVELS):
        folder = writer.folder / writer.name("")  # hotlint looks at all files of a folder
        folder.mkdir(exist_ok=True)
        for file, template in files_of(fault, level).items():
            (folder / file).write_text(json.dumps(template), encoding="utf-8")
        verdict = judge.create(folder / "root.yaml")
        if not level:
            in_root = verdict["valid"]
        if in_root is None:
            return
        source = f"{fault.name}: {json.dumps(fault.call)}"
        known = {"file": f"{folder.name}/root.yaml", "op": f"{place} {fault.type_name}", "source": source, "path": []}
        writer.add({**known, "later": bool(verdict["valid"]) and not in_root, **verdict})


def main(arguments: list[str], prog: str) -> int:
    """Run the command and return its exit code."""
    parser = maker_parser(prog, __doc__)
    parser.add_argument("--type", nargs="*", default=(), help="only these types (default: all)")
    args = parser.parse_args(arguments)
    judge = HeatJudge(deep=True)
    types = types_where(lambda name, plugin: not args.type or name in args.type)
    with CaseWriter(args.out) as writer:
        for fault in random_cases(FaultMaker(judge, types, random.Random(args.seed))):
            if writer.count >= args.count:
                break
            write_case(writer, judge, fault)
    print(f"{writer.count} cases of {len(types)} types", file=sys.stderr)
    return 0
