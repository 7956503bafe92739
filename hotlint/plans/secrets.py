"""The secrets of a stack that runs, and the stack without them, as it may be kept in a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hotlint.dry_run.redaction import REDACTED, Redactor
from hotlint.heat_types.secrets import may_be_secret, may_show_secret
from hotlint.language.values import Value
from hotlint.plans.learned_values import LearnedValues, hidden_schemata
from hotlint.plans.model import RecordedResource, RecordedStack
from hotlint.plans.running_resources import is_hidden


def secrets_of_stack(stack: RecordedStack, learned: LearnedValues) -> list[Value]:
    """Return the secrets in a stack: values of hidden parameters and what is made of them, and those that a type makes."""
    found = list(learned.hidden.values())
    found += [value for values in learned.tainted.values() for value in values.values()]
    found += [value for resource in _resources(stack) for value in _made(resource)]
    found += [schema["default"] for schema in hidden_schemata(stack) if "default" in schema]
    return [value for value in found if not is_hidden(value)]


def _resources(stack: RecordedStack) -> Iterator[RecordedResource]:
    for resource in stack.resources.values():
        yield resource
        if resource.stack is not None:
            yield from _resources(resource.stack)


def _made(resource: RecordedResource) -> Iterator[Value]:
    for name, value in resource.attributes.items():
        if may_show_secret(resource.type, name) and isinstance(value, str):
            yield value
    for name, value in (resource.properties or {}).items():
        if may_be_secret(name) and isinstance(value, str):
            yield value


def without_secrets(stack: RecordedStack, learned: LearnedValues) -> RecordedStack:
    """Return a stack as it may be kept: its secrets redacted wherever they turn up, and no default of a hidden parameter left."""
    redactor = Redactor()
    redactor.add(secrets_of_stack(stack, learned))
    found = _redacted(stack, redactor, learned, ())
    return found._replace(
        template=_without_defaults(redactor(found.template)),
        files={name: _without_defaults(redactor(content)) for name, content in found.files.items()},
        environment=redactor(dict(found.environment)),
    )


def _redacted(stack: RecordedStack, redactor: Redactor, learned: LearnedValues, path: tuple[str, ...]) -> RecordedStack:
    resources = {n: _redacted_resource(r, redactor, learned, (*path, n)) for n, r in stack.resources.items()}
    return stack._replace(
        resources=resources, parameters=redactor(dict(stack.parameters)), reason=redactor.foreign(stack.reason)
    )


def _redacted_resource(
    resource: RecordedResource, redactor: Redactor, learned: LearnedValues, path: tuple[str, ...]
) -> RecordedResource:
    tainted = learned.tainted.get(path, {})
    properties = None
    if resource.properties is not None:
        properties = {
            n: REDACTED if n in tainted or may_be_secret(n) else redactor(v) for n, v in resource.properties.items()
        }
    attributes = {n: redactor(v) for n, v in resource.attributes.items() if not may_show_secret(resource.type, n)}
    nested = _redacted(resource.stack, redactor, learned, path) if resource.stack is not None else None
    kept = _redacted_resource(resource.kept, redactor, learned, path) if resource.kept is not None else None
    return resource._replace(
        kept=kept, attributes=attributes, properties=properties, stack=nested, reason=redactor.foreign(resource.reason),
        metadata=None if learned.hides or resource.metadata is None else redactor(dict(resource.metadata)),
    )  # fmt: skip


def _without_defaults(template: Any) -> Any:
    """Return a template without the defaults of its hidden parameters; anything else as it is."""
    parameters = template.get("parameters") if isinstance(template, dict) else None
    if not isinstance(parameters, dict):
        return template
    kept = {
        name: {k: v for k, v in schema.items() if k != "default"}
        if isinstance(schema, dict) and schema.get("hidden") in (True, "true", "True")
        else schema
        for name, schema in parameters.items()
    }
    return {**template, "parameters": kept}
