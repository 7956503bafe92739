from __future__ import annotations

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.keystone._roles import READS, RELATIONS


class UserRoleAssignment(HeatType):
    """OS::Keystone::UserRoleAssignment: each role in a project or in a domain."""

    types = ("OS::Keystone::UserRoleAssignment",)
    source = "heat/engine/resources/openstack/keystone/role_assignments.py"
    reads = READS
    relations = RELATIONS
    bad = (
        """
        user: u
        roles:
          - {role: r, project: p, domain: d}
                                  ^^^^^^
        """,
    )
    good = ("{user: u, roles: [{role: r, project: p}]}",)
