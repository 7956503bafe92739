"""Templates around a single call, and its value, its error, or the errors found without values."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml

from hotlint.analysis.budget import Budget, Meter
from hotlint.analysis.environments.inputs import Inputs, given_attributes
from hotlint.analysis.evaluator import Evaluation
from hotlint.analysis.template import Template
from hotlint.language import versions
from hotlint.language.functions.base import OfflineRun
from hotlint.language.origins import Result, ValueSource
from hotlint.language.values import MARKS, EvaluationError, PartialText, Unknown, Value
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source

NEWEST = versions.NEWEST


PARAMETERS = {
    "s": {"type": "string", "default": "hello"},
    "n": {"type": "number", "default": 3},
    "l": {"type": "comma_delimited_list", "default": "a,b,c"},
    "j": {"type": "json", "default": {"k": "v", "list": [1, 2], "z": None}},
    "b": {"type": "boolean", "default": "yes"},
    "open": {"type": "string"},
    "opennumber": {"type": "number"},
    "openlist": {"type": "comma_delimited_list"},
    "openmap": {"type": "json"},
}


ATTRIBUTES = {"net": {"value": {"ips": ["10.0.0.1"], "n": 3, "none": None}, "__ref__": "net-ref"}}


OPEN = Unknown("no value is given for the parameter 'open'", "string", ValueSource("parameter", "open"))


def evaluation(document: dict[str, Any], inputs: Inputs | None = None) -> Evaluation:
    text = json.dumps(document)  # which YAML reads as well, and which takes a tenth of the time to write
    return Evaluation(
        Template(parse(Source("test.yaml", text))),
        inputs or Inputs(attributes=given_attributes(ATTRIBUTES)),
        Meter(Budget()),
    )


def resolved(call: str, version: str = NEWEST, inputs: Inputs | None = None, **conditions: Any) -> Value:
    """The value of a call written as YAML, in a template with the parameters and resources above."""
    document: dict[str, Any] = {"heat_template_version": version, "parameters": PARAMETERS}
    if version >= "2016-10-14":
        document["conditions"] = {"on": True, "off": False, "unclear": {"equals": [{"get_param": "open"}, "x"]}}
        document["conditions"] |= conditions
    kind = {"type": "OS::Heat::Value", "properties": {"value": 1}}
    document["resources"] = {"net": kind, "server": kind}
    document["outputs"] = {"it": {"value": yaml.safe_load(call)}}
    run = evaluation(document, inputs)
    part = run.template.part(run.template.outputs["it"], "value")
    assert part is not None
    return run.value(part)


def failure(call: str, version: str = NEWEST) -> EvaluationError:
    with pytest.raises(EvaluationError) as caught:
        resolved(call, version)
    return caught.value


def phases(call: str, version: str = NEWEST, context: str = "value") -> list[tuple[str, tuple[str | int, ...]]]:
    """(phase, path) of each problem that is found without values."""
    document = parse(Source("t", f"heat_template_version: {version}\n"))
    source = parse(Source("t", call)).root
    assert source is not None
    read = Template(document).read(source, context)
    errors = list(read.function.check(read, OfflineRun(version)))
    assert all(found.part in ("key", "value") and found.to_error().part == found.part for found in errors)
    return [(found.phase, found.path) for found in errors]


def without_origins(value: Any) -> Value:
    """Return a value without the origins of its unknown parts, to compare what it says itself."""
    if isinstance(value, list | tuple) and not isinstance(value, ValueSource | Result):
        items = [None if isinstance(item, ValueSource | Result) else without_origins(item) for item in value]
        made: Any = type(value)
        return made(*items) if isinstance(value, MARKS) else made(items)
    return {key: without_origins(item) for key, item in value.items()} if isinstance(value, dict) else value


def text(*parts: Any) -> PartialText:
    return PartialText(tuple(OPEN._replace(type=part.type) if isinstance(part, Unknown) else part for part in parts))
