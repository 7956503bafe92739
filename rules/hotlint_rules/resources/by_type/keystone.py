"""The own rules of Keystone's resource types: each role in a project or in a domain."""

from __future__ import annotations

from hotlint.resource_types.property_relations import ExactlyOne, Reads
from hotlint.rule import TypeRules


class _Roles(TypeRules):
    """The relation of all types that assign roles."""

    reads = (Reads(("roles",)),)
    relations = (ExactlyOne(("project", "domain"), within=("roles",)),)


class KeystoneGroup(_Roles):
    """OS::Keystone::Group: each role in a project or in a domain."""

    types = ("OS::Keystone::Group",)
    source = "heat/engine/resources/openstack/keystone/group.py"
    bad = (
        """
        name: n
        roles:
          - {role: r, project: p, domain: d}
                                  ^^^^^^
        """,
    )
    good = ("{name: n, roles: [{role: r, project: p}]}",)


class GroupRoleAssignment(_Roles):
    """OS::Keystone::GroupRoleAssignment: each role in a project or in a domain."""

    types = ("OS::Keystone::GroupRoleAssignment",)
    source = "heat/engine/resources/openstack/keystone/role_assignments.py"
    bad = (
        """
        group: g
        roles:
          - {role: r, project: p, domain: d}
                                  ^^^^^^
        """,
    )
    good = ("{group: g, roles: [{role: r, project: p}]}",)


class KeystoneUser(_Roles):
    """OS::Keystone::User: each role in a project or in a domain."""

    types = ("OS::Keystone::User",)
    source = "heat/engine/resources/openstack/keystone/user.py"
    bad = (
        """
        name: n
        roles:
          - {role: r, project: p, domain: d}
                                  ^^^^^^
        """,
    )
    good = ("{name: n, roles: [{role: r, project: p}]}",)


class UserRoleAssignment(_Roles):
    """OS::Keystone::UserRoleAssignment: each role in a project or in a domain."""

    types = ("OS::Keystone::UserRoleAssignment",)
    source = "heat/engine/resources/openstack/keystone/role_assignments.py"
    bad = (
        """
        user: u
        roles:
          - {role: r, project: p, domain: d}
                                  ^^^^^^
        """,
    )
    good = ("{user: u, roles: [{role: r, project: p}]}",)
