"""The rules that compare a template with a snapshot of a cloud."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hotlint.rule import Checked, Example, ReportingRule, Resource, Rule, RuleContext, Target, Template, Use
from hotlint_rules.composition._nested import by_place, nested_finding, nested_findings, validated
from hotlint_rules.resources._address_checks import unusable
from hotlint_rules.resources._names_in_cloud import ambiguous, missing, not_external, small_flavors, taken


def _is_of_cloud(rule: ReportingRule) -> bool:
    return isinstance(rule, CloudRule)


class CloudRule(Rule):
    """Base of the rules that compare a template with the snapshot of a cloud."""

    severity = "warning"
    of_cloud = True

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        return self.compare(template, ctx) if ctx.template_context.catalog.cloud is not None else ()

    def compare(self, template: Template, ctx: RuleContext) -> Checked:
        """Report what the cloud does not have."""
        raise NotImplementedError

    def check_uses(self, uses: Sequence[Use], resource: Resource, ctx: RuleContext) -> Checked:
        if ctx.template_context.catalog.cloud is None:
            return
        for use in validated(uses, resource, ctx):
            found = [d for d in nested_findings(resource, use, ctx, _is_of_cloud) if d.code == self.code]
            for place, of_place in by_place(found, ctx):
                yield nested_finding(of_place, use, ctx, place)


class MissingInCloud(CloudRule):
    """The cloud has no image, flavor, network, key pair or the like of this name.

    hotlint looks into the snapshot that `cloud` or `target` names in .hotlint.yaml. Heat refuses the stack. If the snapshot is out
    of date, refresh it with `hotlint cloud snapshot --refresh`. A name that a resource of the template creates exists. hotlint
    also reports an image or zone that exists but cannot be used now. It is an info where a name of Neutron or Glance differs only in
    case: the service's database compares it, and MySQL ignores case.
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
        ),
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  port:
    type: OS::Neutron::Port
    properties: {network: Public}
                          ^^^^^^
""",
            cloud="snapshot: 1\ncloud: office\nnetworks: [{name: public, id: 3b1c}]\n",
        ),
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  elsewhere:
    type: OS::Heat::Stack
    properties:
      context: {region_name: north}
                             ^^^^^
      template: {get_file: web.yaml}
""",
            files={"web.yaml": "heat_template_version: 2018-08-31\nresources: {}\n"},
            cloud="snapshot: 1\ncloud: office\nregions: [{name: south, id: south}]\n",
        ),
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
        ),
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  elsewhere:
    type: OS::Heat::Stack
    properties:
      context: {region_name: north, credential_secret_id: 7f0e}
      template: {get_file: web.yaml}
""",
            files={"web.yaml": "heat_template_version: 2018-08-31\nresources: {}\n"},
            cloud="snapshot: 1\ncloud: office\nregions: [{name: south, id: south}]\n",
        ),
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
        ),
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  ports:
    type: OS::Heat::ResourceGroup
    properties:
      count: 3
      resource_def:
        type: OS::Neutron::Port
        properties:
          network: web
          fixed_ips: [{ip_address: 10.1.%index%.7}]
                                   ^^^^^^^^^^^^^^
""",
            cloud=_SUBNET.replace("10.1.0.1-10.1.0.9", "10.1.0.8-10.1.0.9"),
        ),
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


_KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGgZ1y5dC7lZxkYQY2gq3p2kqvZ0pO0bJYQmJm9k2n3f"
_KEY_PAIRS = "snapshot: 1\ncloud: office\nkey_pairs:\n- {name: default}\n"


class NameTakenInCloud(CloudRule):
    """The cloud has a thing with a name that must be unique, such as that of a flavor or a key pair.

    hotlint looks into the snapshot that `cloud` or `target` names in .hotlint.yaml. The service refuses a second thing of the name when
    Heat creates the stack. If the stack itself has made it, the finding is wrong: an update keeps it.
    """

    code = "HOT526"
    name = "name-taken-in-cloud"
    refused_by = "service"
    bad = [
        Example(
            f"""\
heat_template_version: 2018-08-31
resources:
  pair:
    type: OS::Nova::KeyPair
    properties:
      name: default
            ^^^^^^^
      public_key: {_KEY}
""",
            cloud=_KEY_PAIRS,
        ),
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  guests:
    type: OS::Keystone::Project
    properties: {name: guests}
                       ^^^^^^
""",
            cloud="snapshot: 1\ncloud: office\nprojects: [{name: guests, domain_id: default, id: 3b1c}]\n",
        ),
    ]
    good = [
        Example(
            f"""\
heat_template_version: 2018-08-31
resources:
  pair:
    type: OS::Nova::KeyPair
    properties:
      name: web
      public_key: {_KEY}
""",
            cloud=_KEY_PAIRS,
        ),
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  guests:
    type: OS::Keystone::Project
    properties: {name: guests}
""",
            cloud="snapshot: 1\ncloud: office\nprojects: [{name: guests, domain_id: other, id: 3b1c}]\n",
        ),
    ]

    def compare(self, template: Template, ctx: RuleContext) -> Checked:
        return taken(ctx)


_QUOTAS = "snapshot: 1\ncloud: office\nquotas:\n  network: {networks: {limit: 10, used: 9}}\n"


class QuotaExceeded(CloudRule):
    """The stack needs more than the quotas of the project leave.

    hotlint adds up what the resources of the stack take, with nested stacks and the members of groups, and looks into the snapshot that
    `cloud` or `target` names in .hotlint.yaml. `hotlint preview --quota` shows all sums. If the stack itself runs already, it is counted
    twice: the finding is wrong then.
    """

    code = "HOT527"
    name = "quota-exceeded"
    refused_by = "service"
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
^^^^^^^^^
  web:
    type: OS::Neutron::Net
  database:
    type: OS::Neutron::Net
""",
            cloud=_QUOTAS,
        ),
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  web:
    type: OS::Neutron::Net
  database:
    type: OS::Cinder::Volume
          ^^^^^^^^^^^^^^^^^^
    properties: {size: 2000}
""",
            cloud="snapshot: 1\ncloud: office\nquotas:\n  block_storage: {gigabytes: {limit: 1000, used: 9}}\n",
        ),
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  web:
    type: OS::Neutron::Net
""",
            cloud=_QUOTAS,
        )
    ]

    def compare(self, template: Template, ctx: RuleContext) -> Checked:
        section, context = template.sections.get("resources"), ctx.template_context
        cloud = context.catalog.cloud
        if section is None or cloud is None or not cloud.quotas or context.parent is not None or ctx.is_supplied:
            return
        from hotlint.dry_run.quota_sum import quota_report  # most snapshots have no quotas

        for need in quota_report(context, cloud).needs:
            if need.excess and need.limit is not None:
                used = need.used or 0
                left = f"{max(need.limit - used, 0):,} left ({used:,} of {need.limit:,} are used)"
                message = f"quota '{need.name}' ({need.service}): the stack needs {need.needed:,}, and cloud '{cloud.name}' has {left}"
                top = template.resources.get(re.split(r"[.[]", need.of.strip("'"), maxsplit=1)[0])
                alone = top is not None and need.most > need.limit - used
                place = Target(top.fields["type"]) if top is not None and alone else Target(section, "key")
                message += f"; {need.of} alone takes {need.most:,}" if alone else ""
                yield ctx.report(place, message, causes=[f"quota {need.service} {need.name}"])
