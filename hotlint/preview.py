"""The dry run of a whole template: parameters, conditions, resources and outputs, resolved as far as they can be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hotlint.unit import Unit
from hotlint.values import Fault, Value, first_unknown, is_known, show


class Preview:
    """What a template resolves to. Nothing here raises; a part that Heat would fail on says so in its place."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit

    def to_dict(self) -> dict[str, Any]:
        """The contract's shape: each value is {"value"}, {"error"}, or {"unknown", "value" with the known parts}."""
        template, evaluation = self.unit.template, self.unit.evaluation
        resources = {}
        for name, resource in template.resources.items():
            fields: dict[str, Any] = {"type": resource.type, "enabled": evaluation.live(resource)}
            for field in ("properties", "metadata"):
                part = template.part(resource, field)
                fields[field] = outcome(lambda part=part: evaluation.value(part) if part else {})
            resources[name] = fields
        outputs = {}
        for name, output in template.outputs.items():
            part = template.part(output, "value")
            live = evaluation.live(output)
            outputs[name] = outcome(lambda part=part, live=live: evaluation.value(part) if part and live else None)
        return {
            "parameters": {n: outcome(lambda n=n: evaluation.parameter(n)) for n in template.parameters},
            "conditions": {n: outcome(lambda n=n: evaluation.named_condition(n)) for n in template.conditions},
            "resources": resources,
            "outputs": outputs,
        }


def outcome(work: Callable[[], Value]) -> dict[str, Any]:
    """The value that `work` yields, in the contract's shape."""
    try:
        value = work()
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
