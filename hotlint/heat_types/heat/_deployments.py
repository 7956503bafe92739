"""The own rules of Heat's software configuration."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.common.annotations import ClassVar
from hotlint.heat_types.base import HeatType
from hotlint.heat_types.example import Example
from hotlint.resource_types.property_relations import Reads, invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem
from hotlint.stacks.definition import Definition

INPUT_NOTES = dict.fromkeys(
    ("config", "input_values"), "A new value of an input with `replace_on_change: true` replaces the deployment."
)


class Deployments(HeatType):
    """OS::Heat::SoftwareDeployment and its relatives: a server that takes software configuration."""

    source = "heat/engine/resources/openstack/heat/software_deployment.py"
    reads = (Reads(("server",)),)
    demands = ("a server of the same template that 'server' names has 'user_data_format: SOFTWARE_CONFIG'",)
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  server:
    type: OS::Nova::Server
    properties: {flavor: f, image: i}
  it:
    type: OS::Heat::SoftwareDeployment
    properties:
      config: c
      server: {get_resource: server}
              ^^^^^^^^^^^^^^^^^^^^^^
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  server:
    type: OS::Nova::Server
    properties: {flavor: f, image: i, user_data_format: SOFTWARE_CONFIG}
  it:
    type: OS::Heat::SoftwareDeployment
    properties: {config: c, server: {get_resource: server}}
"""),
    )

    def validate(self, values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
        name = values["server"]
        found = it.other_value(name, "user_data_format") if isinstance(name, str) else None
        if isinstance(found, str) and found and found != "SOFTWARE_CONFIG":
            message = f"{it.type} requires 'user_data_format: SOFTWARE_CONFIG' of the server '{name}', not '{found}'"
            yield invalid(values, "server", message)


class DeploymentGroups(HeatType):
    """Groups of deployments: the servers of the group; the rest is checked with its members."""

    source = "heat/engine/resources/openstack/heat/software_deployment.py"
    group = "deployments"
    names_stack = True
    counts_members = "servers"
    reads: ClassVar[tuple[Reads, ...]] = (
        Reads(("servers",)),
        Reads(("config", "input_values", "actions", "name", "signal_transport"), when="servers"),
    )
    demands = ("each value of 'servers' is the ID of a server, a string",)
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Heat::SoftwareDeploymentGroup
    properties: {config: c, servers: {web: [a, b]}}
                                           ^^^^^^
"""),
    )
    good = ("{config: c, servers: {web: a}}",)

    def validate(self, values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
        for servers in values.items("servers"):
            for name in servers.names():
                if isinstance(servers[name], dict | list):
                    what = "a mapping" if isinstance(servers[name], dict) else "a list"
                    message = f"{it.type} needs the ID of a server, a string, for '{name}', not {what}"
                    yield invalid(servers, name, message)
