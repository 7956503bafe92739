from __future__ import annotations

from collections.abc import Iterator

from hotlint.common.suggestions import did_you_mean
from hotlint.heat_types.base import HeatType
from hotlint.heat_types.example import Example
from hotlint.language.values import describe_type
from hotlint.resource_types.property_relations import Reads, invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem
from hotlint.stacks.definition import Definition


class AccessPolicy(HeatType):
    """OS::Heat::AccessPolicy: resources that the stack has."""

    types = ("OS::Heat::AccessPolicy",)
    is_in_heat_alone = True
    reads = (Reads(("AllowedResources",)),)
    demands = ("every name in 'AllowedResources' is that of a resource in the same template",)
    bad = (
        """
        AllowedResources: [nope]
                          ^^^^^^
        """,
        """
        AllowedResources: [~]
                          ^^^
        """,
        Example("""\
heat_template_version: 2018-08-31
parameters: {names: {type: comma_delimited_list, default: 'it'}}
resources:
  it:
    type: OS::Heat::AccessPolicy
    properties:
      AllowedResources: [{get_param: names}]
                        ^^^^^^^^^^^^^^^^^^^^
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  server: {type: OS::Nova::Server, properties: {flavor: f, image: i}}
  it:
    type: OS::Heat::AccessPolicy
    properties: {AllowedResources: [server]}
"""),
    )

    def validate(self, values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
        names = values["AllowedResources"]
        for name in names if isinstance(names, list) else ():
            if name is None or isinstance(name, bool | int | float | list | dict):
                got = "null" if name is None else describe_type(name)
                message = f"'AllowedResources' of {it.type} must hold names of resources, not {got}"
                yield invalid(values, "AllowedResources", message)
            if isinstance(name, str) and name not in it.names:
                hint = did_you_mean(name, it.names)
                yield invalid(
                    values, "AllowedResources", f"'AllowedResources' names the undefined resource '{name}'{hint}"
                )
