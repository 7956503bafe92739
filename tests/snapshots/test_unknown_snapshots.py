"""What is said of calls with arguments of which only the type is known: a parameter of each type without a value."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from finding_lines import TEMPLATE
from snapshot_files import RecordedAnswers

import hotlint
from hotlint.language import functions, versions
from hotlint.resource_types.catalog import Catalog, ResourceType
from hotlint.syntax import plain_yaml

UNKNOWN = RecordedAnswers("functions", "unknown arguments")
HOT_FUNCTIONS = sorted(name for name in functions.NAMES if not name.startswith("Fn::") and name != "Ref")
OPEN: dict[str, Any] = {f"open_{kind}": {"type": kind} for kind in versions.PARAMETER_TYPES}
CHOICE = {"if": ["unclear", "text", ["a", 1]]}
"""A value that is one of two."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


def with_one_other(arguments: Any, other: Any) -> Iterator[Any]:
    """Arguments in which one part, or the whole, is another value."""
    yield other
    parts = dict(enumerate(arguments)) if isinstance(arguments, list) else arguments
    for place, part in parts.items() if isinstance(parts, dict) else ():
        for changed in with_one_other(part, other):
            copy: Any = list(arguments) if isinstance(arguments, list) else dict(arguments)
            copy[place] = changed
            yield copy


@pytest.mark.parametrize("name", HOT_FUNCTIONS)
def test_calls_with_an_unknown_argument(name: str, folder: Path) -> None:
    """Each call alone, as text, as a list, and compared; what it resolves to, and what is found."""
    function = functions.get(name)
    assert function is not None
    given = plain_yaml.load(function.given) or {}
    example = plain_yaml.load(function.example)[name]
    others = [{"get_param": parameter} for parameter in OPEN]
    calls = [{name: arguments} for other in [*others, CHOICE] for arguments in with_one_other(example, other)]
    values: dict[str, Any] = {}
    for number, call in enumerate(calls):
        values[f"v{number}"] = call
        values[f"t{number}"] = {"str_replace": {"template": "<%x%>", "params": {"%x%": call}}}
        values[f"l{number}"] = {"list_join": ["-", call, ["z"]]}
    own = {n: {"type": "json", "default": v} for n, v in given.get("parameters", {}).items()}
    template = {
        "heat_template_version": versions.NEWEST,
        "parameters": {**own, **OPEN},
        "conditions": {**given.get("conditions", {}), "unclear": {"get_param": "open_boolean"}},
        "resources": {**given.get("resources", {})},
        "outputs": {n: {"value": value} for n, value in values.items()},
    }
    text = json.dumps(template)
    shown = hotlint.preview(folder / TEMPLATE, text=text).to_dict()["outputs"]
    lines = [f"{n} {json.dumps(call)}" for n, call in enumerate(calls)]
    lines += [f"{n}: {json.dumps(value.get('value', value.get('error')))}" for n, value in shown.items()]
    outputs = text.index('"outputs"')
    for found in hotlint.check(folder / TEMPLATE, text=text).diagnostics:
        if found.span.start_column > outputs and found.code < "HOT8":
            number = text.count('{"value": ', outputs, found.span.start_column)
            lines.append(f"{list(values)[number - 1]} {found.severity} {found.code} {found.message}")
    UNKNOWN.check(name, "\n".join(lines).replace(str(folder), "."))


def test_attributes_that_are_a_property(folder: Path) -> None:
    """Attributes of all types with the name of a property: few are known before the creation."""
    catalog = Catalog()
    resources, outputs = {}, {}
    for number, name in enumerate(sorted(catalog.names())):
        kind = catalog.resource(name)
        if not isinstance(kind, ResourceType):
            continue
        for attribute in sorted(kind.properties.keys() & kind.attributes.keys()):
            value: Any = {
                "string": "text",
                "number": 1,
                "integer": 1,
                "boolean": True,
                "list": ["x"],
                "map": {"x": "y"},
            }
            given = value.get(kind.properties[attribute].type, "text")
            needed = {n: {"get_param": "open_json"} for n, p in kind.properties.items() if p.required}
            resources[f"r{number}{attribute}"] = {"type": name, "properties": {**needed, attribute: given}}
            outputs[f"{name} {attribute}"] = {"value": {"get_attr": [f"r{number}{attribute}", attribute]}}
    template = {
        "heat_template_version": versions.NEWEST,
        "parameters": OPEN,
        "resources": resources,
        "outputs": outputs,
    }
    shown = hotlint.preview(folder / TEMPLATE, text=json.dumps(template)).to_dict()["outputs"]
    known = {name: value["value"] for name, value in shown.items() if value.keys() == {"value"}}
    UNKNOWN.check("attributes", "\n".join(f"{name}: {json.dumps(value)}" for name, value in known.items()))


def test_nothing_else_is_recorded() -> None:
    UNKNOWN.keep_only({*HOT_FUNCTIONS, "attributes"})
