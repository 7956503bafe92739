"""The secrets of a stack that runs, and the stack without them, as it may be kept in a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from hotlint.analysis.composition.masking import REDACTED
from hotlint.dry_run.expansion import ExpandedResource, TemplateResource
from hotlint.dry_run.redaction import Redaction, SecretProperty, Secrets
from hotlint.dry_run.results import every_result
from hotlint.dry_run.stack_preview import Preview
from hotlint.heat_types.secrets import may_be_secret, may_show_secret
from hotlint.language.origins import is_hidden as is_hidden_value
from hotlint.language.values import EvaluationError, Value
from hotlint.plans.learned_values import LearnedValues, hidden_schemata
from hotlint.plans.model import RecordedResource, RecordedStack
from hotlint.plans.running_resources import is_hidden
from hotlint.stacks.records import Address

Shown = Callable[[Address, str, Value], Value]
"""Returns what may be shown of the property of a resource: its address, the name, and the value."""


def secret_properties(learned: LearnedValues) -> SecretProperty:
    """Return which properties of a stack are secret: those that hidden parameters are part of, and those whose names say so."""
    return lambda address, name: name in learned.tainted.get(address, {}) or may_be_secret(name)


def shown_properties(old: Preview, learned: LearnedValues) -> Shown:
    """Return what may be shown of the properties of a stack; `old` is the dry run of its template."""
    records, is_secret = _records(old), secret_properties(learned)

    def shown(address: Address, name: str, value: Value) -> Value:
        if old.show_hidden or value is None:
            return value
        if address not in records:
            return REDACTED if is_secret(address, name) else value
        record = records[address]
        return Redaction(record.context, is_secret=is_secret).property(record, name, value)

    return shown


def _records(old: Preview) -> dict[Address, ExpandedResource]:
    return {found.record.address: found.record for found in every_result(old.resources())}


def secrets_of_stack(stack: RecordedStack, learned: LearnedValues) -> list[Value]:
    """Return the secrets in a stack: values of hidden parameters and what is made of them, and those that a type makes."""
    found = list(learned.hidden.values())
    found += [value for values in learned.tainted.values() for value in values.values()]
    found += [value for resource in _resources(stack) for value in _made(resource)]
    found += [schema["default"] for _, schema in hidden_schemata(stack) if "default" in schema]
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


class _Keeper:
    """Takes the secrets out of a stack: by where they are, by the texts of a resource's own ones, and long ones everywhere."""

    def __init__(self, stack: RecordedStack, learned: LearnedValues, old: Preview) -> None:
        self.learned = learned
        self.shown = shown_properties(old, learned)
        self.records = _records(old)
        self.hidden = {name for name, _ in hidden_schemata(stack)}
        self.everywhere = _texts(secrets_of_stack(stack, learned))

    def stack(self, stack: RecordedStack, path: Address = (), own: Secrets | None = None) -> RecordedStack:
        """Return a stack without its secrets; the template and the files are left. `own` are those of the resource that it is in."""
        resources = {n: self.resource(r, (*path, n)) for n, r in stack.resources.items()}
        parameters = self.given(stack.parameters, own or Secrets())
        return stack._replace(resources=resources, parameters=parameters, reason=self.everywhere.foreign(stack.reason))

    def resource(self, resource: RecordedResource, path: Address) -> RecordedResource:
        """Return a resource without its secrets."""
        own = _texts([*self.learned.tainted.get(path, {}).values(), *_made(resource)])
        properties = None
        if resource.properties is not None:
            properties = {}
            for name, value in resource.properties.items():
                properties[name] = self.shown(path, name, value)
                own.add(value, properties[name])
        attributes = {
            n: REDACTED if self.is_hidden(path, n) else self.value(v, own)
            for n, v in resource.attributes.items()
            if not may_show_secret(resource.type, n)
        }
        return resource._replace(
            kept=self.resource(resource.kept, path) if resource.kept is not None else None,
            older=tuple(self.resource(one, path) for one in resource.older),
            attributes=attributes,
            properties={n: self.value(v, own) for n, v in properties.items()} if properties is not None else None,
            stack=self.stack(resource.stack, path, own) if resource.stack is not None else None,
            reason=own.foreign(self.everywhere.foreign(resource.reason)),
            metadata=None if self.learned.hides or resource.metadata is None else self.value(dict(resource.metadata), own),
        )  # fmt: skip

    def is_hidden(self, path: Address, attribute: str) -> bool:
        """Return whether an attribute shows something hidden, as a property of the same name does."""
        record = self.records.get(path)
        if not isinstance(record, TemplateResource):
            return False
        try:
            return is_hidden_value(record.context.masked().evaluation.attribute(record.name, [attribute]))
        except EvaluationError:
            return False

    def given(self, values: Mapping[str, Value], own: Secrets) -> dict[str, Value]:
        """Return the values that parameters are given, without those of hidden ones."""
        return {n: REDACTED if n in self.hidden and v is not None else self.value(v, own) for n, v in values.items()}

    def value(self, value: Value, own: Secrets) -> Value:
        """Return a value without `own` secrets, and without long ones of other resources."""
        if isinstance(value, Mapping):
            return {self.value(k, own): self.value(v, own) for k, v in value.items()}
        if isinstance(value, list):
            return [self.value(v, own) for v in value]
        shown = own.shown_of(value)
        if not isinstance(shown, str):
            return shown
        return own.foreign(self.everywhere.foreign(shown, cut=False), cut=False)


def _texts(values: list[Value]) -> Secrets:
    found = Secrets()
    for value in values:
        found.add(value)
    return found


_GIVEN = ("parameters", "parameter_defaults")


def without_secrets(stack: RecordedStack, learned: LearnedValues, old: Preview) -> RecordedStack:
    """Return a stack as it may be kept: without its secrets, and without the defaults of hidden parameters.

    `old` is the dry run of its template, next to what runs.
    """
    keeper = _Keeper(stack, learned, old)
    environment = {
        section: keeper.given(values, Secrets()) if section in _GIVEN and isinstance(values, dict) else values
        for section, values in stack.environment.items()
    }
    return keeper.stack(stack)._replace(
        template=keeper.value(_without_defaults(stack.template), Secrets()),
        files={name: keeper.value(_without_defaults(content), Secrets()) for name, content in stack.files.items()},
        environment=keeper.value(environment, Secrets()),
    )


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
