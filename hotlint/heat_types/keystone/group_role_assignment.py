from hotlint.heat_types.keystone._roles import AssignsRoles, examples


class GroupRoleAssignment(AssignsRoles):
    """OS::Keystone::GroupRoleAssignment: each role in a project or in a domain."""

    types = ("OS::Keystone::GroupRoleAssignment",)
    bad, good = examples("group: g")
