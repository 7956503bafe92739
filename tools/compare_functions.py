#!/usr/bin/env python3
"""Hold the functions alone against what Heat said of a folder of expression cases, without the rest of hotlint.

    python tools/compare_functions.py DIR [--show 20]

DIR/index.jsonl has a line a case: {"file", "attrs", "version", "valid", "error", "kind", "result"}; each file is a
template whose output `it` is one call. A reader and an evaluation of the simplest kind stand in for the real ones, so
a disagreement is a function's. Figures: value and fault (of cases that Heat accepts: the output resolves to the same
value, or fails in both), caught and quiet (whether a fault is found that Heat finds before it deploys).
"""

from __future__ import annotations

import argparse
import collections
import json
import pathlib
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import yaml

from hotlint.language import functions, versions
from hotlint.language.functions.base import Call, Snippet
from hotlint.language.sandbox import client
from hotlint.language.values import OMITTED, EvaluationError, Unknown, Value, is_known, omitted_to_null

MISSING = object()


class Loader(yaml.CSafeLoader):
    """Heat's loader: dates stay text."""


def _as_text(loader: Loader, node: yaml.Node) -> Any:
    assert isinstance(node, yaml.ScalarNode)
    return loader.construct_scalar(node)


Loader.add_constructor("tag:yaml.org,2002:timestamp", _as_text)


class RefusedError(Exception):
    """Heat refuses the template for this call."""


class Reader:
    """Reads plain data into snippets."""

    def __init__(self, version: str) -> None:
        self.version = version
        self.calls: list[Call] = []

    def read(self, data: Any, context: str = "value") -> Snippet:
        if isinstance(data, list):
            return [self.read(item, context) for item in data]
        if not isinstance(data, dict):
            return data
        if len(data) == 1:
            ((name, args),) = data.items()
            status = functions.status(name, self.version, context) if isinstance(name, str) else None
            if status is not None and status != "future":
                function = functions.get(name)
                assert function is not None
                if function.macro and isinstance(args, list) and args:
                    read = [self.read(args[0], "condition"), *(self.read(arg, context) for arg in args[1:])]
                else:
                    read = self.read(args, context)
                self.calls.append(Call(function, name, read, None, None, context))
                return self.calls[-1]
        return {key: self.read(value, context) for key, value in data.items()}


class SimpleRun:
    """An evaluation with parameters' defaults and given attributes."""

    def __init__(self, text: str, attributes: dict[str, dict[str, Any]]) -> None:
        template = yaml.load(text, Loader=Loader)
        self.version: str = versions.canonical(template["heat_template_version"]) or ""
        self.given = template.get("parameters", {})
        self.attributes = attributes
        self.resources = template["resources"]
        reader = Reader(self.version)
        self.conditions = {n: reader.read(c, "condition") for n, c in template.get("conditions", {}).items()}
        self.condition_calls = reader.calls
        reader = Reader(self.version)
        self.output = reader.read(template["outputs"]["it"]["value"])
        self.calls = reader.calls
        self.working: set[str] = set()

    def resolve(self, snippet: Snippet, *, nullable: bool = False) -> Value:
        if isinstance(snippet, Call):
            value = snippet.function.evaluate(snippet.args, self)
            return value if nullable else omitted_to_null(value)
        if isinstance(snippet, dict):
            made = {key: self.resolve(value, nullable=True) for key, value in snippet.items()}
            return {key: value for key, value in made.items() if value is not OMITTED}
        if isinstance(snippet, list):
            return [value for item in snippet if (value := self.resolve(item, nullable=True)) is not OMITTED]
        return snippet

    def parameter(self, name: str) -> Value:
        if name in versions.PSEUDO_PARAMETERS:
            return Unknown("of the stack", "string", ("parameter", name))
        if name not in self.given:
            raise EvaluationError(f"no parameter {name}", slug="unknown-parameter")
        kind, default = self.given[name]["type"], self.given[name]["default"]
        if kind == "comma_delimited_list":
            return default.split(",")
        if kind == "boolean":
            return str(default).lower() in ("yes", "true", "on", "1")
        return default

    def reference(self, resource: str) -> Value:
        if resource not in self.resources:
            raise EvaluationError(f"no resource {resource}", slug="unknown-resource")
        return self.attributes[resource]["__ref__"]

    def attribute(self, resource: str, path: Sequence[Value]) -> Value:
        if resource not in self.resources:
            raise EvaluationError(f"no resource {resource}", slug="unknown-resource")
        value: Value = {key: item for key, item in self.attributes[resource].items() if key != "__ref__"}
        for step in path:
            found = MISSING
            if isinstance(value, dict) and isinstance(step, str | int):
                found = value.get(step, MISSING)
            elif isinstance(value, list) and isinstance(step, int) and 0 <= step < len(value):
                found = value[step]
            if found is MISSING:
                raise EvaluationError(f"no attribute {path}", slug="unknown-attribute")
            value = found
        return value

    def condition(self, snippet: Snippet) -> Value:
        value = self.resolve(snippet)
        if value is None:
            return True
        if isinstance(value, bool) or not is_known(value):
            return value
        if not isinstance(value, str) or value not in self.conditions or value in self.working:
            raise EvaluationError(f"no condition {value}", slug="unknown-condition")
        self.working.add(value)
        try:
            found = self.resolve(self.conditions[value])
        finally:
            self.working.discard(value)
        if isinstance(found, bool) or not is_known(found):
            return found
        raise EvaluationError(f"condition {value} is {found!r}")

    def file(self, name: str) -> Value:
        raise EvaluationError(f"no file {name}")

    def facade(self, what: str) -> Value:
        raise EvaluationError("used by no template")

    def spend(self, amount: int) -> None:
        pass

    def yaql(self, expression: str, data: Value) -> Value:
        return client.yaql(expression, data)

    def refused(self) -> str | None:
        """Why Heat refuses the template, as far as functions go; None when it does not."""
        for name, defined in self.conditions.items():
            if not isinstance(defined, bool | Call):
                return f"condition {name} is {defined!r}"
        try:
            for call in [*self._in_use(list(self.conditions.values())), *self._in_use([self.output])]:
                self._check_nested(call)
        except (EvaluationError, RefusedError) as exc:
            return str(exc)
        return None

    def _in_use(self, snippets: list[Snippet]) -> Iterator[Call]:
        """The calls that Heat reads: those in the branch of an `if` that is not taken it does not."""
        for snippet in snippets:
            if isinstance(snippet, list | dict):
                yield from self._in_use(list(snippet.values()) if isinstance(snippet, dict) else snippet)
            elif isinstance(snippet, Call):
                yield snippet
                if snippet.name == "if" and isinstance(snippet.args, list) and 1 < len(snippet.args) < 4:
                    holds = self.condition(snippet.args[0])
                    branches = snippet.args[1:2] if holds is True else snippet.args[2:]
                    yield from self._in_use([snippet.args[0], *(branches if is_known(holds) else snippet.args[1:])])
                else:
                    yield from self._in_use([snippet.args])

    def _check_nested(self, call: Call) -> None:
        status = functions.status(call.name, self.version, call.context)
        if status != "available":
            raise RefusedError(f"{call.name}: {status}")
        for found in call.function.check(call, self.version):
            if found.phase != "resolve":
                raise RefusedError(found.message)
        for found in call.function.check_early(call, self):
            raise RefusedError(found.message)
        for target in call.function.targets(call):
            if call.name == "get_attr" and target.name not in self.resources:
                raise RefusedError(f"no resource {target.name}")
        if call.name == "get_attr" and len(call.args) > 1 and call.args[1] is not None:
            attribute = self.resolve(call.args[1])
            if is_known(attribute) and attribute not in self.attributes[call.args[0]]:
                raise RefusedError(f"no attribute {attribute}")


def same(a: Any, b: Any) -> bool:
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, dict) and isinstance(b, dict):
        a, b = ({str(key): value for key, value in m.items()} for m in (a, b))
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    return bool(a == b)


def check_file(row: dict[str, Any], text: str) -> Iterator[tuple[str, bool, Any]]:
    """(figure, whether it agrees, what was found) for one case."""
    run = SimpleRun(text, row["attrs"])
    refused = run.refused()
    yield ("quiet" if row["valid"] else "caught"), (refused is None) == row["valid"], refused or row["error"]
    if not row["valid"] or row["result"] is None:
        return
    try:
        value: Any = {"value": run.resolve(run.output)}
    except EvaluationError as exc:
        value = {"error": exc.message}
    if "error" in row["result"]:
        yield "fault", "error" in value, (row["result"], value)
    elif "OS::" in text.split("outputs:")[1] and not is_known(value.get("value")):
        yield "unknown", True, value
    else:
        yield "value", "value" in value and same(row["result"]["value"], value["value"]), (row["result"], value)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("dir", type=pathlib.Path)
    parser.add_argument("--show", type=int, default=10, help="how many disagreements to print")
    args = parser.parse_args()
    good: collections.Counter[str] = collections.Counter()
    total: collections.Counter[str] = collections.Counter()
    shown = 0
    for line in (args.dir / "index.jsonl").read_text().splitlines():
        row = json.loads(line)
        for figure, agrees, found in check_file(row, (args.dir / row["file"]).read_text()):
            total[figure] += 1
            good[figure] += agrees
            if not agrees and shown < args.show:
                shown += 1
                print(f"-- {figure}: {row['file']} {row['version']}\n   {str(found)[:500]}")
    for figure in sorted(total):
        print(f"{figure:8} {good[figure]}/{total[figure]} = {good[figure] / total[figure]:.2%}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
