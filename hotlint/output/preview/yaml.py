"""A preview as YAML: the template with its values, what is not known tagged in place with the reason."""

from __future__ import annotations

from typing import Any

from hotlint.dry_run.display import known_parts, label
from hotlint.dry_run.results import NestedResult, ResourceResult, StackResult, ValueResult
from hotlint.language.values import Either, Partial, PartialText, Unknown, Value
from hotlint.syntax.yaml_writer import Tagged, dump


def render(preview: StackResult) -> str:
    """Return the whole preview.

    `!unknown` has the reason, `!partial` a string with the unknown in angle brackets, `!error` a failure, and `!predicted` a
    value that follows from the properties of a resource that does not exist yet.
    """
    return dump(_tree(preview))


def _tree(preview: StackResult) -> dict[str, Any]:
    sections = {
        "parameters": {n: _outcome(o) for n, o in preview.parameters().items()},
        "conditions": {n: _outcome(o) for n, o in preview.conditions().items()},
        "resources": {n: _resource(r) for n, r in preview.resources().items()},
        "outputs": {n: _outcome(o) for n, o in preview.outputs().items()},
    }
    return {name: content for name, content in sections.items() if content}


def _resource(found: ResourceResult) -> Any:
    if found.enabled is False:
        return Tagged("!disabled", found.why or "disabled")
    fields: dict[str, Any] = {"type": found.type}
    if found.enabled is None:
        fields["condition"] = Tagged("!unknown", found.why)
    for name, outcome in (("properties", found.properties), ("metadata", found.metadata)):
        if outcome.error is not None or outcome.value != {}:
            fields[name] = _outcome(outcome)
    if found.nested is not None:
        fields["nested"] = _subtree(found.nested)
    return fields


def _subtree(found: NestedResult) -> Any:
    made = _tree(found.preview) if found.preview else {n: _resource(r) for n, r in found.members.items()}
    if found.failed and not made:
        return Tagged("!error", found.note)
    return {**made, "...": found.note} if found.note else made


def _outcome(found: ValueResult) -> Any:
    if found.parts is not None and (found.error is not None or found.predicted is not None):
        return {key: _outcome(part) for key, part in found.parts.items()}
    if found.error is not None:
        return Tagged("!error", found.error)
    value = tagged(found.value)
    return value if found.predicted is None or isinstance(value, Tagged) else Tagged("!predicted", value)


def tagged(value: Value) -> Any:
    """A value with tags on its unknown parts."""
    if isinstance(value, dict):
        return {k: tagged(v) for k, v in value.items()}
    if isinstance(value, list):
        return [tagged(v) for v in value]
    if isinstance(value, Unknown):
        return Tagged("!unknown", f"{label(value)} {value.reason}" if value.origin else value.reason)
    if isinstance(value, PartialText):
        return Tagged("!partial", known_parts(value))
    if isinstance(value, Either):
        return Tagged("!either", {f"if {value.condition}": tagged(value.if_true), "otherwise": tagged(value.if_false)})
    if isinstance(value, Partial):
        return Tagged("!partial", tagged(value.known))
    return known_parts(value)
