"""The own rules of Keystone's resource types: each role in a project or in a domain."""

from __future__ import annotations

from hotlint.resource_types.property_relations import ExactlyOne, Reads
from hotlint.rule import Example, TypeRules


def _bad(type_name: str, owner: str) -> tuple[Example]:
    """Return the bad example of a type; `owner` is the property that names whose roles they are."""
    return (
        Example(f"""\
heat_template_version: 2018-08-31
resources:
  it:
    type: {type_name}
    properties:
      {owner}
      roles:
        - {{role: r, project: p, domain: d}}
                                ^^^^^^
"""),
    )


def _good(type_name: str, owner: str) -> tuple[Example]:
    """Return the good example of a type."""
    return (
        Example(f"""\
heat_template_version: 2018-08-31
resources:
  it:
    type: {type_name}
    properties: {{{owner}, roles: [{{role: r, project: p}}]}}
"""),
    )


class _Roles(TypeRules):
    """The relation of all types that assign roles."""

    reads = (Reads(("roles",)),)
    relations = (ExactlyOne(("project", "domain"), within=("roles",)),)


class KeystoneGroup(_Roles):
    """OS::Keystone::Group: each role in a project or in a domain."""

    types = ("OS::Keystone::Group",)
    source = "heat/engine/resources/openstack/keystone/group.py"
    bad = _bad(types[0], "name: n")
    good = _good(types[0], "name: n")


class GroupRoleAssignment(_Roles):
    """OS::Keystone::GroupRoleAssignment: each role in a project or in a domain."""

    types = ("OS::Keystone::GroupRoleAssignment",)
    source = "heat/engine/resources/openstack/keystone/role_assignments.py"
    bad = _bad(types[0], "group: g")
    good = _good(types[0], "group: g")


class KeystoneUser(_Roles):
    """OS::Keystone::User: each role in a project or in a domain."""

    types = ("OS::Keystone::User",)
    source = "heat/engine/resources/openstack/keystone/user.py"
    bad = _bad(types[0], "name: n")
    good = _good(types[0], "name: n")


class UserRoleAssignment(_Roles):
    """OS::Keystone::UserRoleAssignment: each role in a project or in a domain."""

    types = ("OS::Keystone::UserRoleAssignment",)
    source = "heat/engine/resources/openstack/keystone/role_assignments.py"
    bad = _bad(types[0], "user: u")
    good = _good(types[0], "user: u")
