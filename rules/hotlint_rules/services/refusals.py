"""The rules on what services refuse: each reports one kind of refusal."""

from __future__ import annotations

from collections.abc import Sequence

from hotlint import heat_types
from hotlint.common.annotations import ClassVar
from hotlint.heat_types.refusals import Kind
from hotlint.rule import Checked, Example, Part, PropertyProblem, Resource, Rule, RuleContext, Span, Template, Use

NESTED = {
    "disks.yaml": "heat_template_version: 2018-08-31\nparameters: {size: {type: number}}\n"
    "resources: {disk: {type: 'disk.yaml', properties: {size: {get_param: size}}}}\n",
    "disk.yaml": "heat_template_version: 2018-08-31\n"
    "parameters: {size: {type: number, constraints: [{range: {min: 1}}]}}\n",
}
"""The files of examples with a nested template."""
PORT = {
    "port.yaml": "heat_template_version: 2018-08-31\n"
    "parameters: {net: {type: string}, subnet: {type: string}, address: {type: string}}\n"
    "resources:\n  port:\n    type: OS::Neutron::Port\n    properties:\n      network: {get_param: net}\n"
    "      fixed_ips: [{subnet: {get_param: subnet}, ip_address: {get_param: address}}]\n",
}
NETWORK = {
    "network.yaml": "heat_template_version: 2018-08-31\n"
    "resources:\n  net: {type: 'OS::Neutron::Net'}\n"
    "  subnet: {type: 'OS::Neutron::Subnet', properties: {network: {get_resource: net}, cidr: 10.1.0.0/24}}\n"
    "outputs:\n  net: {value: {get_resource: net}}\n  subnet: {value: {get_resource: subnet}}\n",
}
"""The file of examples with a network in a nested stack beside that of its port."""
PARTS = {
    "parts.yaml": "heat_template_version: 2018-08-31\nparameters: {names: {type: json}}\n"
    "resources: {all: {type: OS::Heat::Value, properties: {value: {str_split: [',', {get_param: names}]}}}}\n",
}
"""The file of examples with a function in a nested template."""


class ServiceRule(Rule):
    """Base of the rules that report one kind of refusal: that of `refusal`."""

    refused_by = "service"
    stricter = "Heat accepts the template, and then the creation of the resource fails on every cloud"
    refusal: ClassVar[Kind]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        if not _is_for_services(ctx):
            return ()
        from hotlint_rules.services._findings import report  # most templates do without

        return report(self.refusal, ctx)

    def check_uses(self, uses: Sequence[Use], resource: Resource, ctx: RuleContext) -> Checked:
        # most templates have none
        from hotlint_rules.composition._nested import by_place, child_problems, nested_finding, validated

        for use in validated(uses, resource, ctx):
            found = [d for d in child_problems(resource, use, ctx) if d.code == self.code]
            for place, of_place in by_place(found, ctx):
                yield nested_finding(of_place, use, ctx, place)


def refusal_causes(place: Span, ctx: RuleContext) -> list[str]:
    """Return the cause of what is wrong with a value that begins at a place, if a service refuses it on every cloud."""
    if not _is_for_services(ctx):
        return []
    from hotlint_rules.services._findings import refused_at  # as below

    return refused_at(place, ctx)


def _is_for_services(ctx: RuleContext) -> bool:
    return ctx.memoize("services refuse", lambda: _concerns(ctx))


def _concerns(ctx: RuleContext) -> bool:
    """Return whether a template has a resource, members of a group or nested stacks that services may refuse."""
    context = ctx.template_context
    return any(
        heat_types.of(context.resource_type(resource).name).service
        or any(use.kind.location or heat_types.of(use.kind.type.name).service for use in context.uses(resource))
        for resource in ctx.template.resources.values()
        if resource.type
    )


class RefusedValue(ServiceRule):
    """A service of OpenStack refuses a value, although Heat accepts it: the resource fails when it is created.

    Heat checks the form of values, and hands them to Neutron, Nova, Cinder or another service when it creates the resource. By then
    other resources exist, and the stack is left half made. What is reported here fails on every cloud. The page of a resource
    type lists what its service demands.
    """

    code = "HOT551"
    name = "refused-value"
    severity = "error"
    refusal = "value"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  subnet:
    type: OS::Neutron::Subnet
    properties:
      network: web
      cidr: 10.1.0.0/24
      allocation_pools:
        - {start: 10.1.0.20, end: 10.1.0.10}
                  ^^^^^^^^^
  group:
    type: OS::Neutron::SecurityGroup
    properties:
      rules:
        - {protocol: gre, port_range_min: 80, port_range_max: 80}
                                          ^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  last: {type: string}
resources:
  subnet:
    type: OS::Neutron::Subnet
    properties:
      network: web
      cidr: 10.1.0.0/24
      allocation_pools:
        - {start: 10.1.0.10, end: 10.1.0.20}
        - {start: 10.1.0.30, end: {get_param: last}}
  group:
    type: OS::Neutron::SecurityGroup
    properties:
      rules:
        - {protocol: tcp, port_range_min: 80, port_range_max: 80}
        - {protocol: icmp, port_range_min: 8, port_range_max: 0}
""")
    ]


class RefusedNeighbor(ServiceRule):
    """A service refuses a resource because of another one of the template: an address outside of its subnet, for example.

    Heat creates the one, and the service then refuses the other. What is reported here fails on every cloud: both resources are
    made whenever one is, and all values are known. With a snapshot of the cloud (`cloud` in .hotlint.yaml), what the cloud has
    counts as well. Where neither resource waits for the other, the one that is created last fails.

    The resources are those of the whole stack: the members of a group are compared with one another and with their neighbors, and
    the resources of nested stacks with those around them. A name such as `group/0/port` is the way to one of them.
    """

    code = "HOT552"
    name = "refused-neighbor"
    severity = "error"
    refusal = "neighbor"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  net:
    type: OS::Neutron::Net
  subnet:
    type: OS::Neutron::Subnet
    properties: {network: {get_resource: net}, cidr: 10.1.0.0/24}
  port:
    type: OS::Neutron::Port
    properties:
      network: {get_resource: net}
      fixed_ips: [{subnet: {get_resource: subnet}, ip_address: 10.2.0.7}]
                                                               ^^^^^^^^
  router:
    type: OS::Neutron::Router
    properties:
      external_gateway_info: {network: {get_resource: net}}
                                       ^^^^^^^^^^^^^^^^^^^
"""),
        Example("""\
heat_template_version: 2018-08-31
resources:
  teams:
    type: OS::Heat::ResourceGroup
    properties:
      count: 2
      resource_def: {type: 'OS::Keystone::Project', properties: {name: team}}
                                                                       ^^^^
"""),
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  net:
    type: OS::Neutron::Net
  subnet:
    type: OS::Neutron::Subnet
    properties: {network: {get_resource: net}, cidr: 10.1.0.0/24}
  port:
    type: port.yaml
    properties: {net: {get_resource: net}, subnet: {get_resource: subnet}, address: 10.2.0.7}
                                                                                    ^^^^^^^^
""",
            files=PORT,
        ),
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  home:
    type: network.yaml
  guest:
    type: port.yaml
    properties:
      net: {get_attr: [home, net]}
      subnet: {get_attr: [home, subnet]}
      address: 10.2.0.9
               ^^^^^^^^
""",
            files=PORT | NETWORK,
        ),
        Example("""\
heat_template_version: 2018-08-31
resources:
  net:
    type: OS::Neutron::Net
  router:
    type: OS::Neutron::Router
  interface:
    type: OS::Neutron::RouterInterface
    properties:
      router: {get_resource: router}
      subnet: {get_resource: net}
              ^^^^^^^^^^^^^^^^^^^
"""),
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  net:
    type: OS::Neutron::Net
  subnet:
    type: OS::Neutron::Subnet
    properties: {network: {get_resource: net}, cidr: 10.1.0.0/24}
  port:
    type: OS::Neutron::Port
    properties:
      network: {get_resource: net}
      fixed_ips: [{subnet: {get_resource: subnet}, ip_address: 10.1.0.7}]
  router:
    type: OS::Neutron::Router
    properties:
      external_gateway_info: {network: public}
"""),
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  net:
    type: OS::Neutron::Net
  subnet:
    type: OS::Neutron::Subnet
    properties: {network: {get_resource: net}, cidr: 10.1.0.0/24}
  ports:
    type: OS::Heat::ResourceGroup
    properties:
      count: 3
      resource_def:
        type: port.yaml
        properties: {net: {get_resource: net}, subnet: {get_resource: subnet}, address: 10.1.0.1%index%}
""",
            files=PORT,
        ),
    ]


class MissingDependency(ServiceRule):
    """A resource needs another one to exist first, and nothing makes Heat wait for it.

    Heat creates resources at the same time, unless one refers to another or names it in `depends_on`. A floating IP refers to its port,
    but not to the interface that connects the port's subnet with a router: Neutron refuses it when it comes first. Heat adds this
    dependency by itself only where `fixed_ips` of the port name the subnet. Whether a creation fails is a matter of luck otherwise. It
    is an info for a floating IP in a nested stack, which Heat mostly creates after the interface beside that. Add the other resource to
    `depends_on`.
    """

    code = "HOT553"
    name = "missing-dependency"
    severity = "warning"
    refusal = "order"
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  net:
    type: OS::Neutron::Net
  subnet:
    type: OS::Neutron::Subnet
    properties: {network: {get_resource: net}, cidr: 10.1.0.0/24}
  router:
    type: OS::Neutron::Router
    properties:
      external_gateway_info: {network: public}
  interface:
    type: OS::Neutron::RouterInterface
    properties: {router: {get_resource: router}, subnet: {get_resource: subnet}}
  port:
    type: OS::Neutron::Port
    depends_on: subnet
    properties: {network: {get_resource: net}}
  address:
    type: OS::Neutron::FloatingIP
          ^^^^^^^^^^^^^^^^^^^^^^^
    properties:
      floating_network: public
      port_id: {get_resource: port}
""",
            fixed="""\
heat_template_version: 2018-08-31
resources:
  net:
    type: OS::Neutron::Net
  subnet:
    type: OS::Neutron::Subnet
    properties: {network: {get_resource: net}, cidr: 10.1.0.0/24}
  router:
    type: OS::Neutron::Router
    properties:
      external_gateway_info: {network: public}
  interface:
    type: OS::Neutron::RouterInterface
    properties: {router: {get_resource: router}, subnet: {get_resource: subnet}}
  port:
    type: OS::Neutron::Port
    depends_on: subnet
    properties: {network: {get_resource: net}}
  address:
    type: OS::Neutron::FloatingIP
    depends_on: interface
    properties:
      floating_network: public
      port_id: {get_resource: port}
""",
        ),
        Example("""\
heat_template_version: 2018-08-31
resources:
  net:
    type: OS::Neutron::Net
  subnet:
    type: OS::Neutron::Subnet
    properties: {network: {get_resource: net}, cidr: 10.1.0.0/24}
  router:
    type: OS::Neutron::Router
    properties:
      external_gateway_info: {network: public}
  interface:
    type: OS::Neutron::RouterInterface
    properties: {router: {get_resource: router}, subnet: {get_resource: subnet}}
  port:
    type: OS::Neutron::Port
    depends_on: subnet
    properties: {network: {get_resource: net}, fixed_ips: [{ip_address: 10.1.0.9}]}
  address:
    type: OS::Neutron::FloatingIP
          ^^^^^^^^^^^^^^^^^^^^^^^
    properties:
      floating_network: public
      port_id: {get_resource: port}
"""),
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  net:
    type: OS::Neutron::Net
  subnet:
    type: OS::Neutron::Subnet
    properties: {network: {get_resource: net}, cidr: 10.1.0.0/24}
  router:
    type: OS::Neutron::Router
    properties:
      external_gateway_info: {network: public}
  interface:
    type: OS::Neutron::RouterInterface
    properties: {router: {get_resource: router}, subnet: {get_resource: subnet}}
  port:
    type: OS::Neutron::Port
    properties:
      network: {get_resource: net}
      fixed_ips: [{subnet: {get_resource: subnet}}]
  address:
    type: OS::Neutron::FloatingIP
    properties:
      floating_network: public
      port_id: {get_resource: port}
""")
    ]


class RefusedBySetting(ServiceRule):
    """A service refuses a value on clouds that are set up as most are.

    The operator of a cloud may have raised the limit, or may offer what is asked for. Where yours does, turn the finding off.
    """

    code = "HOT554"
    name = "refused-by-setting"
    severity = "warning"
    refusal = "setting"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  subnet:
    type: OS::Neutron::Subnet
    properties:
      network: web
      cidr: 10.1.0.0/24
      dns_nameservers: [10.9.0.1, 10.9.0.2, 10.9.0.3, 10.9.0.4, 10.9.0.5, 10.9.0.6]
                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
"""),
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  server:
    type: OS::Nova::Server
    properties:
      flavor: m1.small
      image: ubuntu
      networks: [{network: web}]
      user_data_format: SOFTWARE_CONFIG
      software_config_transport: POLL_TEMP_URL
                                 ^^^^^^^^^^^^^
""",
            cloud="snapshot: 1\ncloud: office\nservices: [compute, image, network]\n",
        ),
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  net:
    type: OS::Neutron::ProviderNet
    properties:
      network_type: vxlan
      segmentation_id: 77
                       ^^
""",
            cloud="snapshot: 1\ncloud: office\nnetworks: [{name: web, network_type: vxlan, segmentation_id: 77, id: 3b1c}]\n",
        ),
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  subnet:
    type: OS::Neutron::Subnet
    properties:
      network: web
      cidr: 10.1.0.0/24
      dns_nameservers: [10.9.0.1, 10.9.0.2]
"""),
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  server:
    type: OS::Nova::Server
    properties:
      flavor: m1.small
      image: ubuntu
      networks: [{network: web}]
      user_data_format: SOFTWARE_CONFIG
      software_config_transport: POLL_TEMP_URL
""",
            cloud="snapshot: 1\ncloud: office\nservices: [compute, image, network, object-store]\n",
        ),
    ]


class FailsAtCreation(ServiceRule):
    """Heat itself refuses a value, but only when it creates the resource: its validation does not look at it.

    By then other resources exist, and the stack is left half made. Heat does not look at the values in nested stacks and groups
    either: it evaluates their functions, and checks types, constraints and whether required properties are given, only when it creates
    the nested stack. What the own checks of a resource type read is an exception: Heat refuses that at once (HOT607).
    hotlint reports these where the nested stack is certainly created, with the values that it gets.
    """

    code = "HOT555"
    name = "fails-at-creation"
    severity = "error"
    refusal = "heat"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  config:
    type: OS::Heat::SoftwareConfig
    properties:
      config: echo
      inputs:
        - {name: count, type: Number, default: many}
                                               ^^^^
"""),
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  disks:
    type: disks.yaml
    properties: {size: 0}
                       ^
""",
            files=NESTED,
        ),
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  parts:
    type: parts.yaml
    properties: {names: {a: b}}
                        ^^^^^^
""",
            files=PARTS,
        ),
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  config:
    type: OS::Heat::SoftwareConfig
    properties:
      config: echo
      inputs:
        - {name: count, type: Number, default: '3'}
"""),
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  disks:
    type: disks.yaml
    properties: {size: 10}
""",
            files=NESTED,
        ),
    ]

    def check_part(self, part: Part, ctx: RuleContext) -> Checked:
        if part.field != "properties" or ctx.is_resolved(part) or not isinstance(part.owner, Resource):
            return
        if ctx.is_checked_late(part.owner):
            from hotlint_rules.evaluation.failures import failures  # most templates have none

            yield from failures(part, ctx, is_late=True)

    def check_property(self, problem: PropertyProblem, resource: Resource, ctx: RuleContext) -> Checked:
        if problem.deferred:
            from hotlint_rules.services._findings import late_findings  # most templates have none

            yield from late_findings(problem, resource, ctx)

    def check_uses(self, uses: Sequence[Use], resource: Resource, ctx: RuleContext) -> Checked:
        if any(use.member for use in uses):
            from hotlint_rules.composition.invalid_member_property import call_findings, member_findings

            yield from member_findings(uses, resource, ctx, is_late=True)
            yield from call_findings(uses, resource, ctx, is_late=True)
        yield from super().check_uses(uses, resource, ctx) or ()
