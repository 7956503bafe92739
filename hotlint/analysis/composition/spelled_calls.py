"""Values of a group's members that spell function calls.

Heat resolves the definition of the members, and makes a template of the result. A value that looks like a call there, such as
one of a JSON parameter, is a call of that template: it sees the members, but neither parameters nor resources of the group's own
template.
"""

from __future__ import annotations

import json
from hashlib import sha256

from hotlint.analysis.budget import Meter
from hotlint.analysis.composition.nested_values import nested_environment
from hotlint.analysis.composition.uses import VERSION_OF_MEMBERS, Path, Use, spells_call
from hotlint.analysis.environments.file import Environment
from hotlint.analysis.environments.inputs import Inputs
from hotlint.analysis.environments.registry import ResolvedType
from hotlint.analysis.evaluator import Evaluation
from hotlint.analysis.files.project import Project
from hotlint.analysis.files.sent_files import sent_value
from hotlint.analysis.template import Template
from hotlint.language.functions.base import Snippet
from hotlint.language.values import MARKS, Value
from hotlint.syntax.nodes import Mapping

MEMBERS = "the members' stack"
"""The type name of that template."""


def members_template(
    project: Project, path: str, outer: Environment, meter: Meter, use: Use
) -> tuple[Use, Evaluation, dict[str, Snippet]]:
    """Return the use of the template that Heat makes for the members that a use describes, its evaluation, and its calls.

    `path` is that of the group's template, `outer` the environment of the stack that the group is in. What is unknown of the values
    is a parameter of the template. The calls are the properties with any, by name.
    """
    unknown: dict[str, Value] = {}
    given = use.properties or {}
    member = {"type": use.type_name, "properties": _written(given, unknown)}
    if use.metadata is not None:
        member["metadata"] = _written(use.metadata, unknown)
    sections = {
        "heat_template_version": VERSION_OF_MEMBERS,
        "parameters": {name: {"type": "json"} for name in unknown},
        "resources": {use.member: member},
    }
    text = json.dumps(sections, default=str)
    location = project.inline(f"{path}#{use.member}/{sha256(text.encode()).hexdigest()}", text)
    assert location.path is not None
    spelled = use._replace(
        type_name=MEMBERS, kind=ResolvedType(project.type_at(MEMBERS, location, use.environment), location),
        properties=unknown, environment=outer, depth=use.depth - 1, member="", index_var=None, metadata=None, own={}, listed=(),
    )  # fmt: skip
    template = project.template(location.path)
    resource = template.resources[use.member]
    environment = nested_environment(path, resource, spelled, None)
    inputs = Inputs(
        environment.parameters,
        environment.defaults,
        {},
        file=lambda name: sent_value(project, name, path),
        complete=True,
    )
    part = template.part(resource, "properties")
    snippets = part.snippet if part is not None and isinstance(part.snippet, dict) else {}
    calls = {name: snippets[name] for name, value in given.items() if spells_call(value)}
    return spelled, Evaluation(template, inputs, meter), calls


def _written(value: Value, unknown: dict[str, Value]) -> Value:
    """Return a value as JSON takes it, with a parameter for each unknown part of it."""
    if isinstance(value, MARKS):
        name = f"unknown {len(unknown)}"
        unknown[name] = value
        return {"get_param": name}
    if isinstance(value, dict):
        return {key: _written(item, unknown) for key, item in value.items()}
    if isinstance(value, list):
        return [_written(item, unknown) for item in value]
    return value


def written_at(use: Use, template: Template, start: int) -> Path | None:
    """Return the path from a group's properties to what has an offset in the template of its members; None for anything else.

    That is a property of the members, or their metadata.
    """
    fields = template.resources[use.member].fields
    metadata, properties = fields.get("metadata"), fields["properties"].value
    if metadata is not None and metadata.value.start <= start < metadata.value.end:
        return (*use.path[:-1], "metadata")
    entries = properties.items() if isinstance(properties, Mapping) else ()
    return next(((*use.path, e.name) for e in entries if e.value.start <= start < e.value.end), None)
