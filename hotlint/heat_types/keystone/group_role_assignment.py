from __future__ import annotations

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.keystone._roles import READS, RELATIONS


class GroupRoleAssignment(HeatType):
    """OS::Keystone::GroupRoleAssignment: each role in a project or in a domain."""

    types = ("OS::Keystone::GroupRoleAssignment",)
    source = "heat/engine/resources/openstack/keystone/role_assignments.py"
    reads = READS
    relations = RELATIONS
    bad = (
        """
        group: g
        roles:
          - {role: r, project: p, domain: d}
                                  ^^^^^^
        """,
    )
    good = ("{group: g, roles: [{role: r, project: p}]}",)
