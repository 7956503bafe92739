"""The own rules of Heat's software configuration."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.common.annotations import ClassVar
from hotlint.heat_types.base import HeatType
from hotlint.heat_types.example import Example
from hotlint.heat_types.items import mapping, properties
from hotlint.heat_types.refusals import Refusal, by_id
from hotlint.language.values import Value
from hotlint.resource_types.property_relations import Reads, invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem
from hotlint.stacks.definition import Definition
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource

_CONFIG = by_id("config")._replace(kind="heat")
INPUT_NOTES = dict.fromkeys(
    ("config", "input_values"), "A new value of an input with `replace_on_change: true` replaces the deployment."
)


class Deployments(HeatType):
    """OS::Heat::SoftwareDeployment and its relatives: a server that takes software configuration."""

    thing = "the deployment"
    settings = ("the cloud has the service that 'signal_transport' needs",)
    value_services = {"signal_transport": {"TEMP_URL_SIGNAL": "object-store", "ZAQAR_SIGNAL": "messaging"}}
    reads = (Reads(("server",)),)
    # Source: heat/engine/service_software_config.py
    limits = (_CONFIG,)
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
      config: 7b9e6a3c-0d1f-4c8e-9a55-1f2e3d4c5b6a
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
    properties: {config: 7b9e6a3c-0d1f-4c8e-9a55-1f2e3d4c5b6a, server: {get_resource: server}}
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

    group = "deployments"
    names_stack = True
    counts_members = "servers"
    reads: ClassVar[tuple[Reads, ...]] = (
        Reads(("servers",)),
        Reads(("config", "input_values", "actions", "name", "signal_transport"), when="servers"),
    )
    demands = ("the first value of 'servers' is the ID of a server, a string",)
    thing = "the deployment"
    # Source: heat/engine/resources/openstack/heat/software_deployment.py
    service_demands = (
        "each value of 'servers' is the ID of a server, a string",
        f"{_CONFIG.describe()} if there are servers",
    )
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Heat::SoftwareDeploymentGroup
    properties: {config: 7b9e6a3c-0d1f-4c8e-9a55-1f2e3d4c5b6a, servers: {web: [a, b]}}
                                                                              ^^^^^^
"""),
    )
    good = ("{config: 7b9e6a3c-0d1f-4c8e-9a55-1f2e3d4c5b6a, servers: {web: a}}",)

    def validate(self, values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
        for servers in values.items("servers"):
            first = "" if servers.is_open else next(servers.names(), "")
            what = _not_an_id(servers[first]) if first else ""
            if what:
                yield invalid(
                    servers, first, f"{it.type} needs the ID of a server, a string, for '{first}', not {what}"
                )

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        servers = mapping(properties(owner), "servers")
        if servers is None:
            return
        group = properties(owner)
        problem = _CONFIG.problem(group.text("config") or "")
        if problem is not None and servers.values:
            yield group.refuse("config", problem, "heat")
        for name in list(servers.values)[not servers.is_open :]:  # Heat validates the first one
            what = _not_an_id(servers[name])
            if what:
                yield servers.refuse(name, f"'{name}' is {what}, not the ID of a server, a string", "heat")


def _not_an_id(server: Value) -> str:
    """Return what a known value is that cannot be the ID of a server; "" for any other."""
    return "a mapping" if isinstance(server, dict) else "a list" if isinstance(server, list) else ""
