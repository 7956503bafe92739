"""The dry run of a whole template: parameters, conditions, resources and outputs, resolved as far as they can be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hotlint.template import Output, Resource
from hotlint.unit import Unit
from hotlint.values import Fault, Value, first_unknown, is_known, show


class Preview:
    """What a template resolves to. Nothing here raises; a part that Heat would fail on says so in its place."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit

    def to_dict(self) -> dict[str, Any]:
        """The contract's shape: each value is {"value"}, {"error"}, or {"unknown", "value" with the known parts}."""
        template, evaluation = self.unit.template, self.unit.evaluation
        return {
            "parameters": {n: outcome(evaluation.parameter, n) for n in template.parameters},
            "conditions": {n: outcome(evaluation.named_condition, n) for n in template.conditions},
            "resources": {n: self._resource(r) for n, r in template.resources.items()},
            "outputs": {n: outcome(self._output, o) for n, o in template.outputs.items()},
        }

    def _resource(self, resource: Resource) -> dict[str, Any]:
        evaluation = self.unit.evaluation
        fields: dict[str, Any] = {"type": resource.type, "enabled": evaluation.live(resource)}
        for name in ("properties", "metadata"):
            part = self.unit.template.part(resource, name)
            fields[name] = outcome(evaluation.value, part) if part is not None else {"value": {}}
        return fields

    def _output(self, output: Output) -> Value:
        part = self.unit.template.part(output, "value")
        return self.unit.evaluation.value(part) if part is not None and self.unit.evaluation.live(output) else None


def outcome(work: Callable[..., Value], *args: Any) -> dict[str, Any]:
    """The value that `work` yields for `args`, in the contract's shape."""
    try:
        value = work(*args)
    except Fault as exc:
        return {"error": exc.message}
    if is_known(value):
        return {"value": listed(value)}
    reason = first_unknown(value)
    return {"unknown": reason.reason if reason else "it is not known", "value": listed(value)}


def listed(value: Value) -> Any:
    """A value as JSON can hold it: sets as lists, unknown parts as text in angle brackets."""
    if isinstance(value, dict):
        return {k: listed(v) for k, v in value.items()}
    if isinstance(value, list | set):
        return [listed(v) for v in value]
    return value if is_known(value) else f"<{show(value)}>"
