"""What Octavia has once: it refuses another one, and Heat tries again until the stack times out."""

from __future__ import annotations

from collections.abc import Hashable

from hotlint.heat_types.base import Unique
from hotlint.stacks.neighbors import key
from hotlint.stacks.records import StackResource

AGAIN = "Octavia answers with a conflict, and Heat tries again until the stack times out"


def one_per(what: str, names: tuple[str, ...]) -> tuple[Unique]:
    """Return that only one thing has the same values of some properties."""
    return (Unique("Octavia", what, names),)


def port_of(owner: StackResource) -> Hashable:
    """Return the port of a load balancer that a listener takes, with the protocol below its own; None where it is not known."""
    balancer, port, protocol = (owner.values.get(name) for name in ("loadbalancer", "protocol_port", "protocol"))
    where = key(balancer)
    is_known = where is not None and isinstance(port, int) and isinstance(protocol, str)
    return (where, port, protocol == "UDP") if is_known else None
