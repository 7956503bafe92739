"""The own rules of OS::Keystone::User: each role in a project or in a domain."""

from __future__ import annotations

from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_relations import ExactlyOne
from hotlint.rule import Example, TypeRules


class KeystoneUser(TypeRules):
    """The own rules of OS::Keystone::User."""

    types = ("OS::Keystone::User",)
    source = "heat/engine/resources/openstack/keystone/user.py"
    reads = (Reads(("roles",)),)
    relations = (ExactlyOne(("project", "domain"), within=("roles",)),)
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Keystone::User
    properties:
      name: n
      roles:
        - {role: r, project: p, domain: d}
                                ^^^^^^
"""),
    )
    good = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Keystone::User
    properties: {name: n, roles: [{role: r, project: p}]}
"""),
    )
