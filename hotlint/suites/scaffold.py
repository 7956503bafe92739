"""A first suite for a template that exists: its values, what it resolves to, and what its parameters refuse."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from hotlint.analysis.composition.masking import REDACTED
from hotlint.analysis.environments.file import to_plain
from hotlint.analysis.template import Parameter
from hotlint.dry_run.stack_preview import Preview
from hotlint.language.parameter_types import check_given
from hotlint.language.values import is_known
from hotlint.syntax.nodes import Sequence
from hotlint.syntax.yaml_writer import dump

_EXAMPLES: dict[str, tuple[Any, ...]] = {
    "string": (
        "example",
        "a-longer-example",
        "10.0.0.1",
        "10.0.0.0/24",
        "2020-01-01",
        "example.org.",
        "fa:16:3e:00:00:01",
    ),
    "number": (1,),
    "boolean": (True,),
    "json": ({},),
    "comma_delimited_list": (["example"],),
}
_PLAIN = re.compile(r"[A-Za-z_][\w-]*")


def example_values(preview: Preview) -> dict[str, Any]:
    """Return values for the parameters that have none, as far as a simple value satisfies their constraints."""
    context = preview.context
    missing = {
        name: _example(parameter, context.template.version)
        for name, parameter in context.template.parameters.items()
        if not parameter.has_default and context.evaluation.given(name) is None
    }
    return {name: value for name, value in missing.items() if value is not None}


def first_suite(template: str, environments: list[str], values: dict[str, Any], preview: Preview) -> str:
    """Return the text of a suite whose tests pass, for a template with these environments and values.

    `template` and `environments` are paths as the suite writes them. It asserts the type of each resource that is created and the
    known outputs, and expects the errors of values that a parameter's constraints refuse.
    """
    suite: dict[str, Any] = {"template": template}
    suite |= {"environments": environments} if environments else {}
    suite |= {"parameters": values} if values else {}
    expected = dict(_assertions(preview))
    tests: list[dict[str, Any]] = [{"name": "resources and outputs", "assert": expected}] if expected else []
    tests += [{"name": "the whole preview", "snapshot": True}, *_refusals(preview)]
    return f"{dump(suite)}\n{dump({'tests': tests}, compact=True)}"


def _assertions(preview: Preview) -> Iterator[tuple[str, Any]]:
    for name, found in preview.resources().items():
        path = f"resources.{_step(name)}"
        if found.enabled and found.type:
            yield path, {"type": found.type}
        elif found.enabled is False:
            yield path, {"enabled": False}
    for name, output in preview.outputs().items():
        is_complete = output.error is None and output.unknown is None and output.predicted is None
        value = output.value
        if is_complete and is_known(value) and isinstance(value, str | int | float) and REDACTED not in str(value):
            yield f"outputs.{_step(name)}", value


def _refusals(preview: Preview) -> Iterator[dict[str, Any]]:
    template = preview.context.template
    for name, parameter in template.parameters.items():
        for value in _refused(parameter):
            if check_given(parameter.type or "string", value, _constraints(parameter), template.version):
                given = {"parameters": {name: value}, "errors": [{"at": f"parameters.{name}"}]}
                yield {"name": f"{name} {value} is refused", **given}
                break


def _refused(parameter: Parameter) -> Iterator[Any]:
    for entry in _constraints(parameter):
        limits = entry.get("range")
        if "allowed_values" in entry and parameter.type == "string":
            yield "something else"
        if isinstance(limits, dict):
            yield from (
                limits[key] + step for key, step in (("min", -1), ("max", 1)) if isinstance(limits.get(key), int)
            )


def _constraints(parameter: Parameter) -> list[dict[str, Any]]:
    node = parameter.field("constraints")
    found = [to_plain(item) for item in node.items] if isinstance(node, Sequence) else []
    return [entry for entry in found if isinstance(entry, dict)]


def _step(name: str) -> str:
    return name if _PLAIN.fullmatch(name) else f'"{name}"'


def _example(parameter: Parameter, version: str | None) -> Any:
    """Return a value that the constraints of a parameter allow; None where no simple value is allowed."""
    entries = _constraints(parameter)
    candidates: list[Any] = []
    for entry in entries:
        allowed, limits = entry.get("allowed_values"), entry.get("range")
        candidates += allowed[:1] if isinstance(allowed, list) else []
        candidates += [limits[key] for key in ("min", "max") if key in limits] if isinstance(limits, dict) else []
    kind = parameter.type or "string"
    values = (*candidates, *_EXAMPLES.get(kind, ()))
    return next((value for value in values if not check_given(kind, value, entries, version)), None)
