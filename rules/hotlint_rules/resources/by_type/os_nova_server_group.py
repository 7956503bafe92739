"""The own rules of OS::Nova::ServerGroup: policies that the version of Nova has."""

from __future__ import annotations

from hotlint.resource_types.property_reads import Reads
from hotlint.rule import TypeRules


class ServerGroup(TypeRules):
    """What Heat asks a cloud for OS::Nova::ServerGroup; nothing can be checked without."""

    types = ("OS::Nova::ServerGroup",)
    source = "heat/engine/resources/openstack/nova/server_group.py"
    reads = (Reads(("policies", "rules")),)
    asks = ("Nova whether it has the microversions that soft policies and 'rules' need",)
