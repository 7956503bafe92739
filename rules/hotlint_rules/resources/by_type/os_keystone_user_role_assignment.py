"""The own rules of OS::Keystone::UserRoleAssignment: each role in a project or in a domain."""

from __future__ import annotations

from hotlint.resource_types.property_reads import Reads
from hotlint.resource_types.property_relations import ExactlyOne
from hotlint.rule import Example, TypeRules


class UserRoleAssignment(TypeRules):
    """The own rules of OS::Keystone::UserRoleAssignment."""

    types = ("OS::Keystone::UserRoleAssignment",)
    source = "heat/engine/resources/openstack/keystone/role_assignments.py"
    reads = (Reads(("roles",)),)
    relations = (ExactlyOne(("project", "domain"), within=("roles",)),)
    bad = (
        Example("""\
heat_template_version: 2018-08-31
resources:
  it:
    type: OS::Keystone::UserRoleAssignment
    properties:
      user: u
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
    type: OS::Keystone::UserRoleAssignment
    properties: {user: u, roles: [{role: r, project: p}]}
"""),
    )
