"""The own rules of OS::Blazar::Lease: a host to reserve."""

from __future__ import annotations

from hotlint.rule import TypeRules


class BlazarLease(TypeRules):
    """What Heat asks a cloud for OS::Blazar::Lease; nothing can be checked without."""

    types = ("OS::Blazar::Lease",)
    source = "heat/engine/resources/openstack/blazar/lease.py"
    asks = ("Blazar whether it has any host",)
