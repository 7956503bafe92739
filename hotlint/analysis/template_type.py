"""A template as a resource type: its parameters are the properties, its outputs the attributes."""

from __future__ import annotations

from collections.abc import Mapping

from hotlint.analysis.environments.file import to_plain
from hotlint.analysis.template import Parameter, Template
from hotlint.common.annotations import Any
from hotlint.resource_types.catalog import BASE_ATTRIBUTES
from hotlint.resource_types.facts import Facts
from hotlint.resource_types.schema import ResourceType
from hotlint.syntax.nodes import Sequence

_TYPES = {"string": "string", "number": "number", "boolean": "boolean", "json": "map", "comma_delimited_list": "list"}
STACK_ID_OUTPUT = "OS::stack_id"


def type_of(name: str, template: Template, defaults: Mapping[str, bool] = {}) -> ResourceType:
    """Return the resource type that a template defines.

    `defaults` tells for the parameters in an environment's parameter_defaults whether they have a value there, not null: it
    replaces the template's default in either case.
    """
    properties = {
        p.name: _property(p, defaults.get(p.name, p.has_default), template.version)
        for p in template.parameters.values()
    }
    attributes: dict[str, Facts] = {name: {} for name in template.outputs}
    facts: Facts = {
        "type": name, "properties": properties, "attributes": attributes, "dynamic": "template", "any_attributes": True,
        "reference": "text",
    }  # fmt: skip
    return ResourceType(name, facts, BASE_ATTRIBUTES)


def _property(parameter: Parameter, has_default: bool, version: str) -> Facts:
    kind = parameter.type
    facts: dict[str, Any] = {"type": _TYPES.get(kind or "", "any"), "update": "in-place"}
    if kind in ("json", "comma_delimited_list"):
        facts["convert"] = True
    if not has_default:
        facts["required"] = True
    constraints = []
    written = parameter.field("constraints")
    if isinstance(written, Sequence):
        from hotlint.language.constraints.constraint_list import effective  # costs start-up time

        for item in to_plain(written):
            name = effective(item, version)
            if name is not None:
                constraints.append({"custom" if name == "custom_constraint" else name: item[name]})
    if constraints:
        facts["constraints"] = constraints
    return facts
