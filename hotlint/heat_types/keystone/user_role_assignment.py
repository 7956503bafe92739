from hotlint.heat_types.keystone._roles import AssignsRoles, examples


class UserRoleAssignment(AssignsRoles):
    """OS::Keystone::UserRoleAssignment: each role in a project or in a domain."""

    types = ("OS::Keystone::UserRoleAssignment",)
    bad, good = examples("user: u")
