"""The own rules of Blazar's resource types."""

from __future__ import annotations

from hotlint.rule import TypeRules


class BlazarLease(TypeRules):
    """OS::Blazar::Lease: a host to reserve."""

    types = ("OS::Blazar::Lease",)
    source = "heat/engine/resources/openstack/blazar/lease.py"
    asks = ("Blazar whether it has any host",)
