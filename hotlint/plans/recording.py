"""Recordings of stacks: one YAML file a stack, without secrets, made to be read and compared by people, too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hotlint.analysis.environments.file import to_plain
from hotlint.plans.model import RecordedResource, RecordedStack
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source

FORMAT: Final = 1
"""The version of the format, which the file says under `recorded_stack`."""
_HEADER = """# A stack as it ran, recorded by 'hotlint record' for 'hotlint plan --from'.
# The values of hidden parameters and other secrets are redacted.
"""


class RecordingError(Exception):
    """Raised for a file that is no recording; the message says why."""


def written(stack: RecordedStack) -> str:
    """Return a stack as the text of a recording. Its secrets must have been redacted."""
    from hotlint.syntax.yaml_writer import dump

    found: dict[str, Any] = {"recorded_stack": FORMAT, "recorded": stack.recorded}
    deployed = {
        "parameters": dict(stack.parameters), "template": dict(stack.template), "environment": dict(stack.environment),
        "files": dict(stack.files), "unread": list(stack.unread),
    }  # fmt: skip
    kept = {name: value for name, value in deployed.items() if value}
    return _HEADER + dump({**found, "stack": {**_identity(stack), **kept, "resources": _resources(stack)}})


def _identity(stack: RecordedStack) -> dict[str, Any]:
    found = {"name": stack.name, "id": stack.id, "status": stack.status}
    return {**found, "reason": stack.reason} if stack.reason and stack.status.endswith("FAILED") else found


def _resources(stack: RecordedStack) -> dict[str, Any]:
    return {name: _resource(resource) for name, resource in stack.resources.items()}


def _resource(resource: RecordedResource) -> dict[str, Any]:
    found: dict[str, Any] = {"type": resource.type, "id": resource.id, "status": resource.status}
    if resource.reason:
        found["reason"] = resource.reason
    if resource.properties is not None:
        found["properties"] = dict(resource.properties)
    if resource.stored:
        found["stored"] = resource.stored
    if resource.attributes:
        found["attributes"] = dict(sorted(resource.attributes.items()))
    if resource.reached:
        found["reached"] = resource.reached
    if resource.metadata is not None:
        found["metadata"] = dict(resource.metadata)
    if resource.kept is not None:
        found["kept"] = _resource(resource.kept)
    if resource.older:
        found["older"] = {one.id: _resource(one) for one in resource.older}
    if resource.stack is not None:
        found["stack"] = {**_identity(resource.stack), "resources": _resources(resource.stack)}
    return found


def read(path: str, text: str) -> RecordedStack:
    """Return the stack in the text of a recording. Raises RecordingError."""
    document = parse(Source(path, text))
    found = to_plain(document.root) if document.root is not None and not document.broken else None
    if not isinstance(found, dict) or "recorded_stack" not in found:
        raise RecordingError(f"'{path}' is not a recorded stack, which 'hotlint record STACK' writes")
    if found["recorded_stack"] != FORMAT:
        raise RecordingError(
            f"'{path}' is of version {found['recorded_stack']!r} of the format, and this hotlint reads version {FORMAT}"
        )
    reader = _Reader(path)
    stack = reader.mapping(found, "stack", "the file")
    recorded, unread = found.get("recorded"), stack.get("unread")
    return reader.stack(stack, "stack")._replace(
        recorded=recorded if isinstance(recorded, str) else "",
        unread=tuple(map(str, unread)) if isinstance(unread, list) else (),
    )


class _Reader:
    """Reads the parts of a recording; `where` names what holds a part, for messages."""

    def __init__(self, path: str) -> None:
        self.path = path

    def stack(self, found: Mapping[str, Any], where: str) -> RecordedStack:
        resources = self.mapping(found, "resources", where, required=False)
        named = {
            str(name): self.resource(str(name), self.mapping(resources, name, where)) for name in resources
        }  # fmt: skip
        sections = (self.mapping(found, n, where, required=False) for n in ("parameters", "template", "environment"))
        parameters, template, environment = sections
        return RecordedStack(
            self.text(found, "name", where), self.text(found, "id", where), self.text(found, "status", where),
            self.text(found, "reason", where), named, parameters, template, environment,
            self.mapping(found, "files", where, required=False),
        )  # fmt: skip

    def resource(self, name: str, found: Mapping[str, Any]) -> RecordedResource:
        where = f"resource '{name}'"
        nested = self.mapping(found, "stack", where) if "stack" in found else None
        older = self.mapping(found, "older", where, required=False)
        return RecordedResource(
            name, self.text(found, "type", where), self.text(found, "id", where), self.text(found, "status", where),
            self.text(found, "reason", where), self.mapping(found, "attributes", where, required=False),
            self.mapping(found, "properties", where) if "properties" in found else None,
            self.stack(nested, where) if nested is not None else None, self.text(found, "reached", where),
            self.mapping(found, "metadata", where) if "metadata" in found else None,
            self.resource(name, self.mapping(found, "kept", where)) if "kept" in found else None,
            self.text(found, "stored", where),
            tuple(self.resource(name, self.mapping(older, id_, where)) for id_ in older),
        )  # fmt: skip

    def mapping(self, found: Mapping[str, Any], name: Any, where: str, *, required: bool = True) -> dict[str, Any]:
        value = found.get(name)
        if value is None and not required:
            return {}
        if not isinstance(value, dict):
            raise RecordingError(f"'{self.path}': '{name}' of {where} must be a mapping")
        return value

    def text(self, found: Mapping[str, Any], name: str, where: str) -> str:
        value = found.get(name, "")
        if not isinstance(value, str | int) or isinstance(value, bool):
            raise RecordingError(f"'{self.path}': '{name}' of {where} must be a string")
        return str(value)
