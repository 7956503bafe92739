"""Make small templates that call HOT functions in every way, and write down what Heat makes of each.

Every case is DIR/NNNNN.yaml: one random version, five parameters, two resources with known attributes, some
conditions, and one output named `it` whose value is a random call (nested up to three deep, with wrong arguments
mixed in). DIR/index.jsonl has {"file", "attrs", "functions", "version", "valid", "error", "kind", "result"}:
`valid` is Heat's template validation of what the client sends; the client refuses a file that is missing. `result` is
{"value": ...} or {"error": ..., "kind": ...}, what the output resolves to when the resources have the attributes in `attrs`;
null where Heat could not even load the template.
"""

import random
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

import yaml
from grammar import Grammar, Rules

from .folder import CaseWriter, maker_parser

FIRST_WITH_CONDITIONS = "2016-10-14"
ATTRIBUTES: dict[str, dict[str, Any]] = {
    "vol": {"value": "vol-1", "__ref__": "vol-ref"},
    "net": {
        "value": {"ips": ["10.0.0.1", "10.0.0.2"], "name": "private", "n": 3, "none": None},
        "__ref__": "net-ref",
    },
}
PARAMETERS: dict[str, dict[str, Any]] = {
    "s": {"type": "string", "default": "hello"},
    "n": {"type": "number", "default": 3},
    "l": {"type": "comma_delimited_list", "default": "a,b,c"},
    "j": {"type": "json", "default": {"k": "v", "list": [1, 2], "map": {"x": "y"}, "t": True, "z": None}},
    "b": {"type": "boolean", "default": "yes"},
    "e": {"type": "string", "default": ""},
}


class Expression(NamedTuple):
    """A template with one output that is a random call."""

    version: str
    functions: list[str]
    text: str


def random_expression(rng: random.Random, more: Rules | None = None) -> Expression:
    """Return a random template; `more` are other alternatives of its values, see Grammar."""
    grammar = Grammar(rng, more)
    version = grammar.make("version")
    template: dict[str, Any] = {"heat_template_version": version, "parameters": PARAMETERS}
    if version >= FIRST_WITH_CONDITIONS:
        template["conditions"] = {"yes_c": True, "no_c": {"not": "yes_c"}, "b_c": {"get_param": "b"}}
        if rng.random() < 0.15:
            template["conditions"]["rnd"] = grammar.make("condition")
    template["resources"] = {
        "vol": {"type": "OS::Heat::Value", "properties": {"value": "vol-1"}},
        "net": {"type": "OS::Heat::Value", "properties": {"value": {"get_param": "j"}}},
    }
    template["outputs"] = {"it": {"value": grammar.make("call")}}
    return Expression(version, sorted(grammar.used), yaml.safe_dump(template, sort_keys=False))


def random_expressions(seed: int) -> Iterator[Expression]:
    """Yield random templates without end, none twice; the same for the same seed."""
    rng, seen = random.Random(seed), set[str]()
    while True:
        expression = random_expression(rng)
        if expression.text not in seen:
            seen.add(expression.text)
            yield expression


def main(arguments: list[str], prog: str) -> int:
    """Run the command and return its exit code, which is always 0."""
    from ..judge.judge import HeatJudge

    args = maker_parser(prog, __doc__).parse_args(arguments)
    judge = HeatJudge()
    with CaseWriter(args.out) as writer:
        for expression, _ in zip(random_expressions(args.seed), range(args.count), strict=False):
            template = writer.write(".yaml", expression.text)
            verdict = judge.create(template, template_only=True)
            output = judge.snippet(expression.text, attrs=ATTRIBUTES)
            writer.add(
                {
                    "file": template.name,
                    "attrs": ATTRIBUTES,
                    "functions": expression.functions,
                    "version": expression.version,
                    "valid": verdict["valid"],
                    "error": verdict["error"],
                    "kind": verdict["kind"],
                    "result": output["result"] if output["ok"] else None,
                }
            )
    print(f"{writer.count} cases", file=sys.stderr)
    return 0
