"""Attributes in an update: the properties that they follow, and the addresses that a resource does not keep."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

from hotlint import heat_types
from hotlint.language.values import Value
from hotlint.plans.model import RecordedResource


def mirrored_property(type_name: str, path: Sequence[Value]) -> str:
    """Return the name of the property that an attribute shows; "" for any other attribute."""
    return heat_types.of(type_name).mirrors.get(str(path[0]), "") if len(path) == 1 else ""


def mirrored_anywhere(attribute: str) -> set[str]:
    """Return the names of the properties that an attribute of this name shows, of any type."""
    return {kind.mirrors[attribute] for kind in heat_types.all_types() if attribute in kind.mirrors}


def follows(type_name: str, attribute: str, changed: Collection[str]) -> bool:
    """Return whether an attribute may be another one after an update of these properties."""
    following = heat_types.of(type_name).follows
    return attribute == "show" or attribute in changed or any(attribute in following.get(p, ()) for p in changed)


_NOT_ADDRESSES: Final = frozenset({"OS-EXT-IPS:type", "subnet_id", "version"})
"""What stays in the entries of addresses."""


def is_allocated(found: RecordedResource, path: Sequence[Value], given: Callable[[str], Value]) -> bool:
    """Return whether Neutron chooses the address that an attribute of a replaced resource shows.

    Neutron draws the address at random from the first 1,000 free ones of the subnet, so it is nearly always another one
    (`_generate_ips` of neutron/ipam/drivers/neutrondb_ipam).
    """
    fixed = heat_types.of(found.type).allocated.get(str(path[0]))
    if fixed is None or path[-1] in _NOT_ADDRESSES:
        return False
    name, keys = fixed
    value = given(name)
    if not value:
        return value is None or value == []
    items = value if isinstance(value, list) and keys else [None]
    return all(isinstance(item, dict) and not any(item.get(key) for key in keys) for item in items)


def has_other_subnets(port: RecordedResource, fixed_ips: Value) -> bool:
    """Return whether a port moves to other subnets: of one network, these never overlap, so its addresses change."""
    before, after = (_subnets(v) for v in ((port.properties or {}).get("fixed_ips"), fixed_ips))
    return bool(before and after) and not any(subnet in before for subnet in after)


def _subnets(fixed_ips: Value) -> list[Value]:
    items = fixed_ips if isinstance(fixed_ips, list) else []
    found = [item.get("subnet") or item.get("subnet_id") for item in items if isinstance(item, dict)]
    return [subnet for subnet in found if subnet is not None]


def is_outside(address: Value, cidr: Value) -> bool:
    """Return whether an address is known to be outside of a network."""
    import ipaddress

    try:
        return ipaddress.ip_address(str(address)) not in ipaddress.ip_network(str(cidr), strict=False)
    except ValueError:
        return False
