"""The rules that compare a template with a snapshot of a cloud."""

from __future__ import annotations

from hotlint.rule import Checked, Example, Rule, RuleContext, Template
from hotlint_rules.resources._address_checks import unusable
from hotlint_rules.resources._names_in_cloud import ambiguous, missing, not_external, small_flavors


class CloudRule(Rule):
    """Base of the rules that compare a template with the snapshot of a cloud."""

    severity = "warning"
    of_cloud = True

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        return self.compare(template, ctx) if ctx.template_context.catalog.cloud is not None else ()

    def compare(self, template: Template, ctx: RuleContext) -> Checked:
        """Report what the cloud does not have."""
        raise NotImplementedError


class MissingInCloud(CloudRule):
    """The cloud has no image, flavor, network, key pair or the like of this name.

    hotlint looks into the snapshot that `cloud` or `target` names in .hotlint.yaml. Heat refuses the stack. If the snapshot is out
    of date, refresh it with `hotlint cloud snapshot --refresh`. A name that a resource of the template creates exists. hotlint
    also reports an image or zone that exists but cannot be used now.
    """

    code = "HOT521"
    name = "missing-in-cloud"
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  server:
    type: OS::Nova::Server
    properties:
      image: ubuntu-2404
             ^^^^^^^^^^^
      flavor: m1.small
      networks: [{network: web}]
""",
            cloud="""\
snapshot: 1
cloud: office
flavors:
- {name: m1.small, vcpus: 1, ram: 2048, disk: 20, id: '2'}
images:
- {name: ubuntu-24.04, status: active, id: 7f0e}
networks:
- {name: web, id: 3b1c}
""",
        )
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  net:
    type: OS::Neutron::Net
    properties: {name: internal}
  port:
    type: OS::Neutron::Port
    properties: {network: internal}
""",
            cloud="snapshot: 1\ncloud: office\nnetworks: []\n",
        )
    ]

    def compare(self, template: Template, ctx: RuleContext) -> Checked:
        return missing(template, ctx)


_TWO_NETWORKS = """\
snapshot: 1
cloud: office
networks:
- {name: web, id: 3b1c}
- {name: web, id: 90d4}
"""


class AmbiguousInCloud(CloudRule):
    """A name means several things of the cloud.

    The cloud is the one whose snapshot `cloud` or `target` names in .hotlint.yaml. Heat refuses a name that is not unique: use
    the id.
    """

    code = "HOT522"
    name = "ambiguous-in-cloud"
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  port:
    type: OS::Neutron::Port
    properties:
      network: web
               ^^^
""",
            cloud=_TWO_NETWORKS,
        )
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  port:
    type: OS::Neutron::Port
    properties: {network: 90d4}
""",
            cloud=_TWO_NETWORKS,
        )
    ]

    def compare(self, template: Template, ctx: RuleContext) -> Checked:
        return ambiguous(ctx)


_EXTERNAL_NETWORK = """\
snapshot: 1
cloud: office
networks:
- {name: public, external: true, id: 77aa}
- {name: web, external: false, id: 3b1c}
"""


class NetworkNotExternal(CloudRule):
    """A floating IP or the gateway of a router is in a network that is not external.

    hotlint looks into the snapshot that `cloud` or `target` names in .hotlint.yaml. Neutron refuses the floating IP or the gateway
    when Heat creates the stack.
    """

    code = "HOT525"
    name = "network-not-external"
    refused_by = "service"
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  address:
    type: OS::Neutron::FloatingIP
    properties:
      floating_network: web
                        ^^^
""",
            cloud=_EXTERNAL_NETWORK,
        )
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  address:
    type: OS::Neutron::FloatingIP
    properties:
      floating_network: public
""",
            cloud=_EXTERNAL_NETWORK,
        )
    ]

    def compare(self, template: Template, ctx: RuleContext) -> Checked:
        return not_external(ctx)


_SUBNET = """\
snapshot: 1
cloud: office
networks:
- {name: web, id: 3b1c}
subnets:
- {name: web-v4, id: 5a0f, network_id: 3b1c, cidr: 10.1.0.0/24, used: [10.1.0.1-10.1.0.9]}
"""


class UnusableAddress(CloudRule):
    """A fixed address is outside of its subnet or in use, or a subnet overlaps another one of its network.

    hotlint compares the address with the snapshot that `cloud` or `target` names in .hotlint.yaml, and with the subnets of the
    template. Neutron refuses the address when Heat creates the stack. If the stack itself already uses the address, the
    finding is wrong: an update keeps the address.
    """

    code = "HOT523"
    name = "unusable-address"
    refused_by = "service"
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  port:
    type: OS::Neutron::Port
    properties:
      network: web
      fixed_ips: [{ip_address: 10.2.0.7}]
                               ^^^^^^^^
  other:
    type: OS::Neutron::Port
    properties:
      network: web
      fixed_ips: [{subnet: web-v4, ip_address: 10.1.0.7}]
                                               ^^^^^^^^
""",
            cloud=_SUBNET,
        )
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  port:
    type: OS::Neutron::Port
    properties:
      network: web
      fixed_ips: [{ip_address: 10.1.0.77}]
""",
            cloud=_SUBNET,
        )
    ]

    def compare(self, template: Template, ctx: RuleContext) -> Checked:
        return unusable(ctx)


_FLAVORS = """\
snapshot: 1
cloud: office
flavors:
- {name: m1.tiny, vcpus: 1, ram: 512, disk: 1, id: '1'}
- {name: m1.small, vcpus: 1, ram: 2048, disk: 20, id: '2'}
images:
- {name: ubuntu-24.04, status: active, min_disk: 10, min_ram: 1024, id: 7f0e}
networks:
- {name: web, id: 3b1c}
"""


class FlavorTooSmall(CloudRule):
    """The flavor of a server has less memory or disk than its image requires.

    The cloud is the one whose snapshot `cloud` or `target` names in .hotlint.yaml. Heat refuses the stack. If the server boots from a
    volume, only the memory counts, and Nova refuses the server when Heat creates it.
    """

    code = "HOT524"
    name = "flavor-too-small"
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  server:
    type: OS::Nova::Server
    properties:
      image: ubuntu-24.04
      flavor: m1.tiny
              ^^^^^^^
      networks: [{network: web}]
""",
            cloud=_FLAVORS,
        ),
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  server:
    type: OS::Nova::Server
    properties:
      flavor: m1.tiny
              ^^^^^^^
      block_device_mapping_v2: [{image: ubuntu-24.04, boot_index: 0, volume_size: 10, delete_on_termination: true}]
      networks: [{network: web}]
""",
            cloud=_FLAVORS,
        ),
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  server:
    type: OS::Nova::Server
    properties:
      image: ubuntu-24.04
      flavor: m1.small
      networks: [{network: web}]
""",
            cloud=_FLAVORS,
        )
    ]

    def compare(self, template: Template, ctx: RuleContext) -> Checked:
        return small_flavors(ctx)
