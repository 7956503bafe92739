"""Make expressions and systems of which a part is unknown before the stack exists, and write down what Heat makes of each.

An expression is as `expressions` makes it, but its two resources have attributes that only the cloud knows. A system is a
chain of such resources: values, and nested templates, that read those before them; some have a condition. DIR/index.jsonl
has {"file", "env", "valid", "error", "kind", "results"}: `valid` is what all of `stack create` says, and `results` has for each
output its value, as in `expressions`, with each of two clouds: what differs between the two cannot be known before. It is
null where Heat fails before it gets there. Most cases that Heat refuses are left out: `expressions` has enough of those.
"""

import random
import sys
from pathlib import Path
from typing import Any

import yaml
from grammar import Grammar

from .expressions import ATTRIBUTES, random_expression
from .folder import CaseWriter, maker_parser

CLOUDS: list[dict[str, dict[str, Any]]] = [
    ATTRIBUTES,
    {
        "vol": {"value": "other", "__ref__": "vol-2"},
        "net": {"value": {"ips": ["10.9.9.9"], "name": "public", "n": 5, "none": {"x": 1}}, "__ref__": "net-2"},
    },
]
SOURCES: dict[str, dict[str, Any]] = {
    "source": {"type": "OS::Neutron::Net"},
    "vol": {"type": "OS::Heat::Value", "properties": {"value": {"get_attr": ["source", "show", "name"]}}},
    "net": {"type": "OS::Heat::Value", "properties": {"value": {"get_attr": ["source", "show"]}}},
}
READS: dict[str, list[Any]] = {
    "text like": [{"get_attr": ["vol", "value"]}, {"get_resource": "vol"}, {"get_attr": ["net", "value", "name"]}] * 2,
    "list like": [{"get_attr": ["net", "value", "ips"]}, [{"get_attr": ["vol", "value"]}, "a"]] * 4,
    "map like": [{"get_attr": ["net", "value"]}, {"k": {"get_attr": ["vol", "value"]}}] * 2,
    "value": [{"get_attr": ["vol", "value"]}, {"get_resource": "net"}, {"get_attr": ["net", "value", "n"]}],
}
"""More alternatives of the grammar: what only the cloud knows."""
ROOT, CHILD, ENVIRONMENT = "root.yaml", "child.yaml", "root.env"
Files = dict[str, dict[str, Any]]
"""Templates by name; the first one uses the other ones."""


def random_system(rng: random.Random) -> Files:
    """Return the templates of a random system, or of an expression: of those that Heat accepts, 3 of 8 are."""
    root = yaml.safe_load(random_expression(rng, READS).text)
    root["resources"] = dict(SOURCES)
    if rng.random() < 0.2:
        return {"": root}
    child = yaml.safe_load(random_expression(rng, READS).text)
    child["resources"], child["outputs"] = dict(SOURCES), {"value": child["outputs"]["it"]}
    names: list[Any] = []
    grammar = Grammar(rng, {**READS, "resource name": names})
    for number in range(rng.randrange(1, 5)):
        name, passed = f"r{number}", {"s": "<text like>", "l": "<list like>", "j": "<map like>", "n": "<scalar>"}
        if rng.random() < 0.4:
            given = {key: grammar.make(form[1:-1], 1) for key, form in passed.items() if rng.random() < 0.4}
            resource: dict[str, Any] = {"type": CHILD, "properties": given}
        else:
            resource = {"type": "OS::Heat::Value", "properties": {"value": grammar.make("value", 2)}}
        if "conditions" in root and rng.random() < 0.15:
            resource["condition"] = grammar.make("condition name")
        root["resources"][name] = resource
        root["outputs"][name] = {"value": {"get_attr": [name, "value"]}}
        names.append(name)
    return {"": root, CHILD: child}


def results(judge: Any, files: Files, cloud: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Return the outputs that a cloud with these attributes makes, by name; none behind a failure or without a verdict."""
    attributes = dict(cloud)
    root = _written(files[""])
    for name in list(files[""]["resources"])[len(SOURCES) :]:
        resource = _resolved(judge, root, {}, attributes, "resources").get(name)
        if resource is None:
            continue  # its condition is false
        given = resource["properties"].get("value")
        if given is None or (resource["type"] == CHILD and "None" in str(given)):
            return {}  # Heat makes another value of null, by the type of the parameter
        outputs = {"value": {"value": given.get("value")}}
        if resource["type"] == CHILD:
            outputs = _resolved(judge, _written(files[CHILD]), given, cloud, "outputs")
        if "value" not in outputs.get("value", ()):
            return {}
        attributes[name] = {"value": outputs["value"]["value"]}
    return _resolved(judge, root, {}, attributes, "outputs")


def _resolved(judge: Any, text: str, parameters: Any, attributes: Any, section: str) -> dict[str, Any]:
    answer = judge.resolve(text, {"parameters": parameters}, attrs=attributes)
    return dict(answer["result"][section]) if answer["ok"] else {}


def _written(template: dict[str, Any]) -> str:
    return yaml.safe_dump(template, sort_keys=False)


def write(files: Files, folder: Path) -> Path:
    """Write the templates of a system, with an empty environment, into a folder of its own; return the root's path."""
    folder.mkdir(exist_ok=True)
    (folder / ENVIRONMENT).write_text("{}\n", encoding="utf-8")
    for name, template in files.items():
        (folder / (name or ROOT)).write_text(_written(template), encoding="utf-8")
    return folder / ROOT


def main(arguments: list[str], prog: str) -> int:
    """Run the command and return its exit code, which is always 0."""
    from ..judge.judge import HeatJudge

    args = maker_parser(prog, __doc__).parse_args(arguments)
    judge, rng = HeatJudge(), random.Random(args.seed)
    with CaseWriter(args.out) as writer:
        while writer.count < args.count:
            files, name = random_system(rng), writer.name("")
            verdict = judge.create(write(files, args.out / name))
            if not verdict["valid"] and rng.random() < 0.95:
                continue
            found = [results(judge, files, cloud) for cloud in CLOUDS]
            outputs = {output: [one.get(output) for one in found] for output in files[""]["outputs"]}
            row = {"file": f"{name}/{ROOT}", "env": f"{name}/{ENVIRONMENT}", "results": outputs}
            writer.add({**row, **{key: verdict[key] for key in ("valid", "error", "kind")}})
    print(f"{writer.count} cases", file=sys.stderr)
    return 0
