"""The own rules of Heat's software configuration."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hotlint.common.suggestions import closest_matches
from hotlint.resource_types.property_relations import Reads, invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.rule import Example, PropertyProblem, Resource, TemplateContext, TypeRules, has_misspelled


class SoftwareComponent(TypeRules):
    """OS::Heat::SoftwareComponent: one configuration an action."""

    types = ("OS::Heat::SoftwareComponent",)
    source = "heat/engine/resources/openstack/heat/software_component.py"
    reads = (Reads(("configs",)),)
    demands = ("in 'configs', no two entries have the same action in 'actions'",)
    bad = (
        """
        configs:
          - {actions: [CREATE], config: a, tool: script}
          - {actions: [CREATE], config: b, tool: script}
                      ^^^^^^^^
        """,
    )
    good = ("{configs: [{actions: [CREATE], config: a, tool: script}, {actions: [DELETE], config: b, tool: script}]}",)

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        seen: set[str] = set()
        for config in values.items("configs"):
            actions = config["actions"]
            for action in actions if isinstance(actions, list) else ():
                if isinstance(action, str) and action in seen:
                    yield invalid(config, "actions", f"{resource.type} has more than one configuration for {action}")
            seen.update(a for a in actions or () if isinstance(a, str))


_FORMAT = "user_data_format"


class SoftwareDeployment(TypeRules):
    """OS::Heat::SoftwareDeployment and its relatives: a server that takes software configuration."""

    types = ("OS::Heat::SoftwareDeployment", "OS::Heat::StructuredDeployment")
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

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        name = values["server"]
        server = context.template.resources.get(name) if isinstance(name, str) else None
        if server is None or server is resource or not context.evaluation.is_enabled(server):
            return
        checked = context.properties(server)
        if checked is None or has_misspelled(server, "properties") or _is_wrong_itself(checked.problems):
            return
        found = checked.values.get(_FORMAT)
        if isinstance(found, str) and found and found != "SOFTWARE_CONFIG":
            message = (
                f"{resource.type} requires 'user_data_format: SOFTWARE_CONFIG' of the server '{name}', not '{found}'"
            )
            yield invalid(values, "server", message)


def _is_wrong_itself(problems: Sequence[PropertyProblem]) -> bool:
    """Return whether the property of the server is invalid or misspelled, which is an error of its own."""
    return any(
        (p.path == (_FORMAT,) and not p.later)
        or (p.kind == "unknown-property" and len(p.path) == 1 and closest_matches(str(p.path[0]), [_FORMAT]))
        for p in problems
    )


class SoftwareDeploymentGroup(TypeRules):
    """Groups of deployments: the servers of the group; the rest is checked with its members."""

    types = (
        "OS::Heat::SoftwareDeploymentGroup",
        "OS::Heat::SoftwareDeployments",
        "OS::Heat::StructuredDeploymentGroup",
        "OS::Heat::StructuredDeployments",
    )
    source = "heat/engine/resources/openstack/heat/software_deployment.py"
    reads = (
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

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        for servers in values.items("servers"):
            for name in servers.names():
                if isinstance(servers[name], dict | list):
                    what = "a mapping" if isinstance(servers[name], dict) else "a list"
                    message = f"{resource.type} needs the ID of a server, a string, for '{name}', not {what}"
                    yield invalid(servers, name, message)
